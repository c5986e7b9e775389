import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from './support/firmware.mjs';

const GUARDED = 0x20001000;
const NO_ACCESS = 0;
const READ_ONLY = 6;
const FULL = 3;

/** Guards 256 bytes, then runs `what` with their address in r0. The handler leaves its mark in r7. */
function guarded(what, { access = NO_ACCESS, control = 5, disabledParts = 0, handler = 'movs r7, #77\n bkpt #3' } = {}) {
  const EIGHT_BITS_OF_SIZE = 7 << 1;
  return runProgram(`
    movs r7, #0
    ldr r1, =0xe000ed94
    ldr r2, =${control}
    str r2, [r1, #0]
    ldr r2, =${GUARDED | 0x13}    ; region 3
    str r2, [r1, #8]
    ldr r2, =${((access << 24) | (disabledParts << 8) | EIGHT_BITS_OF_SIZE | 1) >>> 0}
    str r2, [r1, #12]
    ldr r0, =${GUARDED}
    ${what}
    bkpt #1
  hard_fault:
    ${handler}`);
}

test('a store into a guarded region is a HardFault, and leaves the memory alone', () => {
  const { machine, registers } = guarded('movs r3, #5\n str r3, [r0, #4]');
  assert.equal(registers[7], 77);
  assert.match(machine.lastFault.reason, /the MPU forbids a store to 0x20001004/);
  assert.equal(machine.memory.sramView.getUint32(0x1004, true), 0);
});

test('a push into the guard faults too, and the handler still gets its frame', () => {
  const { machine, registers } = guarded('ldr r3, =0x20001100\n mov sp, r3\n push {r0, r1}');
  assert.equal(registers[7], 77);
  assert.match(machine.lastFault.where, /program/);
});

test('bytes and halfwords are guarded like words', () => {
  assert.equal(guarded('strb r0, [r0, #1]').registers[7], 77);
});

test('neighbours, loads, disabled parts and writable or unused regions pass', () => {
  for (const [what, options] of [
    ['ldr r0, =0x20000ffc\n str r0, [r0, #0]'],
    ['ldr r0, =0x20001100\n str r0, [r0, #0]'],
    ['ldr r3, [r0, #0]'],
    ['str r0, [r0, #32]', { disabledParts: 0b10 }],
    ['str r0, [r0, #0]', { access: FULL }],
    ['str r0, [r0, #0]', { control: 4 }],
  ]) {
    const { machine } = guarded(what, options);
    assert.equal(machine.halted.reason, 'breakpoint 1', what);
  }
  assert.equal(guarded('str r0, [r0, #0]', { access: READ_ONLY }).registers[7], 77);
});

test('inside the HardFault handler the guard is down, unless asked for', () => {
  const handler = 'movs r7, #7\n str r7, [r0, #0]\n bkpt #3';
  assert.equal(guarded('udf #0', { handler }).machine.halted.reason, 'breakpoint 3');
  assert.match(guarded('udf #0', { handler, control: 7 }).machine.halted.reason, /forbids a store.*the core locks up/);
});
