//! The bench on this computer: moves made and unmade a second.

use std::time::{Duration, Instant};

use shikatsu::bench::{Line, POSITIONS};

/// Long enough to be steady, short enough to be waited for.
const TIME: Duration = Duration::from_millis(500);

fn main() {
    println!("On this computer, one core:");
    for (index, name) in POSITIONS.iter().enumerate() {
        let mut line = Line::new(index);
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
