/**
 * What a person with a debug probe can do while the firmware runs: write into a variable by its name.
 * Tests ask the firmware to fail that way, and choose where its chance comes from.
 */

import { ScriptError } from './script.mjs';

const SRAM_START = 0x20000000;
const WRITERS = { 1: 'setUint8', 2: 'setUint16', 4: 'setUint32' };
/** The firmware has set its variables up long before, and the trainer starts only when the panel is awake. */
const SET_UP_MS = 60;

/** Writes a number into a variable of one, two or four bytes. */
export function poke({ machine }, name, value) {
  const { elf, memory } = machine;
  const symbol = elf.symbols.get(name);
  if (!symbol) throw new ScriptError(`the image has no variable "${name}"`);
  const { value: address, size } = symbol;
  const writer = WRITERS[size];
  const at = address - SRAM_START;
  if (!writer || at < 0 || at + size > memory.sram.length) throw new ScriptError(`"${name}" is no number in RAM`);
  if (value >= 2 ** (8 * size)) throw new ScriptError(`"${name}" has ${size} bytes, too few for ${value}`);
  memory.sramView[writer](at, value, true);
}

/** Chooses the trainer's seed while the firmware starts; later it would be too late. */
export function seed(session, value) {
  if (session.machine.clock.nanos > SET_UP_MS * 1e6) throw new ScriptError('seed comes first, before the firmware has started');
  session.run(SET_UP_MS);
  poke(session, 'SHIKATSU_SEED', value);
}
