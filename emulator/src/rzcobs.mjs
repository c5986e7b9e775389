/**
 * Unpacks rzCOBS, the code in which defmt sends its frames so that the byte zero can stand between
 * them. Each group of bytes is followed by one that says where zeros were, so a frame is read from
 * its end:
 *
 *     0xxxxxxx  seven places; a set bit is a zero, a clear one a byte that was sent
 *     1nnnnnnn  n + 7 bytes that were sent, then a zero
 *     11111111  134 bytes that were sent
 *
 * The last group may come back with zeros at its end that were never there.
 */
export function decodeRzcobs(encoded) {
  const out = [];
  let at = encoded.length;
  while (at > 0) {
    const control = encoded[--at];
    if (control === 0xff) at = copyBack(out, encoded, at, 134);
    else if (control & 0x80) {
      out.push(0);
      at = copyBack(out, encoded, at, (control & 0x7f) + 7);
    } else {
      for (let bit = 6; bit >= 0; bit--) {
        if (control & (1 << bit)) out.push(0);
        else if (at > 0) out.push(encoded[--at]);
      }
    }
  }
  return Uint8Array.from(out.reverse());
}

function copyBack(out, encoded, at, count) {
  for (let i = 0; i < count && at > 0; i++) out.push(encoded[--at]);
  return at;
}
