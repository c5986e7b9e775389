/**
 * A powered chip with a firmware image in its flash, and the loop that makes it go.
 *
 * Time is device time. The machine counts every instruction exactly; cycles are rp2040js's model of
 * the core (see the README for how far to trust it). It runs until a moment, never "until it is
 * done", so that every run ends.
 */

import { serveRomTrap, ROM_BYTES } from './boot-rom.mjs';
import { createChip } from './chip.mjs';
import { Clock } from './clock.mjs';
import { ElfError } from './elf.mjs';

const FLASH_START = 0x10000000;
const SRAM_START = 0x20000000;
const BOOT2_BYTES = 256;
/** Where the boot ROM copies boot2 to: the last page but one of SRAM, below its own stack's top. */
const BOOT2_RUNS_AT = 0x20041f00;
/** A boot2 that is sound needs a few hundred instructions. */
export const BOOT2_LIMIT = 100_000;
/** How many instructions between looks at what lies outside the core: logs, endless loops. */
const SLICE = 1 << 13;
const BRANCH_TO_ITSELF = 0xe7fe;
const SEMIHOSTING = 0xab;

export class Machine {
  /** @param {{ flashBytes?: number }} [options] */
  constructor({ flashBytes = 2 << 20 } = {}) {
    this.clock = new Clock();
    this.instructions = 0;
    this.cycles = 0;
    /** Nanoseconds spent asleep, waiting for an interrupt. */
    this.idleNanos = 0;
    /** The stack pointer the firmware started with, and the lowest it ever had. */
    this.stackTop = 0;
    this.lowestSp = 0;
    /** Why it cannot go on, and in which function: `{ reason, pc, lr, where }`. */
    this.halted = null;
    /** Set by the firmware through semihosting. */
    this.exitCode = null;
    this.stopped = false;
    this.timeIsUp = false;
    /** @type {Map<string, number>} what was said, and how often */
    this.warnings = new Map();
    /** Answers semihosting calls; without it they halt the machine as any breakpoint does. */
    this.semihosting = null;

    const { chip, flash } = createChip(this.clock, flashBytes, {
      onFault: (reason) => this.halt(reason),
      onReset: (reason) => this.halt(reason),
      onWarning: (text) => this.warn(text),
    });
    this.chip = chip;
    this.flash = flash;
    this.core = chip.core;
    chip.onBreak = (code) => this.onBreak(code);
    this.nanosPerCycle = 1e9 / chip.clkSys;
    chip.addClockListener((hertz) => (this.nanosPerCycle = 1e9 / hertz));
  }

  /** Writes an image into flash, as a programmer would. */
  load(elf) {
    for (const { address, bytes } of elf.segments) {
      const offset = address - FLASH_START;
      if (offset < 0 || offset + bytes.length > this.flash.size) {
        throw new ElfError(`the image wants ${bytes.length} bytes at 0x${hex(address)}, which is not in flash`);
      }
      this.chip.flash.set(bytes, offset);
    }
    this.elf = elf;
  }

  /**
   * What the boot ROM does after reset: check boot2, copy it to SRAM, run it. Boot2 sets up the
   * flash and jumps to the firmware through its vector table; there this method stops.
   */
  boot() {
    const boot2 = this.chip.flash.slice(0, BOOT2_BYTES);
    const sum = new DataView(boot2.buffer).getUint32(BOOT2_BYTES - 4, true);
    if (sum !== boot2Crc(boot2.subarray(0, BOOT2_BYTES - 4))) {
      this.halt('boot2 is missing or damaged: the boot ROM would show the BOOTSEL drive');
      return;
    }
    this.chip.sram.set(boot2, BOOT2_RUNS_AT - SRAM_START);
    this.start(BOOT2_RUNS_AT, BOOT2_RUNS_AT);
    for (let left = BOOT2_LIMIT; !this.stopped && !this.isInFlash(this.core.PC); left--) {
      if (left === 0) this.halt('boot2 does not end');
      else this.step();
    }
    this.watchStack();
  }

  /** Puts the core at an address. Link register zero tells boot2 that the ROM called it. */
  start(pc, sp) {
    Object.assign(this.core, { PC: pc, SP: sp, LR: 0 });
    this.watchStack();
  }

  watchStack() {
    this.stackTop = this.lowestSp = this.core.SP;
  }

  /**
   * Runs until a moment of device time, or until the machine stops before.
   *
   * @param {number} untilNanos
   * @param {() => void} [betweenSlices] looks in now and then; may call `stop`
   */
  run(untilNanos, betweenSlices) {
    // The end is an alarm like any other, so that the loop below has one clock to watch, not two.
    const end = this.clock.createAlarm(() => (this.timeIsUp = true));
    this.timeIsUp = untilNanos <= this.clock.nanos;
    end.schedule(untilNanos - this.clock.nanos);
    while (!this.stopped && !this.timeIsUp) {
      this.runSlice();
      this.haltIfStuck();
      betweenSlices?.();
    }
    end.cancel();
  }

  runSlice() {
    const { core } = this;
    for (let left = SLICE; left > 0 && !this.stopped && !this.timeIsUp; left--) {
      if (core.waiting) this.sleep();
      else this.step();
    }
  }

  step() {
    const { core, clock } = this;
    const cycles = core.executeInstruction();
    this.instructions++;
    this.cycles += cycles;
    const sp = core.registers[13];
    if (sp < this.lowestSp) this.lowestSp = sp;
    clock.nanos += cycles * this.nanosPerCycle;
    if (clock.due <= clock.nanos) clock.ring();
  }

  /** Skips to the next alarm: nothing else can wake a sleeping core. */
  sleep() {
    const { core, clock } = this;
    this.idleNanos += clock.due - clock.nanos;
    clock.nanos = clock.due;
    // Awake while the alarms ring: rp2040js would let a sleeping core take even masked interrupts.
    core.waiting = false;
    clock.ring();
    const pending = core.pendingInterrupts & core.enabledInterrupts || core.pendingSystick || core.pendingPendSV;
    core.waiting = !pending;
  }

  /** A loop around itself that no interrupt leaves is how default fault handlers end. */
  haltIfStuck() {
    const { core, chip } = this;
    if (this.stopped || core.waiting || (core.IPSR === 0 && !core.PM)) return;
    if (chip.readUint16(core.PC & ~1) === BRANCH_TO_ITSELF) {
      this.halt(core.IPSR ? `endless loop in the handler of exception ${core.IPSR}` : 'endless loop with interrupts off');
    }
  }

  /** rp2040js calls this for BKPT and UDF, with the program counter already behind them. */
  onBreak(code) {
    const at = this.core.PC - 2;
    if (at < ROM_BYTES) this.onRomTrap(code);
    else if (this.chip.readUint16(at) >> 8 !== 0xbe) this.halt('undefined instruction, which is how a panic ends');
    else if (code === SEMIHOSTING && this.semihosting) this.semihosting.call(this);
    else this.halt(`breakpoint ${code}`);
  }

  onRomTrap(code) {
    try {
      const { halt, stallNanos = 0 } = serveRomTrap(code, this.core.registers, this.flash, (at) => this.chip.readUint8(at));
      this.clock.nanos += stallNanos;
      if (halt) this.halt(halt);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.halt(error.message);
    }
  }

  /** Stops without complaint. */
  stop() {
    this.stopped = true;
  }

  /** Stops because the firmware cannot go on, and says where. The first reason is the one that counts. */
  halt(reason) {
    this.stopped = true;
    if (this.halted) return;
    const { PC, LR } = this.core;
    this.halted = { reason, pc: hex(PC), lr: hex(LR), where: this.elf?.functionAt(PC & ~1) ?? null };
  }

  warn(text) {
    this.warnings.set(text, (this.warnings.get(text) ?? 0) + 1);
  }

  isInFlash(address) {
    return address >= FLASH_START && address < FLASH_START + this.flash.size;
  }

  /** Bytes between the top of the stack and what lies below it: statics, or the end of RAM with flip-link. */
  get stackRoom() {
    const end = this.elf?.address('_stack_end') ?? this.elf?.address('__euninit') ?? SRAM_START;
    return this.stackTop - (end < this.stackTop ? end : SRAM_START);
  }

  get stackUsed() {
    return this.stackTop - this.lowestSp;
  }
}

/** CRC-32 as the boot ROM computes it: highest bit first, nothing inverted at the end. */
export function boot2Crc(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}

function hex(value) {
  return (value >>> 0).toString(16).padStart(8, '0');
}
