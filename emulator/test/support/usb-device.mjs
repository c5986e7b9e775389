/**
 * A serial port that answers in capitals, written against the chip's registers as firmware is. It
 * looks at them whenever `poll` is called.
 */

const USB = 0x50110000;
const MEMORY = 0x50100000;
const CLEAR = 0x3000;
const [ADDR, SIE_CTRL, SIE_STATUS, BUFF_STATUS] = [0x00, 0x4c, 0x50, 0x58];
const [BUS_RESET, SETUP_RECEIVED, SUSPENDED, RESUME] = [1 << 19, 1 << 17, 1 << 4, 1 << 11];
const [AVAILABLE, FULL, STALL] = [1 << 10, 1 << 15, 1 << 11];
const EP_STALL_ARM = 0x68;
const [IN, OUT] = [0x80, 0x84];
const [DATA_IN, DATA_OUT] = [0x200, 0x240];
const PACKET = 64;

/** It has a name, by number 2, and no maker; the number that it promises it refuses to tell. */
const DEVICE = [18, 1, 0, 2, 0xef, 2, 1, 64, 0xde, 0xc0, 0xfe, 0xca, 0, 1, 0, 2, 3, 1];
const NAME = Buffer.from('Lärm', 'utf16le');
const TEXT = [2 + NAME.length, 3, ...NAME];
const CONFIGURATION = [
  [9, 2, 0, 0, 2, 1, 0, 0x80, 50],
  [9, 4, 0, 0, 1, 2, 2, 0, 0],
  [7, 5, 0x81, 3, 8, 0, 255],
  [9, 4, 1, 0, 2, 10, 0, 0, 0],
  [7, 5, 0x02, 2, PACKET, 0, 0],
  [7, 5, 0x82, 2, PACKET, 0, 0],
].flat();
CONFIGURATION[2] = CONFIGURATION.length;

export class UsbDevice {
  /** @param {import('rp2040js').RP2040} chip @param {{ isSerial?: boolean }} [options] */
  constructor(chip, { isSerial = true } = {}) {
    this.chip = chip;
    this.isSerial = isSerial;
    this.events = [];
    this.answers = [];
    this.dtr = false;
    this.address = 0;
  }

  start() {
    this.write(MEMORY + 8 + 8, DATA_IN);
    this.write(MEMORY + 8 + 12, DATA_OUT);
    this.write(USB + 0x90, 0xfffff);
    this.write(USB + SIE_CTRL, 1 << 16);
  }

  write(address, value) {
    this.chip.writeUint32(address, value >>> 0);
  }

  read(address) {
    return this.chip.readUint32(address) >>> 0;
  }

  bytes(offset, length) {
    return this.chip.usbDPRAM.slice(offset, offset + length);
  }

  poll() {
    const status = this.read(USB + SIE_STATUS);
    for (const [bit, name] of [[BUS_RESET, 'reset'], [SUSPENDED, 'suspend'], [RESUME, 'resume']]) {
      if (!(status & bit)) continue;
      this.write(USB + CLEAR + SIE_STATUS, bit);
      this.events.push(name);
    }
    if (status & SETUP_RECEIVED) {
      this.write(USB + CLEAR + SIE_STATUS, SETUP_RECEIVED);
      this.answer(this.bytes(0, 8));
    }
    const done = this.read(USB + BUFF_STATUS);
    this.write(USB + CLEAR + BUFF_STATUS, done);
    if (done & 0b01) this.sent();
    if (done & (1 << 5)) this.received();
    if (done & (1 << 4)) this.isSending = false;
    if (this.answers.length && !this.isSending) this.send(2, DATA_IN, this.answers.shift());
  }

  answer([type, number, low, high, , , length]) {
    const isRefused = high === 3 && low === 3;
    if (type === 0x80 && number === 6 && !isRefused) {
      const descriptor = high === 1 ? DEVICE : high === 3 ? TEXT : this.isSerial ? CONFIGURATION : [9, 2, 9, 0, 0, 1, 0, 0x80, 50];
      this.pending = descriptor.slice(0, length);
      this.sendNext();
    } else if (type === 0x21 && number === 0x20) {
      this.listen(0, 64);
      this.send(0, 0x100, []);
    } else if (type === 0x21 && number === 0x22) {
      this.dtr = (low & 1) === 1;
      this.send(0, 0x100, []);
    } else if (type === 0 && number === 5) {
      this.address = low;
      this.send(0, 0x100, []);
    } else if (type === 0 && number === 9) {
      this.listen(2, PACKET);
      this.send(0, 0x100, []);
    } else {
      this.write(USB + EP_STALL_ARM, 3);
      this.write(MEMORY + IN, STALL);
    }
  }

  sent() {
    if (this.pending?.length) this.sendNext();
    else this.listen(0, 0);
    this.write(USB + ADDR, this.address);
  }

  sendNext() {
    this.send(0, 0x100, this.pending.splice(0, 64));
  }

  received() {
    const length = this.read(MEMORY + OUT + 16) & 0x3ff;
    this.answers.push(Buffer.from(Buffer.from(this.bytes(DATA_OUT, length)).toString().toUpperCase()));
    this.listen(2, PACKET);
  }

  send(endpoint, at, bytes) {
    this.chip.usbDPRAM.set(bytes, at);
    if (endpoint) this.isSending = true;
    this.write(MEMORY + IN + 8 * endpoint, FULL | AVAILABLE | bytes.length);
  }

  listen(endpoint, length) {
    this.write(MEMORY + OUT + 8 * endpoint, AVAILABLE | length);
  }
}
