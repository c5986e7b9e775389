//! Fixed work for measuring, the same on a computer and on the chip.
//!
//! * [`Line`] is a game whose moves are made and unmade: what the board costs.
//! * [`Task`] is a problem to be solved with the handheld's memory: what the solver costs.
//!
//! Both come with a signature: if it is equal on two machines, they did the very same work.

mod moves;
mod solving;

pub use moves::{Line, POSITIONS, Work};
pub use solving::{Ended, NODES, ON_CHIP, SIGNED, TASKS, Task, Total};
