//! The trainer and its tools on a computer: files in and out, the command line, the simulator.
//!
//! The core decides everything about Go; here is what needs a file system, a terminal or a heap.

pub mod entry;
pub mod files;
pub mod sgf;
