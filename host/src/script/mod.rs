//! Small readable scripts that play the trainer: keys, waits, pictures and expectations, a line each.
//!
//! ```text
//! problem Straight three on the side
//! press a                     # plays where the cursor is
//! wait idle
//! expect text "White is dead"
//! screenshot dead.png
//! ```
//!
//! `docs/script.md` describes the language. [`Script`] reads it, [`play`] plays it on virtual time, [`Recorder`] makes a
//! moving picture of that.

mod parse;
mod record;
mod run;
mod setting;

pub(crate) use parse::STEPS;
pub use parse::{BadScript, Click, Script, Step};
pub use record::Recorder;
pub use run::{Cast, Director, ScriptError, play};
pub(crate) use run::{Miss, possible};
