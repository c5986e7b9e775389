//! Whole games of Go: the record of one, and a machine that plays them.
//!
//! * [`Field`] is a board made for playouts: small, quick to copy, nothing can be taken back on it.
//! * [`Kifu`] is a game as the list of its moves. The rules with a past (ko, superko, undo) are answered by playing the list again.
//! * [`Search`] chooses a move: Monte Carlo tree search, in memory lent by the caller, in slices.
//! * [`sample`] is one playout and its score, for those who weigh moves themselves.
//! * [`GoThinker`] is a mind for the handheld's trainer: a position in, a move out, or which stones are dead.
//! * [`locked_fight`] finds what a solver should be asked about instead.
//! * [`living`] is unconditional life on the whole board, [`area`] the score.
//!
//! `board::Board` would do, too, and the tests hold the two against each other. But a playout copies the board and plays a hundred moves that it
//! never takes back. A `Field` of 13 lines takes 2.7 KB of the handheld's stack where a `Board` takes 4.6 KB, has a list of the empty points to draw from,
//! and keeps neither hashes nor records.

mod benson;
mod choice;
mod field;
mod fight;
mod kifu;
mod pattern;
mod playout;
mod score;
mod search;
mod thinker;
mod tree;

pub use benson::living;
pub use choice::{Choice, Manners, Thought, choose};
pub use field::{Field, cells};
pub use fight::{better_in_fight, locked_fight};
pub use kifu::{Kifu, Ko, Refused, handicap_points, most_handicap};
pub use playout::{Chance, sample};
pub use score::{Area, Score, area, area_of};
pub use search::{Progress, Search};
pub use thinker::{GoTask, GoThinker, LargeGoThinker, Opinion, SizedGoThinker};

use crate::board::MAX_SIZE;

/// The largest board that the handheld plays on.
pub const DEVICE_SIZE: u8 = 13;
/// The cells of that board, and of the largest of all.
pub const DEVICE_CELLS: usize = cells(DEVICE_SIZE);
/// See [`DEVICE_CELLS`].
pub const CELLS: usize = cells(MAX_SIZE);
/// How many moves a game has room for on the handheld, and on a computer.
pub const DEVICE_MOVES: usize = 400;
/// See [`DEVICE_MOVES`].
pub const MOVES: usize = 1200;
