//! Problem texts: read by the core, with what there is to say about them.
//!
//! The core reads any notes; here is noticed what they say in vain: an answer that nobody could play, and a
//! field that was not understood and so became free text.

use shikatsu::board::Point;
use shikatsu::problem::{Answer, Level, Notes, TextError};

use crate::entry::Entry;
use crate::error::FileError;
use crate::faults::Faults;
use crate::overrides::Overrides;

/// Reads the one problem of a text file.
pub fn read(bytes: &[u8], overrides: &Overrides) -> Result<Entry, Faults<FileError>> {
    let text = decode(bytes)?;
    let entry = Entry::from_text(text).map_err(|first| all_faults(text, first))?;
    let mut entry = entry.overruled(overrides).map_err(FileError::Misfit)?;
    let number = usize::from(entry.problem.size()) + 2;
    let notes = text.split('\n').nth(number - 1).unwrap_or("");
    entry.flaws = flaws(&entry, number, notes);
    entry.remarks.extend(misunderstood(notes, entry.problem.size()));
    Ok(entry)
}

fn decode(bytes: &[u8]) -> Result<&str, FileError> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let last = good.rsplit('\n').next().unwrap_or("");
        FileError::NotUtf8 {
            line: good.matches('\n').count() + 1,
            column: last.chars().count() + 1,
        }
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

fn all_faults(text: &str, first: TextError) -> Faults<FileError> {
    let mut found = Vec::new();
    TextError::all_in(text, &mut |error| found.push(FileError::Text(error)));
    Faults::of(found).unwrap_or_else(|| FileError::Text(first).into())
}

/// The moves of the stated answer that nobody could play, each with its place in the line of notes.
fn flaws(entry: &Entry, number: usize, notes: &str) -> Vec<String> {
    let size = entry.problem.size();
    let mut unplayable = entry.unplayable();
    unplayable.sort_by_key(|&(point, _)| answer_column(notes, point, size));
    let flaw = |(point, reason): (Point, _)| {
        let column = answer_column(notes, point, size);
        let name = point.vertex(size);
        format!("line {number}, column {column}: the stated answer {name}: {reason}")
    };
    unplayable.into_iter().map(flaw).collect()
}

/// The column at which the answer names `point`.
fn answer_column(notes: &str, point: Point, size: u8) -> usize {
    let mut fields = notes.split(';');
    let answer = fields.find(|field| field.trim_start().starts_with("Answer:"));
    let mut words = answer.unwrap_or("").split_whitespace();
    let name = words.find(|word| Point::from_vertex(word, size) == Some(point));
    // Both are parts of the same text, so that their addresses tell how far apart they are.
    let before = name.map_or(0, |name| name.as_ptr().addr() - notes.as_ptr().addr());
    notes[..before].chars().count() + 1
}

/// What the free text opens with if it was meant to be a field, as a sentence.
fn misunderstood(line: &str, size: u8) -> Option<String> {
    let notes = Notes::read(line, size);
    let fields = line.trim().strip_suffix(notes.text)?.trim_end();
    let before = fields.strip_suffix(';').unwrap_or(fields).trim_end();
    if fields.ends_with(';') && (before.is_empty() || before.ends_with(';')) {
        // A semicolon of its own says that no field follows.
        return None;
    }
    let field = notes.text.split(';').next()?.trim();
    let (key, value) = field.split_once(':')?;
    let value = value.trim();
    let why = match key {
        "Name" if value.is_empty() => "is not a name",
        "Level" if value.parse::<Level>().is_err() => "is not a level",
        "Answer" if Answer::read(value, size).is_none() => "is not an answer",
        "Task" | "Lesson" if value.is_empty() => "says nothing",
        "Name" | "Level" | "Answer" | "Task" | "Lesson" => {
            "comes too late (the order is Name, Level, Answer, Task, Lesson)"
        }
        _ => return None,
    };
    Some(format!("\"{field}\" {why}, so it and what follows are free text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_column_of_an_answer_is_that_of_its_point() {
        let notes = "Name: é Answer: B2; Answer: dead C1 b2; B2";
        assert_eq!(answer_column(notes, Point::from_vertex("B2", 5).unwrap(), 5), 37);
        assert_eq!(answer_column(notes, Point::from_vertex("C1", 5).unwrap(), 5), 34);
    }

    #[test]
    fn a_field_that_becomes_free_text_is_noticed() {
        let free = "so it and what follows are free text";
        for (line, what) in [
            ("Name: x; Level: 99k; More.", "\"Level: 99k\" is not a level, "),
            ("Answer: blah", "\"Answer: blah\" is not an answer, "),
            ("Answer: dead F1", "\"Answer: dead F1\" is not an answer, "),
            ("Name: ; x", "\"Name:\" is not a name, "),
            ("Lesson: ; x", "\"Lesson:\" says nothing, "),
            (
                "Level: 5k; Name: x",
                "\"Name: x\" comes too late (the order is Name, Level, Answer, Task, Lesson), ",
            ),
        ] {
            assert_eq!(misunderstood(line, 5), Some(format!("{what}{free}")), "{line}");
        }
    }

    #[test]
    fn free_text_is_left_in_peace() {
        for line in [
            "",
            "Black lives.",
            "Name: x; Level: 9k; Answer: dead A1; Good.",
            "Name: x; Source: my own",
            "; Level: 99k",
            "Name: x; ; Level: 99k",
            "Name: x;; Level: 99k",
            "Name: x;",
        ] {
            assert_eq!(misunderstood(line, 5), None, "{line}");
        }
    }
}
