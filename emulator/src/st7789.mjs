/**
 * The ST7789 panel as a person sees it: bytes with their data/command level go in, a picture comes out.
 *
 * The controller has a memory of 240 columns × 320 rows; the glass shows a part of it, mounted in
 * some orientation. MADCTL says how the addresses that firmware sends map to that memory:
 *
 *     MV  exchanges the two addresses: the "column" address (CASET) counts rows, and RASET columns
 *     MX  mirrors the columns, MY mirrors the rows — of the memory, whatever MV says
 *     ML, MH  the order in which the glass is refreshed: not visible in a still picture
 *     BGR  exchanges red and blue
 *
 * So "upright" is a property of the mounting, which we write as the MADCTL value under which the
 * address (x, y) is the point x to the right and y down as seen by the person. On the Waveshare
 * Pico-LCD-1.3 that is MV | MX: its maker's demonstration sends 0x70, and mipidsi's
 * `Rotation::Deg90` sends 0x60, which differ only in ML.
 */

export const MADCTL_MY = 0x80;
export const MADCTL_MX = 0x40;
export const MADCTL_MV = 0x20;
export const MADCTL_BGR = 0x08;

const COLUMNS = 240;
const ROWS = 320;

const SWRESET = 0x01;
const SLPIN = 0x10;
const SLPOUT = 0x11;
const INVOFF = 0x20;
const INVON = 0x21;
const DISPOFF = 0x28;
const DISPON = 0x29;
const CASET = 0x2a;
const RASET = 0x2b;
const RAMWR = 0x2c;
const VSCSAD = 0x37;
const MADCTL = 0x36;
const COLMOD = 0x3a;
const RAMWRC = 0x3c;

/** Accepted without effect: normal and partial mode, tearing line, scroll area, idle mode, brightness … */
const HARMLESS = new Set([0x00, 0x12, 0x13, 0x26, 0x30, 0x33, 0x34, 0x35, 0x38, 0x39, 0x44, 0x51, 0x53, 0x55, 0x5e]);
/** From here on: porches, voltages, gamma. They tune the glass. */
const FIRST_TUNING_COMMAND = 0xb0;

const NANOS_PER_MS = 1e6;
/** The controller hears nothing for this long after a reset and while it wakes up. */
const SETTLING_MS = 5;
/** Between going to sleep and waking up (either way) it needs this long. */
const SLEEP_CHANGE_MS = 120;

export class St7789 {
  /**
   * @param {object} mounting
   * @param {number} mounting.width of the glass, as the person holds it
   * @param {number} mounting.height
   * @param {number} mounting.upright the MADCTL value of "upright", see above
   * @param {object} [around]
   * @param {() => number} [around.now] device time in nanoseconds
   * @param {(text: string) => void} [around.warn] told about what a real panel would not like
   * @param {() => void} [around.onChange] called before pixels, or whether they are shown, change
   */
  constructor(mounting, { now = () => Infinity, warn = () => {}, onChange = () => {} } = {}) {
    this.mounting = mounting;
    this.now = now;
    this.warn = (text) => warn(`panel: ${text}`);
    this.onChange = onChange;
    /** One pixel a word, as 0xRRGGBB. Survives a reset, as the real one does; what it holds at power-on is anybody's guess. */
    this.memory = new Uint32Array(COLUMNS * ROWS);
    this.bytes = 0;
    this.pixels = 0;
    this.reset();
  }

  /** The reset pin, or the command: everything but the pixels. */
  reset() {
    this.onChange();
    this.asleep = true;
    this.displayOn = false;
    this.inverted = false;
    this.madctl = 0;
    this.bytesPerPixel = 3; // 18 bits a pixel until COLMOD says otherwise
    this.columns = { start: 0, end: COLUMNS - 1 };
    this.rows = { start: 0, end: ROWS - 1 };
    this.command = 0x00;
    this.parameters = [];
    this.deafUntil = this.now() + SETTLING_MS * NANOS_PER_MS;
    this.sleepChangedAt = -Infinity;
    this.startWriting();
  }

  losePower() {
    this.reset();
    this.memory.fill(0);
  }

  /** Whether it shows its memory at all; the light behind it is the board's affair. */
  get showing() {
    return !this.asleep && this.displayOn;
  }

  /**
   * A byte arrived.
   * @param {number} byte
   * @param {boolean} isData level of the D/C pin while its last bit was sent
   */
  receive(byte, isData) {
    this.bytes++;
    if (!isData) this.begin(byte);
    else if (this.command === RAMWR || this.command === RAMWRC) this.addPixelByte(byte);
    else {
      this.parameters.push(byte);
      this.takeParameters();
    }
  }

  begin(command) {
    if (this.now() < this.deafUntil) this.warn(`command 0x${command.toString(16)} within ${SETTLING_MS} ms after reset or wake-up`);
    this.command = command;
    this.parameters = [];
    switch (command) {
      case SWRESET:
        this.reset();
        break;
      case SLPIN:
      case SLPOUT:
        this.changeSleep(command === SLPIN);
        break;
      case INVOFF:
      case INVON:
        this.onChange();
        this.inverted = command === INVON;
        break;
      case DISPOFF:
      case DISPON:
        this.onChange();
        this.displayOn = command === DISPON;
        break;
      case RAMWR:
        this.startWriting();
        break;
      case RAMWRC:
      case CASET:
      case RASET:
      case MADCTL:
      case COLMOD:
      case VSCSAD:
        break;
      default:
        if (!HARMLESS.has(command) && command < FIRST_TUNING_COMMAND) this.warn(`command 0x${command.toString(16)} is not modelled`);
    }
  }

  changeSleep(asleep) {
    if (this.now() - this.sleepChangedAt < SLEEP_CHANGE_MS * NANOS_PER_MS) this.warn(`sleep changed twice within ${SLEEP_CHANGE_MS} ms`);
    this.onChange();
    this.asleep = asleep;
    this.sleepChangedAt = this.now();
    this.deafUntil = this.now() + SETTLING_MS * NANOS_PER_MS;
  }

  takeParameters() {
    const p = this.parameters;
    if (this.command === MADCTL && p.length === 1) {
      this.madctl = p[0];
    } else if (this.command === COLMOD && p.length === 1) {
      this.setPixelFormat(p[0] & 7);
    } else if (this.command === CASET && p.length === 4) {
      this.columns = this.range('column', p, this.madctl & MADCTL_MV ? ROWS : COLUMNS);
    } else if (this.command === RASET && p.length === 4) {
      this.rows = this.range('row', p, this.madctl & MADCTL_MV ? COLUMNS : ROWS);
    } else if (this.command === VSCSAD && p.length === 2 && (p[0] | p[1])) {
      this.warn('scrolling is not modelled');
    }
  }

  setPixelFormat(code) {
    const SIXTEEN_BITS = 5;
    const EIGHTEEN_BITS = 6;
    if (code !== SIXTEEN_BITS && code !== EIGHTEEN_BITS) this.warn(`pixel format ${code} is not modelled`);
    this.bytesPerPixel = code === EIGHTEEN_BITS ? 3 : 2;
  }

  range(what, [high, low, endHigh, endLow], limit) {
    const range = { start: (high << 8) | low, end: (endHigh << 8) | endLow };
    if (range.start > range.end || range.end >= limit) this.warn(`bad ${what} range ${range.start} to ${range.end}`);
    return range;
  }

  startWriting() {
    this.x = this.columns.start;
    this.y = this.rows.start;
    this.pixelBytes = 0;
    this.pixelValue = 0;
  }

  addPixelByte(byte) {
    this.pixelValue = (this.pixelValue << 8) | byte;
    if (++this.pixelBytes < this.bytesPerPixel) return;
    this.pixels++;
    this.setPixel(this.bytesPerPixel === 2 ? from565(this.pixelValue) : this.pixelValue & 0xfcfcfc);
    this.pixelBytes = 0;
    this.pixelValue = 0;
    if (this.x++ === this.columns.end) {
      this.x = this.columns.start;
      if (this.y++ === this.rows.end) this.y = this.rows.start;
    }
  }

  /** Drawing the same again is no change: a person would not see it. */
  setPixel(colour) {
    const at = memoryIndex(this.madctl, this.x, this.y);
    if (at < 0 || this.memory[at] === colour) return;
    this.onChange();
    this.memory[at] = colour;
  }

  /**
   * What the glass shows, upright. Black when the panel is asleep or off.
   * The glass of these modules shows the negative of its memory until it is told to invert.
   */
  picture() {
    const { width, height, upright } = this.mounting;
    const rgb = new Uint8Array(width * height * 3);
    if (!this.showing) return { width, height, rgb };
    const flip = this.inverted ? 0 : 0xffffff;
    const [red, blue] = this.madctl & MADCTL_BGR ? [0, 16] : [16, 0];
    for (let y = 0, out = 0; y < height; y++) {
      for (let x = 0; x < width; x++, out += 3) {
        const pixel = this.memory[memoryIndex(upright, x, y)] ^ flip;
        rgb[out] = (pixel >> red) & 0xff;
        rgb[out + 1] = (pixel >> 8) & 0xff;
        rgb[out + 2] = (pixel >> blue) & 0xff;
      }
    }
    return { width, height, rgb };
  }
}

/** Where the addresses (x, y) lie in the panel's memory under a MADCTL value; -1 if nowhere. */
function memoryIndex(madctl, x, y) {
  let column = madctl & MADCTL_MV ? y : x;
  let row = madctl & MADCTL_MV ? x : y;
  if (column >= COLUMNS || row >= ROWS) return -1;
  if (madctl & MADCTL_MX) column = COLUMNS - 1 - column;
  if (madctl & MADCTL_MY) row = ROWS - 1 - row;
  return row * COLUMNS + column;
}

/** Widens 5-6-5 bits to eight each, as the simulator does, so that its pictures and ours are equal byte by byte. */
function from565(value) {
  const widen = (bits, most) => Math.floor((bits * 255) / most);
  return (widen(value >> 11, 31) << 16) | (widen((value >> 5) & 63, 63) << 8) | widen(value & 31, 31);
}
