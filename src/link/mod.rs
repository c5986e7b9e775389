//! What the handheld and a computer say to each other over USB, and how. No USB in it: bytes come in, bytes go out.
//!
//! * [`frame`] finds frames in a stream of bytes and makes them.
//! * [`Request`] and [`Reply`] are what is in them, the same types on both sides.
//! * [`Server`] is the handheld's side: a request in, a reply out.
//! * [`Journal`] is what the handheld has to tell about itself.
//!
//! `docs/link.md` describes the conversation.

pub mod frame;
mod journal;
mod message;
mod server;
mod switch;

pub use journal::Journal;
pub use message::{About, MAX_BYTES, PROTOCOL, PackInfo, Reply, Request};
pub use server::{Changes, Server};
pub use switch::{Spoken, Switch};
