//! What becomes of the problems that somebody wants in a pack.

use std::borrow::Cow;

use shikatsu::tsumego::Solution;

use super::again::{is_convincing, other_readings};
use super::opinion::Opinion;
use super::prove::{Watch, Workers, prove};
use super::twins::twins;
use crate::entry::{Entry, Inferred};
use crate::files::Loaded;
use crate::overrides::Overrides;
use crate::solve::{Attempt, Found, Stop, Why};

/// The problems of some files, in the order of the files.
#[derive(Clone, Debug)]
pub struct Collection<'a> {
    /// Those that could be read.
    pub items: Vec<Item<'a>>,
}

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

impl<'a> Collection<'a> {
    /// The problems among what was loaded.
    pub fn new(loaded: &'a [Loaded]) -> Collection<'a> {
        let good = loaded
            .iter()
            .filter_map(|loaded| Some((loaded, loaded.entry.as_ref().ok()?)));
        let mut items: Vec<Item<'a>> = good
            .map(|(loaded, entry)| Item {
                label: loaded.label(),
                loaded,
                entry: Cow::Borrowed(entry),
                twin: None,
                attempt: None,
            })
            .collect();
        let twins = twins(items.iter().map(|item| &item.entry.problem));
        for (item, twin) in items.iter_mut().zip(twins) {
            item.twin = twin;
        }
        Collection { items }
    }

    /// Has every problem solved, each once, as far as nobody stops it.
    pub fn prove(&mut self, workers: &Workers, stop: &Stop, watch: &mut dyn Watch) {
        let wanted: Vec<usize> = (0..self.items.len())
            .filter(|&place| self.items[place].twin.is_none())
            .collect();
        let problems: Vec<_> = wanted
            .iter()
            .map(|&place| &self.items[place].entry.problem)
            .collect();
        let attempts = prove(&problems, workers, stop, watch);
        for (place, attempt) in wanted.into_iter().zip(attempts) {
            self.items[place].attempt = attempt;
        }
    }

    /// Reads those again that are in doubt or without a proof, and keeps what goes with the file's own answer.
    pub fn look_again(
        &mut self,
        overrides: &Overrides,
        workers: &Workers,
        stop: &Stop,
        watch: &mut dyn Watch,
    ) {
        let mut readings: Vec<_> = self
            .items
            .iter()
            .map(|item| other_readings(item, overrides).into_iter())
            .collect();
        // In rounds, since most of what can be cleared up is so by the first readings.
        while !stop.is_wanted() {
            let is_open =
                |place: &usize| matches!(self.items[*place].fate(), Fate::Doubtful(..) | Fate::Unproved(_));
            let round: Vec<(usize, Entry)> = (0..self.items.len())
                .filter(is_open)
                .filter_map(|place| Some((place, readings[place].next()?)))
                .collect();
            if round.is_empty() {
                return;
            }
            let problems: Vec<_> = round.iter().map(|(_, entry)| &entry.problem).collect();
            let attempts = prove(&problems, workers, stop, watch);
            for ((place, entry), attempt) in round.into_iter().zip(attempts) {
                let solution = attempt.as_ref().and_then(Attempt::solution);
                if solution.is_some_and(|solution| is_convincing(&entry, solution)) {
                    self.items[place].entry = Cow::Owned(entry);
                    self.items[place].attempt = attempt;
                }
            }
        }
    }

    /// The problems that go into the pack, with their answers.
    pub fn kept(&self) -> impl Iterator<Item = (&Item<'a>, &Solution)> {
        self.items.iter().filter_map(|item| match item.fate() {
            Fate::Kept(solution, _) => Some((item, solution)),
            _ => None,
        })
    }
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
