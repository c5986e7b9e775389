//! Playing together: a team of people and programs that is one player of Go.
//!
//! To an opponent the team is one engine of the Go Text Protocol. To its members it is the server: it asks each for a move, decides, and says why.
//!
//! * [`game`] is a team's game as a value: who is there, who has been asked, what was proposed, what is decided. It has no clock, no sockets and no
//!   chance of its own: the time is an argument, the seed a setting.
#![forbid(unsafe_code)]

pub mod action;
pub mod decide;
pub mod game;
pub mod proposal;
pub mod setup;
pub mod text;
pub mod weigh;
