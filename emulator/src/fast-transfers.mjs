/**
 * The fast core's instructions that move several registers at once. Each returns its cycles, or 0 if
 * it did nothing because not all of the memory is plain RAM: then rp2040js takes over.
 */

import { EXCEPTION_RETURN, outsideGuard } from './fast-access.mjs';

const SRAM_START = 0x20000000;
const [SP, LR, PC] = [13, 14, 15];

/**
 * @param {{ r: Int32Array, sram32: Int32Array, mpu: import('./mpu.mjs').Mpu, machine: import('./machine.mjs').Machine }} parts
 */
export function makeTransfers({ r, sram32, mpu, machine }) {
  const sramBytes = sram32.length * 4;
  const isPlain = (inRam, words) => inRam >= 0 && inRam + 4 * words <= sramBytes && !(inRam & 3);

  return {
    /** PUSH {}: the lowest register goes to the lowest address, the link register to the highest. */
    push(op) {
      const count = countBits(op & 0x1ff);
      const start = r[SP] - 4 * count;
      if (!isPlain(start - SRAM_START, count) || !outsideGuard(mpu, start, count)) return 0;
      let to = (start - SRAM_START) >> 2;
      for (let i = 0; i < 8; i++) if (op & (1 << i)) sram32[to++] = r[i];
      if (op & 0x100) sram32[to] = r[LR];
      r[SP] = start;
      if (start < machine.lowestSp) machine.lowestSp = start;
      return 1 + countBits(op & 0xff);
    },

    /** POP {}: with the program counter among them it is a return. */
    pop(op) {
      const count = countBits(op & 0xff);
      const inRam = r[SP] - SRAM_START;
      if (!isPlain(inRam, count + 1)) return 0;
      let from = inRam >> 2;
      const target = op & 0x100 ? sram32[from + count] : 0;
      if (target >>> 28 === EXCEPTION_RETURN) return 0;
      for (let i = 0; i < 8; i++) if (op & (1 << i)) r[i] = sram32[from++];
      r[SP] += 4 * count;
      if (!(op & 0x100)) return 1 + count;
      r[SP] += 4;
      r[PC] = target & ~1;
      return 3 + count;
    },

    /** LDMIA and STMIA: the base moves on, unless it was loaded or stored itself. */
    transfer(op) {
      const base = (op >> 8) & 7;
      const count = countBits(op & 0xff);
      const inRam = r[base] - SRAM_START;
      const isLoad = (op & 0x800) !== 0;
      if (!isPlain(inRam, count) || !(isLoad || outsideGuard(mpu, r[base], count))) return 0;
      let at = inRam >> 2;
      for (let i = 0; i < 8; i++) {
        if (!(op & (1 << i))) continue;
        if (isLoad) r[i] = sram32[at++];
        else sram32[at++] = r[i];
      }
      if (!(op & (1 << base))) r[base] = SRAM_START + (at << 2);
      return 1 + count;
    },
  };
}

function countBits(bits) {
  let count = 0;
  for (let rest = bits; rest; rest &= rest - 1) count++;
  return count;
}
