import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Machine } from '../src/machine.mjs';

const PWM = 0x40050000;
const [CSR, DIV, CTR, CC, TOP] = [0, 4, 8, 12, 16];
const [EN, INTR, INTE, INTS] = [0xa0, 0xa4, 0xa8, 0xb0];
const NVIC_PENDING = 0xe000e200;

/** Slice 2 with its registers at hand, at a clock of a megahertz to count by. */
function slice() {
  const machine = new Machine();
  const { chip, clock } = machine;
  chip.clkSys = 1e6;
  for (const channel of chip.pwm.channels) channel.timer.frequency = 1e6;
  return {
    machine,
    write: (register, value) => chip.writeUint32(PWM + 2 * 0x14 + register, value),
    read: (register) => chip.readUint32(PWM + 2 * 0x14 + register),
    block: (register, value) => (value === undefined ? chip.readUint32(PWM + register) : chip.writeUint32(PWM + register, value)),
    isPending: () => (chip.readUint32(NVIC_PENDING) >> 4) & 1,
    wait: (micros) => {
      clock.nanos += micros * 1e3;
      clock.ring();
    },
    duty: () => [4, 5].map((pin) => chip.pwm.dutyOf(pin)),
  };
}

test('the outputs are high as long as their compare values say', () => {
  const { write, duty } = slice();
  write(TOP, 99);
  write(CC, (75 << 16) | 20);
  assert.deepEqual(duty(), [0, 0]);
  write(CSR, 1);
  assert.deepEqual(duty(), [0.2, 0.75]);
  write(CC, (200 << 16) | 0);
  assert.deepEqual(duty(), [0, 1]);
  write(CSR, 1 | 4);
  assert.deepEqual(duty(), [1, 1]);
});

test('the counter counts, divides, wraps and stops', () => {
  const { write, read, wait } = slice();
  write(TOP, 9);
  write(CSR, 1);
  wait(7);
  assert.equal(read(CTR), 7);
  wait(5);
  assert.equal(read(CTR), 2);
  write(DIV, (2 << 4) | 8); // two and a half
  wait(10);
  assert.equal(read(CTR), 6);
  write(CSR, 0);
  wait(100);
  assert.equal(read(CTR), 6);
  write(CTR, 1);
  assert.equal(read(CTR), 1);
});

test('phase-correct counting goes up and down', () => {
  const { write, read, wait } = slice();
  write(TOP, 10);
  write(CSR, 3);
  wait(13);
  assert.equal(read(CTR), 7);
  wait(7);
  assert.equal(read(CTR), 0);
});

test('an enabled wrap interrupts every period; nothing else makes events', () => {
  const { machine, write, block, isPending, wait } = slice();
  write(TOP, 99);
  write(CSR, 1);
  assert.equal(machine.clock.due, Infinity);
  block(INTE, 1 << 2);
  wait(99);
  assert.equal(isPending(), 0);
  wait(1);
  assert.equal(isPending(), 1);
  assert.equal(block(INTS), 1 << 2);
  block(INTR, 1 << 2);
  assert.equal(isPending(), 0);
  wait(100);
  assert.equal(isPending(), 1);
});

test('slices are switched on together', () => {
  const { block, read } = slice();
  block(EN, 0b100);
  assert.equal(read(CSR), 1);
  assert.equal(block(EN), 0b100);
  block(EN, 0);
  assert.equal(read(CSR), 0);
});
