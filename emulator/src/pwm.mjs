/**
 * The PWM block without its edges. rp2040js makes an event of every edge of every slice: a dimmed
 * light at some kilohertz then costs more than the rest of the machine. Nothing looks at single
 * edges here, so a slice is its registers, a counter that is worked out when asked for, and how
 * much of the time each of its outputs is high. Only an enabled wrap interrupt makes events.
 *
 * Not modelled: input B as gate or clock, and DMA requests at the wrap.
 */

import { BasePeripheral } from 'rp2040js';

const PWM_WRAP_IRQ = 4;
const SLICES = 8;
const SLICE_BYTES = 0x14;
const [CSR, DIV, CTR, CC, TOP] = [0x00, 0x04, 0x08, 0x0c, 0x10];
const [EN, INTR, INTE, INTF, INTS] = [0xa0, 0xa4, 0xa8, 0xac, 0xb0];

const ENABLED = 1;
const PHASE_CORRECT = 2;
const INVERT_A = 4;
const INVERT_B = 8;
const COUNTS_INPUT_B = 0x30;

class Slice {
  constructor(pwm, index) {
    this.pwm = pwm;
    this.wrapped = pwm.rp2040.clock.createAlarm(() => {
      pwm.wrapped(index);
      this.awaitWrap();
    });
    /** rp2040js tells every slice the clock by this. */
    this.timer = { frequency: pwm.rp2040.clkSys };
    this.index = index;
    this.csr = 0;
    this.div = 1 << 4;
    this.cc = 0;
    this.top = 0xffff;
    this.countAt(0);
  }

  /** The counter has this value now. */
  countAt(value) {
    this.base = value;
    this.since = this.pwm.rp2040.clock.nanos;
  }

  get enabled() {
    return (this.csr & ENABLED) !== 0;
  }

  get period() {
    return this.csr & PHASE_CORRECT ? Math.max(1, 2 * this.top) : this.top + 1;
  }

  get nanosPerCount() {
    const whole = (this.div >> 4) & 0xff || 256;
    return (1e9 / this.timer.frequency) * (whole + (this.div & 15) / 16);
  }

  get position() {
    const counted = this.enabled ? Math.floor((this.pwm.rp2040.clock.nanos - this.since) / this.nanosPerCount) : 0;
    return (this.base + counted) % this.period;
  }

  get counter() {
    return this.position > this.top ? this.period - this.position : this.position;
  }

  /** The part of the time that output A or B is high, from 0 to 1. */
  duty(isB) {
    if (!this.enabled) return 0;
    const compare = isB ? this.cc >>> 16 : this.cc & 0xffff;
    const high = Math.min(1, compare / (this.top + 1));
    return this.csr & (isB ? INVERT_B : INVERT_A) ? 1 - high : high;
  }

  read(register) {
    return { [CSR]: this.csr, [DIV]: this.div, [CTR]: this.counter, [CC]: this.cc, [TOP]: this.top }[register];
  }

  write(register, value) {
    this.countAt(this.position);
    if (register === CSR) {
      if (value & COUNTS_INPUT_B) this.pwm.warn('a slice that counts its input is not modelled');
      this.csr = value & 0x3f;
    } else if (register === DIV) this.div = value & 0xfff;
    else if (register === CTR) this.countAt(value & 0xffff);
    else if (register === CC) this.cc = value >>> 0;
    else if (register === TOP) this.top = value & 0xffff;
    this.awaitWrap();
  }

  awaitWrap() {
    if (this.enabled && this.pwm.wantsWrap(this.index)) this.wrapped.schedule((this.period - this.position) * this.nanosPerCount);
    else this.wrapped.cancel();
  }
}

export class QuietPwm extends BasePeripheral {
  constructor(chip) {
    super(chip, 'PWM');
    this.interruptRaw = 0;
    this.interruptEnable = 0;
    this.interruptForce = 0;
    this.channels = Array.from({ length: SLICES }, (_, index) => new Slice(this, index));
    /** What rp2040js asks about a pin in PWM's hands: it is an output, and its level never counts. */
    this.gpioDirection = 0xffffffff;
    this.gpioValue = 0;
    /** Told after any register changed. */
    this.onChange = () => {};
  }

  get clockFreq() {
    return this.rp2040.clkSys;
  }

  gpioOnInput() {}

  /** How much of the time a pin is high, if PWM drives it. */
  dutyOf(pin) {
    return this.channels[(pin >> 1) & 7].duty((pin & 1) === 1);
  }

  wantsWrap(index) {
    return (this.interruptEnable & (1 << index)) !== 0;
  }

  wrapped(index) {
    this.interruptRaw |= 1 << index;
    this.updateInterrupt();
  }

  get interruptStatus() {
    return (this.interruptRaw & this.interruptEnable) | this.interruptForce;
  }

  updateInterrupt() {
    this.rp2040.setInterrupt(PWM_WRAP_IRQ, this.interruptStatus !== 0);
  }

  readUint32(offset) {
    if (offset < SLICES * SLICE_BYTES) return this.channels[Math.floor(offset / SLICE_BYTES)].read(offset % SLICE_BYTES);
    switch (offset) {
      case EN:
        return this.channels.reduce((bits, slice, index) => bits | (slice.enabled ? 1 << index : 0), 0);
      case INTR:
        return this.interruptRaw;
      case INTE:
        return this.interruptEnable;
      case INTF:
        return this.interruptForce;
      case INTS:
        return this.interruptStatus;
      default:
        return super.readUint32(offset);
    }
  }

  writeUint32(offset, value) {
    if (offset < SLICES * SLICE_BYTES) this.channels[Math.floor(offset / SLICE_BYTES)].write(offset % SLICE_BYTES, value);
    else if (offset === EN) {
      this.channels.forEach((slice, index) => slice.write(CSR, (slice.csr & ~ENABLED) | ((value >> index) & 1)));
    } else if (offset === INTR) this.interruptRaw &= ~this.rawWriteValue;
    else if (offset === INTE) {
      this.interruptEnable = value & 0xff;
      this.channels.forEach((slice) => slice.awaitWrap());
    } else if (offset === INTF) this.interruptForce = value & 0xff;
    else super.writeUint32(offset, value);
    this.updateInterrupt();
    this.onChange();
  }
}
