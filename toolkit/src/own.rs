//! One's own problems: as the trainer holds them, and what the editor's changes make of them. Where they are kept is the caller's business.

use shikatsu::pack::library::{self, Change, cut, problem_number};

use crate::book::Book;
use crate::entry::Entry;
use crate::print::{one_line, printable};

/// A problem of a file as the trainer holds it.
pub fn held(entry: &Entry) -> library::Entry {
    library::Entry {
        problem: entry.problem,
        name: cut(&one_line(&entry.name)),
        level: entry.level,
        answer: entry.answer,
        task: cut(&one_line(&entry.task)),
        lesson: cut(&printable(&entry.lesson)),
        text: cut(&printable(&entry.text)),
        is_by_the_book: false,
    }
}

/// The problems after a change; `None` if it changes nothing.
pub fn changed(entries: &[Entry], change: &Change<'_>) -> Option<Vec<Entry>> {
    let mut entries = entries.to_vec();
    let place = change.gone.and_then(|gone| {
        entries
            .iter()
            .position(|entry| problem_number(&entry.problem) == gone)
    });
    match (place, change.new) {
        (Some(place), Some(new)) => {
            let old = &mut entries[place];
            if old.problem != new.problem {
                // The file's moves were about another position.
                old.book = Book::default();
            }
            // The trainer has room for less than the file: only words that were changed there are taken over.
            let before = held(old);
            if before.name != new.name {
                old.name = new.name.to_string();
            }
            if before.text != new.text {
                old.text = new.text.to_string();
            }
            old.level = new.level;
            old.problem = new.problem;
            old.answer = new.answer;
            old.inferred.clear();
        }
        (Some(place), None) => drop(entries.remove(place)),
        (None, Some(new)) => entries.push(fresh(new)),
        (None, None) => return None,
    }
    Some(entries)
}

/// A problem that no file had before.
pub fn fresh(new: &library::Entry) -> Entry {
    Entry {
        problem: new.problem,
        name: new.name.to_string(),
        level: new.level,
        answer: new.answer,
        task: new.task.to_string(),
        lesson: new.lesson.to_string(),
        source: String::new(),
        text: new.text.to_string(),
        book: Book::default(),
        inferred: Vec::new(),
        remarks: Vec::new(),
        flaws: Vec::new(),
    }
}
