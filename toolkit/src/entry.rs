//! A problem as a file holds it: with its texts, its own solution, and how it came to be understood.

use std::fmt;

use shikatsu::board::{Board, Illegal, Point, PointSet};
use shikatsu::problem::{Answer, Level, Notes, Outcome, Problem, TextError, read_text, write_text};

use crate::book::Book;
use crate::overrides::{Misfit, Overrides};

/// How many key stones a sentence names.
const NAMED_STONES: usize = 8;

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
    /// What is to be done, where `live` and `kill` are not the words for it; may be empty.
    pub task: String,
    /// What to read before the first move; may be empty.
    pub lesson: String,
    /// Where it is from, a book or a collection, in one line; may be empty.
    pub source: String,
    /// Free text; may be empty, may have several lines.
    pub text: String,
    /// The file's own moves and comments; empty for a text file.
    pub book: Book,
    /// What the file did not say and was worked out instead.
    pub inferred: Vec<Inferred>,
    /// What the file says and was not taken over, a sentence each.
    pub remarks: Vec<String>,
    /// What the file says and cannot be though the problem can, a sentence each with its place.
    pub flaws: Vec<String>,
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

impl Inferred {
    /// All there are, in the order in which they are told.
    pub const ALL: [Inferred; 3] = [Inferred::Key, Inferred::Bounds, Inferred::ToMove];

    /// What was worked out, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Inferred::Key => "the key stones",
            Inferred::Bounds => "where one may play",
            Inferred::ToMove => "the side to move",
        }
    }

    /// The option of the command line that overrules it.
    pub const fn option(self) -> &'static str {
        match self {
            Inferred::Key => "--key",
            Inferred::Bounds => "--bounds",
            Inferred::ToMove => "--to-move",
        }
    }
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

impl Entry {
    /// Reads a problem text.
    pub fn from_text(text: &str) -> Result<Entry, TextError> {
        let (problem, notes) = read_text(text)?;
        Ok(Entry {
            problem,
            name: notes.name.to_string(),
            level: notes.level,
            answer: notes.answer,
            task: notes.task.to_string(),
            lesson: notes.lesson.to_string(),
            source: String::new(),
            text: notes.text.to_string(),
            book: Book::default(),
            inferred: Vec::new(),
            remarks: Vec::new(),
            flaws: Vec::new(),
        })
    }

    /// Writes the problem text. What does not fit into it is left out: see [`Entry::lost_in_text`].
    pub fn to_text(&self) -> String {
        let notes = Notes {
            name: &self.name,
            level: self.level,
            answer: self.answer,
            task: &self.task,
            lesson: &self.lesson,
            text: &self.text,
        };
        let mut out = String::new();
        write_text(&self.problem, &notes, &mut out).expect("a String takes everything");
        out
    }

    /// What the problem text cannot hold of this entry, a sentence each.
    pub fn lost_in_text(&self) -> Vec<String> {
        let mut lost = Vec::new();
        match self.book.nodes.len() {
            0 => {}
            1 => lost.push("the file's solution, 1 move, is left out".to_string()),
            moves => lost.push(format!("the file's solution, {moves} moves, is left out")),
        }
        if !self.source.is_empty() {
            lost.push(format!("the source, \"{}\", is left out", self.source));
        }
        let outside = self.outside_stones();
        if !outside.is_empty() {
            let names = names(&outside, self.problem.size());
            lost.push(format!(
                "stones on outside points come back as ordinary ones: {names}"
            ));
        }
        if self.text.contains('\n') {
            lost.push("the lines of the text are joined into one".to_string());
        }
        if self.name.contains(';') {
            lost.push("a semicolon in the name becomes a comma".to_string());
        }
        lost
    }

    /// What SGF, which has no place for it, cannot hold of this entry, a sentence each.
    pub fn lost_in_sgf(&self) -> Vec<String> {
        let mut lost = Vec::new();
        if !self.task.is_empty() {
            lost.push(format!("the words for the task, \"{}\", are left out", self.task));
        }
        if !self.lesson.is_empty() {
            lost.push("the lesson is left out".to_string());
        }
        lost
    }

    /// The stones whose points stay closed even after they are captured.
    pub fn outside_stones(&self) -> PointSet {
        let setup = self.problem.setup();
        setup.black.union(&setup.white).intersection(&setup.outside)
    }

    /// Whether the file says that it is a ko, and this is none.
    pub(crate) fn is_missing_ko(&self, found: Outcome) -> bool {
        self.book.is_ko && self.answer.is_none() && !is_ko(found)
    }

    /// What had to be worked out, as a sentence.
    pub fn worked_out(&self) -> Option<String> {
        let words: Vec<&str> = self.inferred.iter().map(|inferred| inferred.words()).collect();
        let sentence = || {
            format!(
                "the file does not say, so it was worked out: {}",
                words.join(", ")
            )
        };
        (!words.is_empty()).then(sentence)
    }

    /// How the problem was taken: its key stones, and where one may play.
    pub fn taken(&self) -> String {
        let setup = self.problem.setup();
        let size = setup.size;
        let stones: Vec<Point> = setup.key.iter().collect();
        let (shown, more) = stones.split_at(stones.len().min(NAMED_STONES));
        let mut key = names(&shown.iter().copied().collect(), size);
        if !more.is_empty() {
            key = format!("{key} and {} more", more.len());
        }
        let is_inside = |point: &Point| !setup.outside.contains(*point);
        let inside: Vec<Point> = Point::all(size).filter(is_inside).collect();
        let free = inside
            .iter()
            .filter(|&&p| !setup.black.contains(p) && !setup.white.contains(p));
        let free: Vec<Point> = free.copied().collect();
        let (columns, rows) = (|p: &Point| p.column(), |p: &Point| p.row());
        let ends = |of: &dyn Fn(&Point) -> u8| free.iter().map(of).min().zip(free.iter().map(of).max());
        let within = match (ends(&columns), ends(&rows)) {
            (Some((left, right)), Some((top, bottom))) => {
                let corner = |column, row| Point::new(column, row).vertex(size);
                format!(
                    "{} points between {} and {}",
                    free.len(),
                    corner(left, bottom),
                    corner(right, top)
                )
            }
            _ => "no point".to_string(),
        };
        format!("the key stones {key}, and {within} to play on")
    }

    /// Whether the key stones or the bounds were guessed.
    pub fn is_guess(&self) -> bool {
        let is_guess = |inferred: &Inferred| matches!(inferred, Inferred::Key | Inferred::Bounds);
        self.inferred.iter().any(is_guess)
    }

    /// The moves of the stated answer that nobody could play, and why.
    pub fn unplayable(&self) -> Vec<(Point, Illegal)> {
        let setup = self.problem.setup();
        let board = Board::new(&setup);
        let moves = self.answer.map_or(PointSet::EMPTY, |answer| answer.moves);
        let refused = moves
            .iter()
            .filter_map(|point| Some((point, board.check(point, setup.to_move).err()?)));
        refused.collect()
    }

    /// The same entry with what `overrides` say about the problem.
    pub fn overruled(mut self, overrides: &Overrides) -> Result<Entry, Misfit> {
        let mut setup = self.problem.setup();
        overrides.overrule(&mut setup)?;
        self.problem = Problem::new(&setup).map_err(|fault| Misfit::of(fault, setup.size))?;
        Ok(self)
    }
}

/// The names of `points`, with blanks between them.
pub fn names(points: &PointSet, size: u8) -> String {
    let names: Vec<String> = points.iter().map(|p| p.vertex(size).to_string()).collect();
    names.join(" ")
}

/// Whether somebody has to win a ko.
pub(crate) const fn is_ko(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::KoAttacker | Outcome::KoDefender)
}
