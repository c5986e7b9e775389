/** Makes images out of a few lines of assembly: boot2, vector table, program. */

import { Elf } from '../../src/elf.mjs';
import { boot2Crc, Machine } from '../../src/machine.mjs';
import { Semihosting } from '../../src/semihosting.mjs';
import { assemble } from '../../src/thumb.mjs';
import { makeElf } from './make-elf.mjs';

const VECTORS = 0x10000100;
const PROGRAM = 0x10000200;
export const STACK_TOP = 0x20040000;

/** Jumps through the vector table, as every boot2 ends. */
const BOOT2 = `
  ldr r0, =${VECTORS}
  ldr r1, =0xe000ed08
  str r0, [r1, #0]
  ldr r1, [r0, #0]
  mov sp, r1
  ldr r1, [r0, #4]
  bx r1`;

/** How many instructions that boot2 has. */
export const BOOT2_INSTRUCTIONS = 7;

export function makeImage(source, { boot2 = makeBoot2(), symbols = [] } = {}) {
  const { bytes, labels } = assemble(`${source}\n${labelIfMissing(source, 'hard_fault')}`, PROGRAM);
  const vectors = new Uint32Array(64).fill(PROGRAM | 1);
  vectors[0] = STACK_TOP;
  vectors[3] = labels.hard_fault | 1;
  const at = (address, contents) => ({ virtual: address, physical: address, bytes: contents });
  const segments = [at(0x10000000, boot2), at(VECTORS, new Uint8Array(vectors.buffer)), at(PROGRAM, bytes)];
  return makeElf({ segments, symbols: [{ name: 'program', value: PROGRAM | 1, size: bytes.length, isFunction: true, section: '.text' }, ...symbols] });
}

/** Programs that say nothing about HardFaults end in a loop, as cortex-m-rt's do. */
function labelIfMissing(source, label) {
  return source.includes(`${label}:`) ? '' : `${label}:\n b ${label}`;
}

/** A boot2 with a valid checksum that does what `source` says. */
export function makeBoot2(source = BOOT2) {
  const boot2 = new Uint8Array(256);
  boot2.set(assemble(source).bytes);
  new DataView(boot2.buffer).setUint32(252, boot2Crc(boot2.subarray(0, 252)), true);
  return boot2;
}

/** Boots a program and runs it for a millisecond of device time, or `ms`. */
export function runProgram(source, { ms = 1, commandLine, ...options } = {}) {
  const machine = new Machine();
  const console = [];
  machine.load(new Elf(makeImage(source, options)));
  machine.semihosting = new Semihosting((bytes) => console.push(Buffer.from(bytes)), commandLine);
  machine.boot();
  machine.run(ms * 1e6);
  return { machine, registers: machine.core.registers, text: Buffer.concat(console).toString() };
}

/** Looks up a function of the boot ROM by its two letters and calls it. */
export function callRom(name, ...args) {
  return `
    ldr r1, =${name.charCodeAt(0) | (name.charCodeAt(1) << 8)}
    movs r2, #0x14
    ldrh r0, [r2, #0]
    ldrh r2, [r2, #4]
    blx r2
    mov r12, r0
    ${args.map((value, i) => `ldr r${i}, =${value >>> 0}`).join('\n')}
    mov r7, r12
    blx r7`;
}
