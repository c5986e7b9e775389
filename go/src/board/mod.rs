//! Go: points, stones, chains, the rules of play, and the record of a game.
//!
//! * [`Point`] and [`PointSet`] name places on a board of 5 to 19 lines; [`Symmetry`] turns them.
//! * [`Board`] knows stones, chains and liberties. It makes and unmakes moves cheaply enough to be
//!   searched on, and refuses what the stones alone forbid: taken, outside, suicide.
//! * [`Crop`] is the part of a board that is worth showing.
//! * [`Game`] adds what needs a past: whose turn it is, positional superko, passes, the key stones
//!   and the end; with undo and redo.
//!
//! What a position is *worth* is left to others.

mod chain;
mod color;
mod crop;
mod game;
mod illegal;
mod point;
mod set;
mod setup;
mod stones;
mod symmetry;
mod zobrist;

pub use color::Color;
pub use crop::Crop;
pub use game::{Game, MAX_PLIES, Move, Verdict};
pub use illegal::Illegal;
pub use point::{MAX_SIZE, MIN_SIZE, Point, VertexText};
pub use set::PointSet;
pub use setup::Setup;
pub use stones::{Board, Cell, Undo};
pub use symmetry::Symmetry;
pub(crate) use zobrist::key as stone_key;
