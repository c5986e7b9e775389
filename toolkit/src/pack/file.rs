//! A pack as a file, and its problems as entries.

use std::path::Path;

use shikatsu::pack::{Pack, PackError, Record};

use crate::book::Book;
use crate::entry::Entry;
use crate::error::FileError;
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
pub(crate) fn begins_as_pack(bytes: &[u8]) -> bool {
    !matches!(Pack::open(bytes), Err(PackError::NotAPack))
}

/// Every problem of a pack in its place, or what is wrong with it; faults that are about no single problem come last.
pub(crate) fn entries(bytes: &[u8], overrides: &Overrides) -> Vec<Result<Entry, Faults<FileError>>> {
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
        book: Book::default(),
        inferred: Vec::new(),
        remarks: Vec::new(),
        flaws: Vec::new(),
    }
}
