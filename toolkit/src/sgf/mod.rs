//! The Smart Game Format: problems in and out.
//!
//! ```text
//! bytes → encoding: text → parse: nodes and properties
//!       → said: the setup, tree: the book, answer: the stated answer, infer: what the file leaves unsaid
//!       → read: an Entry
//! Entry → write: text
//! ```
//!
//! Sizes are bounded by the caller, who reads no more than [`crate::files::MAX_BYTES`].

mod answer;
mod encoding;
mod error;
mod infer;
mod parse;
mod read;
mod said;
mod tree;
mod trees;
mod write;

pub(crate) use infer::{other_keys, tighter_bounds};

pub use error::{GameError, GameFault, SgfError};
pub use parse::{MAX_GAMES, SyntaxFault};
pub use trees::Place;
pub use write::write;

use crate::entry::Entry;
use crate::faults::Faults;
use crate::overrides::Overrides;

/// Reads the games of a file. Where the grammar breaks, the games before it are kept and the fault is
/// the last item; there is always at least one.
pub fn read(bytes: &[u8], overrides: &Overrides) -> Vec<Result<Entry, Faults<SgfError>>> {
    let (trees, broken) = parse::parse(encoding::decode(bytes));
    let mut entries: Vec<_> = (0..trees.games())
        .map(|game| read::read_game(&trees, game, overrides))
        .collect();
    entries.extend(broken.map(|(place, fault)| Err(SgfError::Syntax { place, fault }.into())));
    entries
}
