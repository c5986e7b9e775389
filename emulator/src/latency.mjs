/**
 * How long the player waits: from each key that goes down to the first pixel that changes. If nothing
 * changes while it is down, it is one that counts when it is let go, and is measured from there. A key
 * that nothing answers before the next one goes down counts as unanswered.
 */

export class Latency {
  /** @param {() => number} now device time in nanoseconds */
  constructor(now) {
    this.now = now;
    /** The key that waits for an answer. */
    this.waiting = null;
    /** @type {{ key: string, atMs: number, ms: number | null }[]} */
    this.keys = [];
  }

  keyDown(key) {
    this.waiting = { key, at: this.now(), entry: { key, atMs: round(this.now()), ms: null } };
    this.keys.push(this.waiting.entry);
  }

  keyUp(key) {
    if (this.waiting?.key === key) this.waiting.at = this.now();
  }

  /** Something visible changes. */
  pictureChanges() {
    if (!this.waiting) return;
    this.waiting.entry.ms = round(this.now() - this.waiting.at);
    this.waiting = null;
  }

  summary() {
    const answered = this.keys.map(({ ms }) => ms).filter((ms) => ms !== null);
    return {
      keys: this.keys.length,
      unanswered: this.keys.length - answered.length,
      longestMs: answered.length ? Math.max(...answered) : null,
      meanMs: answered.length ? round((answered.reduce((sum, ms) => sum + ms) / answered.length) * 1e6) : null,
    };
  }
}

function round(nanos) {
  return Math.round(nanos / 1e3) / 1e3;
}
