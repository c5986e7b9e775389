//! The trainer and its tools on a computer: files in and out, the command line, the simulator.
//!
//! The core decides everything about Go, and the toolkit reads, solves and packs; here is what needs a file system, a terminal, a clock or
//! a port.
//!
//! * [`files::load`] finds problem files and has them read.
//! * [`commands`] is the command line; [`interrupt`] is Ctrl-C, [`threads`] are this computer's cores.
//! * [`device`] talks to a handheld; [`bar`], [`meter`] and [`ticker`] show how far long work has come.
//! * [`understanding`] takes problems for what `pack` takes them for.
//! * [`sim`] is the trainer in a window or a terminal; [`script`] plays it from a file.
#![forbid(unsafe_code)]

pub mod bar;
pub mod commands;
pub mod device;
pub mod files;
pub mod interrupt;
pub mod meter;
pub mod script;
pub mod sim;
pub mod threads;
pub mod ticker;
pub mod understanding;
