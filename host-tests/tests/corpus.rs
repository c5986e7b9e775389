//! The corpus: problems as players meet them, with documented outcomes, solved with the handheld's memory. What is known
//! to fail is marked in the file, and a mark that is no longer true is told.

use host_tests::solving::{DEVICE_SLOTS, describe, slots};
use serde_json::Value;
use shikatsu::problem::{Outcome, Problem, read_text};
use shikatsu::region::Region;
use shikatsu::search::{Limits, Slot, Table};
use shikatsu::tsumego::{DEVICE_WORDS, Progress, Task, Thinker};

/// What the handheld looks at before it gives up.
const NODES: u64 = 2_000_000;

struct Case {
    id: String,
    problem: Problem,
    empties: u64,
    /// What the books say, which is about `dead` or `alive` only.
    expected: String,
    /// The outcome, unless it is known not to be found.
    outcome: Option<Outcome>,
}

fn cases() -> Vec<Case> {
    let case = |line: &str| {
        let record: Value = serde_json::from_str(line).expect("a record");
        let word = |field: &str| record[field].as_str().map(str::to_string);
        let text = word("text").expect("a text");
        assert_ne!(record["outcome"].is_null(), record["fails"].is_null(), "{line}");
        Case {
            id: word("id").expect("a name"),
            problem: read_text(&text).expect("a problem").0,
            empties: record["empties"].as_u64().expect("a number"),
            expected: word("expected").expect("a verdict"),
            outcome: word("outcome").map(|word| Outcome::from_word(&word).expect("an outcome")),
        }
    };
    include_str!("../cases/corpus.jsonl").lines().map(case).collect()
}

/// The outcome and the nodes it took; no outcome if they were not enough, or the region is too large.
fn solve(problem: &Problem, memory: &mut [Slot]) -> (Option<Outcome>, u64) {
    let thinker = Thinker::new(&Task {
        limits: Limits {
            nodes: NODES,
            ..Limits::NONE
        },
        every_move: false,
        ..Task::of(problem)
    });
    let fits = Region::<DEVICE_WORDS>::new(problem).is_some();
    let Some(mut thinker) = thinker.filter(|_| fits) else {
        return (None, 0);
    };
    let mut table = Table::new(memory);
    while matches!(thinker.step(&mut table, 10_000), Progress::More) {}
    (thinker.outcome(), thinker.nodes())
}

#[test]
fn every_problem_that_is_not_marked_is_solved_with_the_outcome_that_is_known() {
    let mut memory = slots(DEVICE_SLOTS);
    let groups = [0..=8, 9..=12, 13..=16, 17..=24];
    let mut solved = [0; 4];
    let mut nodes = [0; 4];
    for case in cases() {
        let Some(expected) = case.outcome else {
            continue;
        };
        let (found, spent) = solve(&case.problem, &mut memory);
        assert_eq!(
            found,
            Some(expected),
            "{}: {}",
            case.id,
            describe(&case.problem, None)
        );
        let group = groups.iter().position(|group| group.contains(&case.empties));
        let group = group.expect("larger ones are marked");
        solved[group] += 1;
        nodes[group] += spent;
    }
    println!("by empty points (up to 8, 12, 16, 24): {solved:?} solved with {nodes:?} nodes");
    assert!(
        solved[0] >= 85 && solved[1] >= 32 && solved[2] >= 18,
        "{solved:?}"
    );
}

#[test]
fn the_books_agree_where_they_were_checked() {
    for case in cases() {
        let Some(outcome) = case.outcome else {
            continue;
        };
        let agrees = match case.expected.as_str() {
            "dead" => outcome == Outcome::Dead,
            "not dead" => outcome != Outcome::Dead,
            "alive" => outcome == Outcome::Alive,
            _ => outcome != Outcome::Alive,
        };
        assert!(agrees, "{}: {outcome:?}, {}", case.id, case.expected);
    }
}

/// Marks should not outlive what they say.
#[test]
#[ignore = "takes a minute"]
fn what_is_marked_still_fails() {
    let mut memory = slots(DEVICE_SLOTS);
    for case in cases().into_iter().filter(|case| case.outcome.is_none()) {
        let (found, _) = solve(&case.problem, &mut memory);
        assert_eq!(found, None, "{} is solved now: take the mark off", case.id);
    }
}
