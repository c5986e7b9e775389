/**
 * The flash chip: a NOR array of the W25Q family. Erasing makes ones of whole sectors, programming
 * can only make zeros of ones, and both take their time. It knows two ways in: whole operations
 * (the boot ROM's functions) and single bytes on its serial bus (boot2, and code that asks for its id).
 *
 * Every erased sector or block and every programmed page is one operation, and the power may fail
 * at any of them: see `cutAt`, and tearing.mjs for what is left then.
 */

import { makeRandom } from './random.mjs';
import { TEARS } from './tearing.mjs';

export const SECTOR_BYTES = 4096;
export const BLOCK_BYTES = 65536;
export const PAGE_BYTES = 256;

/** Typical figures of the data sheet, in nanoseconds. */
const ERASE_SECTOR_NANOS = 45e6;
const ERASE_BLOCK_NANOS = 150e6;
const PROGRAM_PAGE_NANOS = 0.4e6;

const WRITE_STATUS = 0x01;
const READ_DATA = 0x03;
const WRITE_DISABLE = 0x04;
const READ_STATUS_1 = 0x05;
const WRITE_ENABLE = 0x06;
const READ_STATUS_2 = 0x35;
const READ_UNIQUE_ID = 0x4b;
const READ_JEDEC_ID = 0x9f;

const WINBOND = 0xef;
const W25Q_SERIES = 0x40;
const QUAD_ENABLED = 0x02;

/** Thrown out of the operation at which the power failed. */
export class PowerCut extends Error {}

export class NorFlash {
  /**
   * @param {Uint8Array} array the memory the core reads from, at least `size` long
   * @param {number} size a power of two
   */
  constructor(array, size) {
    this.array = array;
    this.size = size;
    this.command = null;
    /** Operations so far, and what they did. */
    this.operations = 0;
    this.sectorsErased = 0;
    this.pagesProgrammed = 0;
    /** Called after each operation with `{ kind, offset, bytes }`. */
    this.onOperation = () => {};
    this.cut = null;
  }

  /**
   * Lets the power fail at an operation.
   * @param {number} operation counted from the first ever, which is 1
   * @param {keyof typeof TEARS} tear how much of it is done by then
   */
  cutAt(operation, tear) {
    if (!Object.hasOwn(TEARS, tear)) throw new RangeError(`no write tears like "${tear}"; there are ${Object.keys(TEARS).join(', ')}`);
    this.cut = { operation, tear };
  }

  /**
   * Erases sectors; whole blocks at once where `blockBytes` allows it.
   * @returns {number} how long it takes
   */
  erase(offset, length, blockBytes = Infinity) {
    this.check('erase', offset, length, SECTOR_BYTES);
    let nanos = 0;
    for (let at = offset; at < offset + length; ) {
      const asBlock = blockBytes === BLOCK_BYTES && at % BLOCK_BYTES === 0 && offset + length - at >= BLOCK_BYTES;
      const bytes = asBlock ? BLOCK_BYTES : SECTOR_BYTES;
      this.operate('erase', at, new Uint8Array(bytes).fill(0xff));
      this.sectorsErased += bytes / SECTOR_BYTES;
      nanos += asBlock ? ERASE_BLOCK_NANOS : ERASE_SECTOR_NANOS;
      at += bytes;
    }
    return nanos;
  }

  /** @returns {number} how long it takes */
  program(offset, bytes) {
    this.check('program', offset, bytes.length, PAGE_BYTES);
    for (let at = 0; at < bytes.length; at += PAGE_BYTES) {
      const before = this.array.subarray(offset + at, offset + at + PAGE_BYTES);
      this.operate('program', offset + at, bytes.subarray(at, at + PAGE_BYTES).map((byte, i) => byte & before[i]));
      this.pagesProgrammed++;
    }
    return (bytes.length / PAGE_BYTES) * PROGRAM_PAGE_NANOS;
  }

  /** One sector, block or page becomes `after`; or not quite, if this is where the power fails. */
  operate(kind, offset, after) {
    this.operations++;
    const place = this.array.subarray(offset, offset + after.length);
    if (this.cut?.operation === this.operations) {
      const { tear } = this.cut;
      this.cut = null;
      place.set(TEARS[tear](kind, place.slice(), after, makeRandom(this.operations)));
      throw new PowerCut(`the power failed at flash operation ${this.operations} (${kind}, ${tear})`);
    }
    place.set(after);
    this.onOperation({ kind, offset, bytes: after.length });
  }

  check(what, offset, length, unit) {
    if (offset % unit || length % unit || offset + length > this.size) {
      throw new RangeError(`cannot ${what} ${length} bytes of flash at offset 0x${offset.toString(16)}`);
    }
  }

  /** Chip select went low: a command begins. */
  select() {
    this.command = [];
  }

  /** Chip select went high. */
  deselect() {
    this.command = null;
  }

  /** One byte in, one byte out. */
  exchange(byte) {
    if (!this.command) this.select();
    const position = this.command.push(byte) - 1;
    if (position === 0) return 0;
    switch (this.command[0]) {
      case READ_STATUS_1:
        return 0; // never busy: erasing and programming are done when they return
      case READ_STATUS_2:
        return QUAD_ENABLED;
      case READ_JEDEC_ID:
        return [WINBOND, W25Q_SERIES, Math.log2(this.size)][position - 1] ?? 0;
      case READ_UNIQUE_ID:
        return position > 4 ? 0xa0 + position - 5 : 0;
      case READ_DATA: {
        const [, high, middle, low] = this.command;
        return position > 3 ? this.array[(((high << 16) | (middle << 8) | low) + position - 4) & (this.size - 1)] : 0;
      }
      case WRITE_ENABLE:
      case WRITE_DISABLE:
      case WRITE_STATUS:
      default:
        return 0;
    }
  }
}
