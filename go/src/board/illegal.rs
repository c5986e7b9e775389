//! Why a move may be refused.

use core::fmt;

/// Why a move may not be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// A stone stands there.
    Taken,
    /// The point lies outside the problem.
    Outside,
    /// The stone would capture nothing and have no liberty.
    Suicide,
    /// The stones would stand as they have stood before.
    Ko,
    /// The game is decided.
    Over,
    /// The record of the game has no room for another stone.
    Full,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Illegal::Taken => "a stone is already there",
            Illegal::Outside => "that point is outside the problem",
            Illegal::Suicide => "suicide: the stone would have no liberty",
            Illegal::Ko => "ko: the board would be as it was before",
            Illegal::Over => "the game is over",
            Illegal::Full => "the record of this game is full",
        })
    }
}

impl core::error::Error for Illegal {}
