/**
 * The memory protection unit, as far as a guard needs it: stores into a region without write access
 * are refused. Loads, and running from a region, are not checked.
 *
 * Checking eight regions at every store would slow everything down. So the forbidden regions are
 * summed up as one range, which the fast path compares with; only a store inside it looks closely.
 */

const [TYPE, CTRL, RNR, RBAR, RASR] = [0xd90, 0xd94, 0xd98, 0xd9c, 0xda0];
const REGIONS = 8;
const HARD_FAULT = 3;

const ENABLE = 1;
const ALSO_IN_HARD_FAULT = 2;
const REGION_ENABLED = 1;
const BASE_NAMES_REGION = 0x10;
/** Access permissions under which privileged code may write; the chip runs nothing else. */
const WRITABLE = new Set([1, 2, 3]);
const SUBREGIONS = 8;

export class Mpu {
  constructor() {
    this.control = 0;
    this.number = 0;
    this.bases = new Uint32Array(REGIONS);
    this.attributes = new Uint32Array(REGIONS);
    /** Every guarded address lies in the `span` bytes from `start`. */
    this.start = 0;
    this.span = 0;
  }

  /** @returns {number | undefined} `undefined` if the register is not the MPU's */
  read(offset) {
    switch (offset) {
      case TYPE:
        return REGIONS << 8;
      case CTRL:
        return this.control;
      case RNR:
        return this.number;
      case RBAR:
        return (this.bases[this.number] | this.number) >>> 0;
      case RASR:
        return this.attributes[this.number];
      default:
        return undefined;
    }
  }

  /** @returns {boolean} whether the register is the MPU's */
  write(offset, value) {
    if (offset < TYPE || offset > RASR) return false;
    if (offset === CTRL) this.control = value & 7;
    else if (offset === RNR) this.number = value & (REGIONS - 1);
    else if (offset === RBAR) {
      if (value & BASE_NAMES_REGION) this.number = value & (REGIONS - 1);
      this.bases[this.number] = value & ~0xff;
    } else if (offset === RASR) this.attributes[this.number] = value;
    this.sumUp();
    return true;
  }

  sumUp() {
    const guarded = this.control & ENABLE ? this.regions().filter(({ writable }) => !writable) : [];
    this.start = Math.min(...guarded.map(({ base }) => base), 0xffffffff);
    const end = Math.max(...guarded.map(({ base, bytes }) => base + bytes), 0);
    this.span = Math.max(0, end - this.start);
  }

  /** The regions in use, the one that counts most first. */
  regions() {
    const inUse = [];
    for (let number = REGIONS - 1; number >= 0; number--) {
      const attributes = this.attributes[number];
      if (!(attributes & REGION_ENABLED)) continue;
      const bytes = 2 ** (((attributes >> 1) & 31) + 1);
      const base = Math.floor(this.bases[number] / bytes) * bytes;
      inUse.push({ base, bytes, disabled: (attributes >> 8) & 0xff, writable: WRITABLE.has((attributes >> 24) & 7) });
    }
    return inUse;
  }

  /** Whether a store is refused; only asked about addresses inside the guarded range. */
  forbids(address, exception) {
    if (exception === HARD_FAULT && !(this.control & ALSO_IN_HARD_FAULT)) return false;
    const region = this.regions().find(({ base, bytes, disabled }) => {
      const inside = address - base;
      return inside >= 0 && inside < bytes && !(disabled & (1 << Math.floor((inside * SUBREGIONS) / bytes)));
    });
    return region !== undefined && !region.writable;
  }
}
