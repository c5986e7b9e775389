//! What the search keeps of a position on the current line, of a move to be tried, and of a value on its way up.

use super::{Game, MoveId, Ranked};

/// Depends on nothing: true wherever the position is met.
pub(super) const NOTHING: u8 = u8::MAX;
/// Depends on no position above, but leans on who may repeat positions.
pub(super) const CIRCLES: u8 = u8::MAX - 1;
/// Beyond every value.
pub(super) const LIMIT: i16 = 32_000;

/// Where nodes are spared: how much less deep the later moves of the side that is to win are searched. It is even, so that this
/// side has the last move of those lines too.
pub(super) const LESS_DEEP: u8 = 2;

/// A position on the current line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) key: u64,
    pub(super) alpha: i16,
    pub(super) beta: i16,
    pub(super) best: i16,
    pub(super) best_move: Option<MoveId>,
    /// The move being searched below, and what its legality depends on.
    pub(super) tried: MoveId,
    pub(super) leans: u8,
    pub(super) depth: u8,
    /// The lowest ply that the values seen so far depend on.
    pub(super) depends: u8,
    /// What every value here depends on.
    pub(super) always: u8,
    /// Where its untried moves begin in the list of moves, and how many of them may be tried.
    pub(super) first_move: u16,
    pub(super) left: u16,
    /// How many of these, the last ones, are searched less deep.
    pub(super) late: u16,
}

impl Frame {
    /// How much less deep the move being searched below is looked at. It is no longer among those left.
    pub(super) const fn less_deep(&self) -> u8 {
        if self.left < self.late { LESS_DEEP } else { 0 }
    }

    /// Takes in the value of the move that was tried.
    pub(super) fn take(&mut self, found: Found) {
        if found.value > self.best {
            self.best = found.value;
            self.best_move = Some(self.tried);
        }
        let depends = found.depends.min(self.leans);
        if found.value >= self.beta {
            // A refutation stands by itself: the moves before it do not matter.
            self.depends = depends.min(self.always);
        } else {
            self.depends = self.depends.min(depends);
        }
    }
}

/// A move to be tried, in one word: the larger comes first. So the best of many is found by plain comparisons, and the
/// order in which they lie does not matter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Untried(u32);

impl Untried {
    pub(super) fn new(ranked: Ranked) -> Untried {
        let rank = (ranked.rank as u16) ^ (1 << 15);
        Untried(u32::from(rank) << 16 | u32::from(!ranked.id.0))
    }

    pub(super) const fn id(self) -> MoveId {
        MoveId(!(self.0 as u16))
    }
}

/// A value on its way up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) value: i16,
    /// The lowest ply it depends on, or [`CIRCLES`], or [`NOTHING`].
    pub(super) depends: u8,
}

impl Found {
    /// A value of the position on the board.
    pub(super) fn here(value: i16, game: &impl Game) -> Found {
        if game.holds_on_this_path_only() {
            Found::only_now(value)
        } else {
            Found {
                value,
                depends: NOTHING,
            }
        }
    }

    /// A value that is of no use anywhere else. It counts as depending on the root, so it is never stored.
    pub(super) const fn only_now(value: i16) -> Found {
        Found { value, depends: 0 }
    }

    pub(super) fn seen_from_above(self) -> Found {
        Found {
            value: -self.value,
            ..self
        }
    }
}
