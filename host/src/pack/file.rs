//! A pack as a file, and its problems as entries.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use shikatsu::pack::{MAX_LENGTH, Record};

use crate::book::Book;
use crate::entry::Entry;
use crate::files::reason;

/// The end of the names of packs.
pub const EXTENSION: &str = "pack";

/// Whether a file is a pack by its name.
pub fn is_pack(path: &Path) -> bool {
    path.extension()
        .is_some_and(|end| end.eq_ignore_ascii_case(EXTENSION))
}

/// The bytes of a file that should be a pack, or why they cannot be had, as the end of a sentence.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    // One byte more than allowed tells a file that is too large, even one without an end.
    File::open(path)
        .and_then(|file| file.take(u64::from(MAX_LENGTH) + 1).read_to_end(&mut bytes))
        .map_err(|error| reason(&error))?;
    if bytes.len() > MAX_LENGTH as usize {
        return Err(format!("no pack is larger than {} MiB", MAX_LENGTH >> 20));
    }
    Ok(bytes)
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
