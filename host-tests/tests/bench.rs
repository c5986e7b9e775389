//! The bench does the work that is held, on every machine.

use shikatsu::bench::{
    Ended, Line, ON_CHIP, POSITIONS, SIGNED, TASKS, Task, Total, built_in, read_out, sample,
};
use shikatsu::region::Region;
use shikatsu::search::{Slot, Table};
use shikatsu::session::Bank;
use shikatsu::session::library::Library;
use shikatsu::tsumego::{DEVICE_SLOTS, Thinker};

/// The words of the line that is held under a name.
fn held(name: &str) -> Vec<&'static str> {
    let mut lines = include_str!("../bench.txt").lines();
    let line = lines.find(|line| line.split(' ').next() == Some(name));
    line.unwrap_or_else(|| panic!("{name} is held"))
        .split(' ')
        .collect()
}

fn solve(index: usize) -> Ended {
    let mut slots = vec![Slot::EMPTY; DEVICE_SLOTS];
    Task::new(index).solve(&mut Table::new(&mut slots))
}

/// Solves a problem and holds outcome, positions and signature, never the time, against the line that is kept.
#[track_caller]
fn is_as_held(index: usize) -> Ended {
    let (ended, words) = (solve(index), held(TASKS[index]));
    let signature = format!("{:016x}", ended.signature());
    let found = (ended.nodes.to_string(), signature.as_str(), Some(ended.word()));
    let kept = (words[1].to_string(), words[3], words.get(4).copied());
    assert_eq!(found, kept, "{}", TASKS[index]);
    ended
}

#[test]
fn the_bench_plays_the_positions_that_are_held() {
    for (index, name) in POSITIONS.iter().enumerate() {
        let (work, words) = (Line::new(index).sign(), held(name));
        assert_eq!(work.moves.to_string(), words[1], "moves on {name}");
        assert_eq!(
            format!("{:016x}", work.signature),
            words[3],
            "positions on {name}"
        );
    }
}

#[test]
fn the_solver_looks_at_the_positions_that_are_held() {
    let mut total = Total::default();
    for index in 0..SIGNED {
        total.add(&is_as_held(index));
    }
    for index in SIGNED..ON_CHIP {
        is_as_held(index);
    }
    let words = held("solver");
    assert_eq!(total.nodes.to_string(), words[1]);
    assert_eq!(format!("{:016x}", total.signature), words[3]);
}

#[test]
#[ignore = "millions of positions"]
fn the_solver_looks_at_the_positions_that_are_held_on_the_widest() {
    for index in ON_CHIP..TASKS.len() {
        is_as_held(index);
    }
}

#[test]
fn built_in_problems_are_read_out_as_on_the_chip() {
    let mut slots = vec![Slot::EMPTY; DEVICE_SLOTS];
    let mut thinker = Thinker::IDLE;
    for place in sample() {
        let read = read_out(place, &mut thinker, &mut Table::new(&mut slots));
        let (name, signature) = (read.to_string(), format!("{:016x}", read.signature()));
        let words = held(&name);
        let found = (read.nodes.to_string(), signature.as_str(), Some(read.word()));
        let kept = (words[1].to_string(), words[3], words.get(4).copied());
        assert_eq!(found, kept, "{name}");
    }
}

/// The chip reads a sample only, so that this can be waited for; the nodes of all others are known here, and what one costs there.
#[test]
fn no_built_in_problem_would_take_the_chip_longer_than_two_seconds() {
    let mut slots = vec![Slot::EMPTY; DEVICE_SLOTS];
    let mut thinker = Thinker::IDLE;
    let (mut slowest, mut late) = (0, Vec::new());
    for (pack, index) in built_in() {
        let read = read_out((pack, index), &mut thinker, &mut Table::new(&mut slots));
        let problem = Bank.load(pack, index).expect("it was read").problem;
        // Nodes a second by the words of the region, as docs/solver.md has them.
        let rate = match () {
            () if Region::<1>::new(&problem).is_some() => 33_600,
            () if Region::<2>::new(&problem).is_some() => 20_400,
            () => 11_500,
        };
        let milliseconds = read.nodes * 1000 / rate;
        slowest = slowest.max(milliseconds);
        if read.answer.is_none() || milliseconds > 2000 {
            late.push(format!("{read}: {} nodes, about {milliseconds} ms", read.nodes));
        }
    }
    println!("the slowest takes about {slowest} ms");
    assert!(late.is_empty(), "{}", late.join("\n"));
}

#[test]
fn a_line_leaves_its_board_as_it_was() {
    for index in 0..POSITIONS.len() {
        let mut line = Line::new(index);
        let once = line.sign();
        line.run(2);
        assert_eq!(line.sign(), once);
    }
}

/// The bank says what becomes of its four; the widening problem is what its description says.
#[test]
fn the_problems_come_out_as_they_should() {
    for (index, name) in TASKS.iter().enumerate().take(SIGNED) {
        let dies = *name == "widen-5" || name.ends_with("dies");
        let expected = if dies { "dead" } else { "alive" };
        assert_eq!(solve(index).word(), expected, "{name}");
    }
}
