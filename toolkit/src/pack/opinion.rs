//! What a file thinks of its problem, held against the proof.

use shikatsu::board::{Move, PointSet};
use shikatsu::tsumego::Solution;

use crate::entry::Entry;

/// How a file's own answer and the proof go together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opinion {
    /// The file names no answer.
    None,
    /// All that it names is correct.
    Agrees,
    /// Some of its moves are correct, others fail.
    Partly,
    /// None of its moves is correct, or it states another outcome.
    Disagrees,
}

impl Opinion {
    /// The opinion of the file that this entry is from.
    pub fn of(entry: &Entry, solution: &Solution) -> Opinion {
        let named = named(entry);
        let correct = solution.answer.moves;
        let same = |told: shikatsu::problem::Answer| {
            (told.outcome, told.seki) == (solution.answer.outcome, solution.answer.seki)
        };
        match entry.answer {
            Some(told) if !same(told) => Opinion::Disagrees,
            Some(_) if named.is_empty() => Opinion::Agrees,
            None if named.is_empty() => Opinion::None,
            _ if named.minus(&correct).is_empty() => Opinion::Agrees,
            _ if named.intersection(&correct).is_empty() => Opinion::Disagrees,
            _ => Opinion::Partly,
        }
    }
}

/// The first moves that the file calls right.
pub(super) fn named(entry: &Entry) -> PointSet {
    let mut named = entry.answer.map_or(PointSet::EMPTY, |answer| answer.moves);
    for chosen in entry.book.first_moves(entry.problem.to_move()) {
        if let Move::Play(point) = chosen {
            named.insert(point);
        }
    }
    named
}
