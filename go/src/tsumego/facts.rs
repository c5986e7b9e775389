//! What a solver finds out, and what it says of it.

use core::cmp::Ordering;

use crate::board::{Point, PointSet};
use crate::problem::Answer;
use crate::search::MoveId;

/// What is proved about a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The outcome and every correct first move, or one of them if that was enough.
    pub answer: Answer,
    /// The move to play. Of the correct moves that were judged it is the one that keeps most territory, then the one
    /// with the shortest proof; in a lost position the one that takes most work to refute. `None` if a pass is as good, or
    /// if only a ko threat elsewhere helps.
    pub best: Option<Point>,
    /// The best move and those that are as good: with as much territory or, where territory was not compared, with as short a proof; in
    /// a lost position those that take as much work to refute. Only the best if one was enough.
    pub equals: PointSet,
    /// How many plies deep the outcome's proof went.
    pub depth: u8,
}

/// An opinion where nothing was proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guess {
    /// The move that looks best; `None` is a pass.
    pub best: Option<Point>,
    /// How good things look for the side to move: good above zero, bad below.
    pub value: i16,
}

/// Where a solver stands after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thinking {
    /// There is more to do.
    More,
    /// Everything is proved.
    Solved(Solution),
    /// A limit was reached first. There is a [`guess`](crate::tsumego::Solver::guess).
    Unknown,
}

/// What was proved so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// By threats: whether the key stones are captured.
    pub(super) captured: [Option<bool>; 3],
    /// By threats: the move that the proof for the side to move begins with.
    pub(super) first: [Option<MoveId>; 3],
    /// Whether the defender gets two eyes.
    pub(super) eyes: Option<bool>,
    /// First moves are asked about in the order of their cells; this is the next one.
    pub(super) next_cell: u16,
    pub(super) moves: Option<PointSet>,
    /// The correct move with the shortest proof, and how deep that went.
    pub(super) best: Option<(Point, u8)>,
    /// Correct moves are asked for their territory in the same order.
    pub(super) next_estate: u16,
    /// The most territory, and the move that keeps it.
    pub(super) largest: Option<(i16, Point)>,
    /// The most work, and the move that takes it.
    pub(super) hardest: Option<(u64, Point)>,
    /// The moves that are as good as the best by what was asked last: proofs, then territory; or work.
    pub(super) equals: Option<PointSet>,
    pub(super) guess: Option<Guess>,
    pub(super) depth: u8,
}

impl Facts {
    pub(super) const NONE: Facts = Facts {
        captured: [None; 3],
        first: [None; 3],
        eyes: None,
        next_cell: 0,
        moves: None,
        best: None,
        next_estate: 0,
        largest: None,
        hardest: None,
        equals: None,
        guess: None,
        depth: 0,
    };

    /// Takes in a move that is better than the best so far, as good, or worse.
    pub(super) fn compare(&mut self, point: Point, with_best: Ordering) {
        let equals = self.equals.get_or_insert(PointSet::EMPTY);
        if with_best == Ordering::Greater {
            *equals = PointSet::EMPTY;
        }
        if with_best != Ordering::Less {
            equals.insert(point);
        }
    }
}
