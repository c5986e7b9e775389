import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { encodePng } from '../src/png.mjs';
import { decodePng, PngError } from '../src/read-png.mjs';

test('what is written can be read', () => {
  const rgb = Uint8Array.from({ length: 5 * 7 * 3 }, (_, i) => (i * 37) & 255);
  assert.deepEqual(decodePng(encodePng({ width: 5, height: 7, rgb })), { width: 5, height: 7, rgb });
});

/** A file of one channel layout, from rows that are already filtered. Checksums are not looked at. */
function file({ width, height, type, rows, depth = 8, palette }) {
  const chunk = (name, data) => Buffer.concat([Buffer.from(Uint32Array.of(data.length).buffer).reverse(), Buffer.from(name), data, Buffer.alloc(4)]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, type], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(palette ? [chunk('PLTE', Buffer.from(palette))] : []),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('all five filters are undone', () => {
  const rows = [[1, 10, 5, 5], [2, 1, 1, 1], [3, 4, 4, 4], [4, 1, 1, 1], [0, 9, 9, 9]];
  const { rgb } = decodePng(file({ width: 3, height: 5, type: 0, rows }));
  const grey = [...rgb].filter((_, i) => i % 3 === 0);
  assert.deepEqual(grey, [10, 15, 20, 11, 16, 21, 9, 16, 22, 10, 17, 23, 9, 9, 9]);
});

test('palettes and transparency are read as plain colours', () => {
  assert.deepEqual([...decodePng(file({ width: 2, height: 1, type: 3, rows: [[0, 1, 0]], palette: [1, 2, 3, 4, 5, 6] })).rgb], [4, 5, 6, 1, 2, 3]);
  assert.deepEqual([...decodePng(file({ width: 1, height: 1, type: 6, rows: [[0, 7, 8, 9, 255]] })).rgb], [7, 8, 9]);
});

test('what cannot be read is said', () => {
  const good = { width: 1, height: 1, type: 2, rows: [[0, 1, 2, 3]] };
  const damaged = file(good);
  damaged.fill(0xaa, 41, 50);
  for (const [bytes, sentence] of [
    [Buffer.from('hello'), /not a PNG file/],
    [file({ ...good, depth: 16 }), /only plain PNG files/],
    [file({ ...good, height: 2 }), /cut short/],
    [damaged, /damaged/],
    [file(good).subarray(0, 33), /no picture/],
  ]) {
    assert.throws(() => decodePng(bytes), (error) => error instanceof PngError && sentence.test(error.message));
  }
});
