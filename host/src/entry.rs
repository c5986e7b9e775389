//! A problem as a file holds it: with its texts, its book answer, and how it came to be understood.

use std::fmt;

use shikatsu::board::{Color, Move};
use shikatsu::problem::{Answer, Level, Notes, Problem, TextError, read_text, write_text};

/// One problem of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The checked position.
    pub problem: Problem,
    /// What to call it; may be empty.
    pub name: String,
    /// How hard it is, if the file says.
    pub level: Option<Level>,
    /// The answer that the file states in words.
    pub answer: Option<Answer>,
    /// Free text; may be empty, may have several lines.
    pub text: String,
    /// The file's own moves and comments; empty for a text file.
    pub book: Book,
    /// What the file did not say and was worked out instead.
    pub inferred: Vec<Inferred>,
}

/// Something that had to be worked out because the file does not say it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inferred {
    /// Which stones live or die.
    Key,
    /// Where one may play.
    Bounds,
    /// Who moves first.
    ToMove,
}

impl fmt::Display for Inferred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Inferred::Key => "key",
            Inferred::Bounds => "bounds",
            Inferred::ToMove => "to_move",
        })
    }
}

/// A file's own variations, flat: each node names the one it follows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Book {
    /// The nodes in file order; a node's parent always comes before it.
    pub nodes: Vec<BookNode>,
}

/// One move of the book.
#[derive(Clone, PartialEq, Debug)]
pub struct BookNode {
    /// The node before it in `Book::nodes`; `None` for a first move.
    pub parent: Option<usize>,
    /// Whose move it is.
    pub color: Color,
    /// The move.
    pub played: Move,
    /// What the file says about it; may be empty.
    pub comment: String,
    /// Whether the file marks it, by a comment or a property, as right or wrong.
    pub mark: Option<Mark>,
}

/// A file's opinion of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The move, or the line that ends there, solves the problem.
    Right,
    /// It does not.
    Wrong,
}

impl Entry {
    /// Reads a problem text.
    pub fn from_text(text: &str) -> Result<Entry, TextError> {
        let (problem, notes) = read_text(text)?;
        Ok(Entry {
            problem,
            name: notes.name.to_string(),
            level: notes.level,
            answer: notes.answer,
            text: notes.text.to_string(),
            book: Book::default(),
            inferred: Vec::new(),
        })
    }

    /// Writes the problem text. The book does not fit into it.
    pub fn to_text(&self) -> String {
        let notes = Notes {
            name: &self.name,
            level: self.level,
            answer: self.answer,
            text: &self.text,
        };
        let mut out = String::new();
        write_text(&self.problem, &notes, &mut out).expect("a String takes everything");
        out
    }
}
