/** Writes pictures as PNG: 8-bit RGB, one filterless image chunk. */

import { deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BIT_DEPTH = 8;
const COLOUR_TYPE_RGB = 2;

/**
 * @param {{ width: number, height: number, rgb: Uint8Array }} picture three bytes a pixel, row by row
 * @returns {Buffer} the file
 */
export function encodePng({ width, height, rgb }) {
  if (rgb.length !== width * height * 3) throw new RangeError(`${rgb.length} bytes are not ${width}×${height} pixels`);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = BIT_DEPTH;
  header[9] = COLOUR_TYPE_RGB;

  const rowBytes = width * 3;
  const rows = Buffer.alloc(height * (1 + rowBytes)); // each row starts with filter type 0
  for (let y = 0; y < height; y++) rows.set(rgb.subarray(y * rowBytes, (y + 1) * rowBytes), y * (1 + rowBytes) + 1);

  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type, data) {
  const typeAndData = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const out = Buffer.alloc(4 + typeAndData.length + 4);
  out.writeUInt32BE(data.length, 0);
  out.set(typeAndData, 4);
  out.writeUInt32BE(crc32(typeAndData), 4 + typeAndData.length);
  return out;
}

/** PNG's checksum. node:zlib has one only since 20.15, and any Node 20 should do. */
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
