//! The bench on the chip: counts the instructions of a move.
//!
//! Runs in the emulator, which answers the semihosting call for elapsed ticks with the number of instructions
//! executed so far. It prints one line a position, `NAME MOVES INSTRUCTIONS SIGNATURE`.
#![no_std]
#![no_main]

use cortex_m_rt::entry;
use cortex_m_semihosting::{debug, hprintln, syscall1};
use embassy_rp as _;
use panic_semihosting as _;
use shikatsu::bench::{Line, POSITIONS};

fn instructions() -> u64 {
    let mut ticks = 0u64;
    // SAFETY: SYS_ELAPSED writes 64 bits to the address it is given.
    unsafe { syscall1!(ELAPSED, &raw mut ticks) };
    ticks
}

#[entry]
fn main() -> ! {
    for (index, name) in POSITIONS.iter().enumerate() {
        let mut line = Line::new(index);
        let work = line.sign();
        let start = instructions();
        let moves = line.run(1);
        let spent = instructions() - start;
        hprintln!("{} {} {} {:016x}", name, moves, spent, work.signature);
    }
    debug::exit(debug::EXIT_SUCCESS);
    loop {
        cortex_m::asm::wfi();
    }
}
