//! One problem on its way into a pack, and what becomes of it.

use std::borrow::Cow;

use shikatsu::problem::Problem;
use shikatsu::tsumego::Solution;

use super::opinion::{MOST_MOVES, Opinion, leaks, wrong_but_correct};
use super::prove::Handheld;
use crate::entry::Entry;
use crate::files::Loaded;
use crate::solve::{Attempt, Found, Why};

/// A problem on its way into a pack.
#[derive(Clone, Debug)]
pub struct Item<'a> {
    /// How people call its place.
    pub label: String,
    /// Where it was found.
    pub loaded: &'a Loaded,
    /// The problem, as it was read at first or at a second look.
    pub entry: Cow<'a, Entry>,
    /// Which earlier item is the same problem.
    pub twin: Option<usize>,
    /// What the solver says; `None` if it was not asked.
    pub attempt: Option<Attempt>,
    /// How the handheld copes with what was proved.
    pub handheld: Handheld,
    /// Whether it makes sense as a problem; asked only where the file says nothing about its answer.
    pub sense: Sense,
    /// The positions that were looked at for all its readings.
    pub spent: u64,
}

/// Whether what was worked out makes sense as a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sense {
    /// It does, or nobody asked.
    Good,
    /// It was proved that it does not matter who moves first.
    Settled,
    /// The answer is another one if the wall is closed: it may rest on a way out that nobody would leave open.
    Leaking,
}

/// What becomes of a problem.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fate<'a> {
    /// It goes into the pack with this answer.
    Kept(&'a Solution, Opinion),
    /// It is there already, as this item.
    Twin(usize),
    /// No answer was proved, for this reason.
    Unproved(Why),
    /// Its outcome is proved, and moves that reach it, but the handheld could not read it.
    TooLarge(&'a Solution, Opinion),
    /// The proof contradicts the file, or leaves nothing to find, and the key stones or the bounds were guessed: most likely that guess was wrong.
    Doubtful(&'a Solution, Opinion),
}

impl Item<'_> {
    /// What becomes of it.
    pub fn fate(&self) -> Fate<'_> {
        if let Some(twin) = self.twin {
            return Fate::Twin(twin);
        }
        let Some(attempt) = &self.attempt else {
            return Fate::Unproved(Why::Stopped);
        };
        let solution = match (&attempt.found, &attempt.so_far) {
            (Found::Proved(solution), _) => solution,
            (Found::Nothing(_), Some(so_far)) if self.handheld == Handheld::TooLarge => so_far,
            (Found::Nothing(why), _) => return Fate::Unproved(*why),
        };
        let opinion = Opinion::of(&self.entry, solution);
        let has_no_move = solution.answer.moves.is_empty();
        let is_strange = match opinion {
            Opinion::Disagrees => true,
            Opinion::None => self.sense != Sense::Good || has_no_move,
            Opinion::Agrees | Opinion::Partly => has_no_move && !self.entry.book.nothing_works,
        };
        // A file may name no right move and still call one wrong.
        let is_strange = is_strange
            || !wrong_but_correct(&self.entry, solution).is_empty()
            || (self.handheld == Handheld::AsItIs && leaks(&self.entry, solution));
        if self.entry.is_guess() && is_strange {
            Fate::Doubtful(solution, opinion)
        } else if self.handheld == Handheld::TooLarge {
            Fate::TooLarge(solution, opinion)
        } else {
            Fate::Kept(solution, opinion)
        }
    }

    /// The problem as it goes into a pack.
    pub fn problem(&self) -> Problem {
        self.handheld.problem(&self.entry.problem)
    }

    /// Whether it goes in with other bounds than it was read with.
    pub(super) fn is_closed(&self) -> bool {
        self.problem() != self.entry.problem
    }

    /// Whether another reading may be better.
    pub(super) fn is_open(&self) -> bool {
        match self.fate() {
            Fate::Twin(_) => false,
            Fate::Doubtful(..) | Fate::Unproved(_) | Fate::TooLarge(..) => true,
            Fate::Kept(solution, _) => self.entry.is_guess() && solution.answer.moves.len() > MOST_MOVES,
        }
    }
}
