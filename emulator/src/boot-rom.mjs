/**
 * A stand-in for the RP2040's mask ROM, which is not ours to ship: the same entry points at the
 * same fixed places, with code of our own behind them.
 *
 * Bit counting, copying and filling are real Thumb code, because firmware calls them all the time
 * (through the compiler's intrinsics) and their instructions belong into every count. The flash
 * functions are breakpoints that the machine answers. Whatever else firmware looks up stops the
 * machine with the name of the missing function, instead of running off into nothing.
 */

import { assemble } from './thumb.mjs';

export const ROM_BYTES = 16 * 1024;
/** Version 3 is the ROM of the B2 chips, which is what shops sell. */
const ROM_VERSION = 3;
const CODE_AT = 0x100;

/** Breakpoint numbers inside the ROM. Only this file and its reader below know them. */
const TRAPS = ['missing', 'reset', 'connectFlash', 'exitXip', 'erase', 'program', 'flushCache', 'enterXip', 'usbBoot', 'waitForVector'];
const trap = (name) => TRAPS.indexOf(name);

/** In the order of the real table, since looking a function up walks it from the start. */
const FUNCTIONS = [
  ['P3', 'popcount32'], ['R3', 'reverse32'], ['L3', 'clz32'], ['T3', 'ctz32'],
  ['MS', 'memset'], ['S4', 'memset'], ['MC', 'memcpy'], ['C4', 'memcpy'],
  ['UB', 'usbBoot'], ['WV', 'waitForVector'], ['IF', 'connectFlash'], ['EX', 'exitXip'],
  ['RE', 'erase'], ['RP', 'program'], ['FC', 'flushCache'], ['CX', 'enterXip'],
];

const CODE = `
table_lookup:            ; r0 table, r1 two-letter code
  ldrh r2, [r0, #0]
  cmp r2, r1
  beq found
  adds r0, #4
  cmp r2, #0
  bne table_lookup
  bkpt #${trap('missing')}
found:
  ldrh r0, [r0, #2]
  bx lr

popcount32:              ; sums of 2, 4, 8 bits side by side, then added by one multiplication
  ldr r2, =0x55555555
  lsrs r1, r0, #1
  ands r1, r2
  subs r0, r0, r1
  ldr r2, =0x33333333
  lsrs r1, r0, #2
  ands r1, r2
  ands r0, r2
  adds r0, r0, r1
  ldr r2, =0x0f0f0f0f
  lsrs r1, r0, #4
  adds r0, r0, r1
  ands r0, r2
  ldr r2, =0x01010101
  muls r0, r2
  lsrs r0, r0, #24
  bx lr

reverse32:               ; swap neighbours, pairs, nibbles, then bytes
  ldr r2, =0x55555555
  lsrs r1, r0, #1
  ands r1, r2
  ands r0, r2
  lsls r0, r0, #1
  orrs r0, r1
  ldr r2, =0x33333333
  lsrs r1, r0, #2
  ands r1, r2
  ands r0, r2
  lsls r0, r0, #2
  orrs r0, r1
  ldr r2, =0x0f0f0f0f
  lsrs r1, r0, #4
  ands r1, r2
  ands r0, r2
  lsls r0, r0, #4
  orrs r0, r1
  rev r0, r0
  bx lr

clz32:                   ; halve the word until one bit is left
  movs r1, #32
  ${[16, 8, 4, 2, 1].map((shift) => narrow(shift, `subs r1, #${shift}`, 'clz')).join('')}
  subs r0, r1, r0
  bx lr

ctz32:                   ; the lowest set bit alone, then its place
  rsbs r1, r0
  ands r0, r1
  beq no_bit
  movs r1, #0
  ${[16, 8, 4, 2, 1].map((shift) => narrow(shift, `adds r1, #${shift}`, 'ctz')).join('')}
  movs r0, r1
  bx lr
no_bit:
  movs r0, #32
  bx lr

memset:                  ; r0 to, r1 byte, r2 count; returns r0
  push {r0, r4, lr}
  lsls r1, r1, #24
  lsrs r1, r1, #24
  movs r3, #3
  ands r3, r0
  bne memset_bytes
  lsls r3, r1, #8
  orrs r1, r3
  lsls r3, r1, #16
  orrs r1, r3
  movs r3, r1
memset_words:
  subs r2, #8
  bcc memset_rest
  stmia r0!, {r1, r3}
  b memset_words
memset_rest:
  adds r2, #8
memset_bytes:
  subs r2, #1
  bcc memset_done
  strb r1, [r0, r2]
  b memset_bytes
memset_done:
  pop {r0, r4, pc}

memcpy:                  ; r0 to, r1 from, r2 count; returns r0
  push {r0, r4, r5, lr}
  movs r3, r0
  orrs r3, r1
  lsls r3, r3, #30
  bne memcpy_bytes
memcpy_words:
  subs r2, #12
  bcc memcpy_rest
  ldmia r1!, {r3, r4, r5}
  stmia r0!, {r3, r4, r5}
  b memcpy_words
memcpy_rest:
  adds r2, #12
memcpy_bytes:
  subs r2, #1
  bcc memcpy_done
  ldrb r3, [r1, r2]
  strb r3, [r0, r2]
  b memcpy_bytes
memcpy_done:
  pop {r0, r4, r5, pc}
${TRAPS.filter((name) => name !== 'missing').map((name) => `${name}:\n  bkpt #${trap(name)}\n  bx lr`).join('\n')}
`;

/** One step of a binary search for the highest bit: if the upper part is not empty, count and keep it. */
function narrow(shift, count, name) {
  return `
  lsrs r2, r0, #${shift}
  beq ${name}${shift}
  ${count}
  movs r0, r2
${name}${shift}:`;
}

/** The ROM as rp2040js wants it. */
export function buildBootRom() {
  const rom = new Uint8Array(ROM_BYTES);
  const view = new DataView(rom.buffer);
  const { bytes, labels } = assemble(CODE, CODE_AT);
  rom.set(bytes, CODE_AT);

  const functionTable = (CODE_AT + bytes.length + 3) & ~3;
  FUNCTIONS.forEach(([code, label], i) => {
    rom.set(new TextEncoder().encode(code), functionTable + 4 * i);
    view.setUint16(functionTable + 4 * i + 2, labels[label] | 1, true);
  });
  const dataTable = functionTable + 4 * (FUNCTIONS.length + 1); // one empty entry ends each table

  const STACK_TOP = 0x20041f00;
  view.setUint32(0x00, STACK_TOP, true);
  for (const vector of [0x04, 0x08, 0x0c]) view.setUint32(vector, labels.reset | 1, true);
  rom.set([...new TextEncoder().encode('Mu'), 1, ROM_VERSION], 0x10);
  view.setUint16(0x14, functionTable, true);
  view.setUint16(0x16, dataTable, true);
  view.setUint16(0x18, labels.table_lookup | 1, true);
  return new Uint32Array(rom.buffer);
}

/**
 * Answers a breakpoint that stands in the ROM.
 *
 * @param {number} code the breakpoint's number
 * @param {import('./machine.mjs').Machine} machine whose core ran into it
 * @returns {{ stallNanos?: number, halt?: string }} how long the function kept the core, or why it cannot go on
 */
export function serveRomTrap(code, { core, chip, flash, ssi }) {
  const [r0, r1, r2] = core.registers;
  switch (TRAPS[code]) {
    case 'exitXip':
      ssi.becomePlainSerial();
      return {};
    case 'connectFlash':
    case 'flushCache':
    case 'enterXip':
      return {}; // code and data are read from flash whatever mode its bus is in
    case 'erase':
      return { stallNanos: flash.erase(r0, r1, r2) };
    case 'program':
      return { stallNanos: flash.program(r0, Uint8Array.from({ length: r2 }, (_, i) => chip.readUint8(r1 + i))) };
    case 'missing':
      return { halt: `the boot ROM's "${String.fromCharCode(r1 & 0xff, (r1 >> 8) & 0xff)}" is not modelled` };
    case 'usbBoot':
      return { halt: 'the firmware asked for the BOOTSEL drive' };
    case 'waitForVector':
      return { halt: 'core 1 is not modelled' };
    default:
      return { halt: 'the core ended up in the boot ROM' };
  }
}
