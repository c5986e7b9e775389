//! A problem as it is shown: perhaps turned, mirrored and with exchanged colours, and still the same problem.

use core::fmt::Write as _;

use super::picture::{Labels, Words};
use super::random::Random;
use super::words::words;
use crate::board::{Color, Crop, Point, Symmetry};
use crate::pack::library::{Entry, Note, PackIndex, ProblemIndex};
use crate::problem::{Answer, Problem};
use crate::record::{Name, ProblemId};

/// A problem on the screen.
#[derive(Clone, Debug)]
pub(super) struct Showing {
    /// What names it.
    pub(super) id: ProblemId,
    pub(super) pack: PackIndex,
    /// What the pack is called.
    pub(super) home: Name,
    pub(super) index: ProblemIndex,
    /// The entry as it is shown, not as it is written.
    pub(super) entry: Entry,
    pub(super) crop: Crop,
    /// It belongs to a course: a pack that begins with a lesson.
    pub(super) is_course: bool,
    /// What was taught before this one.
    pub(super) taught: Taught,
    symmetry: Symmetry,
}

/// Which words a course has taught so far; all of them where nothing is taught.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Taught {
    pub(super) unsettled: bool,
    pub(super) ko: bool,
}

impl Taught {
    pub(super) const ALL: Taught = Taught {
        unsettled: true,
        ko: true,
    };

    pub(super) const NOTHING: Taught = Taught {
        unsettled: false,
        ko: false,
    };

    /// The same with another lesson, which teaches the words that stand in it as words of their own.
    pub(super) fn with(self, lesson: &str) -> Taught {
        Taught {
            unsettled: self.unsettled || names(lesson, "unsettled"),
            ko: self.ko || names(lesson, "ko"),
        }
    }
}

/// Whether a text has this word, as one of its own.
fn names(text: &str, wanted: &str) -> bool {
    let mut words = text.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| word.eq_ignore_ascii_case(wanted))
}

impl Showing {
    /// What lies on the table before anything does.
    pub(super) const NOTHING: Showing = Showing {
        id: ProblemId { pack: 0, problem: 0 },
        pack: 0,
        home: Name::new(),
        index: 0,
        entry: Entry::bare(Problem::SMALLEST),
        crop: Crop::whole(Problem::SMALLEST.size()),
        is_course: false,
        taught: Taught::ALL,
        symmetry: Symmetry::IDENTITY,
    };

    /// An entry as it is written.
    pub(super) fn new(
        id: ProblemId,
        (pack, home): (PackIndex, Name),
        index: ProblemIndex,
        entry: Entry,
    ) -> Showing {
        let crop = Crop::around(&entry.problem.setup());
        Showing {
            id,
            pack,
            home,
            index,
            entry,
            crop,
            is_course: false,
            taught: Taught::ALL,
            symmetry: Symmetry::IDENTITY,
        }
    }

    /// The same, laid on the board at random: one of eight ways, and perhaps with the colours exchanged.
    pub(super) fn shuffled(mut self, random: &mut Random) -> Showing {
        let turn = random.below(8);
        let symmetry = Symmetry::all().nth(turn).unwrap_or(Symmetry::IDENTITY);
        let size = self.entry.problem.size();
        self.symmetry = symmetry;
        self.entry.problem = self.entry.problem.turned(symmetry);
        self.entry.answer = self.entry.answer.map(|answer| Answer {
            moves: symmetry.apply_set(&answer.moves, size),
            ..answer
        });
        if random.below(2) == 1 {
            self.entry.problem = self.entry.problem.swapped();
            self.entry.text = with_colors_exchanged(&self.entry.text);
            self.entry.lesson = with_colors_exchanged(&self.entry.lesson);
        }
        self.crop = Crop::around(&self.entry.problem.setup());
        self
    }

    /// From now on, what is seen is what is written.
    pub(super) const fn lies_as_seen(&mut self) {
        self.symmetry = Symmetry::IDENTITY;
    }

    pub(super) const fn problem(&self) -> &Problem {
        &self.entry.problem
    }

    /// What is to be done, in words: "Black to live", or what the problem says itself.
    pub(super) fn task(&self) -> Words {
        let (color, task) = (self.problem().to_move(), &self.entry.task);
        if task.is_empty() {
            words(format_args!("{}", self.problem().task()))
        } else {
            words(format_args!("{color} to {task}"))
        }
    }

    /// Whether there is something to read before the first move.
    pub(super) fn has_primer(&self) -> bool {
        !self.entry.lesson.is_empty()
    }

    /// Whether there is something to learn besides the moves.
    pub(super) fn has_lesson(&self) -> bool {
        !self.entry.text.is_empty()
    }

    /// How the lines are called, whichever way the board lies.
    pub(super) const fn labels(&self) -> Labels {
        let (diagonal, columns, rows) = self.symmetry.parts();
        Labels {
            letters_across: !diagonal,
            mirrored_across: columns,
            mirrored_down: rows,
        }
    }

    /// A point of the table in the problem as it is written.
    pub(super) fn written(&self, point: Point) -> Point {
        self.symmetry.inverse().apply(point, self.problem().size())
    }

    /// A point of the problem as it is written, on the table.
    pub(super) fn shown(&self, point: Point) -> Point {
        self.symmetry.apply(point, self.problem().size())
    }

    /// Writes the name that a point has in the problem as it is written.
    pub(super) fn name_point(&self, point: Point, out: &mut Words) {
        let _ = write!(out, "{}", self.written(point).vertex(self.problem().size()));
    }
}

/// A text in which each colour's name became the other's.
fn with_colors_exchanged(text: &str) -> Note {
    let mut out = Note::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let named = [
            ("Black", Color::White.name()),
            ("White", Color::Black.name()),
            ("black", "white"),
            ("white", "black"),
        ];
        let found = named.iter().find(|(name, _)| rest.starts_with(name));
        let (taken, piece) = match found {
            Some(&(name, other)) => (name.len(), other),
            None => (next.len_utf8(), &rest[..next.len_utf8()]),
        };
        if out.push_str(piece).is_err() {
            break;
        }
        rest = &rest[taken..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_taught_by_the_lesson_that_has_it() {
        let lessons = |texts: &[&str]| {
            let texts = texts.iter();
            texts.fold(Taught::NOTHING, |taught, text| taught.with(text))
        };
        assert_eq!(lessons(&["Kosumi.", "Settled."]), Taught::NOTHING);
        let unsettled = lessons(&["Such stones are Unsettled."]);
        assert!(unsettled.unsettled && !unsettled.ko);
        assert_eq!(lessons(&["That is ko.", "It is unsettled: play."]), Taught::ALL);
    }

    #[test]
    fn exchanged_colours_are_exchanged_in_words_too() {
        assert_eq!(
            with_colors_exchanged("Black lives; the white stone dies — White passes").as_str(),
            "White lives; the black stone dies — Black passes"
        );
        assert_eq!(with_colors_exchanged("").as_str(), "");
    }
}
