/**
 * One run of one image: machine, board, console and log put together, and a summary at the end.
 */

import { Board } from './board.mjs';
import { DefmtDecoder } from './defmt.mjs';
import { Machine } from './machine.mjs';
import { Rtt } from './rtt.mjs';
import { Semihosting } from './semihosting.mjs';

const NANOS_PER_MS = 1e6;

export class Session {
  /**
   * @param {import('./elf.mjs').Elf} elf
   * @param {object} [outputs]
   * @param {(bytes: Uint8Array) => void} [outputs.onConsole] the firmware's semihosting output
   * @param {(line: string) => void} [outputs.onLog] its decoded log
   */
  constructor(elf, { onConsole = () => {}, onLog = () => {} } = {}) {
    this.machine = new Machine();
    this.machine.load(elf);
    this.machine.semihosting = new Semihosting((bytes) => {
      this.hear(Buffer.from(bytes).toString());
      onConsole(bytes);
    });
    this.board = new Board(this.machine);
    this.rtt = new Rtt(this.machine.chip, elf);
    this.decoder = new DefmtDecoder(elf);
    this.onLog = onLog;
    /** The text to stop at, and what was said since, as far as it can still matter. */
    this.awaited = null;
    this.heard = '';
    this.machine.boot();
  }

  /** Runs on for some milliseconds of device time, or until `text` turns up in console or log. */
  run(milliseconds, text = null) {
    this.awaited = text;
    this.machine.run(this.machine.clock.nanos + milliseconds * NANOS_PER_MS, () => this.readLog());
    this.readLog();
    this.board.firstPicture.look();
  }

  readLog() {
    for (const line of this.decoder.decode(this.rtt.drain())) {
      this.hear(`${line}\n`);
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
      instructions: machine.instructions,
      cycles: machine.cycles,
      clockMHz: machine.chip.clkSys / 1e6,
      firstPictureMs: board.firstPicture.at === null ? null : toMs(board.firstPicture.at),
      panelBytes: panel.bytes,
      panelPixels: panel.pixels,
      panelOn: panel.showing,
      light: board.light,
      stackUsed: machine.stackUsed,
      stackRoom: machine.stackRoom,
      lowestSp: `0x${machine.lowestSp.toString(16)}`,
      flashSectorsErased: flash.sectorsErased,
      flashPagesProgrammed: flash.pagesProgrammed,
      rttBytes: rtt.totalBytes,
      warnings: Object.fromEntries(machine.warnings),
      halted: machine.halted,
      exitCode: machine.exitCode,
    };
  }
}

function toMs(nanos) {
  return Math.round(nanos / 1e3) / 1e3;
}
