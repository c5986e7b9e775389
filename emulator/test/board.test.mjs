import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board, KEYS } from '../src/board.mjs';
import { FirstPicture } from '../src/first-picture.mjs';
import { Machine } from '../src/machine.mjs';

const GPIO_OUT_SET = 0xd0000014;
const GPIO_OUT_CLEAR = 0xd0000018;
const GPIO_ENABLE_SET = 0xd0000024;
const SPI1 = 0x40040000;

/** Plays firmware from outside: sets up pins and SPI, and sends bytes to the panel. */
class Driver {
  constructor() {
    this.machine = new Machine();
    this.board = new Board(this.machine);
    for (const pin of [8, 9, 12, 13]) this.write(0x40014004 + 8 * pin, 5); // function SIO
    this.write(GPIO_OUT_SET, 1 << 12);
    this.write(GPIO_ENABLE_SET, (1 << 8) | (1 << 9) | (1 << 12) | (1 << 13));
    this.write(SPI1, 7); // eight bits a byte
    this.write(SPI1 + 0x10, 2); // half the peripheral clock
    this.wait(10);
  }

  write(address, value) {
    this.machine.chip.writeUint32(address, value);
  }

  wait(ms) {
    this.machine.clock.nanos += ms * 1e6;
    this.machine.clock.ring();
  }

  send(command, ...data) {
    this.write(GPIO_OUT_CLEAR, 1 << 8);
    this.byte(command);
    this.write(GPIO_OUT_SET, 1 << 8);
    data.forEach((byte) => this.byte(byte));
  }

  byte(value) {
    this.write(SPI1 + 8, value);
    this.wait(0.01);
  }

  light(on) {
    this.write(on ? GPIO_OUT_SET : GPIO_OUT_CLEAR, 1 << 13);
  }

  showRedCorner() {
    this.send(0x11);
    this.wait(10);
    this.send(0x36, 0x60);
    this.send(0x3a, 0x55);
    this.send(0x21);
    this.send(0x2c, 0xf8, 0x00);
    this.send(0x29);
  }
}

test('bytes on the wires become a picture, once the light is on', () => {
  const device = new Driver();
  device.showRedCorner();
  assert.ok(device.board.picture().rgb.every((value) => value === 0), 'black in the dark');
  device.light(true);
  assert.equal(device.board.light, 1);
  assert.deepEqual([...device.board.picture().rgb.subarray(0, 3)], [255, 0, 0]);
  assert.equal(device.machine.warnings.size, 0);
});

test('a D/C line that changes before the byte is out garbles it, as on the board', () => {
  const device = new Driver();
  device.write(GPIO_OUT_CLEAR, 1 << 8);
  device.write(SPI1 + 8, 0x11);
  device.write(GPIO_OUT_SET, 1 << 8); // too early: no time has passed
  device.wait(1);
  assert.equal(device.board.panel.asleep, true);
});

test('bytes for nobody are reported, and the reset pin resets', () => {
  const device = new Driver();
  device.showRedCorner();
  device.write(GPIO_OUT_SET, 1 << 9);
  device.byte(0x10);
  assert.match([...device.machine.warnings.keys()][0], /not selected/);
  assert.equal(device.board.panel.showing, true);
  device.write(GPIO_OUT_CLEAR, 1 << 12);
  assert.equal(device.board.panel.showing, false);
});

test('the first picture counts from when it could be seen', () => {
  const device = new Driver();
  device.showRedCorner();
  device.wait(50);
  assert.equal(device.board.firstPicture.at, null);
  device.light(true);
  const lit = device.machine.clock.nanos;
  device.wait(30);
  device.send(0x2c, 0, 0);
  assert.equal(device.board.firstPicture.at, lit);
});

test('a cleared screen is no picture', () => {
  let now = 0;
  let rgb = Uint8Array.of(9, 9, 8, 9, 9, 8);
  const first = new FirstPicture(() => now, () => ({ rgb }));
  first.beforeChange();
  now = 30e6;
  first.look();
  assert.equal(first.at, null);
  first.beforeChange();
  rgb = Uint8Array.of(9, 9, 8, 9, 9, 9);
  now = 60e6;
  first.look();
  assert.equal(first.at, 30e6);
});

test('a pressed key is low, and an unknown one is refused', () => {
  const device = new Driver();
  const PAD_PULL_UP_INPUT = 0x4a;
  for (const [key, pin] of Object.entries(KEYS)) {
    const level = () => (device.machine.chip.readUint32(0xd0000004) >> pin) & 1;
    device.write(0x4001c004 + 4 * pin, PAD_PULL_UP_INPUT);
    assert.equal(level(), 1, key);
    device.board.press(key);
    assert.equal(level(), 0, key);
    device.board.release(key);
    assert.equal(level(), 1, key);
  }
  assert.deepEqual(device.board.floatingKeys(), []);
  device.write(0x4001c004 + 4 * KEYS.a, 0x40);
  assert.deepEqual(device.board.floatingKeys(), ['a']);
  assert.throws(() => device.board.press('z'), /no key "z"/);
});
