//! What is said about a problem, in one line.
//!
//! The line is free text; it may open with fields, which are what a trainer shows and checks:
//!
//! ```text
//! Name: Bulky five; Level: 18k; Answer: dead C2; The middle of the five is the vital point.
//! Name: Run; Level: 30k; Answer: alive E5; Task: escape; Lesson: Add a stone.; Now there are three liberties.
//! ```

use core::fmt;

use super::{Answer, Level};

/// A problem's name, level, expected answer and free text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Notes<'a> {
    /// What to call it; may be empty.
    pub name: &'a str,
    /// How hard it is.
    pub level: Option<Level>,
    /// Its outcome, according to its author.
    pub answer: Option<Answer>,
    /// What the side to move should do, where neither `live` nor `kill` is the word for it: "Black to" `escape`; may be empty.
    pub task: &'a str,
    /// What to read before the first move; may be empty.
    pub lesson: &'a str,
    /// Whatever else there is to say; may be empty.
    pub text: &'a str,
}

impl<'a> Notes<'a> {
    /// Reads the notes of a problem on a board of `size` lines. What is not a well-formed field at the
    /// start is free text, so every line can be read; a semicolon in front of it says that no field follows.
    pub fn read(line: &'a str, size: u8) -> Notes<'a> {
        let mut notes = Notes::default();
        let mut rest = line.trim();
        while let Some((field, after)) = notes.read_field(rest, size) {
            notes = field;
            rest = after.trim_start();
        }
        notes.text = rest.strip_prefix(';').map_or(rest, str::trim_start);
        notes
    }

    /// The notes with the first field of `rest` added, and what follows it. Fields come in order, each once.
    fn read_field(&self, rest: &'a str, size: u8) -> Option<(Notes<'a>, &'a str)> {
        let (field, after) = rest.split_once(';').unwrap_or((rest, ""));
        let (key, value) = field.split_once(':')?;
        let value = value.trim();
        let mut notes = *self;
        match key {
            "Name" if notes == Notes::default() && !value.is_empty() => notes.name = value,
            "Level" if (Notes { name: "", ..notes }) == Notes::default() => {
                notes.level = Some(value.parse().ok()?);
            }
            "Answer" if notes.answer.is_none() && notes.task.is_empty() && notes.lesson.is_empty() => {
                notes.answer = Some(Answer::read(value, size)?);
            }
            "Task" if notes.task.is_empty() && notes.lesson.is_empty() && !value.is_empty() => {
                notes.task = value;
            }
            "Lesson" if notes.lesson.is_empty() && !value.is_empty() => notes.lesson = value,
            _ => return None,
        }
        Some((notes, after))
    }

    /// Writes the notes in one line that [`Notes::read`] takes. A semicolon in the name, the task or the lesson, which would
    /// end it, becomes a comma; a line break, with the blanks around it, becomes a space.
    pub fn write(&self, size: u8, out: &mut impl fmt::Write) -> fmt::Result {
        let mut separator = "";
        let (name, text) = (self.name.trim(), self.text.trim());
        if !name.is_empty() {
            out.write_str("Name: ")?;
            write_line(name, out, |c| if c == ';' { ',' } else { c })?;
            separator = "; ";
        }
        if let Some(level) = self.level {
            write!(out, "{separator}Level: {level}")?;
            separator = "; ";
        }
        if let Some(answer) = &self.answer {
            write!(out, "{separator}Answer: ")?;
            answer.write(size, out)?;
            separator = "; ";
        }
        for (key, value) in [("Task", self.task.trim()), ("Lesson", self.lesson.trim())] {
            if !value.is_empty() {
                write!(out, "{separator}{key}: ")?;
                write_line(value, out, |c| if c == ';' { ',' } else { c })?;
                separator = "; ";
            }
        }
        if !text.is_empty() {
            out.write_str(separator)?;
            let fields = Notes {
                name,
                text: "",
                ..*self
            };
            if text.starts_with(';') || fields.read_field(text, size).is_some() {
                out.write_str("; ")?;
            }
            write_line(text, out, |c| c)?;
        }
        Ok(())
    }
}

/// Writes `text`, which neither starts nor ends with a blank, on one line.
fn write_line(text: &str, out: &mut impl fmt::Write, replace: impl Fn(char) -> char) -> fmt::Result {
    for (i, line) in text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .enumerate()
    {
        if i > 0 {
            out.write_char(' ')?;
        }
        // `lines` leaves a carriage return inside a line alone.
        line.chars()
            .try_for_each(|c| out.write_char(if c == '\r' { ' ' } else { replace(c) }))?;
    }
    Ok(())
}
