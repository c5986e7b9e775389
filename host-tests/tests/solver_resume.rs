//! The solver in slices, its end on hostile inputs, and its size.

use host_tests::diagram::problem;
use host_tests::solving::{DEVICE_SLOTS, describe, run, slots};
use serde_json::Value;
use shikatsu::board::{Color, Point, PointSet, Setup};
use shikatsu::problem::{Outcome, Problem, read_text};
use shikatsu::region::Region;
use shikatsu::search::Table;
use shikatsu::tsumego::{DEVICE_WORDS, DeviceThinker, Solver};

#[test]
fn slices_of_any_size_give_the_same_solution_with_the_same_nodes() {
    let mut memory = slots(DEVICE_SLOTS);
    let mut table = Table::new(&mut memory);
    let (mut problems, mut nodes, mut cut_short) = (0, 0, 0);
    for line in include_str!("../cases/enclosed.jsonl").lines().step_by(8) {
        let record: Value = serde_json::from_str(line).expect("a record");
        let text = record["text"].as_str().expect("a text");
        let (problem, _) = read_text(text).expect("a problem");
        let whole = run::<4>(&problem, &mut table, u64::MAX, u32::MAX);
        assert!(whole.solution.is_some());
        for slice in [1, 7, 1000] {
            let sliced = run::<4>(&problem, &mut table, u64::MAX, slice);
            assert_eq!(sliced, whole, "{slice}: {}", describe(&problem, None));
        }
        // The same nodes again are just enough; with fewer a preference or the answer is missing, but none is wrong.
        assert_eq!(run::<4>(&problem, &mut table, whole.nodes, 7), whole);
        for fewer in [whole.nodes - 1, whole.nodes / 2, 1] {
            match run::<4>(&problem, &mut table, fewer, 7).solution {
                Some(solution) => assert_eq!(Some(solution.answer), whole.solution.map(|whole| whole.answer)),
                None => cut_short += 1,
            }
        }
        problems += 1;
        nodes += whole.nodes;
    }
    println!("{problems} problems, {nodes} nodes each way; {cut_short} times cut short");
    assert!(cut_short > problems);
}

/// A problem on which only the setup counts.
fn posed(setup: &Setup) -> Problem {
    Problem::new(setup).expect("a problem")
}

/// One white stone in the middle of nothing.
fn lone_stone(size: u8) -> Setup {
    let stone: PointSet = [Point::new(size / 2, size / 2)].into_iter().collect();
    Setup {
        white: stone,
        key: stone,
        ..Setup::empty(size)
    }
}

#[test]
fn an_empty_board_ends_at_its_budget() {
    let mut memory = slots(DEVICE_SLOTS);
    let mut table = Table::new(&mut memory);
    for to_move in Color::BOTH {
        let problem = posed(&Setup {
            to_move,
            ..lone_stone(19)
        });
        let found = run::<12>(&problem, &mut table, 20_000, 1000);
        println!("{to_move:?}: {} nodes", found.nodes);
        assert_eq!(found.solution, None);
        assert!(found.nodes <= 20_000);
    }
}

#[test]
fn where_everything_is_outside_all_stones_stand() {
    let mut memory = slots(DEVICE_SLOTS);
    let mut table = Table::new(&mut memory);
    for size in [5, 9, 19] {
        for to_move in Color::BOTH {
            let problem = posed(&Setup {
                outside: Point::all(size).collect(),
                to_move,
                ..lone_stone(size)
            });
            let found = run::<2>(&problem, &mut table, 20_000, 1);
            let answer = found.solution.expect("solved").answer;
            assert_eq!(answer.outcome, Outcome::Alive);
            assert!(answer.moves.is_empty());
        }
    }
}

#[test]
fn a_key_stone_in_a_wall_stands() {
    let mut memory = slots(DEVICE_SLOTS);
    let mut table = Table::new(&mut memory);
    for side in ['x', 'o'] {
        let text = format!("*****\n*****\nx****\nox***\n-o***\nA2 B1 {side}");
        let found = run::<2>(&problem(&text), &mut table, 20_000, 1);
        assert_eq!(found.solution.expect("solved").answer.outcome, Outcome::Alive);
    }
}

#[test]
fn a_board_without_room_for_a_move_is_solved() {
    // Every point but one is taken, and that one nobody may play on.
    let text = "xxxxx\nxxxxx\nooooo\nooooo\noooo*\nA1 x";
    let mut memory = slots(DEVICE_SLOTS);
    let mut table = Table::new(&mut memory);
    let found = run::<2>(
        &problem(&text.replace("xxxxx\nooooo", "xxxx*\nooooo")),
        &mut table,
        20_000,
        1,
    );
    assert_eq!(found.solution.expect("solved").answer.outcome, Outcome::Alive);
}

#[test]
fn a_region_too_large_for_its_words_is_refused() {
    const HALF: usize = DEVICE_WORDS / 2;
    assert!(Region::<HALF>::new(&posed(&lone_stone(8))).is_some());
    assert!(Region::<HALF>::new(&posed(&lone_stone(9))).is_none());
    assert!(Region::<DEVICE_WORDS>::new(&posed(&lone_stone(11))).is_some());
    assert!(Region::<DEVICE_WORDS>::new(&posed(&lone_stone(12))).is_none());
    assert!(Region::<12>::new(&posed(&lone_stone(19))).is_some());
}

#[test]
fn a_thinker_without_its_table_takes_less_than_24_kilobytes() {
    // The handheld's thinker is its largest solver and a word that says which it is. Here a larger solver shares its memory, since words are wider.
    let thinker = size_of::<Solver<DEVICE_WORDS>>() + align_of::<DeviceThinker>();
    println!("a thinker of {thinker} bytes");
    assert!(thinker < 24 * 1024);
}
