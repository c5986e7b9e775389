/**
 * A powered chip with a firmware image in its flash, and the loop that makes it go.
 *
 * Time is device time. The machine counts every instruction exactly; cycles are rp2040js's model of
 * the core (see the README for how far to trust it). It runs until a moment, never "until it is
 * done", so that every run ends.
 *
 * A reset makes a new chip out of the same memory: nothing of the old one's registers can leak
 * into the next life. Parts that are wired to the chip are added with `attach`.
 */

import { ROM_BYTES, serveRomTrap } from './boot-rom.mjs';
import { createChip, createMemory } from './chip.mjs';
import { ChipClock, Clock } from './clock.mjs';
import { ElfError } from './elf.mjs';
import { makeCore } from './fast-core.mjs';
import { NorFlash, PowerCut } from './flash.mjs';
import { makeRandom } from './random.mjs';

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
const HARD_FAULT = 3;
const NMI = 2;

/** Thrown through an instruction that cannot be completed. */
const FAULT = Symbol('fault');

export class Machine {
  /** @param {{ flashBytes?: number }} [options] */
  constructor({ flashBytes = 2 << 20 } = {}) {
    this.clock = new Clock();
    this.instructions = 0;
    this.cycles = 0;
    /** Nanoseconds spent asleep, waiting for an interrupt; and the longest time without any sleep. */
    this.idleNanos = 0;
    this.longestAwakeNanos = 0;
    this.awakeSince = 0;
    /** The stack pointer the firmware started with, the lowest since, and the most ever used. */
    this.stackTop = 0;
    this.lowestSp = 0;
    this.deepestStack = 0;
    /** Why it cannot go on, and in which function: `{ reason, pc, lr, where }`. */
    this.halted = null;
    /** The last HardFault taken, in the same form. */
    this.lastFault = null;
    /** Every reset and power-on after the first: `{ cause, atNanos }`. */
    this.restarts = [];
    /** Set by the firmware through semihosting. */
    this.exitCode = null;
    this.powered = true;
    this.stopped = false;
    /** Set by whatever wants the loop to look up: an end, a reset, a stop. */
    this.interrupted = false;
    this.resetCause = null;
    this.ringing = false;
    /** @type {Map<string, number>} what was said, and how often */
    this.warnings = new Map();
    /** Answers semihosting calls; without it they halt the machine as any breakpoint does. */
    this.semihosting = null;
    /** @type {((chip: import('rp2040js').RP2040) => void)[]} */
    this.attached = [];

    this.memory = createMemory();
    this.flash = new NorFlash(this.memory.flash, flashBytes);
    this.insertChip();
  }

  /** Calls `wire` with the chip, now and with every chip that takes its place. */
  attach(wire) {
    this.attached.push(wire);
    wire(this.chip);
  }

  insertChip() {
    this.chipClock?.stop();
    this.chipClock = new ChipClock(this.clock);
    const made = createChip(this.chipClock, this.memory, this.flash, {
      onFault: (reason, address) => this.fault(reason, address),
      onReset: (cause) => this.requestReset(cause),
      onWarning: (text) => this.warn(text),
    });
    Object.assign(this, made);
    this.core = this.chip.core;
    this.runCore = makeCore(this);
    this.chip.onBreak = (code) => this.onBreak(code);
    this.nanosPerCycle = 1e9 / this.chip.clkSys;
    this.chip.addClockListener((hertz) => (this.nanosPerCycle = 1e9 / hertz));
    for (const wire of this.attached) wire(this.chip);
  }

  /** Writes an image into flash, as a programmer would. */
  load(elf) {
    for (const { address, bytes } of elf.segments) {
      const offset = address - FLASH_START;
      if (offset < 0 || offset + bytes.length > this.flash.size) {
        throw new ElfError(`the image wants ${bytes.length} bytes at 0x${hex(address)}, which is not in flash`);
      }
      this.memory.flash.set(bytes, offset);
    }
    this.elf = elf;
  }

  /**
   * What the boot ROM does after reset: check boot2, copy it to SRAM, run it. Boot2 sets up the
   * flash and jumps to the firmware through its vector table; there this method stops.
   */
  boot() {
    const boot2 = this.memory.flash.slice(0, BOOT2_BYTES);
    const sum = new DataView(boot2.buffer).getUint32(BOOT2_BYTES - 4, true);
    if (sum !== boot2Crc(boot2.subarray(0, BOOT2_BYTES - 4))) {
      this.halt('boot2 is missing or damaged: the boot ROM would show the BOOTSEL drive');
      return;
    }
    this.memory.sram.set(boot2, BOOT2_RUNS_AT - SRAM_START);
    this.start(BOOT2_RUNS_AT, BOOT2_RUNS_AT);
    let left = BOOT2_LIMIT;
    while (!this.stopped && !this.isInFlash(this.core.PC)) {
      if (left-- === 0) this.halt('boot2 does not end');
      else this.execute(1);
    }
    this.watchStack();
  }

  /** Puts the core at an address. Link register zero tells boot2 that the ROM called it. */
  start(pc, sp) {
    Object.assign(this.core, { PC: pc, SP: sp, LR: 0 });
    this.awakeSince = this.clock.nanos;
    this.watchStack();
  }

  watchStack() {
    this.stackTop = this.lowestSp = this.core.SP;
  }

  /** The chip is to be reset, once the instruction that asked for it is over. */
  requestReset(cause) {
    this.resetCause ??= cause;
    this.interrupted = true;
  }

  /** A reset by watchdog or request: RAM and the watchdog's scratch registers stay as they are. */
  reset(cause) {
    const { scratchData, reason } = this.watchdog;
    this.restart(cause, () => {
      this.watchdog.scratchData.set(scratchData);
      this.watchdog.reason = reason;
    });
  }

  /** The power is gone in this very moment. Only flash remembers. */
  losePower() {
    this.powered = false;
    this.interrupted = true;
  }

  /** Power is back: RAM holds noise, and the firmware starts from nothing. */
  powerOn(cause = 'power came back') {
    const random = makeRandom(this.restarts.length + 1);
    for (let at = 0; at < this.memory.sram.length; at += 4) this.memory.sramView.setUint32(at, random.bits(32), true);
    this.powered = true;
    this.restart(cause, () => {});
  }

  restart(cause, beforeBoot) {
    this.noteStack();
    this.noteAwake();
    this.restarts.push({ cause, atNanos: this.clock.nanos });
    this.resetCause = null;
    this.interrupted = false;
    this.lastFault = null;
    this.onRestart?.(cause);
    this.insertChip();
    beforeBoot();
    this.boot();
  }

  /**
   * Runs until a moment of device time, or until the machine stops before.
   *
   * @param {number} untilNanos
   * @param {() => void} [betweenSlices] looks in now and then; may call `stop`
   */
  run(untilNanos, betweenSlices) {
    // The end is an alarm like any other, so that the loop below has one clock to watch, not two.
    let timeIsUp = untilNanos <= this.clock.nanos;
    const end = this.clock.createAlarm(() => (timeIsUp = this.interrupted = true));
    end.schedule(untilNanos - this.clock.nanos);
    while (!this.stopped && this.powered && !timeIsUp) {
      this.interrupted = false;
      this.execute(SLICE);
      if (this.resetCause && this.powered) this.reset(this.resetCause);
      this.haltIfStuck();
      betweenSlices?.();
    }
    this.noteAwake();
    end.cancel();
  }

  /** Runs this many instructions, or fewer if something comes up. */
  execute(count) {
    try {
      this.runCore(count);
    } catch (error) {
      if (error !== FAULT) throw error;
      this.takeHardFault();
    }
  }

  /** Lets the time of executed instructions pass, given their number and their cycles. */
  pass(instructions, cycles) {
    this.instructions += instructions;
    this.cycles += cycles;
    this.clock.nanos += cycles * this.nanosPerCycle;
    if (this.clock.due <= this.clock.nanos) this.ring();
  }

  /** Alarms are the world outside the core: a bad access now is DMA's, not an instruction's. */
  ring() {
    this.ringing = true;
    this.clock.ring();
    this.ringing = false;
  }

  /** Skips to the next alarm: nothing else can wake a sleeping core. */
  sleep() {
    const { core, clock } = this;
    this.noteAwake();
    this.idleNanos += clock.due - clock.nanos;
    clock.nanos = clock.due;
    this.ring();
    if (core.pendingInterrupts & core.enabledInterrupts || core.pendingSystick || core.pendingPendSV) core.waiting = false;
    this.awakeSince = clock.nanos;
  }

  noteAwake() {
    this.longestAwakeNanos = Math.max(this.longestAwakeNanos, this.clock.nanos - this.awakeSince);
  }

  /** A loop around itself that no interrupt leaves is how default fault handlers end. */
  haltIfStuck() {
    const { core } = this;
    if (this.stopped || core.waiting || (core.IPSR === 0 && !core.PM)) return;
    if (this.watchdog.enable || !this.isBranchToItself(core.PC & ~1)) return;
    if (core.IPSR === HARD_FAULT && this.lastFault) this.haltWith(this.lastFault);
    else this.halt(core.IPSR ? `endless loop in the handler of exception ${core.IPSR}` : 'endless loop with interrupts off');
  }

  isBranchToItself(pc) {
    const { flash, flashView, sram, sramView } = this.memory;
    const [inFlash, inSram] = [pc - FLASH_START, pc - SRAM_START];
    if (inFlash >= 0 && inFlash + 1 < flash.length) return flashView.getUint16(inFlash, true) === BRANCH_TO_ITSELF;
    return inSram >= 0 && inSram + 1 < sram.length && sramView.getUint16(inSram, true) === BRANCH_TO_ITSELF;
  }

  /** An instruction cannot be carried out. Does not return: the rest of it must not happen. */
  fault(reason, address) {
    if (this.ringing) {
      this.halt(`${reason}, by DMA`);
      return;
    }
    // The program counter is behind the instruction already, unless fetching it was what failed.
    const pc = (this.core.PC & ~1) >>> 0; // rp2040js leaves the Thumb bit in it after an exception
    this.lastFault = this.place(reason, address === pc ? pc : pc - 2);
    throw FAULT;
  }

  takeHardFault() {
    const { core, mpu } = this;
    if (core.IPSR === HARD_FAULT || core.IPSR === NMI) {
      this.halt(`${this.lastFault.reason}, inside the HardFault handler: the core locks up`);
      return;
    }
    core.PC = parseInt(this.lastFault.pc, 16);
    core.waiting = false;
    const { span } = mpu;
    mpu.span = 0; // the core saves its registers whatever the MPU says
    try {
      core.exceptionEntry(HARD_FAULT);
    } catch (error) {
      if (error !== FAULT) throw error;
      this.halt(`${this.lastFault.reason}, and there is no stack for the HardFault handler`);
    }
    mpu.span = span;
  }

  /** rp2040js calls this for BKPT and UDF, with the program counter already behind them. */
  onBreak(code) {
    const at = (this.core.PC & ~1) - 2;
    if (at < ROM_BYTES) this.onRomTrap(code);
    else if (this.core.readUint16(at) >> 8 !== 0xbe) this.fault('undefined instruction, which is how a panic ends');
    else if (code === SEMIHOSTING && this.semihosting) this.semihosting.call(this);
    else this.halt(`breakpoint ${code}`);
  }

  onRomTrap(code) {
    try {
      const { halt, stallNanos = 0 } = serveRomTrap(code, this);
      this.stall(stallNanos);
      if (halt) this.halt(halt);
    } catch (error) {
      if (error instanceof PowerCut) this.losePower();
      else if (error instanceof RangeError) this.halt(error.message);
      else throw error;
    }
  }

  /** The core is kept busy: the ROM polls the flash chip until it is done. */
  stall(nanos) {
    this.clock.nanos += nanos;
    this.cycles += Math.round(nanos / this.nanosPerCycle);
  }

  /** Stops without complaint. */
  stop() {
    this.stopped = this.interrupted = true;
  }

  /** Stops because the firmware cannot go on, and says where. The first reason is the one that counts. */
  halt(reason) {
    this.haltWith(this.place(reason, this.core.PC));
  }

  haltWith(place) {
    this.stop();
    this.halted ??= place;
  }

  place(reason, pc) {
    return { reason, pc: hex(pc), lr: hex(this.core.LR), where: this.elf?.functionAt(pc & ~1) ?? null };
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

  noteStack() {
    this.deepestStack = Math.max(this.deepestStack, this.stackTop - this.lowestSp);
  }

  get stackUsed() {
    this.noteStack();
    return this.deepestStack;
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
