/**
 * The words on the screen, as the firmware logs them: a line `screen: …` for each picture. A log line
 * is not the picture itself, but it says what a person would read, where pixels only look like it.
 */

const LINE = /\bscreen: (.*)$/s;

export class ScreenWords {
  constructor() {
    /** The newest picture's words. */
    this.newest = null;
    this.sinceInput = [];
  }

  hear(line) {
    const words = LINE.exec(line)?.[1];
    if (words === undefined) return;
    this.newest = words;
    this.sinceInput.push(words);
  }

  /** A key goes down: what was said before is over, but for what is still on the screen. */
  input() {
    this.sinceInput = [];
  }

  has(text) {
    return this.shows(text) || this.sinceInput.some((words) => holds(words, text));
  }

  /** Whether the newest picture says so. */
  shows(text) {
    return holds(this.newest ?? '', text);
  }
}

function holds(words, text) {
  return plain(words).includes(plain(text));
}

/** Where lines break is a matter of layout. */
function plain(text) {
  return text.replace(/\s+/g, ' ').trim();
}
