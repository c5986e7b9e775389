//! Fixed work for measuring, the same on a computer and on the chip.
//!
//! * [`DrawnGame`] is a game whose moves are made and unmade: what the board costs.
//! * [`Trial`] is a problem to be solved with the handheld's memory: what the solver costs.
//! * [`RowTrial`] is a move of Row Go to be found: what that game costs.
//! * [`play_out`] plays games to their end: what a move against the machine costs.
//! * [`ReadOut`] is a built-in problem, with every correct move: what the player waits for at most.
//!
//! All come with a signature: if it is equal on two machines, they did the very same work.

mod bank;
mod moves;
mod playing;
mod row;
mod solving;

pub use bank::{ReadOut, built_in, read_out, sample};
pub use moves::{DrawnGame, POSITIONS, Work};
pub use playing::{BOARDS, PLAYOUTS, play_out};
pub use row::{ROWS, ROWS_ON_CHIP, RowFound, RowTrial};
pub use solving::{Ended, NODES, ON_CHIP, SIGNED, TASKS, Total, Trial};
