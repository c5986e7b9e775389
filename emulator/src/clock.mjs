/**
 * Device time: nanoseconds since power-on, and the alarms that wait for a moment of it.
 *
 * rp2040js brings a clock of its own, but the run loop advances time after every instruction and
 * asks "is anything due?" far more often than anything is. Here both are plain fields, which makes
 * the whole machine measurably faster.
 *
 * A chip gets a `ChipClock`, which offers what rp2040js asks of one. It starts at zero when the chip
 * does, and its alarms end with the chip: time goes on while chips come and go with every reset.
 */

class Alarm {
  constructor(clock, callback) {
    this.clock = clock;
    this.callback = callback;
    this.at = 0;
    this.next = null;
    this.scheduled = false;
  }

  /** Rings once, `delay` nanoseconds from now; a second call moves it. */
  schedule(delay) {
    this.cancel();
    this.at = this.clock.nanos + delay;
    this.clock.insert(this);
  }

  cancel() {
    if (this.scheduled) this.clock.remove(this);
  }
}

export class Clock {
  constructor() {
    /** Now. */
    this.nanos = 0;
    /** When the next alarm rings; `Infinity` when none is set. */
    this.due = Infinity;
    this.first = null;
  }

  createAlarm(callback) {
    return new Alarm(this, callback);
  }

  /** Calls `callback` once at a moment of device time: the way scripts press buttons. */
  at(nanos, callback) {
    this.createAlarm(callback).schedule(Math.max(0, nanos - this.nanos));
  }

  /** Rings everything that is due by now, each at its own moment. */
  ring() {
    const now = this.nanos;
    while (this.due <= now) {
      const alarm = this.first;
      this.remove(alarm);
      this.nanos = alarm.at;
      alarm.callback();
    }
    this.nanos = now;
  }

  insert(alarm) {
    let before = null;
    let after = this.first;
    while (after && after.at <= alarm.at) {
      before = after;
      after = after.next;
    }
    alarm.next = after;
    if (before) before.next = alarm;
    else this.first = alarm;
    alarm.scheduled = true;
    this.due = this.first.at;
  }

  remove(alarm) {
    if (this.first === alarm) this.first = alarm.next;
    else {
      let before = this.first;
      while (before.next !== alarm) before = before.next;
      before.next = alarm.next;
    }
    alarm.next = null;
    alarm.scheduled = false;
    this.due = this.first ? this.first.at : Infinity;
  }
}

export class ChipClock {
  /** @param {Clock} clock */
  constructor(clock) {
    this.clock = clock;
    this.start = clock.nanos;
    this.alarms = [];
  }

  get nanos() {
    return this.clock.nanos - this.start;
  }

  createAlarm(callback) {
    const alarm = this.clock.createAlarm(callback);
    this.alarms.push(alarm);
    return alarm;
  }

  /** The chip is gone: nothing of it rings any more. */
  stop() {
    for (const alarm of this.alarms) alarm.cancel();
  }
}
