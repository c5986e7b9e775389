//! The trainer on this computer.
//!
//! * [`Shelf`] holds the problems, [`FileKeeper`] remembers what became of them.
//! * [`Stage`] plays a session with the solver at its side, on a virtual or a real clock.
//! * [`window`], [`terminal`] and `lines` are where somebody sees it and plays.

mod keeper;
mod library;
mod lines;
pub(crate) mod progress;
mod stage;
pub mod terminal;
mod unsaid;
pub mod window;

pub use keeper::FileKeeper;
pub use library::{Gathered, Shelf};
pub use lines::play as play_lines;
pub use stage::{BREATH, FRAME, Memory, Stage};
