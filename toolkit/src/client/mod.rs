//! The computer's side of the link to a handheld, without a port and without a clock.
//!
//! What is to be said is written as it is said, question by question: [`hello`], [`packs`], [`load()`], [`backup`], [`restore`]. Each is an `async`
//! function over a [`Cable`]; a [`Talk`] turns it inside out and says what it wants next: bytes to be sent, or to hear
//! something within a time. A serial port of a computer and one of a browser are driven alike:
//!
//! ```text
//! loop: talk.step(now, heard) → Send(bytes): write them
//!                             → Listen(time): read, for no longer than that
//!                             → Done(result)
//! ```

mod backup;
mod cable;
mod load;
mod questions;
mod talk;
mod trouble;

pub use backup::{Pages, backup, restore};
pub use cable::{Cable, PATIENCE};
pub use load::load;
pub use questions::{delete, hello, log, pack, packs};
pub use talk::{Talk, Want};
pub use trouble::Trouble;
