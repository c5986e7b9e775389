//! Moves of whole games inside of locked fights: playouts choose where to play, and the reader of life and death which move.

use heapless::Vec;
use shikatsu::board::{Color, Point, PointSet};
use shikatsu::play::{GoTask, GoThinker};
use shikatsu::search::{Limits, Slot, Table};
use shikatsu::session::Readers;
use shikatsu::session::judge::Reader;
use shikatsu::session::thought::{Job, News, Position};
use shikatsu::tsumego::DEVICE_WORDS;

/// White is shut in with three points in a row. Whoever plays in the middle of them wins.
const SHUT_IN: [&str; 7] = [
    "---ox--", "oooox--", "xxxxx--", "-------", "-------", "-------", "-------",
];
const MIDDLE: Point = Point::new(1, 0);

fn task(lines: &[&str], to_move: Color, legal: PointSet, seed: u32) -> GoTask {
    let all = |letter: u8| -> PointSet {
        let is_it =
            |point: &Point| lines[usize::from(point.row())].as_bytes()[usize::from(point.column())] == letter;
        Point::all(lines.len() as u8).filter(is_it).collect()
    };
    GoTask {
        size: lines.len() as u8,
        stones: [all(b'x'), all(b'o')],
        legal,
        last: [None; 2],
        passed: false,
        moves: 20,
        to_move,
        komi: 1,
        playouts: 2,
        seed,
    }
}

fn top(columns: std::ops::Range<u8>) -> PointSet {
    columns.map(|column| Point::new(column, 0)).collect()
}

/// The move that playouts alone come to.
fn by_playouts(task: &GoTask) -> Option<Point> {
    let mut thinker = Box::new(GoThinker::IDLE);
    let mut slots = vec![Slot::EMPTY; 8192];
    assert!(thinker.start(task));
    loop {
        if let Some(opinion) = thinker.step(&mut slots, 1) {
            return opinion.best;
        }
    }
}

/// The move that the trainer's mind comes to, in slices of so many positions.
fn by_the_mind(readers: &mut Readers<DEVICE_WORDS>, task: &GoTask, slice: u32) -> Option<Point> {
    let job = Job {
        position: Position::Go(task.clone()),
        past: Vec::new(),
        limits: Limits::NONE,
    };
    let mut slots = vec![Slot::EMPTY; 8192];
    let mut table = Table::new(&mut slots);
    assert!(readers.start(&job));
    loop {
        match readers.step(&mut table, slice) {
            News::Working(playouts) => assert!(playouts <= task.playouts.into()),
            News::Unknown { guess } => return guess.unwrap().best,
            news => panic!("a whole game is never proved: {news:?}"),
        }
    }
}

#[test]
fn inside_a_locked_fight_the_solver_is_asked() {
    let mut readers = Box::new(Readers::IDLE);
    let mut is_needed = false;
    for to_move in Color::BOTH {
        for seed in 1..=20 {
            let task = task(&SHUT_IN, to_move, top(0..3), seed);
            is_needed |= by_playouts(&task) != Some(MIDDLE);
            let slice = if seed % 2 == 0 { 50 } else { 5_000 };
            assert_eq!(by_the_mind(&mut readers, &task, slice), Some(MIDDLE), "{seed}");
        }
    }
    assert!(
        is_needed,
        "two playouts choose well by chance, so nothing was shown"
    );
}

#[test]
fn what_superko_forbids_is_not_played() {
    let mut readers = Box::new(Readers::IDLE);
    let mut sides = top(0..3);
    sides.remove(MIDDLE);
    for seed in 1..=5 {
        let task = task(&SHUT_IN, Color::Black, sides, seed);
        let chosen = by_the_mind(&mut readers, &task, 500).unwrap();
        assert!(sides.contains(chosen), "{chosen:?}");
    }
}

#[test]
fn in_the_open_the_playouts_decide() {
    let mut open = SHUT_IN;
    open[0] = "---o---";
    let mut readers = Box::new(Readers::IDLE);
    for seed in 1..=5 {
        let task = task(&open, Color::White, top(0..3), seed);
        assert_eq!(
            by_the_mind(&mut readers, &task, 500),
            by_playouts(&task),
            "{seed}"
        );
    }
}
