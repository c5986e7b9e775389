//! The switches for what the older programs knew, and the preferences between moves that are equally good.

use host_tests::diagram::{points, problem};
use host_tests::solving::{DEVICE_SLOTS, describe, slots};
use serde_json::Value;
use shikatsu::board::Board;
use shikatsu::problem::{Outcome, Problem, read_text};
use shikatsu::search::{Limits, Table};
use shikatsu::tsumego::{Guess, Knowledge, Rule, Solution, Solver, Task, Thinking};

/// The solution and the nodes it took; or the guess.
fn solve(problem: &Problem, limits: Limits, knows: Knowledge) -> (Result<Solution, Option<Guess>>, u64) {
    let mut memory = slots(DEVICE_SLOTS);
    let mut table = Table::new(&mut memory);
    let task = Task {
        limits,
        knows,
        ..Task::of(problem)
    };
    let mut solver = Solver::<4>::new(&task).expect("it fits");
    loop {
        match solver.step(&mut table, 1000) {
            Thinking::More => {}
            Thinking::Solved(solution) => return (Ok(solution), solver.nodes()),
            Thinking::Unknown => return (Err(solver.guess()), solver.nodes()),
        }
    }
}

fn solution(problem: &Problem, knows: Knowledge) -> (Solution, u64) {
    let (found, nodes) = solve(problem, Limits::NONE, knows);
    (found.expect("there are no limits"), nodes)
}

/// Every ninth enclosed case.
fn cases() -> impl Iterator<Item = Problem> {
    let lines = include_str!("../cases/enclosed.jsonl").lines().step_by(9);
    lines.map(|line| {
        let record: Value = serde_json::from_str(line).expect("a record");
        read_text(record["text"].as_str().expect("a text"))
            .expect("a problem")
            .0
    })
}

#[test]
fn no_switch_changes_an_answer() {
    let all = || Rule::ALL.map(|rule| Knowledge::ALL.without(rule));
    let only = || Rule::ALL.map(|rule| Knowledge::NONE.with(rule));
    let (mut with_all, mut with_none, mut cases_seen) = (0, 0, 0);
    for problem in cases() {
        let (expected, nodes) = solution(&problem, Knowledge::ALL);
        let (found, more) = solution(&problem, Knowledge::NONE);
        assert_eq!(found.answer, expected.answer, "{}", describe(&problem, None));
        for knows in all().into_iter().chain(only()) {
            let (found, _) = solution(&problem, knows);
            assert_eq!(
                found.answer,
                expected.answer,
                "{knows:?}: {}",
                describe(&problem, None)
            );
        }
        with_all += nodes;
        with_none += more;
        cases_seen += 1;
    }
    println!("{cases_seen} problems: {with_all} nodes with all rules, {with_none} with none");
    assert!(with_all < with_none);
}

#[test]
fn each_switch_is_one() {
    for rule in Rule::ALL {
        assert!(Knowledge::ALL.has(rule) && !Knowledge::NONE.has(rule));
        assert!(!Knowledge::ALL.without(rule).has(rule) && Knowledge::NONE.with(rule).has(rule));
        for other in Rule::ALL.into_iter().filter(|&other| other != rule) {
            assert!(Knowledge::ALL.without(rule).has(other) && !Knowledge::NONE.with(rule).has(other));
        }
    }
}

/// Five points in a row: every move keeps White alive, but one at the end gives a point away.
const FIVE_IN_A_ROW: &str = "\
-----ox**
oooooox**
xxxxxxx**
*********
*********
*********
*********
*********
*********
A8 o";

#[test]
fn of_two_ways_to_live_the_larger_is_chosen() {
    let problem = problem(FIVE_IN_A_ROW);
    let (found, _) = solution(&problem, Knowledge::ALL);
    assert_eq!(found.answer.outcome, Outcome::Alive);
    let board = Board::new(&problem.setup());
    assert_eq!(found.answer.moves, points(&board, "A9 B9 C9 D9 E9"));
    let best = found.best.expect("a move");
    let good = points(&board, "B9 C9 D9");
    assert!(good.contains(best), "{best:?}");
    assert_eq!(found.equals, good, "any of them does");
}

#[test]
fn what_is_as_good_as_the_best_move_is_correct_too() {
    let (mut choices, mut lost) = (0, 0);
    for problem in cases() {
        let (found, _) = solution(&problem, Knowledge::ALL);
        let Solution {
            answer, best, equals, ..
        } = found;
        assert_eq!(best.is_some(), !equals.is_empty());
        assert!(best.is_none_or(|best| equals.contains(best)));
        let is_lost = answer.moves.is_empty();
        assert!(is_lost || equals.minus(&answer.moves).is_empty());
        choices += usize::from(equals.len() > 1);
        lost += usize::from(is_lost && equals.len() > 1);
    }
    println!("{choices} with a choice, {lost} of them lost");
    assert!(choices > lost && lost > 0);
}

#[test]
fn a_lost_side_resists_where_that_takes_most_work() {
    for text in [
        include_str!("../../problems/shapes/eight-on-the-second-line.txt"),
        include_str!("../../problems/shapes/six-on-the-second-line.txt"),
    ] {
        let (problem, _) = read_text(text).expect("a problem of the bank");
        let (found, _) = solution(&problem, Knowledge::ALL);
        assert!(found.answer.moves.is_empty(), "nothing helps");
        assert!(found.best.is_some(), "but a pass is no resistance");
    }
}

#[test]
fn where_a_limit_is_met_there_is_a_guess() {
    let text = include_str!("../../problems/shapes/six-on-the-second-line.txt");
    let (problem, _) = read_text(text).expect("a problem of the bank");
    for (limits, name) in [
        (
            Limits {
                nodes: 3,
                ..Limits::NONE
            },
            "nodes",
        ),
        (
            Limits {
                depth: 1,
                ..Limits::NONE
            },
            "depth",
        ),
    ] {
        let (found, _) = solve(&problem, limits, Knowledge::NONE);
        assert!(found.expect_err(name).is_some(), "a guess");
        let again = solve(&problem, limits, Knowledge::NONE).0;
        assert_eq!(again, found, "a guess is the same every time");
    }
}
