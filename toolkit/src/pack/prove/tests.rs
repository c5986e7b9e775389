use shikatsu::board::{Point, PointSet};
use shikatsu::problem::Outcome;
use shikatsu::tsumego::{DEVICE_SLOTS, Solution};

use super::super::ask::{Asked, room_of};
use super::super::opinion::PASSABLE_MOVES;
use super::super::slow::Patience;
use super::handheld::completed;
use super::last::prove_at_last;
use super::ways::{prove_better, prove_in_the_open, prove_one};
use super::*;
use crate::entry::Entry;
use crate::solve::{Attempt, Found, Rests, Why};

/// Six white stones on the second line, and nothing else on the board but the stones that hem them in.
const OPEN: &str = "\
-----------
-----------
-----------
-----------
-----------
-----------
-----------
-----------
xxxxxxx----
ooooooxx---
-----------
A2 x

";

fn effort(nodes: u64) -> Effort {
    Effort {
        limits: Limits {
            nodes,
            ..Limits::NONE
        },
        regions: Regions::Device,
        slice: 4096,
        every_move: true,
        knows: Knowledge::ALL,
    }
}

fn asked(problem: &Problem) -> Asked<'_> {
    Asked {
        problem,
        shown: PointSet::EMPTY,
        wanted: PointSet::EMPTY,
        may_fail: true,
        is_silent: false,
        is_aside: false,
    }
}

/// White to play, with two eyes already.
const ALIVE: &str = "\
---------
---------
---------
---------
---------
---------
xxxxxx---
ooooox---
-o-o-x---
A2 o

";

#[test]
fn whoever_wins_by_passing_has_nothing_to_find() {
    let passes = |text: &str| {
        let problem = Entry::from_text(text).unwrap().problem;
        let proof = prove_in_the_open(&asked(&problem), &effort(50_000), 20_000, None, &mut || true);
        assert_eq!(proof.attempt.proved().unwrap().answer.outcome, Outcome::Alive);
        proof.passes
    };
    assert!(passes(ALIVE));
    let needs_a_move = ALIVE.replace("-o-o-x", "--o--x");
    assert!(!passes(&needs_a_move));
}

/// Black has eight points, and lives with most moves.
const ROOM: &str = "\
********
********
********
********
oooooooo
oxxxxxxo
ox----xo
ox----xo
C3 x
";

/// What all together make of it after one position alone, and whether the open prover had seen that passing wins.
fn better(asked: &Asked<'_>, passes: bool, go_on: &mut dyn FnMut() -> bool) -> Proof {
    let mut memory = Memory::new(DEVICE_SLOTS).unwrap();
    let mut before = prove_one(asked, &effort(1), 0, &mut memory, &mut || true);
    assert_eq!(before.attempt.solution(), None);
    before.passes = passes;
    prove_better(before, asked, &effort(60_000), 600_000, &mut memory, go_on)
}

#[test]
fn nobody_makes_a_book_for_a_reading_that_will_not_be_taken() {
    let problem = Entry::from_text(ROOM).unwrap().problem;
    let silent = Asked {
        is_silent: true,
        ..asked(&problem)
    };
    let proof = better(&silent, true, &mut || true);
    assert!(proof.attempt.solution().unwrap().answer.moves.len() > PASSABLE_MOVES);
    assert_eq!(proof.handheld, Handheld::TooLarge, "nobody asked the handheld");
    assert!(proof.passes, "what was known stays known");
    let told = better(&asked(&problem), false, &mut || true);
    assert_eq!(told.handheld, Handheld::AsItIs);
}

#[test]
fn what_was_stopped_is_asked_again() {
    let problem = Entry::from_text(ROOM).unwrap().problem;
    let proof = better(&asked(&problem), false, &mut || false);
    assert_eq!(proof.attempt.found, Found::Nothing(Why::Stopped));
}

#[test]
fn an_outcome_with_a_move_is_kept_though_others_are_not_judged() {
    let problem = Entry::from_text(ALIVE).unwrap().problem;
    let move_to = problem.point("C1").unwrap();
    let of = |best: Option<Point>| {
        let known = Solution {
            answer: Answer {
                outcome: Outcome::Alive,
                seki: false,
                moves: best.into_iter().collect(),
            },
            best,
            equals: best.into_iter().collect(),
            depth: 0,
        };
        let proof = Proof {
            attempt: Attempt {
                found: Found::Nothing(Why::Nodes),
                so_far: Some(known),
                guess: None,
                nodes: 1,
                rests: None,
            },
            handheld: Handheld::AsItIs,
            passes: false,
        };
        let mut memory = Memory::new(DEVICE_SLOTS).unwrap();
        let patience = Patience {
            memory: &mut memory,
            limits: SLOW,
            by_proof_numbers: true,
        };
        for_the_handheld(proof, &problem, &effort(1), patience, &mut || true).handheld
    };
    assert_eq!(of(Some(move_to)), Handheld::TooLarge);
    assert_eq!(of(None), Handheld::AsItIs, "nothing is known that one could play");
}

#[test]
fn where_the_moves_come_to_something_else_nobody_is_believed() {
    let problem = Entry::from_text(&ROOM.replacen("ox----xo", "oxx--xxo", 1))
        .unwrap()
        .problem;
    let mut memory = Memory::new(DEVICE_SLOTS).unwrap();
    let attempt = solve(&problem, &effort(1_000_000), &mut memory, &mut |_| true);
    let right = *attempt.solution().expect("it is small");
    let wrong = room_of(&problem.setup()).minus(&right.answer.moves);
    assert!(!wrong.is_empty() && !right.answer.moves.is_empty());
    let mut of = |moves: PointSet, is_whole: bool| {
        let mut known = right;
        (known.answer.moves, known.best) = (moves, moves.first());
        let mut attempt = attempt;
        (attempt.found, attempt.so_far) = if is_whole {
            (Found::Proved(known), None)
        } else {
            attempt.rests = attempt.rests.or(Some(Rests {
                zone: PointSet::EMPTY,
                walls: PointSet::EMPTY,
                any_outside: false,
            }));
            (Found::Nothing(Why::Nodes), Some(known))
        };
        let proof = Proof {
            attempt,
            handheld: Handheld::AsItIs,
            passes: false,
        };
        let patience = Patience {
            memory: &mut memory,
            limits: SLOW,
            by_proof_numbers: true,
        };
        completed(proof, &problem, &effort(1_000_000), patience, &mut || true).attempt
    };
    for is_whole in [true, false] {
        let found = of(right.answer.moves, is_whole);
        assert_eq!(found.solution().map(|found| found.answer), Some(right.answer));
        assert_eq!(of(wrong, is_whole).found, Found::Nothing(Why::Contradiction));
    }
}

#[test]
fn what_is_open_is_closed_for_the_handheld_at_the_end() {
    let problem = Entry::from_text(OPEN).unwrap().problem;
    assert!(room_of(&problem.setup()).len() > WIDE);
    let means = Means {
        effort: effort(1_000_000),
        open_nodes: 20_000,
        together_nodes: 0,
    };
    let mut memory = Memory::new(DEVICE_SLOTS).unwrap();
    let proof = prove_at_last(&asked(&problem), &means, &mut memory, &mut || true);
    assert!(matches!(
        proof.handheld,
        Handheld::Closed(_) | Handheld::Bound(..)
    ));
    let solution = proof.attempt.solution().unwrap();
    assert_eq!(solution.answer.outcome, Outcome::Alive);
    let stopped = prove_at_last(&asked(&problem), &means, &mut memory, &mut || false);
    assert_eq!(stopped.attempt.found, Found::Nothing(Why::Stopped));
}

#[test]
fn what_is_proved_in_the_open_is_closed_for_the_handheld() {
    let problem = Entry::from_text(OPEN).unwrap().problem;
    let effort = effort(50_000);
    let proof = prove_in_the_open(&asked(&problem), &effort, 20_000, None, &mut || true);
    let Handheld::Closed(closed) = proof.handheld else {
        panic!("it is {:?}", proof.handheld);
    };
    let found = proof.attempt.solution().unwrap();
    assert_eq!(found.answer.outcome, Outcome::Alive);
    let free = |problem: &Problem| room_of(&problem.setup()).len();
    assert!(free(&closed) < free(&problem) / 2);
    let (before, after) = (problem.setup(), closed.setup());
    assert!(
        before.black.minus(&after.black).is_empty(),
        "no stone of the file is missing"
    );
    assert_eq!((before.white, before.key), (after.white, after.key));
    let mut memory = Memory::new(DEVICE_SLOTS).unwrap();
    let again = solve(&closed, &effort, &mut memory, &mut |_| true);
    assert_eq!(again.solution(), Some(found));
}

#[test]
fn what_does_not_fit_the_limits_is_left_unknown() {
    let problem = Entry::from_text(OPEN).unwrap().problem;
    let effort = effort(10);
    let mut memory = Memory::new(DEVICE_SLOTS).unwrap();
    let alone = prove_one(&asked(&problem), &effort, 0, &mut memory, &mut || true);
    assert_eq!(alone.attempt.found, Found::Nothing(Why::Nodes));
    let both = prove_one(&asked(&problem), &effort, 5, &mut memory, &mut || true);
    assert_eq!(both.attempt.found, Found::Nothing(Why::Nodes));
    assert_eq!(both.handheld, Handheld::AsItIs);
}
