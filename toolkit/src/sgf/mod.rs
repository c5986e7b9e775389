//! The Smart Game Format: problems in and out.
//!
//! ```text
//! bytes → encoding: text → parse: nodes and properties
//!       → layout, record: which nodes are problems
//!       → said: the setup, tree and judge: the book, answer: the stated answer, infer: what the file leaves unsaid
//!       → read: an Entry for each
//! Entry → write: text; a whole game → game: text
//! ```
//!
//! Sizes are bounded by the caller, who reads no more than [`crate::files::MAX_BYTES`].

mod answer;
mod encoding;
mod error;
mod game;
mod infer;
mod judge;
mod layout;
mod parse;
mod read;
mod record;
mod said;
mod tree;
mod trees;
mod words;
mod write;

pub(crate) use infer::{MOST_AT_STAKE, MOST_STONES, is_about_few_stones, shut_in};
pub(crate) use words::speaks_of_ko;

pub use infer::{Reading, Room, closed, openings, readings};

pub use error::{GameError, GameFault, SgfError};
pub use game::{Heading, write_game};
pub use judge::mark_in;
pub use layout::Layout;
pub use parse::{MAX_GAMES, SyntaxFault};
pub use trees::Place;
pub use write::write;

use crate::entry::Entry;
use crate::faults::Faults;
use crate::overrides::Overrides;

/// The problems of a file, and how it holds them.
#[derive(Debug)]
pub struct Contents {
    /// The layout, if a problem was found.
    pub layout: Option<Layout>,
    /// The problems in file order, or what is wrong with them; there is always at least one.
    pub entries: Vec<Result<Entry, Faults<SgfError>>>,
}

/// Reads the problems of a file. Where the grammar breaks, those before it are kept and the fault is the last item; there is
/// always at least one.
pub fn read(bytes: &[u8], overrides: &Overrides) -> Vec<Result<Entry, Faults<SgfError>>> {
    read_all(bytes, overrides).entries
}

/// The same, with the layout.
pub fn read_all(bytes: &[u8], overrides: &Overrides) -> Contents {
    let (trees, broken) = parse::parse(encoding::decode(bytes));
    let (mut entries, mut layouts, mut games) = (Vec::new(), Vec::new(), 0);
    for game in 0..trees.games() {
        let found = read::read_game(&trees, game, overrides, MAX_GAMES - entries.len());
        games += 1;
        for (layout, entry) in found {
            if entry.is_ok() {
                layouts.push(layout);
            }
            entries.push(entry);
        }
        if entries.len() > MAX_GAMES {
            entries.truncate(MAX_GAMES);
            let place = trees.node(trees.games[game]).place();
            let fault = SyntaxFault::TooManyProblems;
            entries.push(Err(SgfError::Syntax { place, fault }.into()));
            break;
        }
    }
    entries.extend(broken.map(|(place, fault)| Err(SgfError::Syntax { place, fault }.into())));
    Contents {
        layout: Layout::of(&layouts, games),
        entries,
    }
}
