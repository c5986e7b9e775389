//! The trainer on this computer.
//!
//! * [`Shelf`] holds the problems, [`Own`] those that one made, [`FileKeeper`] remembers what became of them.
//! * [`Stage`] runs the core's loop with a count of the time, on a virtual or a real clock.
//! * [`window`], [`terminal`] and `lines` are where the player sees it and plays.

#[cfg(feature = "window")]
#[cfg_attr(not(target_os = "linux"), path = "no_clicks.rs")]
mod clicks;
mod keeper;
mod library;
mod lines;
mod own;
#[cfg(feature = "window")]
mod press;
pub(crate) mod progress;
mod stage;
pub mod terminal;
mod unsaid;
#[cfg_attr(not(feature = "window"), path = "no_window.rs")]
pub mod window;

pub use keeper::FileKeeper;
pub use library::{Gathered, Shelf};
pub use lines::play as play_lines;
pub use own::Own;
pub use stage::{BREATH, FRAME, Stage, StageMemory};
