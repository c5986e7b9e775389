//! The trainer and its tools on a computer: files in and out, the command line, the simulator.
//!
//! The core decides everything about Go; here is what needs a file system, a terminal or a heap.
//!
//! * [`files::load`] finds and reads problem files; each problem becomes an [`entry::Entry`].
//! * [`text`] reads the problem text by way of the core; [`faults::Faults`] is all that is wrong with a problem.
//! * [`sgf`] reads and writes the Smart Game Format and works out what such a file leaves unsaid.
//! * [`print`](mod@print) draws a problem with letters; [`commands`] is the command line.
//! * [`solve`] gives problems to the core's solver and says what came of it.
//! * [`pack`] makes packs for the handheld out of files, and reads them.
//! * [`device`] talks to a handheld; [`bar`] and [`ticker`] show how far long work has come.
//! * [`compose`] makes problems of our own.
//! * [`sim`] is the trainer in a window or a terminal; [`script`] plays it from a file.
#![forbid(unsafe_code)]

pub mod bar;
pub mod book;
pub mod commands;
pub mod compose;
pub mod device;
pub mod entry;
pub mod faults;
pub mod files;
pub mod overrides;
pub mod pack;
pub mod picture;
pub mod print;
pub mod script;
pub mod sgf;
pub mod sim;
pub mod solve;
pub mod text;
pub mod ticker;
