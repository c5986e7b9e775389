//! Languages of the trainer: translations as text files, and the packs that are made of them.
//!
//! * [`Source`] is a translator's file, read and checked line by line;
//! * [`Glyphs`] has pictures of letters that the trainer's own type does not have;
//! * [`build`] makes a pack of both;
//! * [`built_in`] has the languages that every program of a computer knows. They are made when they are first asked for.
//!
//! `docs/languages.md` says how a translator adds one.

mod build;
mod built_in;
mod glyphs;
mod source;

pub use build::{BuildError, build, has_letter};
pub use built_in::{KEYS, Shipped, built_in, pack_of, shipped, tongue};
pub use glyphs::{Glyphs, GlyphsFault};
pub use source::{Gap, Said, Source, SourceFault, gaps, keys};
