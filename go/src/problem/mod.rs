//! Problems: a position and what the side to move should achieve, checked once and valid from then on.
//!
//! * [`Problem`] is a [`Setup`](crate::board::Setup) that passed the one validator, [`Problem::new`].
//! * [`read_text`] and [`write_text`] are the plain text form; SGF needs allocation and lives on the host.
//! * [`Notes`] is what is said about a problem: its name, level and expected [`Answer`].

mod answer;
mod checked;
mod level;
mod notes;
mod text;
mod theme;

pub use answer::{Answer, Outcome};
pub use checked::{Fault, Goal, Problem};
pub use level::Level;
pub use notes::Notes;
pub use text::{TextError, TextFault, read_text, write_text};
pub use theme::{THEMES, Theme, Themes};
