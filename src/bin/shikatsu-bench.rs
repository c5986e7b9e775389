//! The bench on the chip: counts the instructions of a move, of a problem solved, and of each built-in problem read out.
//!
//! Runs in the emulator, which answers the semihosting call for elapsed ticks with the number of instructions
//! executed so far. It prints one line a position, `NAME MOVES INSTRUCTIONS SIGNATURE`, one line a problem,
//! `NAME NODES INSTRUCTIONS SIGNATURE OUTCOME MICROSECONDS`, moves of Row Go first, in the same way one for all problems together, and then one
//! for each built-in problem: of a large pack a sample, unless it was started with the word `all`.
#![no_std]
#![no_main]

use cortex_m_rt::entry;
use cortex_m_semihosting::{debug, hprintln, syscall1};
use defmt_rtt as _;
use panic_semihosting as _;
use shikatsu::bench::{
    DrawnGame, ON_CHIP, POSITIONS, ROWS, ROWS_ON_CHIP, RowTrial, SIGNED, TASKS, Total, Trial, built_in,
    read_out, sample,
};
use shikatsu::pack::library::{PackIndex, ProblemIndex};
use shikatsu::search::{Slot, Table};
use shikatsu::tsumego::{DEVICE_SLOTS, DeviceThinker};
use static_cell::ConstStaticCell;

/// The table, where the trainer has it too: not on the stack.
static SLOTS: ConstStaticCell<[Slot; DEVICE_SLOTS]> = ConstStaticCell::new([Slot::EMPTY; DEVICE_SLOTS]);

/// The solver of the built-in problems, there for the same reason.
static THINKER: ConstStaticCell<DeviceThinker> = ConstStaticCell::new(DeviceThinker::IDLE);

fn instructions() -> u64 {
    let mut ticks = 0u64;
    // SAFETY: SYS_ELAPSED writes 64 bits to the address it is given.
    unsafe { syscall1!(ELAPSED, &raw mut ticks) };
    ticks
}

/// Microseconds of device time, by the chip's own timer. It wraps after an hour, which nothing here takes.
fn microseconds() -> u32 {
    const TIMERAWL: *const u32 = 0x4005_4028 as *const u32;
    // SAFETY: it is a register of the RP2040, and reading it changes nothing.
    unsafe { TIMERAWL.read_volatile() }
}

/// Whether the emulator was told to have everything measured.
fn is_told_all() -> bool {
    let mut text = [0u8; 16];
    let mut block = [text.as_mut_ptr() as usize, text.len()];
    // SAFETY: SYS_GET_CMDLINE takes the address and the size of a buffer, writes no more than that into it, and then the length.
    let failed = unsafe { syscall1!(GET_CMDLINE, &raw mut block) } != 0;
    !failed && text.get(..block[1]) == Some(b"all")
}

fn make_moves() {
    for (index, name) in POSITIONS.iter().enumerate() {
        let mut line = DrawnGame::new(index);
        let work = line.sign();
        let start = instructions();
        let moves = line.run(1);
        let spent = instructions() - start;
        hprintln!("{} {} {} {:016x}", name, moves, spent, work.signature);
    }
}

fn play_rows(slots: &mut [Slot]) {
    for (index, name) in ROWS.iter().enumerate().take(ROWS_ON_CHIP) {
        let mut trial = RowTrial::new(index);
        let mut table = Table::new(slots);
        let (start, began) = (instructions(), microseconds());
        let found = trial.solve(&mut table);
        let (spent, time) = (instructions() - start, microseconds().wrapping_sub(began));
        hprintln!(
            "{} {} {} {:016x} {} {}",
            name,
            found.0.nodes,
            spent,
            found.signature(),
            found.word(),
            time
        );
    }
}

fn solve(slots: &mut [Slot]) {
    let (mut total, mut all_spent, mut all_time) = (Total::default(), 0, 0);
    for (index, name) in TASKS.iter().enumerate().take(ON_CHIP) {
        let mut task = Trial::new(index);
        let mut table = Table::new(slots);
        let (start, began) = (instructions(), microseconds());
        let ended = task.solve(&mut table);
        let (spent, time) = (instructions() - start, microseconds().wrapping_sub(began));
        let (nodes, signature, word) = (ended.nodes, ended.signature(), ended.word());
        hprintln!(
            "{} {} {} {:016x} {} {}",
            name,
            nodes,
            spent,
            signature,
            word,
            time
        );
        if index < SIGNED {
            total.add(&ended);
            all_spent += spent;
            all_time += time;
        }
    }
    let Total { nodes, signature } = total;
    hprintln!(
        "solver {} {} {:016x} all {}",
        nodes,
        all_spent,
        signature,
        all_time
    );
}

fn read_each(
    places: impl Iterator<Item = (PackIndex, ProblemIndex)>,
    slots: &mut [Slot],
    thinker: &mut DeviceThinker,
) {
    for place in places {
        let mut table = Table::new(slots);
        let (start, began) = (instructions(), microseconds());
        let read = read_out(place, thinker, &mut table);
        let (spent, time) = (instructions() - start, microseconds().wrapping_sub(began));
        let (nodes, signature, word) = (read.nodes, read.signature(), read.word());
        hprintln!(
            "{} {} {} {:016x} {} {}",
            read,
            nodes,
            spent,
            signature,
            word,
            time
        );
    }
}

#[entry]
fn main() -> ! {
    // The clocks as the trainer has them: 125 MHz.
    embassy_rp::init(embassy_rp::config::Config::default());
    make_moves();
    let slots = SLOTS.take();
    play_rows(slots);
    solve(slots);
    let thinker = THINKER.take();
    if is_told_all() {
        read_each(built_in(), slots, thinker);
    } else {
        read_each(sample(), slots, thinker);
    }
    debug::exit(debug::EXIT_SUCCESS);
    loop {
        cortex_m::asm::wfi();
    }
}
