/** What the fast core does with flags, as far as it is long to say and short to call. */

const [LSL, LSR, ASR] = [2, 3, 4];

/**
 * A shift by the amount in a register, which may be more than a word is wide.
 * @param {number} kind LSL, LSR, ASR, or else ROR
 * @param {number} value
 * @param {number} amount from 1 to 255
 * @returns {{ value: number, carry: number }} the carry is the last bit that fell out
 */
export function shiftByRegister(kind, value, amount) {
  switch (kind) {
    case LSL:
      if (amount < 32) return { value: value << amount, carry: (value >>> (32 - amount)) & 1 };
      return { value: 0, carry: amount === 32 ? value & 1 : 0 };
    case LSR:
      if (amount < 32) return { value: (value >>> amount) | 0, carry: (value >>> (amount - 1)) & 1 };
      return { value: 0, carry: amount === 32 ? value >>> 31 : 0 };
    case ASR:
      if (amount < 32) return { value: value >> amount, carry: (value >> (amount - 1)) & 1 };
      return { value: value >> 31, carry: value >>> 31 };
    default: {
      const turned = amount & 31 ? (value >>> (amount & 31)) | (value << (32 - (amount & 31))) : value;
      return { value: turned, carry: turned >>> 31 };
    }
  }
}

/** Whether a branch is taken: EQ, NE, CS, CC, MI, PL, VS, VC, HI, LS, GE, LT, GT, LE. */
export function conditionHolds(condition, nz, c, v) {
  let holds;
  switch (condition >> 1) {
    case 0:
      holds = nz === 0;
      break;
    case 1:
      holds = c === 1;
      break;
    case 2:
      holds = nz < 0;
      break;
    case 3:
      holds = v === 1;
      break;
    case 4:
      holds = c === 1 && nz !== 0;
      break;
    case 5:
      holds = nz < 0 === (v === 1);
      break;
    default:
      holds = nz < 0 === (v === 1) && nz !== 0;
  }
  return condition & 1 ? !holds : holds;
}

/** Puts the flags where rp2040js and exceptions find them. */
export function saveFlags(core, nz, c, v) {
  core.N = nz < 0;
  core.Z = nz === 0;
  core.C = c === 1;
  core.V = v === 1;
}
