/** The summary of a run, for people. Programs get it as JSON. */

export function describe(s) {
  const count = (number) => number.toLocaleString('en');
  const lines = [
    ['device time', `${s.deviceMs} ms at ${s.clockMHz} MHz, of which ${s.idleMs} ms asleep; longest without sleep ${s.longestAwakeMs} ms`],
    ['instructions', `${count(s.instructions)} in ${count(s.cycles)} cycles`],
    ['first picture', s.firstPictureMs === null ? 'none' : `complete after ${s.firstPictureMs} ms`],
    ['panel', `${s.panelOn ? 'on' : 'off'}, light ${Math.round(s.light * 100)} %, ${count(s.panelBytes)} bytes, ${count(s.panelPixels)} pixels`],
    ['stack', `${s.stackUsed} of ${s.stackRoom} bytes used, down to ${s.lowestSp}`],
    ['flash', `${s.flashSectorsErased} sectors erased, ${s.flashPagesProgrammed} pages programmed`],
    ['log', `${s.rttBytes} bytes`],
    ...(s.latency.keys ? [['keys', describeLatency(s.latency)]] : []),
    ['speed', describeSpeed(s)],
    ...s.restarts.map(({ cause, ms }) => ['restart', `after ${ms} ms: ${cause}`]),
    ...Object.entries(s.warnings).map(([text, times]) => ['warning', `${text}${times > 1 ? ` (${times} times)` : ''}`]),
  ];
  if (s.halted) lines.push(...haltLines(s.halted));
  if (s.exitCode !== null) lines.push(['exit', `the firmware ended itself with code ${s.exitCode}`]);
  return table(lines);
}

export function describeHalt(halted) {
  return table(haltLines(halted));
}

function haltLines({ reason, pc, lr, where }) {
  return [['HALTED', reason], ['', `pc 0x${pc} in ${where ?? 'no function of the image'}, lr 0x${lr}`]];
}

function describeLatency({ keys, unanswered, longestMs, meanMs }) {
  const silent = unanswered ? `, ${unanswered} without an answer` : '';
  return `${keys} went down${longestMs === null ? '' : `, first pixel after ${longestMs} ms at most, ${meanMs} ms on average`}${silent}`;
}

function describeSpeed({ instructions, deviceMs, wallSeconds }) {
  const millions = instructions / wallSeconds / 1e6;
  return `${millions.toFixed(1)} million instructions and ${(deviceMs / 1000 / wallSeconds).toFixed(2)} s of device time a second of real time`;
}

function table(lines) {
  return lines.map(([name, text]) => `${name.padEnd(15)}${text}`).join('\n');
}
