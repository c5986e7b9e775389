/**
 * The RP2040: rp2040js, and from outside what it lacks for booting a firmware image as it is.
 * Nothing in rp2040js is changed; register blocks are exchanged in its table, and a few methods are
 * wrapped where it would only log.
 */

import { RP2040 } from 'rp2040js';
import { buildBootRom } from './boot-rom.mjs';
import { speedUpMemory } from './fast-memory.mjs';
import { NorFlash } from './flash.mjs';
import { FlashInterface, FlashPins, QuietRegisters, XipControl } from './registers.mjs';

/** rp2040js files its register blocks under the upper bits of their address. */
const AT = { XIP_CTRL: 0x14000, SSI: 0x18000, IO_QSPI: 0x40018, WATCHDOG: 0x40058, ROSC: 0x40060, VREG: 0x40064 };

/**
 * @typedef {object} ChipEvents
 * @property {(reason: string) => void} onFault a real core would take a HardFault here
 * @property {(reason: string) => void} onReset the firmware or the watchdog asked for a reset
 * @property {(text: string) => void} onWarning something that is not modelled was touched
 */

/**
 * @param {import('./clock.mjs').Clock} clock
 * @param {number} flashBytes
 * @param {ChipEvents} events
 */
export function createChip(clock, flashBytes, events) {
  const chip = new RP2040(clock);
  chip.logger = makeLogger(chip, events);
  chip.loadBootrom(buildBootRom());
  chip.updateClocks(); // before the firmware sets up its clocks, the core runs from the slow ring oscillator

  const flash = new NorFlash(chip.flash, flashBytes);
  const ssi = new FlashInterface(chip, flash);
  const ROSC_STATUS = 0x18;
  const ROSC_STABLE_AND_ENABLED = 0x80001000;
  chip.peripherals[AT.SSI] = ssi;
  chip.peripherals[AT.IO_QSPI] = new FlashPins(chip, ssi);
  chip.peripherals[AT.XIP_CTRL] = new XipControl(chip);
  chip.peripherals[AT.ROSC] = new QuietRegisters(chip, 'ROSC', { [ROSC_STATUS]: ROSC_STABLE_AND_ENABLED });
  chip.peripherals[AT.VREG] = new QuietRegisters(chip, 'VREG_AND_CHIP_RESET', { 0: 0x10b1 });
  chip.peripherals[AT.WATCHDOG].onWatchdogTrigger = () => events.onReset('the watchdog reset the chip');

  addSystemControl(chip.ppb, events);
  addMailbox(chip.sio, events);
  speedUpMemory(chip);
  return { chip, flash };
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

/** System control and MPU registers of the core. The MPU keeps its settings but guards nothing. */
function addSystemControl(ppb, { onReset }) {
  const AIRCR = 0xd0c;
  const SCR = 0xd10;
  const CCR = 0xd14;
  const SHCSR = 0xd24;
  const MPU_TYPE = 0xd90;
  const MPU_END = 0xda4;
  const EIGHT_REGIONS = 0x800;
  const RESET_REQUEST = 0x05fa0004;
  const kept = new Map([[AIRCR, 0xfa050000], [SCR, 0], [CCR, 0x208], [SHCSR, 0]]);
  for (let offset = MPU_TYPE; offset < MPU_END; offset += 4) kept.set(offset, 0);
  kept.set(MPU_TYPE, EIGHT_REGIONS);
  const readOnly = new Set([AIRCR, CCR, MPU_TYPE]);

  wrap(ppb, {
    read: (offset) => kept.get(offset),
    write: (offset, value) => {
      if (!kept.has(offset)) return false;
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

/** Puts registers in front of a block: `read` answers or returns `undefined`, `write` says whether it took it. */
function wrap(block, { read, write }) {
  const innerRead = block.readUint32.bind(block);
  const innerWrite = block.writeUint32.bind(block);
  block.readUint32 = (offset) => read(offset) ?? innerRead(offset);
  block.writeUint32 = (offset, value) => {
    if (!write(offset, value)) innerWrite(offset, value);
  };
}
