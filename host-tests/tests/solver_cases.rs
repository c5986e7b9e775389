//! The solver on positions whose answers are known: the enclosed cases, which another program solved, and the
//! built-in problems.

use std::path::PathBuf;

use host_tests::solving::{DEVICE_SLOTS, Tally, describe, run, slots};
use serde_json::Value;
use shikatsu::problem::{Answer, Outcome, Problem, read_text};
use shikatsu::search::Table;
use shikatsu::tsumego::{Progress, Solver, Task};
use shikatsu_host::files;
use shikatsu_toolkit::overrides::Overrides;

/// More than any enclosed case needs.
const NODES: u64 = 2_000_000;

/// An enclosed case. Whether it is seki was not noted.
fn read_case(line: &str) -> (Problem, Answer) {
    let record: Value = serde_json::from_str(line).expect("each line is a record");
    let word = |field: &str| record[field].as_str().expect("the field is a text");
    let (problem, _) = read_text(word("text")).expect("the position is a problem");
    let good = record["good"].as_array().expect("a list of moves");
    let point = |vertex: &Value| problem.point(vertex.as_str()?);
    let answer = Answer {
        outcome: Outcome::from_word(word("outcome")).expect("an outcome"),
        seki: false,
        moves: good.iter().map(|v| point(v).expect("a point")).collect(),
    };
    (problem, answer)
}

#[test]
fn all_enclosed_cases_are_answered_right() {
    let mut memory = slots(DEVICE_SLOTS);
    let mut table = Table::new(&mut memory);
    let mut tally = Tally::default();
    for (problem, expected) in include_str!("../cases/enclosed.jsonl").lines().map(read_case) {
        let found = run::<4>(&problem, &mut table, NODES, 1000);
        let Some(solution) = found.solution else {
            panic!("{}", describe(&problem, None));
        };
        tally.count(&problem, found.nodes);
        tally.note(&problem, &expected, &solution.answer);
    }
    // What is called "seki by threats" is all seki here, since the cases do not tell.
    tally.finish("enclosed cases");
    assert_eq!(tally.compared(), 390);
}

/// A solver that is content with one correct move says the same outcome, and its move is one of the correct ones.
#[test]
fn one_correct_move_is_one_of_all_correct_moves() {
    let mut memory = slots(DEVICE_SLOTS);
    let mut table = Table::new(&mut memory);
    let (mut moves, mut passes, mut nodes) = (0, 0, 0);
    for (problem, expected) in include_str!("../cases/enclosed.jsonl").lines().map(read_case) {
        table.clear();
        let task = Task {
            every_move: false,
            ..Task::of(&problem)
        };
        let mut solver = Solver::<4>::new(&task).expect("it fits");
        let solution = loop {
            match solver.step(&mut table, 1000) {
                Progress::More => {}
                Progress::Solved(solution) => break solution,
                Progress::Unknown => panic!("there are no limits"),
            }
        };
        nodes += solver.nodes();
        assert_eq!(solution.answer.outcome, expected.outcome);
        // In a lost position the best move is the one that resists longest, and none is correct.
        let correct = solution.best.filter(|_| !expected.moves.is_empty());
        assert!(solution.answer.moves.iter().eq(correct));
        match correct {
            Some(best) => assert!(
                expected.moves.contains(best),
                "{best:?}: {}",
                describe(&problem, Some(&expected))
            ),
            None => passes += usize::from(!expected.moves.is_empty()),
        }
        moves += usize::from(correct.is_some());
    }
    println!("{moves} moves; {passes} passes where a move is correct too; {nodes} nodes");
}

/// Solves the built-in problems with at most so many nodes each. Every answer must be the bank's.
fn bank(nodes: u64) -> Tally {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../problems"));
    let mut memory = slots(DEVICE_SLOTS);
    let mut table = Table::new(&mut memory);
    let mut tally = Tally::default();
    for loaded in files::load(&[root], &Overrides::default()) {
        let entry = loaded.entry.expect("every file is a problem");
        let expected = entry.answer.expect("every problem has its answer");
        let found = run::<2>(&entry.problem, &mut table, nodes, 1000);
        tally.count(&entry.problem, found.nodes);
        let Some(solution) = found.solution else {
            println!("{} takes more", entry.name);
            tally.unknown += 1;
            continue;
        };
        tally.note(&entry.problem, &expected, &solution.answer);
        assert_eq!(solution.answer, expected, "{}", entry.name);
    }
    tally.finish("built-in problems");
    tally
}

#[test]
fn built_in_problems_are_answered_right_seki_included() {
    let tally = bank(200_000);
    assert!(tally.compared() >= 60, "{} left open", tally.unknown);
}

#[test]
#[ignore = "takes minutes"]
fn all_built_in_problems_are_answered_without_limits() {
    assert_eq!(bank(u64::MAX).unknown, 0);
}
