//! The trainer on this computer: a board in the terminal on which two people play a problem.
//!
//! * [`Sim`] is the state, and [`Sim::on`] what a [`Key`] does to it; `words` understands typed lines.
//! * [`draw()`] makes a picture of a `Sim`, in the signs and colours of a [`Look`].
//! * [`play`] takes the terminal over, runs the two in turn, and gives it back whatever happens.
//! * [`built_in`] are the problems to play when no file is named.

mod bank;
mod board;
mod draw;
mod help;
mod keys;
mod look;
mod message;
mod parts;
mod screen;
mod signals;
mod state;
mod table;
mod words;

pub use bank::built_in;
pub use draw::{SMALLEST, draw};
pub use keys::{Direction, Key};
pub use look::{Colors, Look};
pub use message::Message;
pub use screen::play;
pub use state::{Next, Sim};
pub use words::Action;
