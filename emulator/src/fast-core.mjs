/**
 * Runs instructions faster than rp2040js does. Its core compares every instruction with one pattern
 * after the other; this one jumps to the right place at once, keeps the flags in local variables,
 * and reaches RAM and flash without a call. It works on rp2040js's core: registers, interrupts,
 * exceptions and sleep are there, and whatever is rare (system instructions, exception returns) is
 * left to it.
 *
 * It computes what the architecture says, also where rp2040js does not: the carry of shifts by a
 * register, the overflow of additions with carry. Cycles are counted as rp2040js counts them.
 *
 * Flags between instructions: `nz` is negative or zero as the last result was; `c` and `v` are 0 or 1.
 */

import {
  EXCEPTION_RETURN, LOAD16, LOAD16S, LOAD32, LOAD8, LOAD8S, NOTHING, outsideGuard, slowAccess, STORE16, STORE32, STORE8,
} from './fast-access.mjs';
import { conditionHolds, saveFlags, shiftByRegister } from './fast-flags.mjs';
import { makeTransfers } from './fast-transfers.mjs';

const FLASH_START = 0x10000000;
const SRAM_START = 0x20000000;
const [SP, LR, PC] = [13, 14, 15];
/** More cycles than ever lie between two looks at the clock. */
const LONG = 1 << 30;
const NO_OPERATION = 0xbf00;
/** What becomes of a sum: it goes to a register, or only the flags remember it. */
const [KEPT, COMPARED] = [1, 2];

/** By bits 9 to 11 of a load or store with register offset. */
const BY_REGISTER = [STORE32, STORE16, STORE8, LOAD8S, LOAD32, LOAD16, LOAD8, LOAD16S];
/** By the order of loads and stores with a number as offset, which counts words, bytes and halfwords. */
const BY_NUMBER = [STORE32, LOAD32, STORE8, LOAD8, STORE16, LOAD16];
const SCALE = [2, 2, 0, 0, 1, 1];

/**
 * @param {import('./machine.mjs').Machine} machine with a new chip in it
 * @returns {(count: number) => void} executes this many instructions, or fewer if `machine.interrupted`
 */
export function makeCore(machine) {
  const { chip, mpu, clock } = machine;
  const { core, sram, flash } = chip;
  const registers = new Int32Array(core.registers.buffer);
  const sram16 = new Uint16Array(sram.buffer);
  const sram32 = new Int32Array(sram.buffer);
  const flash16 = new Uint16Array(flash.buffer);
  const flash32 = new Int32Array(flash.buffer);
  const slow = slowAccess(core);
  const { push, pop, transfer } = makeTransfers({ r: registers, sram32, mpu, machine });

  return function execute(count) {
    const r = registers;
    const sramBytes = sram.length;
    const flashBytes = flash.length;
    let nz = core.Z ? 0 : core.N ? -1 : 1;
    let c = core.C ? 1 : 0;
    let v = core.V ? 1 : 0;
    /** Instructions that may still run, and how many of them the machine knows to be done. */
    let left = count;
    let known = count;
    /** Cycles since the clock was set. */
    let used = 0;

    try {
      for (;;) {
        machine.pass(known - left, used);
        known = left;
        used = 0;
        if (machine.interrupted || left <= 0) break;
        if (core.waiting) {
          machine.sleep();
          left--;
          known--;
          continue;
        }
        if (core.interruptsUpdated) {
          saveFlags(core, nz, c, v);
          core.checkForInterrupts();
          if (r[SP] < machine.lowestSp) machine.lowestSp = r[SP];
        }
        // Nothing outside the core happens before the next alarm, unless an instruction reaches out for it.
        const limit = Math.min(LONG, (clock.due - clock.nanos) / machine.nanosPerCycle);
        let reachedOut = false;

        do {
          const pc = r[PC] & ~1;
          let op;
          const inFlash = pc - FLASH_START;
          const inSram = pc - SRAM_START;
          if (inFlash >= 0 && inFlash < flashBytes) op = flash16[inFlash >> 1];
          else if (inSram >= 0 && inSram < sramBytes) op = sram16[inSram >> 1];
          else op = core.readUint16(pc >>> 0);
          r[PC] = pc + 2;

          let cycles = 1;
          let access = NOTHING;
          let handOver = false;
          let address = 0;
          let sum = NOTHING;
          let augend = 0;
          let addend = 0;
          let carryIn = 0;
          let at = op & 7; // the register that is loaded, stored or computed
          const low = r[(op >> 3) & 7];

          switch (op >> 11) {
            case 0b00000: { // LSLS rd, rm, #
              const shift = (op >> 6) & 31;
              if (shift) c = (low >>> (32 - shift)) & 1;
              r[at] = nz = low << shift;
              break;
            }
            case 0b00001: { // LSRS rd, rm, #
              const shift = (op >> 6) & 31;
              c = (low >>> (shift ? shift - 1 : 31)) & 1;
              r[at] = nz = shift ? (low >>> shift) | 0 : 0;
              break;
            }
            case 0b00010: { // ASRS rd, rm, #
              const shift = (op >> 6) & 31;
              c = (low >> (shift ? shift - 1 : 31)) & 1;
              r[at] = nz = low >> (shift || 31);
              break;
            }
            case 0b00011: { // ADDS, SUBS rd, rn, rm or a small number
              const other = op & 0x400 ? (op >> 6) & 7 : r[(op >> 6) & 7];
              const isMinus = (op >> 9) & 1;
              sum = KEPT;
              augend = low;
              addend = isMinus ? ~other : other;
              carryIn = isMinus;
              break;
            }
            case 0b00100: // MOVS rd, #
              r[(op >> 8) & 7] = nz = op & 0xff;
              break;
            case 0b00101: // CMP rn, #
            case 0b00111: // SUBS rd, #
              at = (op >> 8) & 7;
              sum = op & 0x1000 ? KEPT : COMPARED;
              augend = r[at];
              addend = ~(op & 0xff);
              carryIn = 1;
              break;
            case 0b00110: // ADDS rd, #
              at = (op >> 8) & 7;
              sum = KEPT;
              augend = r[at];
              addend = op & 0xff;
              break;

            case 0b01000:
              if (op & 0x400) {
                // The high registers: ADD, CMP, MOV, BX and BLX.
                at |= (op >> 4) & 8;
                const from = (op >> 3) & 15;
                const right = from === PC ? pc + 4 : r[from];
                const kind = (op >> 8) & 3;
                if (kind === 1) {
                  sum = COMPARED;
                  augend = r[at];
                  addend = ~right;
                  carryIn = 1;
                } else if (kind === 3) {
                  if ((op & 7) !== 0 || right >>> 28 === EXCEPTION_RETURN) handOver = true;
                  else {
                    if (op & 0x80) r[LR] = (pc + 2) | 1;
                    r[PC] = right & ~1;
                    cycles = 2;
                  }
                } else {
                  const value = kind === 2 ? right : ((at === PC ? pc + 4 : r[at]) + right) | 0;
                  if (at === PC) {
                    r[PC] = value & ~1;
                    cycles = 2;
                  } else if (at === SP) {
                    r[SP] = value & ~3;
                    if (r[SP] < machine.lowestSp) machine.lowestSp = r[SP];
                  } else r[at] = value;
                }
                break;
              }
              // Two low registers.
              {
                const first = r[at];
                switch ((op >> 6) & 15) {
                  case 0: // ANDS
                    r[at] = nz = first & low;
                    break;
                  case 1: // EORS
                    r[at] = nz = first ^ low;
                    break;
                  case 5: // ADCS
                  case 6: // SBCS
                    sum = KEPT;
                    augend = first;
                    addend = op & 0x80 ? ~low : low;
                    carryIn = c;
                    break;
                  case 8: // TST
                    nz = first & low;
                    break;
                  case 9: // RSBS rd, rn, #0
                    sum = KEPT;
                    addend = ~low;
                    carryIn = 1;
                    break;
                  case 10: // CMP
                  case 11: // CMN
                    sum = COMPARED;
                    augend = first;
                    addend = op & 0x40 ? low : ~low;
                    carryIn = op & 0x40 ? 0 : 1;
                    break;
                  case 12: // ORRS
                    r[at] = nz = first | low;
                    break;
                  case 13: // MULS
                    r[at] = nz = Math.imul(first, low);
                    break;
                  case 14: // BICS
                    r[at] = nz = first & ~low;
                    break;
                  case 15: // MVNS
                    r[at] = nz = ~low;
                    break;
                  default: {
                    // LSLS, LSRS, ASRS, RORS
                    const amount = low & 0xff;
                    if (amount) {
                      const shifted = shiftByRegister((op >> 6) & 15, first, amount);
                      c = shifted.carry;
                      r[at] = nz = shifted.value;
                    } else nz = first;
                  }
                }
              }
              break;

            case 0b01001: // LDR rt, [pc, #]
              at = (op >> 8) & 7;
              address = ((pc + 4) & ~3) + ((op & 0xff) << 2);
              access = LOAD32;
              break;
            case 0b01010:
            case 0b01011: // loads and stores at [rn, rm]
              address = (low + r[(op >> 6) & 7]) | 0;
              access = BY_REGISTER[(op >> 9) & 7];
              break;
            case 0b01100: // STR, LDR, STRB, LDRB, STRH, LDRH rt, [rn, #]
            case 0b01101:
            case 0b01110:
            case 0b01111:
            case 0b10000:
            case 0b10001: {
              const group = (op >> 11) - 0b01100;
              address = (low + (((op >> 6) & 31) << SCALE[group])) | 0;
              access = BY_NUMBER[group];
              break;
            }
            case 0b10010: // STR rt, [sp, #]
            case 0b10011: // LDR rt, [sp, #]
              at = (op >> 8) & 7;
              address = (r[SP] + ((op & 0xff) << 2)) | 0;
              access = op & 0x800 ? LOAD32 : STORE32;
              break;
            case 0b10100: // ADR rd, label
              r[(op >> 8) & 7] = ((pc + 4) & ~3) + ((op & 0xff) << 2);
              break;
            case 0b10101: // ADD rd, sp, #
              r[(op >> 8) & 7] = r[SP] + ((op & 0xff) << 2);
              break;

            case 0b10110: // ADD and SUB sp, #; widening; PUSH
              if ((op & 0x0f00) === 0x0000) {
                const step = (op & 0x7f) << 2;
                r[SP] += op & 0x80 ? -step : step;
                if (r[SP] < machine.lowestSp) machine.lowestSp = r[SP];
              } else if ((op & 0x0f00) === 0x0200) {
                const kind = (op >> 6) & 3; // SXTH, SXTB, UXTH, UXTB
                r[at] = kind === 0 ? (low << 16) >> 16 : kind === 1 ? (low << 24) >> 24 : kind === 2 ? low & 0xffff : low & 0xff;
              } else if ((op & 0x0e00) === 0x0400) {
                cycles = push(op);
                handOver = cycles === 0;
              } else handOver = true;
              break;
            case 0b10111: // POP; the rest is rare
              if ((op & 0x0600) === 0x0400) {
                cycles = pop(op);
                handOver = cycles === 0;
              } else handOver = op !== NO_OPERATION;
              break;
            case 0b11000: // STMIA rn!, {}
            case 0b11001: // LDMIA rn!, {}
              cycles = transfer(op);
              handOver = cycles === 0;
              break;
            case 0b11010:
            case 0b11011: { // B with a condition; UDF and SVC
              const condition = (op >> 8) & 15;
              if (condition >= 14) handOver = true;
              else if (conditionHolds(condition, nz, c, v)) {
                r[PC] = pc + 4 + ((op << 24) >> 23);
                cycles = 2;
              }
              break;
            }
            case 0b11100: // B
              r[PC] = pc + 4 + ((op << 21) >> 20);
              cycles = 2;
              break;
            case 0b11110: { // BL, if the second half says so
              const second = core.readUint16((pc + 2) >>> 0);
              if ((second & 0xd000) === 0xd000) {
                const sign = (op << 21) >> 31; // all ones if negative
                const j1 = ~((second >> 13) ^ sign) & 1;
                const j2 = ~((second >> 11) ^ sign) & 1;
                const offset = (sign << 24) | (j1 << 23) | (j2 << 22) | ((op & 0x3ff) << 12) | ((second & 0x7ff) << 1);
                r[LR] = (pc + 4) | 1;
                r[PC] = pc + 4 + offset;
                cycles = 3;
              } else handOver = true;
              break;
            }
            default:
              handOver = true;
          }

          if (sum !== NOTHING) {
            // Whatever is subtracted is added as its complement, with a carry.
            nz = (augend + addend + carryIn) | 0;
            c = nz >>> 0 < augend >>> 0 || (carryIn === 1 && nz === augend) ? 1 : 0;
            v = ((augend ^ nz) & (addend ^ nz)) >>> 31;
            if (sum === KEPT) r[at] = nz;
          } else if (access !== NOTHING) {
            const inRam = (address - SRAM_START) >>> 0;
            if (access >= STORE32) {
              const free = inRam < sramBytes && outsideGuard(mpu, address, 1);
              if (free && access === STORE32 && !(address & 3)) sram32[inRam >> 2] = r[at];
              else if (free && access === STORE8) sram[inRam] = r[at];
              else if (free && access === STORE16 && !(address & 1)) sram16[inRam >> 1] = r[at];
              else reachedOut = true;
            } else if (inRam < sramBytes) {
              if (access === LOAD32 && !(address & 3)) r[at] = sram32[inRam >> 2];
              else if (access === LOAD8) r[at] = sram[inRam];
              else if (access === LOAD16 && !(address & 1)) r[at] = sram16[inRam >> 1];
              else if (access === LOAD8S) r[at] = (sram[inRam] << 24) >> 24;
              else if (access === LOAD16S && !(address & 1)) r[at] = (sram16[inRam >> 1] << 16) >> 16;
              else reachedOut = true;
            } else {
              const inRom = (address - FLASH_START) >>> 0;
              if (inRom >= flashBytes) reachedOut = true;
              else if (access === LOAD32 && !(address & 3)) r[at] = flash32[inRom >> 2];
              else if (access === LOAD8) r[at] = flash[inRom];
              else if (access === LOAD16 && !(address & 1)) r[at] = flash16[inRom >> 1];
              else reachedOut = true;
            }
            cycles = 2;
          }

          if (handOver || reachedOut) {
            // What is asked now may look at the clock and the counters.
            machine.pass(known - left, used);
            known = left;
            used = 0;
            reachedOut = true;
            if (access !== NOTHING) cycles = slow(access, address >>> 0, r, at);
            else if (handOver) {
              saveFlags(core, nz, c, v);
              r[PC] = pc;
              cycles = core.executeInstruction();
              nz = core.Z ? 0 : core.N ? -1 : 1;
              c = core.C ? 1 : 0;
              v = core.V ? 1 : 0;
              if (r[SP] < machine.lowestSp) machine.lowestSp = r[SP];
            }
          }
          left--;
          used += cycles;
        } while (used < limit && left > 0 && !reachedOut);
      }
    } finally {
      machine.pass(known - left, used);
      saveFlags(core, nz, c, v);
    }
  };
}
