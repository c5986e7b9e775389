//! Go itself: everything that is searched, and nothing that is shown or kept.
//!
//! It is a crate of its own for the sake of the handheld. What searches is built for speed, and the trainer around it for size: the flash has
//! no room for both to be fast. So what the trainer calls often and what takes long stays on this side, in functions that are compiled
//! here: see `tsumego::SizedThinker`.
//!
//! ```text
//! board ← problem ← region ← life ← tsumego → search
//!    ↑                 ↑                         ↑
//!   play              row ───────────────────────┘
//! ```
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

pub mod board;
pub mod instinct;
pub mod life;
pub mod play;
pub mod problem;
pub mod region;
pub mod row;
pub mod search;
pub mod tsumego;
