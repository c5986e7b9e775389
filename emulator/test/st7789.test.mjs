import assert from 'node:assert/strict';
import { test } from 'node:test';
import { St7789 } from '../src/st7789.mjs';

const [SLPIN, SLPOUT, INVON, DISPOFF, DISPON, CASET, RASET, RAMWR, MADCTL, COLMOD] = [0x10, 0x11, 0x21, 0x28, 0x29, 0x2a, 0x2b, 0x2c, 0x36, 0x3a];
const RED = [0xf8, 0x00];
const GREEN = [0x07, 0xe0];
const BLUE = [0x00, 0x1f];

function send(panel, command, ...data) {
  panel.receive(command, false);
  for (const byte of data) panel.receive(byte, true);
}

/** A panel that is awake, on and in 16-bit colour, on glass whose upright addressing is `upright`. */
function awake(upright = 0x00, around = {}) {
  const panel = new St7789({ width: 240, height: 240, upright }, around);
  send(panel, SLPOUT);
  send(panel, COLMOD, 0x55);
  send(panel, INVON);
  send(panel, MADCTL, upright);
  fill(panel, [0, 239], [0, 239], [0, 0]);
  send(panel, DISPON);
  return panel;
}

function fill(panel, [x0, x1], [y0, y1], colour) {
  send(panel, CASET, x0 >> 8, x0 & 255, x1 >> 8, x1 & 255);
  send(panel, RASET, y0 >> 8, y0 & 255, y1 >> 8, y1 & 255);
  send(panel, RAMWR, ...Array((x1 - x0 + 1) * (y1 - y0 + 1)).fill(colour).flat());
}

function at(panel, x, y) {
  const { width, rgb } = panel.picture();
  return [...rgb.subarray(3 * (y * width + x), 3 * (y * width + x) + 3)];
}

test('a window is filled row by row and wraps to its start', () => {
  const panel = awake();
  send(panel, CASET, 0, 10, 0, 11);
  send(panel, RASET, 0, 20, 0, 21);
  send(panel, RAMWR, ...RED, ...GREEN, ...BLUE, ...RED, ...BLUE); // the fifth lands on the first
  assert.deepEqual(at(panel, 10, 20), [0, 0, 255]);
  assert.deepEqual(at(panel, 11, 20), [0, 255, 0]);
  assert.deepEqual(at(panel, 10, 21), [0, 0, 255]);
  assert.deepEqual(at(panel, 11, 21), [255, 0, 0]);
  assert.deepEqual(at(panel, 12, 20), [0, 0, 0]);
  assert.equal(panel.pixels, 240 * 240 + 5);
});

test('on quarter-turned glass, mipidsi at 90 degrees and the maker\'s demonstration are upright', () => {
  for (const madctl of [0x60, 0x70]) {
    const panel = awake(0x60);
    send(panel, MADCTL, madctl);
    fill(panel, [5, 5], [7, 7], RED);
    assert.deepEqual(at(panel, 5, 7), [255, 0, 0]);
  }
});

test('without rotation the same glass shows the picture lying on its side', () => {
  const panel = awake(0x60);
  send(panel, MADCTL, 0x00);
  fill(panel, [5, 5], [7, 7], RED);
  assert.deepEqual(at(panel, 7, 239 - 5), [255, 0, 0]);
});

test('turned by 180 degrees, the glass needs the offset of the rows it does not show', () => {
  const panel = awake(0x60);
  send(panel, MADCTL, 0xa0); // mipidsi's Rotation::Deg270
  fill(panel, [80 + 5, 80 + 5], [7, 7], RED);
  assert.deepEqual(at(panel, 239 - 5, 239 - 7), [255, 0, 0]);
});

test('mirroring and colour order are honoured', () => {
  const panel = awake();
  send(panel, MADCTL, 0x40); // MX
  fill(panel, [0, 0], [0, 0], RED);
  assert.deepEqual(at(panel, 239, 0), [255, 0, 0]);
  send(panel, MADCTL, 0x48); // and BGR
  assert.deepEqual(at(panel, 239, 0), [0, 0, 255]);
});

test('until it is told to invert, the glass shows the negative', () => {
  const panel = awake();
  fill(panel, [0, 0], [0, 0], RED);
  send(panel, 0x20);
  assert.deepEqual(at(panel, 0, 0), [0, 255, 255]);
  send(panel, INVON);
  assert.deepEqual(at(panel, 0, 0), [255, 0, 0]);
});

test('asleep, off or reset means black, and the pixels are kept', () => {
  const panel = awake();
  fill(panel, [0, 239], [0, 239], GREEN);
  for (const [off, on] of [[DISPOFF, DISPON], [SLPIN, SLPOUT]]) {
    send(panel, off);
    assert.ok(panel.picture().rgb.every((value) => value === 0));
    send(panel, on);
    assert.deepEqual(at(panel, 100, 100), [0, 255, 0]);
  }
  panel.reset();
  assert.equal(panel.showing, false);
  assert.ok(panel.picture().rgb.every((value) => value === 0));
});

test('after reset a pixel has 18 bits in three bytes', () => {
  const panel = new St7789({ width: 240, height: 240, upright: 0 });
  send(panel, SLPOUT);
  send(panel, INVON);
  send(panel, DISPON);
  send(panel, RAMWR, 0xfc, 0x80, 0x04);
  assert.equal(panel.pixels, 1);
  assert.deepEqual(at(panel, 0, 0), [0xfc, 0x80, 0x04]);
});

test('what a real panel would not understand is reported', () => {
  const warnings = [];
  let now = 0;
  const panel = awake(0x00, { warn: (text) => warnings.push(text), now: () => (now += 6e6) });
  assert.deepEqual(warnings, []);
  send(panel, CASET, 0, 200, 1, 0);
  send(panel, 0x47);
  panel.reset();
  now -= 4e6; // too soon
  send(panel, SLPOUT);
  assert.match(warnings[0], /bad column range 200 to 256/);
  assert.match(warnings[1], /0x47 is not modelled/);
  assert.match(warnings[2], /0x11 within 5 ms/);
});
