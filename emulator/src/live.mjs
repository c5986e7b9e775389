/**
 * Runs a session at the pace of the real world, for those who take part in it from outside: a person
 * at the web page, a program at the USB bridge. It never runs ahead of real time, and where this
 * computer is too slow it does not try to catch up.
 */

import { setImmediate, setTimeout } from 'node:timers/promises';

/** Device time between looks at the outside: short enough for keys to feel immediate. */
const PIECE_MS = 5;
/** Sleeping is not exact; less than this is not worth it. */
const WORTH_SLEEPING_MS = 2;
/** Further behind than this, the lost time is given up. */
const LATE_MS = 50;

/**
 * @param {import('./session.mjs').Session} session
 * @param {object} [options]
 * @param {number} [options.ms] device time to run
 * @param {() => boolean} [options.isOver] asked between pieces
 * @param {string} [options.until] a text to stop at
 */
export async function runLive(session, { ms = Infinity, isOver = () => false, until } = {}) {
  const { machine } = session;
  const now = () => machine.clock.nanos / 1e6;
  const end = now() + ms;
  let realZero = performance.now() - now();
  while (!machine.stopped && now() < end && !isOver()) {
    session.run(Math.min(PIECE_MS, end - now()), until);
    const ahead = now() - (performance.now() - realZero);
    if (ahead < -LATE_MS) realZero = performance.now() - now();
    if (ahead > WORTH_SLEEPING_MS) await setTimeout(ahead);
    else await setImmediate();
  }
}
