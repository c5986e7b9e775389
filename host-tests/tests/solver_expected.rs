//! What a pack says about a problem makes the proof shorter, and can never make it another.

use host_tests::packs::bank;
use host_tests::solving::{DEVICE_SLOTS, describe, slots};
use serde_json::Value;
use shikatsu::board::{Point, PointSet};
use shikatsu::problem::{Answer, Outcome, Problem, read_text};
use shikatsu::search::Table;
use shikatsu::tsumego::{Solution, Solver, Task, Thinking};

fn solve(problem: &Problem, expected: Option<Answer>) -> (Solution, u64) {
    work_off(&Task {
        expected,
        ..Task::of(problem)
    })
}

fn work_off(task: &Task<'_>) -> (Solution, u64) {
    let mut memory = slots(DEVICE_SLOTS);
    let mut table = Table::new(&mut memory);
    let mut solver = Solver::<4>::new(task).expect("it fits");
    loop {
        match solver.step(&mut table, 1000) {
            Thinking::More => {}
            Thinking::Solved(solution) => return (solution, solver.nodes()),
            Thinking::Unknown => panic!("there are no limits"),
        }
    }
}

/// Whatever could be said of a problem: every outcome, in seki and not, with no move, all moves, or those of `moves`.
fn claims(moves: PointSet, all: PointSet) -> impl Iterator<Item = Answer> {
    let outcomes = Outcome::ALL.into_iter().flat_map(|outcome| {
        let seki = outcome == Outcome::Alive;
        [(outcome, false), (outcome, seki)]
    });
    outcomes.flat_map(move |(outcome, seki)| {
        [PointSet::EMPTY, moves, all.minus(&moves)].map(|moves| Answer { outcome, seki, moves })
    })
}

#[test]
fn a_false_claim_changes_no_answer() {
    let lines = include_str!("../cases/enclosed.jsonl").lines().step_by(7);
    let mut claimed = 0;
    for line in lines {
        let record: Value = serde_json::from_str(line).expect("a record");
        let (problem, _) = read_text(record["text"].as_str().expect("a text")).expect("a problem");
        let (expected, _) = solve(&problem, None);
        let setup = problem.setup();
        let all: PointSet = Point::all(setup.size).collect();
        for claim in claims(expected.answer.moves, all) {
            let (found, _) = solve(&problem, Some(claim));
            assert_eq!(
                found.answer,
                expected.answer,
                "with {claim:?}: {}",
                describe(&problem, None)
            );
            claimed += 1;
        }
    }
    assert!(claimed > 1000);
}

/// Nor does the way that suits large problems.
#[test]
fn the_way_for_large_problems_changes_no_answer() {
    for line in include_str!("../cases/enclosed.jsonl").lines() {
        let record: Value = serde_json::from_str(line).expect("a record");
        let (problem, _) = read_text(record["text"].as_str().expect("a text")).expect("a problem");
        let (expected, _) = solve(&problem, None);
        let (found, _) = work_off(&Task {
            suits_large: true,
            ..Task::of(&problem)
        });
        assert_eq!(found.answer, expected.answer, "{}", describe(&problem, None));
    }
}

/// A true claim must be worth its place. `docs/solver-figures.md` has the figures of the whole bank.
#[test]
fn a_true_claim_saves_much_of_the_work_on_the_bank() {
    let (mut with, mut without) = (0, 0);
    for (_, entry) in bank().into_iter().step_by(10) {
        let (plain, nodes) = solve(&entry.problem, None);
        let (found, fewer) = solve(&entry.problem, entry.answer);
        assert_eq!(found.answer, plain.answer, "{}", entry.name);
        without += nodes;
        with += fewer;
    }
    println!("{without} nodes without the answer, {with} with it");
    assert!(with * 10 < without * 9, "{with} of {without}");
}
