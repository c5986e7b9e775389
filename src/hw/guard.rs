//! A stack that grows too far runs into a wall, not into data.
//!
//! flip-link puts the stack below everything else in RAM, so that it runs out of RAM when it overflows. The memory protection
//! unit makes the last bytes before that untouchable. Either way the core stops at once, and the watchdog restarts it.

use cortex_m::peripheral::MPU;

/// The start of RAM, where the stack ends.
const RAM: u32 = 0x2000_0000;
/// 256 bytes, as the unit counts: 2^(7 + 1).
const SIZE: u32 = 7;
const ENABLE: u32 = 1;
/// What has no region of its own is as it always was.
const KEEP_THE_REST: u32 = 1 << 2;
/// The bit that says that the address names the region, too.
const VALID: u32 = 1 << 4;

unsafe extern "C" {
    /// The linker's: where initialised data begins.
    static __sdata: u32;
}

/// Sets the wall up, if the image was linked so that the stack ends at the start of RAM.
pub(crate) fn set_up(mpu: &MPU) {
    if &raw const __sdata as u32 == RAM {
        defmt::warn!("not linked by flip-link: the stack has no guard");
        return;
    }
    // SAFETY: the region lies below the stack of a healthy program; nothing that is in use becomes unreachable.
    unsafe {
        mpu.rbar.write(RAM | VALID);
        // No access for anybody: permission bits 0.
        mpu.rasr.write(SIZE << 1 | ENABLE);
        mpu.ctrl.write(KEEP_THE_REST | ENABLE);
    }
    cortex_m::asm::dsb();
    cortex_m::asm::isb();
}
