/**
 * The handhelds the firmware is built for, as data: which pin leads where. A new board is a new entry.
 *
 * Keys connect their pin to ground; a pull-up in the chip keeps it high otherwise. `upright` is the
 * panel's MADCTL value under which its picture is the right way up (see st7789.mjs). The battery
 * reaches the ADC through a divider, as its pin takes 3.3 V at most.
 */

import { MADCTL_MV, MADCTL_MX } from './st7789.mjs';

const MB = 1 << 20;

/**
 * @typedef {object} BoardData
 * @property {string} title
 * @property {number} flashBytes
 * @property {{ width: number, height: number, upright: number }} glass
 * @property {{ spi: number, clock: number, data: number, dataCommand: number, select: number, reset: number, light: number }} panel
 *   the panel's pins, and which of the chip's two SPI controllers drives them
 * @property {Record<string, number>} keys
 * @property {{ pin: number, divider: number, volts: number }} battery with the voltage it has at first
 */

/** @type {Record<string, BoardData>} */
export const BOARDS = {
  'pico-lcd': {
    title: 'Waveshare Pico-LCD-1.3 on a Pico',
    flashBytes: 2 * MB,
    glass: { width: 240, height: 240, upright: MADCTL_MV | MADCTL_MX },
    panel: { spi: 1, clock: 10, data: 11, dataCommand: 8, select: 9, reset: 12, light: 13 },
    keys: { a: 15, b: 17, x: 19, y: 21, up: 2, down: 18, left: 16, right: 20, press: 3 },
    battery: { pin: 29, divider: 3, volts: 5 }, // a plain Pico has no battery: this is its supply from USB
  },
  picosystem: {
    title: 'Pimoroni PicoSystem',
    flashBytes: 16 * MB,
    glass: { width: 240, height: 240, upright: 0 },
    panel: { spi: 0, clock: 6, data: 7, dataCommand: 9, select: 5, reset: 4, light: 12 },
    keys: { a: 18, b: 19, x: 17, y: 16, up: 23, down: 20, left: 22, right: 21 },
    battery: { pin: 26, divider: 3, volts: 3.9 },
  },
};

export const DEFAULT_BOARD = 'pico-lcd';

/** @returns {BoardData} */
export function boardNamed(name) {
  const board = Object.hasOwn(BOARDS, name) ? BOARDS[name] : undefined;
  if (!board) throw new RangeError(`there is no board "${name}"; there are ${Object.keys(BOARDS).join(' and ')}`);
  return board;
}
