//! Languages: what stands for the trainer's English sentences, and how the letters look that its faces do not have.
//!
//! The trainer is written in English, and each English sentence is the key of its translation. A picture is made in English and put into the
//! player's language as a whole (`session::translate`), so whatever is missing in a language, or was damaged, is simply English there.
//!
//! A language is a pack without problems: the header is a pack's, and behind it lies
//!
//! ```text
//! head | sentences, by the hash of the English | patterns | letters, by their number | texts
//! ```
//!
//! It lies in flash for years and may come from anywhere, so nothing is believed: the head, each sentence and each pattern carry a checksum, everything is looked
//! for inside of its bounds, and no bytes can make it panic. A bad bit costs one sentence. `docs/formats.md` has the layout, byte by byte.

mod code;
mod pattern;
mod say;
mod table;
mod write;

pub use code::Code;
pub use pattern::{Kind, MAX_SLOTS, place_byte};
pub use table::{GLYPH, GLYPH_BYTES, Glyph, Language, LanguageFault};
pub use write::{WriteError, order, write};

/// The most sentences, patterns and letters that a language may have, each.
pub const MAX_ENTRIES: u16 = 4096;
/// The longest key and the longest translation, in bytes.
pub const MAX_SAID: usize = 512;
