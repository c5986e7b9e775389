/**
 * Random numbers that are the same in every run: a torn write must be found again by anyone who
 * repeats it. The generator is xorshift32.
 */

/** @param {number} seed any number; equal seeds give equal numbers */
export function makeRandom(seed) {
  let state = (Math.imul(seed | 0, 0x9e3779b1) ^ 0x5eed5eed) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  for (let i = 0; i < 8; i++) next(); // neighbouring seeds start alike
  return {
    /** A number with this many random bits, at most 32. */
    bits: (count) => next() >>> (32 - count),
  };
}
