/**
 * A handheld around the chip: wires its pins to the panel, presses its keys, gives it a battery.
 * Which pin leads where is data, in boards.mjs.
 */

import { GPIOPinState } from 'rp2040js';
import { boardNamed, DEFAULT_BOARD } from './boards.mjs';
import { FirstPicture } from './first-picture.mjs';
import { St7789 } from './st7789.mjs';

const FUNCTION_SPI = 1;
const FUNCTION_PWM = 4;
const FIRST_ADC_PIN = 26;
const ADC_VOLTS = 3.3;
const ADC_MAX = 4095;

export class Board {
  /**
   * @param {import('./machine.mjs').Machine} machine
   * @param {import('./boards.mjs').BoardData} [data]
   */
  constructor(machine, data = boardNamed(DEFAULT_BOARD)) {
    this.machine = machine;
    this.data = data;
    /** Keys that are down. They stay so through a reset: the finger knows nothing of it. */
    this.down = new Set();
    this.volts = data.battery.volts;
    /** The light as of the last change, since pins report only after they changed. */
    this.lightSoFar = 0;
    /** Whether there was ever light. */
    this.wasLit = false;
    /** When the picture last changed, in nanoseconds of device time; and who wants to know. */
    this.changedAt = -Infinity;
    this.onChange = () => {};
    const now = () => machine.clock.nanos;
    this.firstPicture = new FirstPicture(now, () => this.picture(this.lightSoFar));
    this.panel = new St7789(data.glass, { now, warn: (text) => machine.warn(text), onChange: () => this.beforeChange() });
    machine.attach((chip) => this.connect(chip));
  }

  /** Everything on the board is soldered to the chip, and to the next one after a reset. */
  connect(chip) {
    const { panel } = this.data;
    this.chip = chip;
    this.pins = chip.gpio;
    connectSpi(chip, panel.spi, (byte) => this.sendToPanel(byte));
    this.pins[panel.reset].addListener((level) => {
      if (level === GPIOPinState.Low) this.panel.reset();
    });
    this.pins[panel.light].addListener(() => this.lightMayHaveChanged());
    chip.pwm.onChange = () => this.lightMayHaveChanged();
    this.lightMayHaveChanged();
    for (const [key, pin] of Object.entries(this.data.keys)) this.pins[pin].setInputValue(!this.down.has(key));
    this.setBattery(this.volts);
  }

  /** Without power the panel forgets too. */
  losePower() {
    this.panel.losePower();
  }

  sendToPanel(byte) {
    const { machine, pins, panel, data } = this;
    const wires = data.panel;
    if (pins[wires.clock].functionSelect !== FUNCTION_SPI || pins[wires.data].functionSelect !== FUNCTION_SPI) {
      machine.warn('panel: a byte was sent while its clock or data pin was not in the hands of SPI');
    } else if (pins[wires.select].value !== GPIOPinState.Low) {
      machine.warn('panel: a byte was sent while the panel was not selected');
    } else {
      panel.receive(byte, pins[wires.dataCommand].value === GPIOPinState.High);
    }
  }

  beforeChange() {
    this.firstPicture.beforeChange();
    this.changedAt = this.machine.clock.nanos;
    this.onChange();
  }

  lightMayHaveChanged() {
    const { light } = this;
    if (light === this.lightSoFar) return;
    this.beforeChange();
    this.lightSoFar = light;
    this.wasLit ||= light > 0;
  }

  /** How bright the light behind the glass is, from 0 to 1. */
  get light() {
    const pin = this.pins[this.data.panel.light];
    if (pin.functionSelect === FUNCTION_PWM) return this.chip.pwm.dutyOf(this.data.panel.light);
    return pin.value === GPIOPinState.High ? 1 : 0;
  }

  /** What a person sees: the panel's picture, or black in the dark. */
  picture(light = this.light) {
    const picture = this.panel.picture();
    if (light === 0) picture.rgb.fill(0);
    return picture;
  }

  press(key) {
    this.setKey(key, true);
  }

  release(key) {
    this.setKey(key, false);
  }

  setKey(key, isDown) {
    if (!Object.hasOwn(this.data.keys, key)) throw new RangeError(`there is no key "${key}" on this board`);
    if (this.down.has(key) === isDown) return; // rp2040js would make an edge of it
    if (isDown) this.down.add(key);
    else this.down.delete(key);
    this.pins[this.data.keys[key]].setInputValue(!isDown);
  }

  /** Sets the battery's voltage; the ADC sees it through the divider. */
  setBattery(volts) {
    const { pin, divider } = this.data.battery;
    this.volts = volts;
    const reading = Math.round((volts / divider / ADC_VOLTS) * ADC_MAX);
    this.chip.adc.channelValues[pin - FIRST_ADC_PIN] = Math.min(ADC_MAX, reading);
  }

  /** Keys the firmware listens to without a pull-up: on the real board they would float. */
  floatingKeys() {
    return Object.keys(this.data.keys).filter((key) => {
      const pin = this.pins[this.data.keys[key]];
      const FUNCTION_SIO = 5;
      return pin.functionSelect === FUNCTION_SIO && pin.inputEnable && !pin.pullupEnabled;
    });
  }
}

/**
 * Connects a listener to an SPI controller and gives every byte its time on the wire, which rp2040js
 * leaves to us. The byte is handed over when its last bit is out: a D/C or select line that changes
 * too early is wrong here as it is on the board.
 */
function connectSpi(chip, index, receive) {
  const spi = chip.spi[index];
  let byteOnWire = 0;
  const sent = chip.clock.createAlarm(() => {
    receive(byteOnWire);
    spi.completeTransmit(0);
  });
  spi.onTransmit = (value) => {
    byteOnWire = value;
    sent.schedule(spi.clockFrequency ? (spi.dataBits * 1e9) / spi.clockFrequency : 0);
  };
}
