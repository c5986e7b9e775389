//! The trainer on this computer.
//!
//! * [`Shelf`] holds the problems, [`FileKeeper`] remembers what became of them.
//! * [`Stage`] plays a session with the solver at its side, on a virtual or a real clock.

mod keeper;
mod library;
mod progress;
mod stage;

pub use keeper::FileKeeper;
pub use library::Shelf;
pub use stage::{BREATH, FRAME, Stage, slots};
