//! The bench on this computer.
//!
//! Without an argument: moves made and unmade a second, and playouts a second, for people. With `solving`: moves of Row Go and the solver's problems, one line
//! each, `NAME NODES NANOSECONDS SIGNATURE OUTCOME`, and one for those that the chip solves too, together. `cargo xtask
//! bench` sets them beside the chip's.

use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use shikatsu::bench::{
    self, BOARDS, DrawnGame, PLAYOUTS, POSITIONS, ROWS, RowTrial, SIGNED, TASKS, Total, Trial,
};
use shikatsu::play::Search;
use shikatsu::search::{Slot, Table};
use shikatsu::tsumego::DEVICE_SLOTS;

/// Long enough to be steady, short enough to be waited for.
const TIME: Duration = Duration::from_millis(500);

/// The same for a problem, of which there are more.
const SOLVING_TIME: Duration = Duration::from_millis(200);

fn main() {
    if std::env::args().nth(1).as_deref() == Some("solving") {
        solve();
    } else {
        make_moves();
        play_out();
    }
}

/// Playouts a second with the handheld's memory, on one core and on all of them.
fn play_out() {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    for size in BOARDS {
        let alone = playouts(size);
        let all: f64 = thread::scope(|scope| {
            let each: Vec<_> = (0..cores).map(|_| scope.spawn(|| playouts(size))).collect();
            each.into_iter().map(|one| one.join().unwrap_or(0.0)).sum()
        });
        let (mut search, mut slots) = (Box::new(Search::IDLE), vec![Slot::EMPTY; DEVICE_SLOTS]);
        let signature = bench::play_out(size, &mut search, &mut slots);
        println!(
            "  {size:2} lines {alone:6.0} playouts a second, {all:.0} on {cores} cores; {PLAYOUTS} playouts, signature {signature:016x}"
        );
    }
}

/// Playouts a second on this core.
fn playouts(size: u8) -> f64 {
    let (mut search, mut slots) = (Box::new(Search::IDLE), vec![Slot::EMPTY; DEVICE_SLOTS]);
    let (start, mut many) = (Instant::now(), 0);
    while start.elapsed() < TIME {
        bench::play_out(size, &mut search, &mut slots);
        many += PLAYOUTS;
    }
    f64::from(many) / start.elapsed().as_secs_f64()
}

fn make_moves() {
    println!("On this computer, one core:");
    for (index, name) in POSITIONS.iter().enumerate() {
        let mut line = DrawnGame::new(index);
        let work = line.sign();
        let (start, mut moves) = (Instant::now(), 0u64);
        while start.elapsed() < TIME {
            moves += u64::from(line.run(100));
        }
        let rate = moves as f64 / start.elapsed().as_secs_f64() / 1e6;
        println!(
            "  {name:8} {rate:6.1} million moves a second, made and unmade; {} moves, signature {:016x}",
            work.moves, work.signature
        );
    }
}

fn solve() {
    let mut slots = vec![Slot::EMPTY; DEVICE_SLOTS];
    let (mut total, mut all) = (Total::default(), Duration::ZERO);
    let mut table = Table::new(&mut slots);
    for (index, name) in ROWS.iter().enumerate() {
        let (found, time) = time(|| RowTrial::new(index), RowTrial::solve, &mut table);
        let (nodes, signature, word) = (found.0.nodes, found.signature(), found.word());
        println!("{name} {nodes} {} {signature:016x} {word}", time.as_nanos());
    }
    for (index, name) in TASKS.iter().enumerate() {
        let (ended, time) = time(|| Trial::new(index), Trial::solve, &mut table);
        let (nodes, signature, word) = (ended.nodes, ended.signature(), ended.word());
        println!("{name} {nodes} {} {signature:016x} {word}", time.as_nanos());
        if index < SIGNED {
            total.add(&ended);
            all += time;
        }
    }
    let Total { nodes, signature } = total;
    println!("solver {nodes} {} {signature:016x} all", all.as_nanos());
}

/// Does a task again and again, each time from an empty table, and says how long it takes once. Emptying the table
/// and setting the task up are not part of it.
fn time<'t, T, E>(
    task: impl Fn() -> T,
    solve: impl Fn(&mut T, &mut Table<'t>) -> E,
    table: &mut Table<'t>,
) -> (E, Duration) {
    let (mut times, mut spent) = (0, Duration::ZERO);
    loop {
        table.clear();
        let mut task = task();
        let start = Instant::now();
        let ended = solve(&mut task, table);
        spent += start.elapsed();
        times += 1;
        if spent >= SOLVING_TIME {
            return (ended, spent / times);
        }
    }
}
