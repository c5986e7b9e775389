//! Alpha-beta for any game of two players: deepened step by step, with a table of positions, in slices.
//!
//! The search knows a [`Game`] by its moves, its values and a number for each position, and nothing else. It
//! keeps its own stack, so it can stop after any node and go on later, and it never allocates.
//!
//! 1. [`Search::start`] takes the limits; [`Search::step`] works off a number of nodes and says whether
//!    more are needed.
//! 2. Each round searches deeper than the last, by one ply or in a proof by four, until the value is proved or a
//!    limit is met.
//! 3. In each position: is it in the [`Table`]? decided? at the horizon? Otherwise its moves are ranked and tried
//!    best first.
//!
//! **Values** are the mover's. [`WIN`] and above mean *proved*, and so does `-WIN` and below; everything between
//! is an opinion.
//!
//! **What depends on the path** is kept apart. A game may forbid a move because of a position above, or say that it
//! leads back to one and what that is worth *there*. Values carry the lowest ply they depend on in this way:
//!
//! * A value that met nothing of the kind is true wherever the position is met, and goes into the table under the
//!   position's number.
//! * A value that went round in a circle below, but depends on no position above, goes into the table under
//!   [`Game::circle_key`], if the game has such a number: then it is true for all who ask under that number.
//! * All others are true on this path only and are not stored.
//!
//! The game has to prove that this is right; `docs/solver.md` does so for Go.
//!
//! **Lost positions.** With [`Aim::Value`] each round looks one ply further, and the best move of a round is tried first in the next.
//! So in a lost position the reported move is one that was not yet lost a round before: it resists longest.

mod engine;
mod frame;
mod look;
mod report;
mod table;

pub use engine::Search;
pub use report::{Aim, End, Limits, Report, Step};
pub use table::{Slot, Table};

/// What a side's own win is worth. Values this far from zero are proved.
pub const WIN: i16 = 30_000;

/// A move, numbered as the game likes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveId(pub u16);

/// A move with its rank. The highest is tried first, and of equals the one with the smallest number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The move.
    pub id: MoveId,
    /// How early to try it.
    pub rank: i16,
}

/// What came of making a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Made {
    /// The move is on the board and the other side is to move.
    Fine,
    /// The same, but the move is only legal because this side may repeat positions: it brings back one from before the search.
    Leans,
    /// The move is against the rules, whatever moves led here; nothing was changed.
    Illegal,
    /// The move is against the rules because of the position at this ply of the path; nothing was changed.
    Banned(u8),
    /// The move is against the rules because of a position before the search; nothing was changed.
    Barred,
    /// The move leads back to the position at this ply of the path, which is worth this much to the mover;
    /// nothing was changed.
    Repeats(u8, i16),
}

/// A game of two players who alternate.
pub trait Game {
    /// Whether the numbers of positions tell their ply, too. Then nothing at the horizon is in the table: it would have been looked at deeper in an
    /// earlier round, and each round goes deeper than those before.
    const TELLS_PLY: bool = false;

    /// A number for the position and the side to move: equal positions have equal numbers.
    fn key(&self) -> u64;

    /// The value for the side to move, if nothing can change it any more.
    fn decided(&mut self) -> Option<i16>;

    /// An opinion of the value for the side to move, below [`WIN`] in size.
    fn evaluate(&mut self) -> i16;

    /// The value for the side to move when none of its moves is legal.
    fn stuck(&mut self) -> i16 {
        self.evaluate()
    }

    /// Names the moves worth trying, with their ranks. `ply` counts from the root. A move may be left out if
    /// it cannot be better than those that are named.
    fn moves(&mut self, ply: usize, name: &mut dyn FnMut(Ranked));

    /// Makes a move that `moves` named.
    fn make(&mut self, id: MoveId) -> Made;

    /// Takes the newest move back.
    fn unmake(&mut self);

    /// Learns that a move refuted the one before it, with `depth` plies left to search.
    fn refuted(&mut self, _ply: usize, _id: MoveId, _depth: u8) {}

    /// The number under which the table keeps values that rely on going round in circles, for the position whose own number is `key`. `None` if
    /// such values hold on one path only, as they do where both sides are forbidden to repeat.
    fn circle_key(&self, _key: u64) -> Option<u64> {
        None
    }

    /// The number of the position after a move, if it can be found without making the move. It may be wrong: it only helps to choose
    /// which move to try first.
    fn key_after(&self, _id: MoveId) -> Option<u64> {
        None
    }

    /// Whether values of the position on the board, whatever they are, hold on this path only.
    fn holds_on_this_path_only(&self) -> bool {
        false
    }
}
