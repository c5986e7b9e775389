import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Machine } from '../src/machine.mjs';
import { makeRandom } from '../src/random.mjs';
import { isHarmless, prepare, warmUp } from '../src/warm-up.mjs';

const CODE = 0x20001000;

/** Everything an instruction can change, but for memory. */
function state({ core }) {
  return { registers: [...core.registers].map((value) => value.toString(16)), N: core.N, Z: core.Z, C: core.C, V: core.V };
}

/** Executes one instruction as rp2040js does, counting as the fast core does. */
function stepByRp2040js(machine) {
  machine.cycles += machine.core.executeInstruction();
}

/** Where rp2040js does not do what the architecture says: shifts by a register, carries in sums, BLX LR. */
const BLX_LR = 0x47f0;
const isFlawed = (op) => op === BLX_LR || (op >> 10 === 0b010000 && [2, 3, 4, 5, 6, 7].includes((op >> 6) & 15));

test('every instruction does what rp2040js does, in as many cycles', () => {
  const [fast, slow] = [new Machine(), new Machine()];
  for (let op = 0; op < 0x10000; op++) {
    if (!isHarmless(op) || isFlawed(op)) continue;
    prepare(fast, op, makeRandom(op));
    prepare(slow, op, makeRandom(op));
    const cycles = [fast.cycles, slow.cycles];
    fast.execute(1);
    stepByRp2040js(slow);
    assert.deepEqual(state(fast), state(slow), `0x${op.toString(16)}`);
    assert.equal(fast.cycles - cycles[0], slow.cycles - cycles[1], `cycles of 0x${op.toString(16)}`);
  }
  assert.deepEqual(fast.memory.sram, slow.memory.sram);
});

const machine = new Machine();

/** Runs one instruction on values of our choice. */
function run(op, registers, flags = {}) {
  prepare(machine, op, makeRandom(1));
  Object.assign(machine.core, { N: false, Z: false, C: false, V: false, ...flags });
  for (const [index, value] of Object.entries(registers)) machine.core.registers[index] = value;
  machine.execute(1);
  return { ...machine.core, value: machine.core.registers[0] };
}

test('shifts by a register keep, take or drop the carry as the architecture says', () => {
  const [LSL, LSR, ASR, ROR] = [0x4088, 0x40c8, 0x4108, 0x41c8]; // of r0 by r1
  for (const [op, value, amount, result, carry] of [
    [LSL, 0x80000001, 0, 0x80000001, true],
    [LSL, 0x80000001, 1, 2, true],
    [LSL, 1, 32, 0, true],
    [LSL, 1, 33, 0, false],
    [LSR, 3, 1, 1, true],
    [LSR, 0x80000000, 32, 0, true],
    [LSR, 0x80000000, 33, 0, false],
    [ASR, 0x80000000, 4, 0xf8000000, false],
    [ASR, 0x80000000, 200, 0xffffffff, true],
    [ROR, 0x00000003, 1, 0x80000001, true],
    [ROR, 0x40000000, 32, 0x40000000, false],
    [ROR, 7, 0x100, 7, true],
  ]) {
    const after = run(op, { 0: value, 1: amount }, { C: true });
    assert.deepEqual([after.value, after.C], [result, carry], `${op.toString(16)} of ${value.toString(16)} by ${amount}`);
    assert.equal(after.Z, result === 0);
    assert.equal(after.N, result >>> 31 === 1);
  }
});

test('sums with carry know their overflow', () => {
  const [ADC, SBC] = [0x4148, 0x4188]; // r0 with r1
  for (const [op, left, right, C, result, carry, overflow] of [
    [ADC, 0x7fffffff, 0, true, 0x80000000, false, true],
    [ADC, 0xffffffff, 0, true, 0, true, false],
    [ADC, 0xffffffff, 0xffffffff, true, 0xffffffff, true, false],
    [ADC, 0x7fffffff, 0x7fffffff, true, 0xffffffff, false, true],
    [SBC, 0, 0xffffffff, false, 0, false, false],
    [SBC, 0x80000000, 0, false, 0x7fffffff, true, true],
    [SBC, 5, 5, true, 0, true, false],
    [SBC, 5, 5, false, 0xffffffff, false, false],
  ]) {
    const after = run(op, { 0: left, 1: right }, { C });
    assert.deepEqual([after.value, after.C, after.V], [result, carry, overflow], `${left.toString(16)} ${right.toString(16)} ${C}`);
  }
});

test('every condition is asked of the right flags', () => {
  const conditions = {
    0: ({ Z }) => Z, 1: ({ Z }) => !Z, 2: ({ C }) => C, 3: ({ C }) => !C, 4: ({ N }) => N, 5: ({ N }) => !N, 6: ({ V }) => V, 7: ({ V }) => !V,
    8: ({ C, Z }) => C && !Z, 9: ({ C, Z }) => !C || Z, 10: ({ N, V }) => N === V, 11: ({ N, V }) => N !== V,
    12: ({ N, Z, V }) => N === V && !Z, 13: ({ N, Z, V }) => N !== V || Z,
  };
  for (let bits = 0; bits < 16; bits++) {
    const flags = { N: (bits & 1) > 0, Z: (bits & 2) > 0, C: (bits & 4) > 0, V: (bits & 8) > 0 };
    if (flags.N && flags.Z) continue;
    for (const [code, holds] of Object.entries(conditions)) {
      const { registers } = run(0xd010 | (Number(code) << 8), {}, flags);
      assert.equal(registers[15] !== CODE + 2, holds(flags), `condition ${code} of ${JSON.stringify(flags)}`);
    }
  }
});

test('a call through the link register goes where it pointed before', () => {
  const { registers } = run(BLX_LR, { 14: 0x20002001 });
  assert.equal(registers[15], 0x20002000);
  assert.equal(registers[14], CODE + 3);
});

test('an alarm is not run past, whatever the instructions before it', () => {
  prepare(machine, 0xe7fe, makeRandom(1)); // a branch to itself
  const start = machine.clock.nanos;
  let rang = 0;
  machine.clock.at(start + 1e6, () => (rang = machine.clock.nanos));
  machine.run(start + 2e6);
  assert.equal(rang, start + 1e6);
  assert.ok(machine.clock.nanos - start - 2e6 < 3 * machine.nanosPerCycle);
});

test('the warm-up meets every kind of instruction that the core does itself', () => {
  const met = new Set(Array.from({ length: 0x10000 }, (_, op) => op).filter(isHarmless).map((op) => op >> 11));
  const WIDE_OR_UNDEFINED = [0b11101, 0b11111];
  assert.deepEqual(Array.from({ length: 32 }, (_, group) => group).filter((group) => !met.has(group)), WIDE_OR_UNDEFINED);
  warmUp();
});
