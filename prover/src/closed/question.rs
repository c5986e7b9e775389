//! What is asked about a position, and what comes of asking.

use super::numbers::KIND_BITS;
use crate::position::Side;

/// What is asked, always of a side that has to win in spite of the other's threats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Do the key stones stand? The attacker may not pass.
    Stand,
    /// Does the defender get two eyes? The attacker may pass.
    Eyes,
    /// Are they captured?
    Capture,
}

impl Question {
    pub(super) const fn winner(self) -> Side {
        match self {
            Question::Stand | Question::Eyes => Side::Defender,
            Question::Capture => Side::Attacker,
        }
    }

    /// Under which key the table has it.
    pub(super) const fn key(self, hash: u64) -> u64 {
        (hash >> KIND_BITS << KIND_BITS) | (self as u64 + 1)
    }

    pub(super) const fn may_pass(self, side: Side) -> bool {
        matches!(side, Side::Defender) || matches!(self, Question::Eyes)
    }
}

/// What comes of asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reply {
    /// It is not settled yet.
    More,
    /// The side wins, or does not.
    Fact(bool),
    /// It does not win the game that was searched, but may win the true one. See `Ghost` in the search.
    Doubt,
}
