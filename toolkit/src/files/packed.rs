//! The problems of a pack, read as those of any other file.

use std::path::Path;

use shikatsu::board::Color;
use shikatsu::pack::{self, Pack, PackError, Record, Tree, Word};

use super::error::FileError;
use crate::book::{Book, BookNode, Mark};
use crate::entry::Entry;
use crate::faults::Faults;
use crate::overrides::Overrides;

/// The end of the names of packs.
pub const EXTENSION: &str = "pack";

/// Whether a file is a pack by its name.
pub fn is_pack(path: &Path) -> bool {
    path.extension()
        .is_some_and(|end| end.eq_ignore_ascii_case(EXTENSION))
}

/// Whether a file without a telling name is a pack: the signature that all of them begin with, damaged or not.
pub(super) fn begins_as_pack(bytes: &[u8]) -> bool {
    !matches!(Pack::open(bytes), Err(PackError::NotAPack))
}

/// Every problem of a pack in its place, or what is wrong with it; faults that are about no single problem come last.
pub(super) fn entries(bytes: &[u8], overrides: &Overrides) -> Vec<Result<Entry, Faults<FileError>>> {
    let pack = match Pack::open(bytes) {
        Ok(pack) => pack,
        Err(error) => return vec![Err(FileError::Pack(error).into())],
    };
    let mut found: Vec<Result<Entry, Faults<FileError>>> = Vec::new();
    let mut is_whole = true;
    for place in 0..pack.len() {
        let read = pack.problem(place).map_err(FileError::Pack);
        is_whole &= read.is_ok();
        let misfit = |misfit| FileError::MisfitInPack(usize::from(place) + 1, misfit);
        let entry = read.and_then(|record| entry(&record).overruled(overrides).map_err(misfit));
        found.push(entry.map_err(Faults::from));
    }
    if is_whole && let Err(error) = pack.verify() {
        found.push(Err(FileError::Pack(error).into()));
    }
    found
}

/// A problem of a pack as one of a file.
pub fn entry(record: &Record<'_>) -> Entry {
    Entry {
        problem: record.problem,
        name: record.name.to_string(),
        level: record.level,
        answer: record.answer,
        task: record.task.to_string(),
        lesson: record.lesson.to_string(),
        source: record.source.to_string(),
        text: record.text.to_string(),
        book: match record.book {
            pack::Book::Author(tree) => author(&tree, record.problem.to_move()),
            pack::Book::None | pack::Book::Replies(_) => Book::default(),
        },
        inferred: Vec::new(),
        remarks: Vec::new(),
        flaws: Vec::new(),
    }
}

/// An author's tree as the variations of a file, where `side` has the first move.
fn author(tree: &Tree<'_>, side: Color) -> Book {
    let mut nodes: Vec<BookNode> = Vec::new();
    // Whose successors are not all there yet, with the colour of these.
    let mut open = vec![(None, side)];
    for place in 0..tree.len() {
        let (Some(branch), Some(&(parent, color))) = (tree.at(place), open.last()) else {
            break;
        };
        nodes.push(BookNode {
            parent,
            color,
            played: branch.played,
            comment: String::new(),
            mark: match branch.word {
                Word::None => None,
                Word::Right => Some(Mark::Right),
                Word::Wrong => Some(Mark::Wrong),
            },
            line: None,
        });
        if !branch.has_more {
            open.pop();
        }
        if branch.is_followed {
            open.push((Some(place.into()), color.opponent()));
        }
    }
    Book {
        nodes,
        nothing_works: tree.nothing_works(),
        is_ko: false,
        is_fight: false,
        defender: None,
    }
}
