/**
 * What a flash operation leaves behind when the power fails in the middle of it. It is unknown
 * which of these a real chip does, so code that claims to survive a power cut has to survive them all.
 *
 * Each takes what was there before and what would have been there after, and returns what is there.
 * Whatever happens, programming only ever makes zeros; erasing may pass through any value, since
 * chips first pull all cells low and then raise them.
 *
 * @typedef {(kind: 'erase' | 'program', before: Uint8Array, after: Uint8Array, random: { bits(count: number): number }) => Uint8Array} Tear
 */

/** @type {Record<string, Tear>} */
export const TEARS = {
  /** Nothing was done yet. */
  nothing: (_kind, before) => before,

  /** The first half of the page or sector is done, the rest untouched. */
  half: (_kind, before, after) => after.map((byte, i) => (i < after.length / 2 ? byte : before[i])),

  /** Every bit that was to change did so, or did not. */
  random: (_kind, before, after, random) => after.map((byte, i) => mix(before[i], byte, random.bits(8))),

  /** Everything was done, and then the power failed. */
  complete: (_kind, _before, after) => after,

  /** An erased sector holds noise; of a page, the second half is done and random bits of the first. */
  scrambled: (kind, before, after, random) =>
    after.map((byte, i) => {
      if (kind === 'erase') return random.bits(8);
      return i < after.length / 2 ? mix(before[i], byte, random.bits(8)) : byte;
    }),
};

/** The bits of `after` where `chosen` is set, of `before` elsewhere. */
function mix(before, after, chosen) {
  return (before & ~chosen) | (after & chosen);
}
