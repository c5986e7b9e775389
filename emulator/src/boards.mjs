/**
 * The handhelds the firmware is built for, from ../../boards.json, which the firmware's pins are made from, too.
 *
 * Keys connect their pin to ground; a pull-up in the chip keeps it high otherwise. `upright` is the
 * panel's MADCTL value under which its picture is the right way up (see st7789.mjs). The battery
 * reaches the ADC through a divider, as its pin takes 3.3 V at most; a board without one shows its supply there.
 */

import { readFileSync } from 'node:fs';
import { MADCTL_MV, MADCTL_MX, MADCTL_MY } from './st7789.mjs';

/** How the panel is told to turn its picture, by degrees. */
const UPRIGHT = { 0: 0, 90: MADCTL_MV | MADCTL_MX, 180: MADCTL_MX | MADCTL_MY, 270: MADCTL_MV | MADCTL_MY };

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

/** @returns {BoardData} */
function boardData({ title, flash_kib, screen, keys, supply }) {
  const { width, height, rotation, data_command, ...panel } = screen;
  return {
    title,
    flashBytes: flash_kib * 1024,
    glass: { width, height, upright: UPRIGHT[rotation] },
    panel: { ...panel, dataCommand: data_command },
    keys: Object.fromEntries(keys.map(({ key, pin }) => [key, pin])),
    battery: { pin: supply.pin, divider: supply.divider, volts: supply.volts },
  };
}

const described = JSON.parse(readFileSync(new URL('../../boards.json', import.meta.url), 'utf8'));

/** @type {Record<string, BoardData>} */
export const BOARDS = Object.fromEntries(described.map((board) => [board.name, boardData(board)]));

export const DEFAULT_BOARD = described[0].name;

/** @returns {BoardData} */
export function boardNamed(name) {
  const board = Object.hasOwn(BOARDS, name) ? BOARDS[name] : undefined;
  if (!board) throw new RangeError(`there is no board "${name}"; there are ${Object.keys(BOARDS).join(' and ')}`);
  return board;
}
