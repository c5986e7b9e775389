import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BOOT2_LIMIT, boot2Crc } from '../src/machine.mjs';
import { BOOT2_INSTRUCTIONS, makeBoot2, runProgram, STACK_TOP } from './support/firmware.mjs';

test('every instruction is counted, and no other', () => {
  const { machine, registers } = runProgram(`
    movs r0, #10
    movs r1, #0
  loop:
    adds r1, #3
    subs r0, #1
    bne loop
    bkpt #1`);
  assert.equal(registers[1], 30);
  assert.equal(machine.instructions - BOOT2_INSTRUCTIONS, 2 + 10 * 3 + 1);
  assert.equal(machine.halted.reason, 'breakpoint 1');
});

test('time follows the cycles of the core', () => {
  const { machine } = runProgram('loop:\n b loop', { ms: 2 });
  assert.equal(machine.halted, null);
  assert.ok(Math.abs(machine.clock.nanos - 2e6) < 1e3);
  const nanosPerCycle = 1e9 / machine.chip.clkSys;
  assert.ok(Math.abs(machine.cycles * nanosPerCycle - machine.clock.nanos) < 1);
});

test('a sleeping core is skipped over, to the very end if nothing can wake it', () => {
  const { machine } = runProgram('loop:\n wfe\n wfi\n b loop', { ms: 60_000 });
  assert.equal(machine.halted, null);
  assert.ok(machine.clock.nanos >= 60_000e6);
  assert.ok(machine.instructions < 100);
  assert.ok(machine.idleNanos > 59_999e6);
});

test('a timer alarm wakes the core, even from sleep with interrupts off', () => {
  const { machine, registers } = runProgram(
    `
    cpsid i
    ldr r0, =0x40054000
    movs r1, #1
    ldr r2, =0x40054038   ; interrupt enable of the timer
    str r1, [r2, #0]
    ldr r2, =0xe000e100   ; and of the core
    str r1, [r2, #0]
    ldr r1, [r0, #0x28]   ; now
    ldr r2, =500
    adds r1, r1, r2
    str r1, [r0, #0x10]   ; alarm
    wfi
    ldr r4, [r0, #0x28]
    subs r4, r4, r1
    bkpt #1`,
    { ms: 10 },
  );
  assert.equal(machine.halted.reason, 'breakpoint 1');
  const microsLate = registers[4] | 0;
  assert.ok(Math.abs(microsLate) <= 2, `woken ${microsLate} µs late`);
  assert.ok(machine.idleNanos > 400e3);
});

test('what happens between runs wakes the core too, without taking a masked interrupt', () => {
  const { machine } = runProgram(
    `
    cpsid i
    ldr r0, =0xe000e100
    movs r1, #1
    str r1, [r0, #0]
    wfi
    bkpt #1`,
    { ms: 5 },
  );
  assert.equal(machine.core.waiting, true);
  machine.chip.setInterrupt(1, true);
  machine.run(machine.clock.nanos + 1e6);
  assert.equal(machine.halted, null, 'an interrupt that is not enabled');
  machine.chip.setInterrupt(0, true);
  machine.run(machine.clock.nanos + 1e6);
  assert.equal(machine.halted.reason, 'breakpoint 1');
  assert.equal(machine.core.IPSR, 0);
});

test('the lowest stack pointer is remembered', () => {
  const { machine } = runProgram('push {r0, r1, lr}\n push {r4}\n pop {r4}\n pop {r0, r1}\n bkpt #1');
  assert.equal(machine.stackTop, STACK_TOP);
  assert.equal(machine.stackUsed, 16);
});

for (const [what, source, reason] of [
  ['a panic', 'udf #0', /undefined instruction/],
  ['a wild load', 'ldr r0, =0x30000000\n ldr r0, [r0, #0]', /nothing to read at 0x30000000/],
  ['a wild store', 'ldr r0, =0x30000000\n str r0, [r0, #0]', /nothing to write to at 0x30000000/],
  ['a misaligned load', 'ldr r0, =0x20000002\n ldr r0, [r0, #0]', /misaligned load from 0x20000002/],
  ['a misaligned store', 'ldr r0, =0x20000001\n str r0, [r0, #0]', /misaligned store to 0x20000001/],
  ['a store to flash', 'ldr r0, =0x10000300\n str r0, [r0, #0]', /read-only memory at 0x10000300/],
  ['a null pointer written to', 'movs r0, #0\n strb r0, [r0, #0]', /read-only memory at 0x00000000/],
  ['a jump into empty flash', 'ldr r0, =0x10080001\n bx r0', /10080000/],
  ['an endless loop with interrupts off', 'cpsid i\nloop:\n b loop', /endless loop/],
]) {
  test(`${what} halts the machine and says where`, () => {
    const { machine } = runProgram(source, { ms: 20 });
    assert.match(machine.halted.reason, reason);
    assert.match(machine.halted.pc, /^10/);
  });
}

test('without a sound boot2 nothing starts', () => {
  const { machine } = runProgram('nop', { boot2: new Uint8Array(256) });
  assert.match(machine.halted.reason, /boot2/);
  assert.equal(machine.instructions, 0);
});

test('a boot2 that does not end is stopped, and nothing runs after it', () => {
  const { machine } = runProgram('nop', { boot2: makeBoot2('loop:\n b loop') });
  assert.equal(machine.halted.reason, 'boot2 does not end');
  assert.equal(machine.instructions, BOOT2_LIMIT);
});

test('the boot ROM\'s checksum is CRC-32 with the highest bit first', () => {
  assert.equal(boot2Crc(Buffer.from('123456789')), 0x0376e6e7);
});
