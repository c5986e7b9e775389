/**
 * Plays first moves of a pack's problems on the firmware as it is flashed, each from a fresh start, and holds every picture against the
 * simulator's. `cargo xtask first-moves PACK` runs it; it needs the image in SHIKATSU_IMAGE, the program in SHIKATSU, the pack in
 * SHIKATSU_PACK, the list of the example `first-moves` in SHIKATSU_MOVES, and a folder for pictures in SHIKATSU_PICTURES.
 */

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Elf } from '../../emulator/src/elf.mjs';
import { runLive } from '../../emulator/src/live.mjs';
import { decodePng } from '../../emulator/src/read-png.mjs';
import { differingPixels } from '../../emulator/src/script-runner.mjs';
import { Session } from '../../emulator/src/session.mjs';
import { openBridge } from '../../emulator/src/usb-bridge.mjs';
import { UsbHost } from '../../emulator/src/usb-host.mjs';
import { Client } from './link.mjs';

const { SHIKATSU_IMAGE, SHIKATSU, SHIKATSU_PACK, SHIKATSU_MOVES, SHIKATSU_PICTURES } = process.env;
const image = new Elf(readFileSync(SHIKATSU_IMAGE));
const pack = readFileSync(SHIKATSU_PACK);
const problems = readFileSync(SHIKATSU_MOVES, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const BOOT_MS = 2000;
/** What is read takes two seconds at the most; then come the reply and, for a moment, words. */
const ANSWER_MS = 8000;

/** Runs the program to its end while the device lives. */
function say(...words) {
  return new Promise((resolve, reject) => {
    const child = spawn(SHIKATSU, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    let heard = '';
    child.stdout.on('data', (data) => (heard += data));
    child.stderr.on('data', (data) => (heard += data));
    child.on('close', (code) => (code ? reject(new Error(`${words.join(' ')}: ${heard}`)) : resolve(heard)));
  });
}

/** The flash of a device with this pack, whose player stands before this problem and wants it as it is written. */
async function prepared({ pack: number, id }) {
  const session = new Session(image, {});
  const client = new Client(session, new UsbHost(session.machine));
  session.run(700);
  if (client.load(pack).kind !== 'done') throw new Error('the pack was not taken');
  const file = join(SHIKATSU_PICTURES, 'place.json');
  const profile = { welcomed: true, place: { pack: number, problem: id }, settings: { transforms: false } };
  writeFileSync(file, JSON.stringify({ version: 2, profile, records: [] }));
  const bridge = await openBridge(client.host, { port: 0 });
  let isOver = false;
  const run = runLive(session, { isOver: () => isOver });
  try {
    await say('device', 'restore', file, '--port', `tcp:${bridge.address}`);
  } finally {
    isOver = true;
    await run;
    bridge.close();
  }
  session.run(1000);
  return session.flashContents();
}

/** Plays one first move; how long the device took to answer, in milliseconds, and whether the picture is the simulator's. */
function play(flash, keys, expected) {
  const session = new Session(image, { flash: new Uint8Array(flash) });
  session.run(BOOT_MS);
  for (const key of [...keys, 'a']) {
    session.press(key);
    session.run(60);
    session.release(key);
    session.run(100);
  }
  const begun = session.machine.clock.nanos;
  let answered;
  while (session.machine.clock.nanos - begun < ANSWER_MS * 1e6) {
    session.run(100);
    if (/Thinking/.test(session.words.newest)) answered = undefined;
    else answered ??= (session.machine.clock.nanos - begun) / 1e6;
  }
  const isWell = session.machine.halted === null && session.machine.restarts.length === 0;
  return { answered, isWell, words: session.words.newest, differing: differingPixels(session.board.picture(), expected) };
}

let [moves, slowest, failures] = [0, 0, 0];
for (const problem of problems) {
  const folder = join(SHIKATSU_PICTURES, String(problem.problem));
  mkdirSync(folder, { recursive: true });
  const flash = await prepared(problem);
  for (const { point, keys } of problem.moves) {
    const script = join(folder, `${point}.shk`);
    const steps = [...keys, 'a'].map((key) => `press ${key}`);
    writeFileSync(script, [...steps, `wait ${ANSWER_MS}ms`, `screenshot ${point}.png`, ''].join('\n'));
    const options = ['sim', SHIKATSU_PACK, '--problem', String(problem.problem), '--script', script, '--png', folder];
    const simulated = spawnSync(SHIKATSU, options, { encoding: 'utf8' });
    if (simulated.status !== 0) throw new Error(simulated.stderr);
    const { answered, isWell, words, differing } = play(flash, keys, decodePng(readFileSync(join(folder, `${point}.png`))));
    moves += 1;
    slowest = Math.max(slowest, answered ?? Infinity);
    if (!isWell || answered === undefined || differing > 0) {
      failures += 1;
      console.log(`problem ${problem.problem}, ${point}: ${answered ?? 'no answer'} ms, ${differing} pixels differ, ${words}`);
    }
  }
  console.log(`problem ${problem.problem}${problem.by_the_book ? " (by the book)" : ''}: ${problem.moves.length} moves`);
}
console.log(`${problems.length} problems, ${moves} first moves, the slowest answered after ${slowest} ms, ${failures} failures`);
process.exitCode = failures > 0 ? 1 : 0;
