/**
 * The default board: a Waveshare Pico-LCD-1.3 plugged onto a Pico. Wires the chip's pins to a panel
 * and lets a test press the keys.
 */

import { GPIOPinState } from 'rp2040js';
import { FirstPicture } from './first-picture.mjs';
import { MADCTL_MV, MADCTL_MX, St7789 } from './st7789.mjs';

const PANEL = { spi: 1, dataCommand: 8, select: 9, reset: 12, light: 13 };
const GLASS = { width: 240, height: 240, uprightMadctl: MADCTL_MV | MADCTL_MX };

/** Each key connects its pin to ground; a pull-up in the chip keeps it high otherwise. */
export const KEYS = { a: 15, b: 17, x: 19, y: 21, up: 2, down: 18, left: 16, right: 20, press: 3 };

const FUNCTION_PWM = 4;

export class Board {
  /** @param {import('./machine.mjs').Machine} machine */
  constructor(machine) {
    this.machine = machine;
    this.pins = machine.chip.gpio;
    const now = () => machine.clock.nanos;
    /** The light as of the last change, since pins report only after they changed. */
    this.lightSoFar = 0;
    this.firstPicture = new FirstPicture(now, () => this.picture(this.lightSoFar));
    this.panel = new St7789(GLASS, {
      now,
      warn: (text) => machine.warn(text),
      onChange: () => this.firstPicture.beforeChange(),
    });
    this.wirePanel();
    for (const pin of Object.values(KEYS)) this.pins[pin].setInputValue(true);
  }

  wirePanel() {
    const { machine, panel, pins } = this;
    connectSpi(machine, PANEL.spi, (byte) => {
      const select = pins[PANEL.select].value;
      if (select === GPIOPinState.Low) panel.receive(byte, pins[PANEL.dataCommand].value === GPIOPinState.High);
      else machine.warn('panel: a byte was sent while the panel was not selected');
    });
    pins[PANEL.reset].addListener((level) => {
      if (level === GPIOPinState.Low) panel.reset();
    });
    pins[PANEL.light].addListener(() => {
      if (this.light === this.lightSoFar) return; // one of PWM's many edges
      this.firstPicture.beforeChange();
      this.lightSoFar = this.light;
    });
  }

  /** How bright the light behind the glass is, from 0 to 1. */
  get light() {
    const pin = this.pins[PANEL.light];
    if (pin.functionSelect !== FUNCTION_PWM) return pin.value === GPIOPinState.High ? 1 : 0;
    // Every second pin is output B of its slice, whose compare value is the upper half of the register.
    const slice = this.machine.chip.pwm.channels[(PANEL.light >> 1) & 7];
    const ENABLED = 1;
    const compare = PANEL.light & 1 ? slice.cc >>> 16 : slice.cc & 0xffff;
    return slice.csr & ENABLED ? Math.min(1, compare / (slice.top + 1)) : 0;
  }

  /** What a person sees: the panel's picture, or black in the dark. */
  picture(light = this.light) {
    const picture = this.panel.picture();
    if (light === 0) picture.rgb.fill(0);
    return picture;
  }

  press(key) {
    this.setKey(key, false);
  }

  release(key) {
    this.setKey(key, true);
  }

  setKey(key, level) {
    if (!(key in KEYS)) throw new RangeError(`there is no key "${key}" on this board`);
    this.pins[KEYS[key]].setInputValue(level);
  }

  /** Keys the firmware listens to without a pull-up: on the real board they would float. */
  floatingKeys() {
    return Object.keys(KEYS).filter((key) => {
      const pin = this.pins[KEYS[key]];
      return pin.inputEnable && !pin.pullupEnabled;
    });
  }
}

/**
 * Connects a listener to an SPI controller and gives every byte its time on the wire, which rp2040js
 * leaves to us. The byte is handed over when its last bit is out: a D/C or select line that changes
 * too early is wrong here as it is on the board.
 */
function connectSpi(machine, index, receive) {
  const spi = machine.chip.spi[index];
  let byteOnWire = 0;
  const sent = machine.clock.createAlarm(() => {
    receive(byteOnWire);
    spi.completeTransmit(0);
  });
  spi.onTransmit = (value) => {
    byteOnWire = value;
    sent.schedule(spi.clockFrequency ? (spi.dataBits * 1e9) / spi.clockFrequency : 0);
  };
}
