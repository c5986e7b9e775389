/**
 * Plays a script on a session, and measures every step of it.
 *
 * Text is expected of the log: the firmware logs each picture's words in a line `screen: …`. What
 * counts is the newest such line, and all since the last key went down, so that a message that was
 * already replaced is found too. Expectations are given a moment to come true, since a device needs
 * time to draw where the simulator needs none.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { encodePng } from './png.mjs';
import { poke, seed } from './poke.mjs';
import { decodePng, PngError } from './read-png.mjs';
import { ScriptError } from './script.mjs';

const PRESS_MS = 80;
const HOLD_MS = 800;
/** Between two presses of the same key the firmware must be able to see that it was up. */
const RELEASE_MS = 40;
const STILL_MS = 300;
const IDLE_LIMIT_MS = 20_000;
const PATIENCE_MS = 2000;
/** How often something awaited is looked for. */
const LOOK_MS = 5;
const NANOS_PER_MS = 1e6;

export class ScriptRunner {
  /**
   * @param {import('./session.mjs').Session} session
   * @param {object} options
   * @param {string} options.file the script's path; pictures to compare with stand beside it
   * @param {string} [options.pictures] the folder to write pictures to
   */
  constructor(session, { file, pictures }) {
    this.session = session;
    this.file = file;
    this.pictures = pictures;
    /** What each step cost, for the summary. */
    this.steps = [];
  }

  /** @param {import('./script.mjs').Step[]} steps */
  play(steps) {
    for (const step of steps) {
      const before = this.counters();
      try {
        this.take(step);
      } catch (error) {
        if (error instanceof ScriptError) throw new ScriptError(`${this.file}:${step.line}: ${error.message}`);
        throw error;
      } finally {
        this.measure(step, before);
      }
    }
  }

  take(step) {
    switch (step.command) {
      case 'press':
        return repeat(step.times, () => this.hold(step.key, PRESS_MS));
      case 'hold':
        return this.hold(step.key, HOLD_MS);
      case 'keydown':
        return this.keyDown(step.key);
      case 'keyup':
        return this.session.release(step.key);
      case 'wait':
        return this.run(step.ms);
      case 'idle':
        return this.waitIdle();
      case 'screenshot':
        return this.screenshot(step.name, this.session.board.picture());
      case 'text':
        return this.expectText(step.text, step.ms);
      case 'no text':
        return this.expectNoText(step.text);
      case 'seed':
        return seed(this.session, step.value);
      case 'poke':
        return poke(this.session, step.name, step.value);
      case 'power':
        return this.session.powerCycle();
      default:
        return this.expectScreen(step.name);
    }
  }

  hold(key, ms) {
    this.keyDown(key);
    this.run(ms);
    this.session.release(key);
    this.run(RELEASE_MS);
  }

  keyDown(key) {
    if (!Object.hasOwn(this.session.board.data.keys, key)) throw new ScriptError(`this board has no key "${key}"`);
    this.session.press(key);
  }

  run(ms) {
    const { machine } = this.session;
    this.session.run(ms);
    if (machine.halted) throw new ScriptError(`the firmware halted: ${machine.halted.reason}`);
    if (machine.stopped) throw new ScriptError('the firmware ended itself');
  }

  /** Idle is a lit screen at rest and a chip that mostly sleeps: while it thinks, nothing may be to be seen of that. */
  waitIdle() {
    const { machine, board } = this.session;
    const { clock } = machine;
    const start = clock.nanos;
    let busyAt = start;
    // A screen that was never lit is not at rest: the firmware is still starting.
    const restsFor = () => (board.wasLit ? clock.nanos - Math.max(busyAt, board.changedAt) : 0);
    while (restsFor() < STILL_MS * NANOS_PER_MS) {
      if (clock.nanos - start > IDLE_LIMIT_MS * NANOS_PER_MS) {
        throw new ScriptError(`the picture was still changing, or the chip thinking, after ${IDLE_LIMIT_MS / 1000} s`);
      }
      const before = this.counters();
      this.run(board.wasLit ? LOOK_MS : STILL_MS);
      if (machine.idleNanos - before.idleNanos < (clock.nanos - before.nanos) / 2) busyAt = clock.nanos;
    }
  }

  screenshot(name, picture) {
    if (!this.pictures) throw new ScriptError('there is no folder to write pictures to (--png)');
    writeFileSync(join(this.pictures, name), encodePng(picture));
  }

  expectText(text, ms) {
    const { words } = this.session;
    if (this.becomesTrue(() => words.has(text), ms)) return;
    const seen = words.newest === null ? 'the firmware has logged no "screen: …" line' : `the screen said: ${words.newest}`;
    throw new ScriptError(`"${text}" was not seen${ms === undefined ? '' : ` within ${ms} ms`}; ${seen}`);
  }

  expectNoText(text) {
    const { words } = this.session;
    if (!this.becomesTrue(() => !words.shows(text))) throw new ScriptError(`the screen still said: ${words.newest}`);
  }

  expectScreen(name) {
    const path = join(dirname(this.file), name);
    const expected = this.readPicture(path);
    const { board } = this.session;
    if (this.becomesTrue(() => differingPixels(board.picture(), expected) === 0)) return;
    const actual = board.picture();
    const seen = name.replace(/\.png$/, '.seen.png');
    if (this.pictures) this.screenshot(seen, actual);
    const where = this.pictures ? `; what was seen is in ${join(this.pictures, seen)}` : '';
    throw new ScriptError(`${describeDifference(actual, expected)} from ${path}${where}`);
  }

  readPicture(path) {
    try {
      return decodePng(readFileSync(path));
    } catch (error) {
      if (error instanceof PngError) throw new ScriptError(`${path}: ${error.message}`);
      if (error.code) throw new ScriptError(`${path} cannot be read (${error.code})`);
      throw error;
    }
  }

  becomesTrue(condition, patience = PATIENCE_MS) {
    for (let waited = 0; !condition(); waited += LOOK_MS) {
      if (waited >= patience) return false;
      this.run(LOOK_MS);
    }
    return true;
  }

  counters() {
    const { machine, latency } = this.session;
    return {
      nanos: machine.clock.nanos,
      idleNanos: machine.idleNanos,
      instructions: machine.instructions,
      cycles: machine.cycles,
      flashOperations: machine.flash.operations,
      keys: latency.keys.length,
    };
  }

  measure({ line, source }, before) {
    const after = this.counters();
    this.steps.push({
      line,
      step: source,
      atMs: before.nanos / NANOS_PER_MS,
      ms: (after.nanos - before.nanos) / NANOS_PER_MS,
      busyMs: (after.nanos - before.nanos - (after.idleNanos - before.idleNanos)) / NANOS_PER_MS,
      instructions: after.instructions - before.instructions,
      cycles: after.cycles - before.cycles,
      flashOperations: after.flashOperations - before.flashOperations,
      light: this.session.board.light,
      ...(after.keys > before.keys ? { latency: slowest(this.session.latency.keys.slice(before.keys)) } : {}),
    });
  }
}

/** Of several keys the one that was answered last; one without an answer only if none has one. */
function slowest(keys) {
  return keys.reduce((slowest, key) => ((key.ms ?? -1) > (slowest.ms ?? -1) ? key : slowest));
}

function repeat(times, action) {
  for (let i = 0; i < times; i++) action();
}

function describeDifference(actual, expected) {
  const size = ({ width, height }) => `${width}×${height}`;
  if (size(actual) !== size(expected)) return `the screen differs in size (${size(actual)}, not ${size(expected)})`;
  return `the screen differs in ${differingPixels(actual, expected)} pixels`;
}

/** Compared in the panel's colours: eight bits a channel is more than it can show. */
export function differingPixels(a, b) {
  if (a.width !== b.width || a.height !== b.height) return Infinity;
  let count = 0;
  for (let i = 0; i < a.rgb.length; i += 3) {
    if (a.rgb[i] >> 3 !== b.rgb[i] >> 3 || a.rgb[i + 1] >> 2 !== b.rgb[i + 1] >> 2 || a.rgb[i + 2] >> 3 !== b.rgb[i + 2] >> 3) count++;
  }
  return count;
}
