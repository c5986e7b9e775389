//! A problem in the making: stones, area, key stones and side to move, changed step by step.
//!
//! * [`Draft`] is the position. Whatever is done to it, every chain has a liberty, the key stones are of one colour, and nothing lies off
//!   the board. It need not be a [`Problem`](crate::problem::Problem) yet: that has a key stone, too.
//! * [`Step`] is one thing that can be done to it, a few bytes.
//! * [`Workshop`] remembers the steps, so that each can be taken back and made again.
//! * `area` works out where one may play, as it is worked out for SGF files that do not say it.
//! * [`is_twin`] tells whether two problems are the same, turned, mirrored or with exchanged colours.
//!
//! It knows boards and problems only. What keys do, and what is seen of it, is the trainer's.

mod area;
mod draft;
mod step;
mod twin;
mod workshop;

pub use area::outside;
pub use draft::Draft;
pub use step::{Refused, Step};
pub use twin::is_twin;
pub use workshop::{STEPS, Workshop};
