/** Reads pictures from PNG files: eight bits a channel, not interlaced, which is what tools write. */

import { inflateSync } from 'node:zlib';

const SIGNATURE = '89504e470d0a1a0a';
const [GREY, RGB, PALETTE, GREY_ALPHA, RGBA] = [0, 2, 3, 4, 6];
const CHANNELS = { [GREY]: 1, [RGB]: 3, [PALETTE]: 1, [GREY_ALPHA]: 2, [RGBA]: 4 };

/** What is wrong with a file, as a sentence for the person who named it. */
export class PngError extends Error {}

/**
 * @param {Buffer} file
 * @returns {{ width: number, height: number, rgb: Uint8Array }} transparency is dropped
 */
export function decodePng(file) {
  if (file.subarray(0, 8).toString('hex') !== SIGNATURE) throw new PngError('this is not a PNG file');
  const { IHDR: [header] = [], PLTE: [palette] = [], IDAT: data = [] } = readChunks(file);
  if (!header || data.length === 0) throw new PngError('the PNG file has no picture in it');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, type, , , interlaced] = header.subarray(8);
  const channels = CHANNELS[type];
  if (depth !== 8 || !channels || interlaced) throw new PngError('only plain PNG files of eight bits a channel can be read');
  const samples = unfilter(inflate(Buffer.concat(data)), width * channels, height, channels);
  return { width, height, rgb: toRgb(samples, width * height, type, palette) };
}

function readChunks(file) {
  const chunks = {};
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    (chunks[type] ??= []).push(file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return chunks;
}

function inflate(data) {
  try {
    return inflateSync(data);
  } catch {
    throw new PngError('the PNG file is damaged');
  }
}

/** Each row was stored as differences to its neighbours; how, says its first byte. */
function unfilter(rows, rowBytes, height, step) {
  if (rows.length < height * (rowBytes + 1)) throw new PngError('the PNG file is cut short');
  const out = new Uint8Array(height * rowBytes);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (rowBytes + 1)];
    for (let x = 0; x < rowBytes; x++) {
      const at = y * rowBytes + x;
      const left = x >= step ? out[at - step] : 0;
      const up = y > 0 ? out[at - rowBytes] : 0;
      const corner = x >= step && y > 0 ? out[at - rowBytes - step] : 0;
      out[at] = rows[y * (rowBytes + 1) + 1 + x] + predict(filter, left, up, corner);
    }
  }
  return out;
}

function predict(filter, left, up, corner) {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    default:
      return nearest(left + up - corner, left, up, corner);
  }
}

/** Paeth's choice: the neighbour nearest to a guess, the earlier one if two are equally near. */
function nearest(guess, ...neighbours) {
  return neighbours.reduce((best, value) => (Math.abs(guess - value) < Math.abs(guess - best) ? value : best));
}

function toRgb(samples, pixels, type, palette) {
  const rgb = new Uint8Array(pixels * 3);
  const channels = CHANNELS[type];
  for (let i = 0; i < pixels; i++) {
    const at = i * channels;
    if (type === PALETTE) rgb.set(palette.subarray(3 * samples[at], 3 * samples[at] + 3), 3 * i);
    else if (channels < 3) rgb.fill(samples[at], 3 * i, 3 * i + 3);
    else rgb.set(samples.subarray(at, at + 3), 3 * i);
  }
  return rgb;
}
