//! The principal line: it keeps what was proved, kos included, and is the same however it is sliced.

use host_tests::diagram::{game, named_move, problem};
use host_tests::solving::{DEVICE_SLOTS, describe, slots};
use serde_json::Value;
use shikatsu::board::{Game, Move, Verdict};
use shikatsu::problem::{Outcome, Problem, read_text};
use shikatsu::search::Table;
use shikatsu::tsumego::{PlayedLine, Reach, Thinker};

/// More than any enclosed case needs.
const FAR: Reach = Reach {
    plies: 60,
    nodes: 1_000_000,
    nodes_in_all: 10_000_000,
};

/// The game played on from its setup.
fn play_on(problem: &Problem, reach: Reach, slice: u32) -> Game {
    let mut memory = slots(DEVICE_SLOTS);
    let mut table = Table::new(&mut memory);
    let mut thinker = Box::new(Thinker::IDLE);
    let mut game = Game::new(&problem.setup());
    let mut line = PlayedLine::new(*problem, reach);
    while line.step(&mut game, &mut thinker, &mut table, slice) {}
    game
}

fn cases() -> impl Iterator<Item = (Problem, Outcome)> {
    let lines = include_str!("../cases/enclosed.jsonl").lines();
    lines.map(|line| {
        let record: Value = serde_json::from_str(line).expect("a record");
        let word = |field: &str| record[field].as_str().expect("a text");
        let (problem, _) = read_text(word("text")).expect("a problem");
        (problem, Outcome::from_word(word("outcome")).expect("an outcome"))
    })
}

/// Nobody has threats in a line, so the kos fall to whom they belong.
#[test]
fn best_play_ends_as_was_proved() {
    let mut ends = [0; 4];
    for (problem, outcome) in cases() {
        let game = play_on(&problem, FAR, 10_000);
        let expected = match outcome {
            Outcome::Dead | Outcome::KoAttacker => Verdict::Dead,
            Outcome::Alive | Outcome::KoDefender => Verdict::Stands,
        };
        let moves: Vec<Move> = game.moves().collect();
        assert_eq!(
            game.verdict(),
            Some(expected),
            "{outcome}, {moves:?}: {}",
            describe(&problem, None)
        );
        ends[outcome as usize] += 1;
    }
    println!("by outcome: {ends:?}");
}

#[test]
fn slices_of_any_size_give_the_same_line() {
    for (problem, _) in cases().step_by(10) {
        let whole: Vec<Move> = play_on(&problem, FAR, u32::MAX).moves().collect();
        for slice in [1, 13, 500] {
            assert!(play_on(&problem, FAR, slice).moves().eq(whole.iter().copied()));
        }
    }
}

#[test]
fn a_line_stops_where_its_reach_ends() {
    let (problem, _) = cases().next().expect("a case");
    let whole: Vec<Move> = play_on(&problem, FAR, 1000).moves().collect();
    for plies in 0..whole.len() {
        let reach = Reach { plies, ..FAR };
        assert!(
            play_on(&problem, reach, 1000)
                .moves()
                .eq(whole[..plies].iter().copied())
        );
    }
    let reach = Reach {
        nodes_in_all: 0,
        ..FAR
    };
    assert_eq!(play_on(&problem, reach, 1000).moves().len(), 0);
}

/// White takes the ko for its second eye; Black may not take it back and has no threat, so it passes.
#[test]
fn a_ko_is_not_taken_back_at_once() {
    let picture = "\
        **x-xo-
        ***xooo
        ****xxx
        *******
        *******
        *******
        *******
        F6 o";
    let played = play_on(&problem(picture), FAR, 1000);
    let board = game(picture).board().clone();
    let expected = ["D7", "pass", "pass"].map(|name| named_move(&board, name));
    assert!(played.moves().eq(expected));
}
