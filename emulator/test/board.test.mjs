import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board } from '../src/board.mjs';
import { BOARDS, boardNamed } from '../src/boards.mjs';
import { FirstPicture } from '../src/first-picture.mjs';
import { Machine } from '../src/machine.mjs';

const GPIO_OUT_SET = 0xd0000014;
const GPIO_OUT_CLEAR = 0xd0000018;
const GPIO_ENABLE_SET = 0xd0000024;
const SPI = [0x4003c000, 0x40040000];
const PIN_CONTROL = 0x40014004;
const [FUNCTION_SPI, FUNCTION_PWM, FUNCTION_SIO] = [1, 4, 5];

/** Plays firmware from outside: sets up pins and SPI, and sends bytes to the panel. */
class Driver {
  constructor(name = 'pico-lcd') {
    this.machine = new Machine();
    this.board = new Board(this.machine, boardNamed(name));
    this.wires = this.board.data.panel;
    const { clock, data, dataCommand, select, reset, light, spi } = this.wires;
    for (const pin of [clock, data]) this.setFunction(pin, FUNCTION_SPI);
    for (const pin of [dataCommand, select, reset, light]) this.setFunction(pin, FUNCTION_SIO);
    this.raise(reset);
    for (const pin of [dataCommand, select, reset, light]) this.write(GPIO_ENABLE_SET, 1 << pin);
    this.spi = SPI[spi];
    this.write(this.spi, 7); // eight bits a byte
    this.write(this.spi + 0x10, 2); // half the peripheral clock
    this.wait(10);
  }

  setFunction(pin, number) {
    this.write(PIN_CONTROL + 8 * pin, number);
  }

  raise(pin) {
    this.write(GPIO_OUT_SET, 1 << pin);
  }

  lower(pin) {
    this.write(GPIO_OUT_CLEAR, 1 << pin);
  }

  write(address, value) {
    this.machine.chip.writeUint32(address, value);
  }

  wait(ms) {
    this.machine.clock.nanos += ms * 1e6;
    this.machine.clock.ring();
  }

  send(command, ...data) {
    this.lower(this.wires.dataCommand);
    this.byte(command);
    this.raise(this.wires.dataCommand);
    data.forEach((byte) => this.byte(byte));
  }

  byte(value) {
    this.write(this.spi + 8, value);
    this.wait(0.01);
  }

  light(on) {
    if (on) this.raise(this.wires.light);
    else this.lower(this.wires.light);
  }

  showRedCorner() {
    this.send(0x11);
    this.wait(10);
    this.send(0x36, this.board.data.glass.upright);
    this.send(0x3a, 0x55);
    this.send(0x21);
    this.send(0x2c, 0xf8, 0x00);
    this.send(0x29);
  }
}

for (const name of Object.keys(BOARDS)) {
  test(`${name}: bytes on the wires become a picture, once the light is on`, () => {
    const device = new Driver(name);
    device.showRedCorner();
    assert.ok(device.board.picture().rgb.every((value) => value === 0), 'black in the dark');
    device.light(true);
    assert.equal(device.board.light, 1);
    assert.deepEqual([...device.board.picture().rgb.subarray(0, 3)], [255, 0, 0]);
    assert.equal(device.machine.warnings.size, 0);
  });
}

test('DMA sends to the panel at the pace of the wire, once SPI asks for it, and says when it is done', () => {
  const device = new Driver();
  const { chip, clock } = device.machine;
  const [DMA, SPI1_TX, BYTES] = [0x50000000, 18, 100];
  device.showRedCorner();
  device.send(0x2c);
  const before = device.board.panel.bytes;
  chip.sram.fill(0xff, 0, BYTES);
  const start = clock.nanos;
  device.write(DMA + 0x404, 1); // interrupt of channel 0
  device.write(DMA, 0x20000000);
  device.write(DMA + 4, device.spi + 8);
  device.write(DMA + 8, BYTES);
  device.write(DMA + 12, (SPI1_TX << 15) | (1 << 4) | 1);
  device.wait(1);
  assert.equal(device.board.panel.bytes, before, 'SPI has not been told to ask');
  device.write(device.spi + 0x24, 2);
  const isDone = () => chip.readUint32(DMA + 0x40c) === 1;
  const began = clock.nanos;
  while (!isDone() && clock.nanos - start < 10e6) {
    clock.nanos = clock.due;
    clock.ring();
  }
  const nanosPerByte = (8 * 1e9) / chip.spi[1].clockFrequency;
  const sent = (clock.nanos - began) / nanosPerByte;
  assert.ok(sent > BYTES - 12 && sent <= BYTES, `${sent} bytes were out when the last was in the queue`);
  device.wait(1);
  assert.equal(device.board.panel.bytes, before + BYTES);
  assert.equal(device.machine.warnings.size, 0);
});

test('a D/C line that changes before the byte is out garbles it, as on the board', () => {
  const device = new Driver();
  device.lower(device.wires.dataCommand);
  device.write(device.spi + 8, 0x11);
  device.raise(device.wires.dataCommand); // too early: no time has passed
  device.wait(1);
  assert.equal(device.board.panel.asleep, true);
});

test('bytes without a receiver are reported, and the reset pin resets', () => {
  const device = new Driver();
  device.showRedCorner();
  device.raise(device.wires.select);
  device.byte(0x10);
  assert.match([...device.machine.warnings.keys()][0], /not selected/);
  assert.equal(device.board.panel.showing, true);
  device.lower(device.wires.reset);
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

test('a byte that no pin carries does not reach the panel', () => {
  const device = new Driver();
  device.setFunction(device.wires.data, FUNCTION_SIO);
  device.send(0x11);
  assert.equal(device.board.panel.asleep, true);
  assert.match([...device.machine.warnings.keys()][0], /not in the hands of SPI/);
});

test('the light is as bright as PWM makes it, and a change of it is a change of the picture', () => {
  const device = new Driver();
  const slice = 0x40050000 + 6 * 0x14;
  device.setFunction(13, FUNCTION_PWM);
  device.write(slice + 0x10, 999);
  device.write(slice + 0x0c, 250 << 16);
  assert.equal(device.board.light, 0, 'not enabled yet');
  device.wait(1);
  device.write(slice, 1);
  assert.equal(device.board.light, 0.25);
  assert.equal(device.board.changedAt, device.machine.clock.nanos);
});

test('the battery reaches the ADC through its divider', () => {
  const device = new Driver('picosystem');
  const read = () => {
    device.write(0x4004c000, 1 | 4); // enable, start once, channel 0
    device.wait(1);
    return device.machine.chip.readUint32(0x4004c004);
  };
  assert.equal(read(), Math.round((3.9 / 3 / 3.3) * 4095));
  device.board.setBattery(3.3);
  assert.equal(read(), Math.round(4095 / 3));
});

for (const [name, { keys }] of Object.entries(BOARDS)) {
  test(`${name}: a pressed key is low, and an unknown one is refused`, () => {
    const device = new Driver(name);
    const PAD_PULL_UP_INPUT = 0x4a;
    for (const [key, pin] of Object.entries(keys)) {
      const level = () => (device.machine.chip.readUint32(0xd0000004) >> pin) & 1;
      device.setFunction(pin, FUNCTION_SIO);
      device.write(0x4001c004 + 4 * pin, PAD_PULL_UP_INPUT);
      assert.equal(level(), 1, key);
      device.board.press(key);
      assert.equal(level(), 0, key);
      device.board.release(key);
      assert.equal(level(), 1, key);
    }
    assert.deepEqual(device.board.floatingKeys(), []);
    device.write(0x4001c004 + 4 * keys.a, 0x40);
    assert.deepEqual(device.board.floatingKeys(), ['a']);
    assert.throws(() => device.board.press('z'), /no key "z"/);
  });
}

test('a key that is pressed again makes no second edge', () => {
  const device = new Driver();
  const { a } = device.board.data.keys;
  const edges = () => (device.machine.chip.readUint32(0x400140f0 + 4 * (a >> 3)) >> (4 * (a & 7))) & 0b1100;
  device.board.press('a');
  device.write(0x400140f0 + 4 * (a >> 3), 0b1100 << (4 * (a & 7)));
  device.board.press('a');
  assert.equal(edges(), 0);
});

test('no two parts of a board share a pin, and an unknown board is refused', () => {
  for (const { panel, keys, battery } of Object.values(BOARDS)) {
    const { spi, ...wires } = panel;
    const pins = [...Object.values(wires), ...Object.values(keys), battery.pin];
    assert.equal(new Set(pins).size, pins.length);
    assert.ok(spi === 0 || spi === 1);
  }
  assert.throws(() => boardNamed('toString'), /no board "toString"; there are pico-lcd and picosystem/);
});
