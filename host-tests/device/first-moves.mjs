/**
 * Plays first moves of a pack's problems on the firmware as it is flashed, and holds every picture against the simulator's. A problem is
 * opened once, and begun anew before each move: the trainer then knows nothing of what it read before. `cargo xtask first-moves PACK` runs
 * it; it needs the image in SHIKATSU_IMAGE, the program in SHIKATSU, the pack in SHIKATSU_PACK, and what the example `first-moves`
 * printed in SHIKATSU_MOVES.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { encodePng } from '../../emulator/src/png.mjs';
import { seed } from '../../emulator/src/poke.mjs';
import { Session } from '../../emulator/src/session.mjs';
import { BOOT_MS, differing, hold, image, readPicture, standBefore, start, strike } from './handheld.mjs';

const { SHIKATSU_PACK, SHIKATSU_MOVES } = process.env;
const problems = readFileSync(SHIKATSU_MOVES, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
/** An answer should not take longer. */
const SOON_MS = 2000;
/** Then it is read what the answer leads to, and what was said in passing goes. */
const LATER_MS = 12_000;
/** No answer comes earlier: it would look like an accident. */
const PAUSE_MS = 200;
/** How often the screen is looked at. */
const LOOK_MS = 20;
const RESTART_MS = 800;

/** A device with the pack in its flash. */
function loaded() {
  const { session, client } = start();
  if (client.load(readFileSync(SHIKATSU_PACK)).kind !== 'done') throw new Error('the pack was not taken');
  return session.flashContents();
}

/** A device whose player stands before this problem, with the simulator's chance. */
async function open(flash, { pack, id, seed: chance }) {
  const handheld = start(new Uint8Array(flash));
  await standBefore(handheld, { pack, problem: id }, join(dirname(SHIKATSU_MOVES), 'place.json'));
  const session = new Session(image, { flash: new Uint8Array(handheld.session.flashContents()) });
  seed(session, chance);
  session.run(BOOT_MS);
  return session;
}

const now = ({ machine }) => machine.clock.nanos / 1e6;

/** Waits until the chip sleeps most of the time: what lies on the board is read. How long that took, in milliseconds. */
function untilRead(session) {
  const begun = now(session);
  for (;;) {
    const asleep = session.machine.idleNanos;
    session.run(LOOK_MS);
    const isIdle = session.machine.idleNanos - asleep > (LOOK_MS / 2) * 1e6;
    if (isIdle || now(session) - begun > LATER_MS) return now(session) - begun;
  }
}

/** Plays a move: how long the player waits for the answer, in milliseconds, and in how many pixels the screen differs in the end. */
function play(session, keys, expected) {
  strike(session, ...keys);
  session.press('a');
  session.run(60);
  session.release('a');
  const begun = now(session);
  let [answered, differs] = [undefined, Infinity];
  while (now(session) - begun < LATER_MS && (answered === undefined || differs > 0)) {
    const before = session.board.changedAt;
    session.run(LOOK_MS);
    if (/Thinking/.test(session.words.newest)) answered = undefined;
    else if (now(session) - begun >= PAUSE_MS) answered ??= now(session) - begun;
    if (session.board.changedAt !== before) differs = differing(session, expected);
  }
  return { answered, differs };
}

const sum = { moves: 0, late: 0, differing: 0, unwell: 0, slowest: 0, slowestStart: 0 };
const flash = loaded();
for (const problem of problems) {
  const session = await open(flash, problem);
  const starts = [];
  const answers = [];
  for (const { point, keys, picture } of problem.moves) {
    starts.push(untilRead(session));
    const { answered = Infinity, differs } = play(session, keys, readPicture(picture));
    answers.push(answered);
    const what = [];
    if (answered > SOON_MS) what.push(`answered after ${Math.round(answered)} ms`);
    if (differs > 0) {
      what.push(`${differs} pixels differ`);
      writeFileSync(picture.replace(/\.png$/, '.device.png'), encodePng(session.board.picture()));
    }
    const isWell = session.machine.halted === null && session.machine.restarts.length === 0;
    if (!isWell) what.push('it stopped or restarted');
    sum.moves += 1;
    sum.late += answered > SOON_MS;
    sum.differing += differs > 0;
    sum.unwell += !isWell;
    if (what.length) console.log(`problem ${problem.problem}, ${point}: ${what.join(', ')}; ${session.words.newest}`);
    hold(session, 'b', RESTART_MS);
  }
  const [slowest, slowestStart] = [answers, starts].map((times) => Math.round(Math.max(...times)));
  sum.slowest = Math.max(sum.slowest, slowest);
  sum.slowestStart = Math.max(sum.slowestStart, slowestStart);
  const book = problem.by_the_book ? ' (by the book)' : '';
  console.log(`problem ${problem.problem}${book}: ${problem.moves.length} moves, read after ${slowestStart} ms, answered after ${slowest} ms at the most`);
}
console.log(
  `${problems.length} problems, ${sum.moves} first moves: the slowest answer after ${sum.slowest} ms, ${sum.late} after more than ${SOON_MS} ms; ` +
    `the slowest start read after ${sum.slowestStart} ms; ${sum.differing} pictures differ; ${sum.unwell} times it stopped or restarted`,
);
process.exitCode = sum.late + sum.differing + sum.unwell > 0 ? 1 : 0;
