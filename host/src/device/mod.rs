//! The handheld at the other end of a cable: finding it, asking it, loading packs onto it.
//!
//! * `candidates` says at which ports one may be; strangers' are left alone.
//! * [`port`] is the cable: a serial port, or a socket that leads to an emulated handheld.
//! * [`Device`] carries the toolkit's talks over it.
//! * [`load`](mod@load) puts a pack on it, through pulled cables; [`backup`] takes its progress, and gives it back; [`mine`] takes the problems that were
//!   made on it.

pub mod backup;
mod candidates;
mod handheld;
pub mod load;
pub mod mine;
pub mod port;

pub use handheld::{Device, Trouble};
