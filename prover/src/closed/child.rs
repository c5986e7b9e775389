//! The moves of a position of a closed region, and what is known behind them.

use super::numbers::Numbers;
use crate::position::Position;
use crate::set::Set;

/// A failure leans on nothing further up: a fact.
pub(super) const NOTHING: u8 = u8::MAX;
/// A failure leans on something that is not so in the game, or on a path that was not followed to its end. It is never a fact.
pub(super) const DOUBT: u8 = 0;

/// What is known of a position on a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value<const N: usize> {
    pub(super) numbers: Numbers,
    /// The lowest place on the path that a failure leans on.
    pub(super) leans: u8,
    /// Where a fact rests.
    pub(super) zone: Set<N>,
}

impl<const N: usize> Value<N> {
    pub(super) const fn fact(numbers: Numbers, zone: Set<N>) -> Value<N> {
        Value {
            numbers,
            leans: NOTHING,
            zone,
        }
    }

    /// Whether it is a fact that the side to win does, or that it does not.
    pub(super) fn is_fact(&self, wins: bool) -> bool {
        let number = if wins {
            self.numbers.proof
        } else {
            self.numbers.disproof
        };
        number == 0 && self.leans == NOTHING
    }
}

/// A move of a position, and what is known behind it.
pub(super) struct Child<const N: usize> {
    /// The cell, or [`PASS`].
    pub(super) at: u16,
    pub(super) position: Position<N>,
    pub(super) value: Value<N>,
    pub(super) ghost: Ghost,
    /// It is no better than a move that has lost, so nobody needs to look.
    pub(super) is_idle: bool,
}

impl<const N: usize> Child<N> {
    /// How it counts among the moves of its position; whether the side to move there is the one that is to win.
    pub(super) fn numbers(&self, is_winner: bool) -> Numbers {
        match (self.is_idle, is_winner) {
            (false, _) => self.value.numbers,
            (true, true) => Numbers::FAILED,
            (true, false) => Numbers::WON,
        }
    }
}

/// Whether a move has put a stone where a key stone has fallen.
///
/// It is no key stone, but superko takes it for one, and might keep the attacker from a win that was found without it. If it counts
/// as a key stone again the attacker has more to do, and the stones alone say what a position is worth. So the key stones are captured only if they are
/// then, too; and that they are not is only a fact if they are not now.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ghost {
    No,
    /// It has. It is asked about as if the stone were no key stone.
    Without,
    /// It was won like that, and is asked about as if the stone were one.
    With,
}
