#!/usr/bin/env node
/** The command line: runs an image for a while, and says and shows what it did. */

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Elf, ElfError } from './src/elf.mjs';
import { encodePng } from './src/png.mjs';
import { Session } from './src/session.mjs';

const HELP = `Runs a Shikatsu firmware image on an emulated RP2040.

Usage: node run.mjs IMAGE.elf [options]

  --ms N        milliseconds of device time to run (default 500)
  --until TEXT  stop as soon as the firmware prints or logs TEXT; failing to is an error
  --png FILE    write what the screen shows at the end
  --json        print the summary as JSON
  --quiet       print neither log nor summary, only the firmware's own console output
  --help        this text

The firmware's semihosting output goes to stdout; with --json its log goes to stderr.
Exit code: the firmware's own if it exits through semihosting; 0 if it was still well at the
end; 1 if it crashed, locked up, or never said TEXT; 2 if the command was wrong.`;

const OK = 0;
const FIRMWARE_FAILED = 1;
const USAGE = 2;

class UsageError extends Error {}

function main() {
  const options = readOptions();
  if (options.help) {
    console.log(HELP);
    return OK;
  }
  const elf = readImage(options.image);
  const log = options.json ? console.error : console.log;
  const session = new Session(elf, {
    onConsole: (bytes) => process.stdout.write(bytes),
    onLog: options.quiet ? undefined : log,
  });
  const start = performance.now();
  session.run(options.ms, options.until);
  const wallSeconds = (performance.now() - start) / 1000;

  if (options.png) writePicture(options.png, session.board.picture());
  const missed = options.until !== undefined && session.awaited !== null;
  const summary = { ...session.summary(), wallSeconds, ...(options.until === undefined ? {} : { found: !missed }) };
  if (options.json) console.log(JSON.stringify(summary, null, 2));
  else if (!options.quiet) console.log(describe(summary));
  if (summary.halted && (options.quiet || options.json)) console.error(describeHalt(summary.halted));
  if (missed) console.error(`"${options.until}" was not seen.`);

  if (summary.exitCode !== null) return summary.exitCode;
  return summary.halted || missed ? FIRMWARE_FAILED : OK;
}

function readOptions() {
  let parsed;
  try {
    parsed = parseArgs({
      allowPositionals: true,
      options: {
        ms: { type: 'string', default: '500' },
        until: { type: 'string' },
        png: { type: 'string' },
        json: { type: 'boolean' },
        quiet: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error.message);
  }
  const { values, positionals } = parsed;
  if (values.help) return values;
  if (positionals.length !== 1) throw new UsageError('Name one image to run.');
  const ms = Number(values.ms);
  if (!(ms > 0 && ms < Infinity)) throw new UsageError(`--ms wants a number of milliseconds, not "${values.ms}".`);
  return { ...values, ms, image: positionals[0] };
}

function readImage(path) {
  try {
    return new Elf(readFileSync(path));
  } catch (error) {
    if (error instanceof ElfError) throw new UsageError(`${path}: ${error.message}.`);
    if (error.code) throw new UsageError(`${path} cannot be read (${error.code}).`);
    throw error;
  }
}

function writePicture(path, picture) {
  try {
    writeFileSync(path, encodePng(picture));
  } catch (error) {
    throw new UsageError(`${path} cannot be written (${error.code ?? error.message}).`);
  }
}

function describe(s) {
  const warnings = Object.entries(s.warnings);
  const lines = [
    `device time    ${s.deviceMs} ms at ${s.clockMHz} MHz, of which ${s.idleMs} ms asleep`,
    `instructions   ${s.instructions.toLocaleString('en')} in ${s.cycles.toLocaleString('en')} cycles`,
    `first picture  ${s.firstPictureMs === null ? 'none' : `complete after ${s.firstPictureMs} ms`}`,
    `panel          ${s.panelOn ? 'on' : 'off'}, light ${Math.round(s.light * 100)} %, ${s.panelBytes.toLocaleString('en')} bytes, ${s.panelPixels.toLocaleString('en')} pixels`,
    `stack          ${s.stackUsed} of ${s.stackRoom} bytes used, down to ${s.lowestSp}`,
    `flash          ${s.flashSectorsErased} sectors erased, ${s.flashPagesProgrammed} pages programmed`,
    `log            ${s.rttBytes} bytes`,
    `speed          ${(s.instructions / s.wallSeconds / 1e6).toFixed(1)} million instructions a second of real time`,
    ...warnings.map(([text, times]) => `warning        ${text}${times > 1 ? ` (${times} times)` : ''}`),
  ];
  if (s.halted) lines.push(describeHalt(s.halted));
  if (s.exitCode !== null) lines.push(`exit           the firmware ended itself with code ${s.exitCode}`);
  return lines.join('\n');
}

function describeHalt({ reason, pc, lr, where }) {
  return `HALTED         ${reason}\n               pc 0x${pc} in ${where ?? 'no function of the image'}, lr 0x${lr}`;
}

try {
  process.exitCode = main();
} catch (error) {
  if (!(error instanceof UsageError || error instanceof ElfError)) throw error;
  console.error(error.message);
  console.error('Try: node run.mjs --help');
  process.exitCode = USAGE;
}
