/** The fast core's way to memory, where it is not plain RAM or flash. */

/** What an instruction does to memory; loads are below stores. */
export const NOTHING = 0;
export const LOAD32 = 1;
export const LOAD16 = 2;
export const LOAD8 = 3;
export const LOAD16S = 4;
export const LOAD8S = 5;
export const STORE32 = 6;
export const STORE16 = 7;
export const STORE8 = 8;

/** The upper four bits of what is no address but a request to return from an exception. */
export const EXCEPTION_RETURN = 15;

/** Whether this many words from an address on lie clear of what the MPU guards. */
export function outsideGuard(mpu, address, words) {
  return mpu.span === 0 || (address >>> 0) + 4 * words <= mpu.start || address >>> 0 >= mpu.start + mpu.span;
}

/** Loads and stores that are not plain RAM or flash: registers, odd sizes, and those that must fail. */
export function slowAccess(core) {
  return (access, address, r, at) => {
    const cycles = 1 + core.cyclesIO(address, access >= STORE32);
    switch (access) {
      case LOAD32:
        r[at] = core.readUint32(address);
        break;
      case LOAD16:
        r[at] = core.readUint16(address);
        break;
      case LOAD8:
        r[at] = core.readUint8(address);
        break;
      case LOAD16S:
        r[at] = (core.readUint16(address) << 16) >> 16;
        break;
      case LOAD8S:
        r[at] = (core.readUint8(address) << 24) >> 24;
        break;
      case STORE32:
        core.writeUint32(address, r[at] >>> 0);
        break;
      case STORE16:
        core.writeUint16(address, r[at] & 0xffff);
        break;
      default:
        core.writeUint8(address, r[at] & 0xff);
    }
    return cycles;
  };
}
