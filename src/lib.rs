//! Shikatsu, a pocket trainer for Go problems: the core.
//!
//! Everything here runs unchanged on the handheld and on a computer: no allocation, no clock, no
//! randomness, no logging. What a part needs from the world comes in as an argument. The map of the
//! house is `docs/architecture.md`; the arrows between the modules go one way. What is searched is the crate `shikatsu-go`; its modules
//! are given on here under their own names:
//!
//! ```text
//! go ← pack ← session ← view        record ← pack, session, store ← link        go ← edit, gtp
//! ```
//!
//! ```
//! use shikatsu::board::{Game, Illegal};
//! use shikatsu::problem::{Problem, read_text};
//!
//! let text = "-----\n-xxx-\nxxoox\nxo-ox\nxooox\nB2 x\nOne eye is not enough.\n";
//! let (problem, notes) = read_text(text)?;
//! assert_eq!(notes.text, "One eye is not enough.");
//!
//! let mut game = Game::new(&problem.setup());
//! let eye = problem.point("C2").unwrap();
//! game.play(eye)?;
//! assert_eq!(game.verdict().unwrap().sentence(problem.defender()), "White is dead");
//! assert_eq!(game.play(eye), Err(Illegal::Over));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "std")]
extern crate std;

pub use shikatsu_go::{board, instinct, life, play, problem, region, row, search, tsumego};

pub mod bench;
pub mod crc32;
pub mod edit;
pub mod gtp;
pub mod language;
pub mod link;
pub mod pack;
pub mod record;
pub mod session;
pub mod store;
pub mod view;
