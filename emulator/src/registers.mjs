/**
 * Register blocks that rp2040js lacks or only hints at, each as small as firmware needs it.
 */

import { BasePeripheral } from 'rp2040js';

/** Registers that keep what is written and do nothing: ring oscillator, voltage regulator. */
export class QuietRegisters extends BasePeripheral {
  /** @param {Record<number, number>} initial values by offset; all others start at zero */
  constructor(chip, name, initial = {}) {
    super(chip, name);
    this.values = new Map(Object.entries(initial).map(([offset, value]) => [Number(offset), value]));
  }

  readUint32(offset) {
    return this.values.get(offset) ?? 0;
  }

  writeUint32(offset, value) {
    this.values.set(offset, value >>> 0);
  }
}

/** The execute-in-place cache's control: it is always on, and flushing it is done at once. */
export class XipControl extends QuietRegisters {
  static CTRL = 0x00;
  static FLUSH = 0x04;
  static STAT = 0x08;

  constructor(chip) {
    super(chip, 'XIP_CTRL', { [XipControl.CTRL]: 0b11 });
  }

  readUint32(offset) {
    const FLUSH_READY = 0b01;
    const FIFO_EMPTY = 0b10;
    if (offset === XipControl.FLUSH) return 0;
    return offset === XipControl.STAT ? FLUSH_READY | FIFO_EMPTY : super.readUint32(offset);
  }
}

/**
 * The serial interface to the flash chip. Reads through the XIP window go straight to the array
 * (that is rp2040js's doing); this carries the plain 8-bit commands that boot2 and id readers send.
 * In "EEPROM read" mode the bytes written are only sent, and then as many are read as CTRLR1 says.
 */
export class FlashInterface extends QuietRegisters {
  static CTRLR0 = 0x00;
  static CTRLR1 = 0x04;
  static SSIENR = 0x08;
  static RXFLR = 0x24;
  static SR = 0x28;
  static IDR = 0x58;
  static DR0 = 0x60;

  /** @param {import('./flash.mjs').NorFlash} flash */
  constructor(chip, flash) {
    super(chip, 'SSI', { [FlashInterface.IDR]: 0x51535049 });
    this.flash = flash;
    this.received = [];
    this.heldLow = false;
    this.selected = false;
  }

  /** Firmware may drive chip select by hand through the pin's output override. */
  overrideSelect(override) {
    const LOW = 2;
    this.release();
    this.heldLow = override === LOW;
    if (this.heldLow) this.flash.select();
  }

  release() {
    if (this.selected || this.heldLow) this.flash.deselect();
    this.selected = false;
  }

  readUint32(offset) {
    switch (offset) {
      case FlashInterface.RXFLR:
        return this.received.length;
      case FlashInterface.SR: {
        const TX_NOT_FULL = 0b010;
        const TX_EMPTY = 0b100;
        const RX_NOT_EMPTY = 0b1000;
        // The bus is fast: by the time anyone asks, everything is sent and chip select is up again.
        if (this.readsAfterCommand && this.selected) this.readAll();
        if (!this.heldLow) this.release();
        return TX_NOT_FULL | TX_EMPTY | (this.received.length ? RX_NOT_EMPTY : 0);
      }
      case FlashInterface.DR0:
        return this.received.shift() ?? 0;
      default:
        return super.readUint32(offset);
    }
  }

  writeUint32(offset, value) {
    if (offset === FlashInterface.DR0) {
      const answer = this.isPlainSerial ? this.exchange(value & 0xff) : 0;
      if (!this.readsAfterCommand) this.received.push(answer);
      return;
    }
    if (offset === FlashInterface.SSIENR && !(value & 1)) this.received.length = 0;
    super.writeUint32(offset, value);
  }

  exchange(byte) {
    if (!this.heldLow && !this.selected) {
      this.flash.select();
      this.selected = true;
    }
    return this.flash.exchange(byte);
  }

  readAll() {
    const count = super.readUint32(FlashInterface.CTRLR1) + 1;
    for (let i = 0; i < count; i++) this.received.push(this.exchange(0));
  }

  /** What the boot ROM leaves behind when it stops executing from flash: plain commands. */
  becomePlainSerial() {
    const EIGHT_BITS = 7 << 16;
    super.writeUint32(FlashInterface.CTRLR0, EIGHT_BITS);
  }

  get readsAfterCommand() {
    const EEPROM_READ = 3;
    return ((super.readUint32(FlashInterface.CTRLR0) >> 8) & 3) === EEPROM_READ && this.isPlainSerial;
  }

  /** Eight data bits on one line; anything else is boot2 teaching the chip its quad mode. */
  get isPlainSerial() {
    const control = super.readUint32(FlashInterface.CTRLR0);
    const dataBits = ((control >> 16) & 31) + 1;
    const frameFormat = (control >> 21) & 3;
    return dataBits === 8 && frameFormat === 0;
  }
}

/** The flash pins' function and override registers; only chip select's override has an effect. */
export class FlashPins extends QuietRegisters {
  static SELECT_CTRL = 0x0c;

  /** @param {FlashInterface} ssi */
  constructor(chip, ssi) {
    super(chip, 'IO_QSPI');
    this.ssi = ssi;
  }

  writeUint32(offset, value) {
    super.writeUint32(offset, value);
    if (offset === FlashPins.SELECT_CTRL) this.ssi.overrideSelect((value >> 8) & 3);
  }
}
