/**
 * Reads what the firmware logs through RTT: a ring buffer in RAM that a debug probe, here we, empties
 * from outside while the core runs.
 *
 * The control block behind the symbol `_SEGGER_RTT`: 16 bytes of id, the numbers of up and down
 * channels, then per channel: name, buffer, size, write offset (the firmware's), read offset (ours), flags.
 */

const SRAM_START = 0x20000000;
const ID = 'SEGGER RTT';
const FIRST_CHANNEL = 24;

export class Rtt {
  /** @param {{ sram: Uint8Array, sramView: DataView }} memory @param {import('./elf.mjs').Elf} elf */
  constructor(memory, elf) {
    this.memory = memory.sram;
    this.view = memory.sramView;
    this.block = elf.address('_SEGGER_RTT');
    this.totalBytes = 0;
  }

  /** Takes everything out of the first channel that is there by now. */
  drain() {
    if (!this.isReady()) return new Uint8Array(0);
    const channel = this.block - SRAM_START + FIRST_CHANNEL;
    const [buffer, size, write, read] = [4, 8, 12, 16].map((offset) => this.view.getUint32(channel + offset, true));
    const start = buffer - SRAM_START;
    const ring = this.memory.subarray(start, start + size);
    const bytes = read <= write ? ring.slice(read, write) : Uint8Array.of(...ring.subarray(read), ...ring.subarray(0, write));
    this.view.setUint32(channel + 16, write, true);
    this.totalBytes += bytes.length;
    return bytes;
  }

  /** The firmware starts again: what RAM still holds of the old log must not be taken for a new one. */
  forget() {
    if (!this.isReady()) return;
    const start = this.block - SRAM_START;
    this.memory.fill(0, start, start + FIRST_CHANNEL + 24);
  }

  /** The firmware's startup code has put the block into RAM. */
  isReady() {
    if (this.block === undefined) return false;
    const start = this.block - SRAM_START;
    return Buffer.from(this.memory.subarray(start, start + ID.length)).toString('latin1') === ID;
  }
}
