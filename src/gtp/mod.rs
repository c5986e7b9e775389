//! The Go Text Protocol, version 2 (draft 2): how programs play Go with each other.
//!
//! * [`Lines`] makes lines of bytes: comments, control characters and blank lines go. [`Command`] is such a line, taken apart.
//! * [`Engine`] answers commands. It works in slices, and what it needs of the place where it runs (memory to think in, files, a solver) it asks of a
//!   [`World`].
//!
//! The same engine answers at a pipe, at a TCP port and at the handheld's USB port. `docs/gtp.md` lists the commands.

mod clock;
mod command;
mod engine;
mod lines;
mod names;
mod reply;
mod show;
mod status;
mod world;

pub use clock::Effort;
pub use command::Command;
pub use engine::Engine;
pub use lines::Lines;
pub use names::Name;
pub use world::{Complaint, Question, World};
