/**
 * One run of one image: machine, board, console and log put together, and a summary at the end.
 */

import { Board } from './board.mjs';
import { boardNamed, DEFAULT_BOARD } from './boards.mjs';
import { DefmtDecoder } from './defmt.mjs';
import { Latency } from './latency.mjs';
import { Machine } from './machine.mjs';
import { Rtt } from './rtt.mjs';
import { ScreenWords } from './screen-words.mjs';
import { Semihosting } from './semihosting.mjs';
import { warmUp } from './warm-up.mjs';

const NANOS_PER_MS = 1e6;

export class Session {
  /**
   * @param {import('./elf.mjs').Elf} elf
   * @param {object} [options]
   * @param {string} [options.board] a name from boards.mjs
   * @param {Uint8Array} [options.flash] what the flash chip holds besides the image
   * @param {string} [options.commandLine] what a program that asks is told it was started with
   * @param {(bytes: Uint8Array) => void} [options.onConsole] the firmware's semihosting output
   * @param {(line: string) => void} [options.onLog] its decoded log
   */
  constructor(elf, { board = DEFAULT_BOARD, flash, commandLine, onConsole = () => {}, onLog = () => {} } = {}) {
    warmUp();
    const data = boardNamed(board);
    this.machine = new Machine({ flashBytes: data.flashBytes });
    if (flash) this.machine.memory.flash.set(flash.subarray(0, data.flashBytes));
    this.machine.load(elf);
    this.machine.semihosting = new Semihosting((bytes) => {
      this.hear(Buffer.from(bytes).toString());
      onConsole(bytes);
    }, commandLine);
    this.board = new Board(this.machine, data);
    this.rtt = new Rtt(this.machine.memory, elf);
    this.decoder = new DefmtDecoder(elf);
    this.onLog = onLog;
    this.words = new ScreenWords();
    this.latency = new Latency(() => this.machine.clock.nanos);
    this.board.onChange = () => this.latency.pictureChanges();
    /** The text to stop at, and what was said since, as far as it can still matter. */
    this.awaited = null;
    this.heard = '';
    this.machine.onRestart = (cause) => this.beforeRestart(cause);
    this.machine.boot();
  }

  /** What the firmware said last must be read before it starts anew, and nothing half-said is kept. */
  beforeRestart(cause) {
    this.readLog();
    this.rtt.forget();
    this.decoder.forget();
    this.onLog(`-- ${cause} --`);
  }

  /** Runs on for some milliseconds of device time, or until `text` turns up in console or log. */
  run(milliseconds, text = null) {
    const { machine } = this;
    const end = machine.clock.nanos + milliseconds * NANOS_PER_MS;
    this.awaited = text;
    machine.run(end, () => this.readLog());
    if (this.cutIsExpected && !machine.powered) this.comeBack(end);
    this.readLog();
    this.board.firstPicture.look();
  }

  /** A player's key goes down. What follows is the answer to it. */
  press(key) {
    this.readLog();
    this.board.press(key);
    this.words.input();
    this.latency.keyDown(key);
  }

  release(key) {
    this.board.release(key);
    this.latency.keyUp(key);
  }

  /** Takes the power away and gives it back. */
  powerCycle() {
    this.machine.losePower();
    this.board.losePower();
    this.machine.powerOn();
  }

  /** Lets the power fail at a flash operation; it comes back, and the run goes on. */
  cutPower(operation, tear) {
    this.machine.flash.cutAt(operation, tear);
    this.cutIsExpected = true;
  }

  comeBack(end) {
    this.cutIsExpected = false;
    this.board.losePower();
    this.machine.powerOn('the power failed, and came back');
    this.machine.run(end, () => this.readLog());
  }

  /** The whole flash chip, image and all. */
  flashContents() {
    return this.machine.memory.flash.subarray(0, this.machine.flash.size);
  }

  readLog() {
    for (const line of this.decoder.decode(this.rtt.drain())) {
      this.hear(`${line}\n`);
      this.words.hear(line);
      this.onLog(line);
    }
  }

  hear(text) {
    if (!this.awaited) return;
    this.heard += text;
    if (this.heard.includes(this.awaited)) {
      this.awaited = null;
      this.machine.stop();
    } else {
      this.heard = this.heard.slice(-this.awaited.length);
    }
  }

  summary() {
    const { machine, board, rtt } = this;
    const { clock, flash } = machine;
    const { panel } = board;
    const floating = board.floatingKeys();
    if (floating.length) machine.warn(`keys without a pull-up: ${floating.join(', ')}`);
    return {
      deviceMs: toMs(clock.nanos),
      idleMs: toMs(machine.idleNanos),
      longestAwakeMs: toMs(machine.longestAwakeNanos),
      instructions: machine.instructions,
      cycles: machine.cycles,
      clockMHz: machine.chip.clkSys / 1e6,
      firstPictureMs: board.firstPicture.at === null ? null : toMs(board.firstPicture.at),
      latency: this.latency.summary(),
      panelBytes: panel.bytes,
      panelPixels: panel.pixels,
      panelOn: panel.showing,
      light: board.light,
      stackUsed: machine.stackUsed,
      stackRoom: machine.stackRoom,
      lowestSp: `0x${machine.lowestSp.toString(16)}`,
      flashOperations: flash.operations,
      flashSectorsErased: flash.sectorsErased,
      flashPagesProgrammed: flash.pagesProgrammed,
      rttBytes: rtt.totalBytes,
      restarts: machine.restarts.map(({ cause, atNanos }) => ({ cause, ms: toMs(atNanos) })),
      warnings: Object.fromEntries(machine.warnings),
      halted: machine.halted,
      exitCode: machine.exitCode,
    };
  }
}

function toMs(nanos) {
  return Math.round(nanos / 1e3) / 1e3;
}
