//! The life-and-death game: outcomes with their ko classes, all correct first moves, and what to do when lost.
//!
//! `game` plays on a region under one of three settings of ko threats; the search proves who wins; `solver` asks it
//! one question after the other until the answer is complete; `thinker` picks the size of its sets; `told` takes in what another solver has proved; `line` plays the answer out.
//! `first_sight` says which first moves look natural. `room` says how far all of them can look. `docs/solver.md` explains why the answers are right.

mod facts;
mod first_sight;
mod game;
mod knowledge;
mod line;
mod order;
mod question;
mod room;
mod shape;
mod solver;
mod task;
mod thinker;
mod told;

pub use facts::{Guess, Solution, Thinking};
pub use first_sight::{FirstMove, first_moves};
pub use knowledge::{Knowledge, Rule};
pub use line::{PlayedLine, Reach};
pub use room::MAX_DEPTH;
pub use solver::Solver;
pub use task::Task;
pub use thinker::{BOARD_WORDS, DEVICE_SLOTS, DEVICE_WORDS, DeviceThinker, SizedThinker, Thinker};
