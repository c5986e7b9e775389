/**
 * Shows the JavaScript engine every kind of instruction once before the firmware does. The fast core
 * is one large function: compiled too early, with kinds of instructions it has not met yet, it is
 * thrown away and compiled again at each of them, which costs more than a second of a run.
 */

import { Machine } from './machine.mjs';
import { makeRandom } from './random.mjs';

const CODE = 0x20001000;
const DATA = 0x20010000;
const STACK = 0x20020000;
const FLASH = 0x10001000;
/** The upper seven bits of loads with a base register. */
const LOADS = new Set([0x2b, 0x2c, 0x2d, 0x2e, 0x2f, 0x34, 0x35, 0x36, 0x37, 0x3c, 0x3d, 0x3e, 0x3f, 0x44, 0x45, 0x46, 0x47]);
/** The step through the 65,536 instruction words. An odd number reaches all kinds of them. */
const STRIDE = 11;
const WAIT_FOR_INTERRUPT = 0xbf30;
let isDone = false;

/** Once per process. */
export function warmUp() {
  if (isDone) return;
  isDone = true;
  const machine = new Machine();
  const random = makeRandom(1);
  for (let op = 0; op < 0x10000; op += STRIDE) {
    if (!isHarmless(op)) continue;
    prepare(machine, op, random);
    machine.core.interruptsUpdated = random.bits(4) === 0;
    machine.execute(1);
  }
  prepare(machine, WAIT_FOR_INTERRUPT, random);
  machine.run(1e6);
}

/**
 * Whether an instruction does nothing but compute, jump, load and store in RAM, given the registers
 * that `prepare` sets: low ones up to r3 are addresses, the others small numbers. Where it jumps to
 * does not matter.
 */
export function isHarmless(op) {
  const group = op >> 11;
  const [rn, rm] = [(op >> 3) & 7, (op >> 6) & 7];
  if (group === 0b01010 || group === 0b01011) return rn < 4 && rm >= 4;
  if (group >= 0b01100 && group <= 0b10001) return rn < 4;
  if (group === 0b11000 || group === 0b11001) return ((op >> 8) & 7) < 4 && (op & 0xff) !== 0;
  if (group === 0b10110) return (op & 0x0f00) === 0 || (op & 0x0f00) === 0x200 || ((op & 0x0e00) === 0x400 && (op & 0x1ff) !== 0);
  if (group === 0b10111) return (op & 0x0f00) === 0x0c00 && (op & 0xff) !== 0;
  if (op >> 8 === 0x45) return ((op >> 3) & 15) !== 15 && (op & 0x87) !== 0x87; // the program counter is not compared
  if (op >> 8 === 0x47) return ((op >> 3) & 15) !== 15 && (op & 7) === 0;
  return group <= 0b10101 || group === 0b11100 || group === 0b11110 || (op >> 12 === 0b1101 && ((op >> 8) & 15) < 14);
}

/** Puts an instruction into RAM, and the core in front of it. */
export function prepare(machine, op, random) {
  const { core, memory } = machine;
  memory.sramView.setUint16(CODE - 0x20000000, op, true);
  memory.sramView.setUint16(CODE - 0x20000000 + 2, 0xd000 | random.bits(16), true); // BL, if the first half was
  const base = LOADS.has(op >> 9) && random.bits(1) ? FLASH : DATA;
  for (let i = 0; i < 13; i++) core.registers[i] = i < 4 ? base + 64 * random.bits(6) : 4 * random.bits(6);
  core.registers[13] = STACK + 64 * random.bits(4);
  core.registers[14] = CODE | 1;
  core.registers[15] = CODE;
  for (const flag of ['N', 'Z', 'C', 'V']) core[flag] = random.bits(1) === 1;
  if (core.N) core.Z = false; // no result is both
}
