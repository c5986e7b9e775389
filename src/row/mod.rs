//! Row Go: the first game. Go with its captures, but whoever first has enough stones in a row, across or down, wins.
//!
//! * [`Rules`] is the game on a [`Game`](crate::board::Game) without key stones: how many in a row win where, and how it ended.
//! * `lines` counts stones line by line: full rows, rows that lack one stone, and what open rows are worth.
//! * `game` is what is searched, a second game on [`search`](crate::search), with its moves in order.
//! * [`RowThinker`] looks for a move, slice by slice.
//!
//! `docs/row-go.md` says which game exactly is played, how a position is valued, and why the values are right.

mod game;
mod lines;
mod order;
mod rules;
mod thinker;

pub use rules::{Ended, LARGEST, Rules, SMALLEST};
pub use thinker::{Found, MAX_DEPTH, RowThinker, Task, Thinking, taken};
