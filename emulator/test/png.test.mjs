import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { encodePng } from '../src/png.mjs';

/** The chunks of a PNG file by type. */
function chunks(file) {
  const found = {};
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    found[file.toString('ascii', at + 4, at + 8)] = file.subarray(at + 8, at + 8 + length);
    at += length + 12;
  }
  return found;
}

test('size, depth and pixels come back', () => {
  const rgb = Uint8Array.from({ length: 3 * 2 * 3 }, (_, i) => i * 10);
  const { IHDR, IDAT, IEND } = chunks(encodePng({ width: 3, height: 2, rgb }));
  assert.deepEqual([IHDR.readUInt32BE(0), IHDR.readUInt32BE(4), IHDR[8], IHDR[9]], [3, 2, 8, 2]);
  assert.deepEqual([...inflateSync(IDAT)], [0, ...rgb.subarray(0, 9), 0, ...rgb.subarray(9)]);
  assert.equal(IEND.length, 0);
});

test('checksums are those of the standard', () => {
  const file = encodePng({ width: 1, height: 1, rgb: Uint8Array.of(0, 0, 0) });
  assert.equal(file.subarray(-12).toString('hex'), '0000000049454e44ae426082'); // every PNG file ends with this
});

test('a buffer of the wrong size is refused', () => {
  assert.throws(() => encodePng({ width: 2, height: 2, rgb: new Uint8Array(3) }), RangeError);
});
