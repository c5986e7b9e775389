//! What is known about a position, as plain data that every game shares.

use crate::board::{Color, Point, PointSet};
use crate::problem::Outcome;

/// What a position comes to with best play on both sides, in the terms of the game that is played. Two positions come to the same
/// when these are equal.
///
/// Another game adds a line here, and the compiler then names every place that speaks of one game only.
#[derive(Clone, Copy, Debug)]
pub enum Worth {
    /// Life and death.
    Life {
        /// What the key stones come to.
        outcome: Outcome,
        /// They live without two eyes. That is a way to live, so it makes no difference to what the position comes to.
        seki: bool,
    },
    /// Row Go: who gets the row first; nobody if both pass.
    Row(Option<Color>),
}

impl PartialEq for Worth {
    fn eq(&self, other: &Worth) -> bool {
        match (self, other) {
            (Worth::Life { outcome: one, .. }, Worth::Life { outcome: two, .. }) => one == two,
            (Worth::Row(one), Worth::Row(two)) => one == two,
            _ => false,
        }
    }
}

impl Eq for Worth {}

/// What a judge knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// What it comes to.
    pub worth: Worth,
    /// Every right move, or one of them if that was enough. Empty if no move does better than another.
    pub moves: PointSet,
    /// The move to play: the best of the right ones, or what resists longest. `None` if a pass is as good.
    pub best: Option<Point>,
    /// The best move and those that are as good.
    pub equals: PointSet,
}

/// An opinion where nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guess {
    /// The move that looks best; `None` is a pass.
    pub best: Option<Point>,
    /// There is no hope for the side to move.
    pub is_hopeless: bool,
    /// Stones that are as good as captured, where that is looked at.
    pub dead: PointSet,
}

impl Guess {
    /// A move that looks good, and nothing more.
    pub const fn of(best: Option<Point>) -> Guess {
        Guess {
            best,
            is_hopeless: false,
            dead: PointSet::EMPTY,
        }
    }
}
