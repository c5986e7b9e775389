/**
 * When did the person see the first complete picture? Nothing announces it, so we look for rest: the
 * last change after which the panel was left alone for a while, with its light on and something to
 * see. A cleared screen of one colour is not a picture.
 */

const REST_NANOS = 20e6;

export class FirstPicture {
  /** @param {() => number} now @param {() => { rgb: Uint8Array }} picture as the person sees it */
  constructor(now, picture) {
    this.now = now;
    this.picture = picture;
    this.lastChange = null;
    /** Device time in nanoseconds, or `null` as long as there was none. */
    this.at = null;
  }

  /** Call before anything visible changes. */
  beforeChange() {
    this.look();
    this.lastChange = this.now();
  }

  /** Call at the end, since rest is noticed only when it is over. */
  look() {
    if (this.at !== null || this.lastChange === null || this.now() - this.lastChange < REST_NANOS) return;
    if (hasSeveralColours(this.picture().rgb)) this.at = this.lastChange;
  }
}

function hasSeveralColours(rgb) {
  return rgb.some((value, i) => value !== rgb[i % 3]);
}
