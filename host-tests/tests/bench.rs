//! The bench does the work that is held, on every machine.

use shikatsu::bench::{
    DrawnGame, Ended, ON_CHIP, POSITIONS, ROWS, RowTrial, SIGNED, TASKS, Total, Trial, built_in, read_out,
};
use shikatsu::search::{Slot, Table};
use shikatsu::tsumego::{DEVICE_SLOTS, DeviceThinker};

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
    Trial::new(index).solve(&mut Table::new(&mut slots))
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
        let (work, words) = (DrawnGame::new(index).sign(), held(name));
        assert_eq!(work.moves.to_string(), words[1], "moves on {name}");
        assert_eq!(
            format!("{:016x}", work.signature),
            words[3],
            "positions on {name}"
        );
    }
}

#[test]
fn moves_of_row_go_are_found_as_they_are_held() {
    let mut slots = vec![Slot::EMPTY; DEVICE_SLOTS];
    for (index, name) in ROWS.iter().enumerate() {
        let found = RowTrial::new(index).solve(&mut Table::new(&mut slots));
        let words = held(name);
        assert_eq!(found.0.nodes.to_string(), words[1], "{name}");
        assert_eq!(format!("{:016x}", found.signature()), words[3], "{name}");
        assert_eq!(found.word(), words[4], "{name}");
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

/// The chip's list has every built-in problem, with the nodes and the answer that are found here, and none above two seconds.
#[test]
fn built_in_problems_are_read_out_as_on_the_chip() {
    let mut slots = vec![Slot::EMPTY; DEVICE_SLOTS];
    let mut thinker = DeviceThinker::IDLE;
    let mut rows = include_str!("../../docs/device-times.csv").lines().skip(1);
    for place in built_in() {
        let read = read_out(place, &mut thinker, &mut Table::new(&mut slots));
        let row = rows
            .next()
            .unwrap_or_else(|| panic!("{read} is not in the list: {BLESS}"));
        let [name, outcome, nodes, _, microseconds, signature] = row.split(',').collect::<Vec<_>>()[..]
        else {
            panic!("{row}: this has other columns");
        };
        let found = (read.to_string(), read.word(), read.nodes.to_string());
        assert_eq!(found, (name.into(), outcome, nodes.into()), "{BLESS}");
        assert_eq!(format!("{:016x}", read.signature()), signature, "{name}: {BLESS}");
        assert!(
            microseconds.parse().is_ok_and(|time: u64| time <= 2_000_000),
            "{name}"
        );
    }
    assert_eq!(rows.next(), None, "{BLESS}");
}

const BLESS: &str = "if this is meant: cargo xtask bench --bless";

#[test]
fn a_line_leaves_its_board_as_it_was() {
    for index in 0..POSITIONS.len() {
        let mut line = DrawnGame::new(index);
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
