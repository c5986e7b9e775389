/**
 * The flash chip: a NOR array of the W25Q family. Erasing makes ones of whole sectors, programming
 * can only make zeros of ones, and both take their time. It knows two ways in: whole operations
 * (the boot ROM's functions) and single bytes on its serial bus (boot2, and whoever asks for its id).
 */

export const SECTOR_BYTES = 4096;
export const PAGE_BYTES = 256;

/** Typical figures of the data sheet, in nanoseconds. */
const ERASE_SECTOR_NANOS = 45e6;
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

export class NorFlash {
  /**
   * @param {Uint8Array} array the memory the core reads from, at least `size` long
   * @param {number} size a power of two
   */
  constructor(array, size) {
    this.array = array;
    this.size = size;
    this.command = null;
    this.sectorsErased = 0;
    this.pagesProgrammed = 0;
  }

  /** @returns {number} how long it takes */
  erase(offset, length) {
    this.check('erase', offset, length, SECTOR_BYTES);
    this.array.fill(0xff, offset, offset + length);
    this.sectorsErased += length / SECTOR_BYTES;
    return (length / SECTOR_BYTES) * ERASE_SECTOR_NANOS;
  }

  /** @returns {number} how long it takes */
  program(offset, bytes) {
    this.check('program', offset, bytes.length, PAGE_BYTES);
    bytes.forEach((byte, i) => (this.array[offset + i] &= byte));
    this.pagesProgrammed += bytes.length / PAGE_BYTES;
    return (bytes.length / PAGE_BYTES) * PROGRAM_PAGE_NANOS;
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
