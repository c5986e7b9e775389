//! Playing together: a team of people and programs that is one player of Go.
//!
//! To an opponent the team is one engine of the Go Text Protocol. To its members it is the server: it asks each for a move, decides, and says why.
//!
//! * [`game`] is a team's game as a value: who is there, who has been asked, what was proposed, what is decided. It has no clock, no sockets and no
//!   chance of its own: the time is an argument, the seed a setting.
//! * [`action`] is what happens in such a game, as it is kept. [`log`] keeps it, [`sgf`] makes a game record of it.
//! * [`weigh`] plays proposals out. [`wire`] is the protocol with its extension `colgo-*`.
//! * [`server`] puts games on tables: tasks, sockets, processes and the page. [`client`] is the other end, at a terminal.
#![forbid(unsafe_code)]

pub mod action;
pub mod client;
pub mod decide;
pub mod game;
pub mod log;
pub mod proposal;
pub mod server;
pub mod setup;
pub mod sgf;
pub mod text;
pub mod weigh;
pub mod wire;
