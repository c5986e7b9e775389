import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Elf } from '../src/elf.mjs';
import { Machine } from '../src/machine.mjs';
import { makeBoot2, makeImage, runProgram, callRom } from './support/firmware.mjs';

const WATCHDOG = 0x40058000;
const [CTRL, LOAD, REASON, SCRATCH0] = [0, 4, 8, 12];
const ENABLE = 0x40000000;
const TRIGGER = 0x80000000;

/** Counts its lives in scratch register 0, keeps a word in RAM, and goes on with `what` in the first. */
function twoLives(what) {
  return `
    ldr r0, =${WATCHDOG}
    ldr r1, [r0, #${SCRATCH0}]
    adds r1, #1
    str r1, [r0, #${SCRATCH0}]
    ldr r2, =0x20001000
    cmp r1, #1
    beq first
    ldr r3, [r2, #0]
    ldr r4, [r0, #${REASON}]
    ldr r0, =0x40054000
    ldr r5, [r0, #0x28]
    bkpt #1
  first:
    ldr r3, =0xcafef00d
    str r3, [r2, #0]
    ${what}
  forever:
    b forever`;
}

function secondLife(what) {
  const { machine, registers } = runProgram(twoLives(what), { ms: 100 });
  assert.equal(machine.halted?.reason, 'breakpoint 1');
  return { machine, lives: registers[1], kept: registers[3], reason: registers[4], micros: registers[5] };
}

test('a watchdog that is not fed restarts the machine, with RAM, scratch registers and the reason kept', () => {
  const life = secondLife(`
    ldr r3, =20000        ; counted down twice a microsecond
    str r3, [r0, #${LOAD}]
    ldr r3, =${ENABLE}
    str r3, [r0, #${CTRL}]`);
  assert.equal(life.lives, 2);
  assert.equal(life.kept, 0xcafef00d);
  assert.equal(life.reason, 1);
  assert.ok(life.micros < 1000, 'the timer starts again');
  assert.deepEqual(life.machine.restarts.map(({ cause }) => cause), ['the watchdog reset the chip']);
  assert.ok(Math.abs(life.machine.restarts[0].atNanos - 10e6) < 1e5);
  assert.equal(life.machine.watchdog.enable, false, 'it has to be started again');
});

test('a watchdog that is fed lets the machine live', () => {
  const { machine } = runProgram(
    `
    ldr r0, =${WATCHDOG}
    ldr r1, =20000
    str r1, [r0, #${LOAD}]
    ldr r2, =${ENABLE}
    str r2, [r0, #${CTRL}]
  loop:
    str r1, [r0, #${LOAD}]
    b loop`,
    { ms: 50 },
  );
  assert.deepEqual(machine.restarts, []);
  assert.equal(machine.halted, null);
});

test('a forced reset says so, and a reset request leaves no reason', () => {
  assert.equal(secondLife(`ldr r3, =${TRIGGER}\n str r3, [r0, #${CTRL}]`).reason, 2);
  assert.equal(secondLife('ldr r3, =0xe000ed0c\n ldr r4, =0x05fa0004\n str r4, [r3, #0]').reason, 0);
});

test('a hanging handler is left to the watchdog, if one runs', () => {
  const life = secondLife(`
    ldr r3, =20000
    str r3, [r0, #${LOAD}]
    ldr r3, =${ENABLE}
    str r3, [r0, #${CTRL}]
    udf #0`);
  assert.equal(life.lives, 2);
});

test('without power only flash remembers', () => {
  const { machine, registers } = runProgram(twoLives(''), { ms: 1 });
  machine.memory.flash[0x180000] = 0x42;
  machine.losePower();
  const before = machine.clock.nanos;
  machine.run(before + 1e6);
  assert.equal(machine.clock.nanos, before, 'nothing runs without power');
  machine.powerOn();
  assert.notEqual(machine.memory.sramView.getUint32(0x1000, true), 0xcafef00d);
  machine.run(before + 1e6);
  assert.equal(machine.core.registers[1], 1, 'the first life again');
  assert.equal(machine.memory.flash[0x180000], 0x42);
  assert.notEqual(registers, machine.core.registers, 'a new core');
});

test('the deepest stack and the longest time awake are those of all lives', () => {
  const { machine } = runProgram(
    twoLives(`
    push {r0, r1, r2, r3}
    push {r0, r1, r2, r3}
    ldr r3, =20000
    str r3, [r0, #${LOAD}]
    ldr r3, =${ENABLE}
    str r3, [r0, #${CTRL}]`),
    { ms: 100 },
  );
  assert.equal(machine.stackUsed, 32);
  assert.ok(Math.abs(machine.longestAwakeNanos - 10e6) < 1e5);
});

const BOOT2 = makeBoot2();
const SAVE = `${callRom('RE', 0x180000, 4096)}\n${callRom('RP', 0x180000, 0x10000000, 256)}\n bkpt #1`;

test('the power fails in the middle of a flash operation, and the next life goes on from there', () => {
  for (const [operation, tear, first, middle] of [[1, 'half', 0xff, 0x00], [2, 'nothing', 0xff, 0xff], [2, 'complete', BOOT2[0], 0xff]]) {
    const image = new Elf(makeImage(SAVE));
    const machine = new Machine();
    machine.load(image);
    machine.memory.flash.fill(0, 0x180000, 0x181000);
    machine.flash.cutAt(operation, tear);
    machine.boot();
    machine.run(200e6);
    assert.equal(machine.powered, false);
    assert.equal(machine.halted, null);
    assert.equal(machine.memory.flash[0x180000], first, `${operation} ${tear}`);
    assert.equal(machine.memory.flash[0x180800], middle);
    machine.powerOn();
    machine.run(400e6);
    assert.equal(machine.halted.reason, 'breakpoint 1', 'the retry succeeds');
    assert.deepEqual(machine.memory.flash.slice(0x180000, 0x180100), machine.memory.flash.slice(0, 256));
  }
});
