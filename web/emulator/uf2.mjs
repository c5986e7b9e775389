/** Reads a UF2 file: blocks of 512 bytes, each with an address and up to 476 bytes. */

const BLOCK = 512;
const MOST = 476;
const MAGIC = [[0, 0x0a324655], [4, 0x9e5d5157], [508, 0x0ab16f30]];
const [ADDRESS, LENGTH, DATA] = [12, 16, 32];

/** @returns {{ address: number, bytes: Uint8Array }[]} */
export function segments(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length === 0 || file.length % BLOCK !== 0) throw new RangeError('this is no UF2 file');
  const found = [];
  for (let start = 0; start < file.length; start += BLOCK) {
    const isBlock = MAGIC.every(([at, value]) => view.getUint32(start + at, true) === value);
    const length = view.getUint32(start + LENGTH, true);
    if (!isBlock || length > MOST) throw new RangeError('this is no UF2 file');
    found.push({ address: view.getUint32(start + ADDRESS, true), bytes: file.subarray(start + DATA, start + DATA + length) });
  }
  return found;
}
