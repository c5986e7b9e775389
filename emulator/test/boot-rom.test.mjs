import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callRom, runProgram } from './support/firmware.mjs';

/** Looks a function up as firmware does, and calls it. */
function call(name, ...args) {
  const result = runProgram(
    `${callRom(name, ...args)}
    bkpt #1`,
    { ms: 200 },
  );
  return { ...result, value: result.registers[0], halted: result.machine.halted.reason };
}

const WORDS = [0, 1, 6, 0x8000, 0x12345678, 0x80000000, 0xffffffff];

test('bits are counted and reversed', () => {
  for (const word of WORDS) {
    const binary = word.toString(2).padStart(32, '0');
    assert.equal(call('P3', word).value, [...binary].filter((bit) => bit === '1').length, `ones of ${word}`);
    assert.equal(call('L3', word).value, Math.clz32(word), `leading zeros of ${word}`);
    assert.equal(call('T3', word).value, word ? 31 - Math.clz32(word & -word) : 32, `trailing zeros of ${word}`);
    assert.equal(call('R3', word).value, parseInt([...binary].reverse().join(''), 2), `reverse of ${word}`);
  }
});

test('memory is copied and filled to the byte, aligned or not', () => {
  for (const to of [0x20000100, 0x20000101]) {
    for (const length of [0, 1, 8, 25]) {
      const from = 0x10000000; // boot2 is as good as any
      const copy = call('MC', to, from, length);
      const { sram, flash } = copy.machine.chip;
      assert.equal(copy.value, to);
      const start = to - 0x20000000;
      assert.deepEqual(sram.slice(start, start + length), flash.slice(0, length));
      assert.equal(sram[start + length], 0);

      const fill = call('MS', to, 0x1a5, length);
      assert.equal(fill.value, to);
      assert.ok(fill.machine.chip.sram.slice(start, start + length).every((byte) => byte === 0xa5));
      assert.equal(fill.machine.chip.sram[start + length], 0);
    }
  }
});

test('flash is programmed and erased, and takes its time', () => {
  const programmed = call('RP', 0x100000, 0x10000000, 256).machine;
  assert.deepEqual(programmed.chip.flash.slice(0x100000, 0x100100), programmed.chip.flash.slice(0, 256));
  const erased = call('RE', 0, 4096, 65536, 0xd8).machine; // its own code goes, too
  assert.ok(erased.chip.flash.slice(0, 4096).every((byte) => byte === 0xff));
  assert.ok(erased.clock.nanos > 40e6);
});

test('impossible flash operations and missing functions halt with a reason', () => {
  assert.match(call('RE', 4095, 4096).halted, /cannot erase 4096 bytes of flash at offset 0xfff/);
  assert.match(call('RP', 2 << 20, 0x10000000, 256).halted, /cannot program/);
  assert.match(call('XY').halted, /"XY" is not modelled/);
});

test('the chip can be asked who it is, once the ROM has left execute-in-place', () => {
  const { ssi, chip } = call('EX').machine;
  const SSI = 0x18000000;
  const EEPROM_READ = 0x300;
  chip.writeUint32(SSI + 8, 0);
  chip.writeUint32(SSI, chip.readUint32(SSI) | EEPROM_READ);
  chip.writeUint32(SSI + 4, 2); // three bytes
  chip.writeUint32(SSI + 8, 1);
  chip.writeUint8(SSI + 0x60, 0x9f);
  const answer = [];
  while (chip.readUint32(SSI + 0x28) & 8) answer.push(chip.readUint32(SSI + 0x60));
  assert.deepEqual(answer, [0xef, 0x40, 21]);
  assert.equal(ssi.received.length, 0);
});
