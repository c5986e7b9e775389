//! One problem on its way into a pack, and what becomes of it.

use std::borrow::Cow;

use shikatsu::tsumego::Solution;

use super::opinion::Opinion;
use crate::entry::{Entry, Inferred};
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
    /// The proof contradicts the file, or leaves nothing to find, and the key stones or the bounds were guessed: most likely that guess was wrong.
    Doubtful(&'a Solution, Opinion),
}

impl Item<'_> {
    /// What becomes of it.
    pub fn fate(&self) -> Fate<'_> {
        if let Some(twin) = self.twin {
            return Fate::Twin(twin);
        }
        let solution = match self.attempt.as_ref().map(|attempt| &attempt.found) {
            Some(Found::Proved(solution)) => solution,
            Some(Found::Nothing(why)) => return Fate::Unproved(*why),
            None => return Fate::Unproved(Why::Stopped),
        };
        let opinion = Opinion::of(&self.entry, solution);
        let is_guess = |inferred: &Inferred| matches!(inferred, Inferred::Key | Inferred::Bounds);
        let guessed = self.entry.inferred.iter().any(is_guess);
        let strange = opinion == Opinion::Disagrees || solution.answer.moves.is_empty();
        if guessed && strange {
            Fate::Doubtful(solution, opinion)
        } else {
            Fate::Kept(solution, opinion)
        }
    }
}
