/**
 * The RP2040: rp2040js, and from outside what it lacks for booting a firmware image as it is.
 * Nothing in rp2040js is changed; register blocks are exchanged in its table, and a few methods are
 * wrapped where it would only log.
 */

import { RP2040 } from 'rp2040js';
import { buildBootRom } from './boot-rom.mjs';
import { speedUpMemory } from './fast-memory.mjs';
import { Mpu } from './mpu.mjs';
import { QuietPwm } from './pwm.mjs';
import { FlashInterface, FlashPins, QuietRegisters, XipControl } from './registers.mjs';

/** rp2040js files its register blocks under the upper bits of their address. */
const AT = { XIP_CTRL: 0x14000, SSI: 0x18000, IO_QSPI: 0x40018, PWM: 0x40050, WATCHDOG: 0x40058, ROSC: 0x40060, VREG: 0x40064 };
const BOOT_ROM = buildBootRom();
const PAD_AFTER_RESET = 0x56;

/**
 * @typedef {object} ChipEvents
 * @property {(reason: string, address?: number) => void} onFault a real core would take a HardFault here
 * @property {(cause: string) => void} onReset the firmware or the watchdog asked for a reset
 * @property {(text: string) => void} onWarning something that is not modelled was touched
 */

/** RAM and flash outlive a chip, as they outlive a reset. */
export function createMemory() {
  const sram = new Uint8Array(264 * 1024);
  const flash = new Uint8Array(16 << 20).fill(0xff);
  return { sram, sramView: new DataView(sram.buffer), flash, flash16: new Uint16Array(flash.buffer), flashView: new DataView(flash.buffer) };
}

/**
 * A chip as it comes out of reset.
 *
 * @param {import('./clock.mjs').ChipClock} clock
 * @param {ReturnType<typeof createMemory>} memory
 * @param {import('./flash.mjs').NorFlash} flash
 * @param {ChipEvents} events
 */
export function createChip(clock, memory, flash, events) {
  const chip = new RP2040(clock);
  Object.assign(chip, memory);
  chip.logger = makeLogger(chip, events);
  chip.bootrom.set(BOOT_ROM);
  chip.updateClocks(); // before the firmware sets up its clocks, the core runs from the slow ring oscillator
  for (const pin of chip.gpio) pin.padValue = PAD_AFTER_RESET; // rp2040js starts with the input off

  const ssi = new FlashInterface(chip, flash);
  const ROSC_STATUS = 0x18;
  const ROSC_STABLE_AND_ENABLED = 0x80001000;
  chip.pwm = new QuietPwm(chip);
  chip.peripherals[AT.PWM] = chip.pwm;
  chip.peripherals[AT.SSI] = ssi;
  chip.peripherals[AT.IO_QSPI] = new FlashPins(chip, ssi);
  chip.peripherals[AT.XIP_CTRL] = new XipControl(chip);
  chip.peripherals[AT.ROSC] = new QuietRegisters(chip, 'ROSC', { [ROSC_STATUS]: ROSC_STABLE_AND_ENABLED });
  chip.peripherals[AT.VREG] = new QuietRegisters(chip, 'VREG_AND_CHIP_RESET', { 0: 0x10b1 });
  const watchdog = chip.peripherals[AT.WATCHDOG];
  watchdog.onWatchdogTrigger = () => {
    watchdog.alarm.enable = false; // it would ring again at once, for ever
    events.onReset('the watchdog reset the chip');
  };

  const mpu = new Mpu();
  addSystemControl(chip.ppb, mpu, events);
  addMailbox(chip.sio, events);
  completeDma(chip.dma, events);
  chip.spi.forEach((spi) => askForDmaOnlyIfTold(spi, chip.dma));
  letInterruptsOnlyWake(chip.core);
  allowZeroesTo(chip.usbCtrl);
  speedUpMemory(chip, mpu, events.onFault);
  return { chip, mpu, ssi, watchdog };
}

/**
 * rp2040js reports by logging. What would be a HardFault on the real core must not go on quietly:
 * a stray pointer would read as ones and the test would fail far away from its cause.
 */
function makeLogger(chip, { onFault, onWarning }) {
  const report = (source, message) => {
    if (source === 'RP2040' || source === 'CortexM0Core') onFault(message);
    else onWarning(`${source}: ${message}`);
  };
  return {
    debug() {},
    info(source, message) {
      // SEV sets the event that the next WFE returns on; rp2040js only mentions it.
      if (message === 'SEV') chip.core.eventRegistered = true;
    },
    warn: report,
    error: report,
  };
}

/** System control registers of the core, and the MPU's. */
function addSystemControl(ppb, mpu, { onReset }) {
  const AIRCR = 0xd0c;
  const SCR = 0xd10;
  const CCR = 0xd14;
  const SHCSR = 0xd24;
  const RESET_REQUEST = 0x05fa0004;
  const kept = new Map([[AIRCR, 0xfa050000], [SCR, 0], [CCR, 0x208], [SHCSR, 0]]);
  const readOnly = new Set([AIRCR, CCR]);

  wrap(ppb, {
    read: (offset) => kept.get(offset) ?? mpu.read(offset),
    write: (offset, value) => {
      if (!kept.has(offset)) return mpu.write(offset, value);
      if (offset === AIRCR && value >>> 0 === RESET_REQUEST) onReset('the firmware reset the chip');
      if (!readOnly.has(offset)) kept.set(offset, value >>> 0);
      return true;
    },
  });
}

/** The mailbox between the cores: always empty, since core 1 sleeps in the boot ROM. */
function addMailbox(sio, { onFault }) {
  const FIFO_STATUS = 0x50;
  const FIFO_WRITE = 0x54;
  const FIFO_READ = 0x58;
  const ROOM_TO_WRITE = 0b10;
  wrap(sio, {
    read: (offset) => (offset === FIFO_STATUS ? ROOM_TO_WRITE : offset === FIFO_READ ? 0 : undefined),
    write: (offset) => {
      if (offset === FIFO_WRITE) onFault('the firmware starts core 1, which is not modelled');
      return offset === FIFO_WRITE || offset === FIFO_STATUS;
    },
  });
}

/**
 * rp2040js lets a sleeping core take an interrupt at once, even a masked one. A real core wakes up,
 * and takes it before the next instruction if it may.
 */
function letInterruptsOnlyWake(core) {
  core.setInterrupt = (number, isPending) => {
    const bit = 1 << number;
    if (!isPending) core.pendingInterrupts &= ~bit;
    else if (!(core.pendingInterrupts & bit)) {
      core.pendingInterrupts |= bit;
      core.interruptsUpdated = true;
      if (core.enabledInterrupts & bit) core.waiting = false;
    }
  };
}

/** A channel that was told to stop has stopped, and one with nothing to do says so. */
function completeDma(dma, { onWarning }) {
  const CHAN_ABORT = 0x444;
  wrap(dma, { read: (offset) => (offset === CHAN_ABORT ? 0 : undefined), write: () => false });
  for (const channel of dma.channels) {
    const start = channel.start.bind(channel);
    channel.start = () => {
      if (channel.transCountReload === 0) onWarning(`DMA: channel ${channel.index} was started with nothing to transfer`);
      start();
    };
  }
}

/** SPI paces DMA once its control register says so; rp2040js's does from the start. */
function askForDmaOnlyIfTold(spi, dma) {
  const SSPDMACR = 0x24;
  const RECEIVING = 1;
  const SENDING = 2;
  const set = (request, isWanted) => (isWanted ? dma.setDREQ(request) : dma.clearDREQ(request));
  spi.updateDMATx = () => set(spi.dreq.tx, spi.dmaControl & SENDING && !spi.txFIFO.full);
  spi.updateDMARx = () => set(spi.dreq.rx, spi.dmaControl & RECEIVING && !spi.rxFIFO.empty);
  const write = spi.writeUint32.bind(spi);
  spi.writeUint32 = (offset, value) => {
    write(offset, value);
    if (offset === SSPDMACR) spi.fifosUpdated();
  };
  spi.fifosUpdated();
}

/** Drivers clear the whole USB block at first, with the registers that cannot be written or are not modelled. */
function allowZeroesTo(usb) {
  const UNUSED = new Set([0x48, 0x5c, 0x7c, 0x80, 0x84, 0x88, 0x8c, 0x98]);
  wrap(usb, { read: () => undefined, write: (offset, value) => UNUSED.has(offset) && value === 0 });
}

/** Puts registers in front of a block: `read` answers or returns `undefined`, `write` says whether it took it. */
function wrap(block, { read, write }) {
  const innerRead = block.readUint32.bind(block);
  const innerWrite = block.writeUint32.bind(block);
  block.readUint32 = (offset) => read(offset) ?? innerRead(offset);
  block.writeUint32 = (offset, value) => {
    if (!write(offset, value)) innerWrite(offset, value);
  };
}
