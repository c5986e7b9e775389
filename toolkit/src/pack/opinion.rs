//! What a file thinks of its problem, held against the proof.

use shikatsu::board::{Move, PointSet};
use shikatsu::problem::{Answer, Outcome};
use shikatsu::tsumego::Solution;

use crate::book::Mark;
use crate::entry::Entry;
use crate::sgf::openings;

/// With more correct moves than this, agreeing with the file is no sign that it was understood.
pub(super) const MOST_MOVES: usize = 3;
/// With more than this a file that says nothing was not understood at all.
pub(super) const PASSABLE_MOVES: usize = 5;

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
        let same =
            |told: Answer| (told.outcome, told.seki) == (solution.answer.outcome, solution.answer.seki);
        let stands = solution.answer.outcome == Outcome::Alive && correct.is_empty();
        match entry.answer {
            Some(told) if !same(told) => Opinion::Disagrees,
            Some(_) if named.is_empty() => Opinion::Agrees,
            // That nothing kills is an answer too.
            None if entry.book.nothing_works && stands => Opinion::Agrees,
            None if entry.book.nothing_works => Opinion::Disagrees,
            None if named.is_empty() => Opinion::None,
            _ if named.minus(&correct).is_empty() => Opinion::Agrees,
            _ if named.intersection(&correct).is_empty() => Opinion::Disagrees,
            _ => Opinion::Partly,
        }
    }
}

/// The first moves that the file calls right.
pub(super) fn named(entry: &Entry) -> PointSet {
    let told = entry.answer.map_or(PointSet::EMPTY, |answer| answer.moves);
    told.union(&points(&entry.book.first_moves(entry.problem.to_move())))
}

/// The first moves that the file calls wrong.
pub(super) fn called_wrong(entry: &Entry) -> PointSet {
    points(&entry.book.called(entry.problem.to_move(), Mark::Wrong))
}

/// The moves that the file calls wrong and the proof correct.
pub(super) fn wrong_but_correct(entry: &Entry, solution: &Solution) -> PointSet {
    called_wrong(entry).intersection(&solution.answer.moves)
}

/// Whether a file names no answer at all.
pub(super) fn is_silent(entry: &Entry) -> bool {
    entry.answer.is_none() && named(entry).is_empty() && !entry.book.nothing_works
}

/// Whether the key stones live only because the wall is open: empty points outside cannot be filled, so nothing, or anything, saves them.
pub(super) fn leaks(entry: &Entry, solution: &Solution) -> bool {
    let moves = solution.answer.moves.len();
    let is_found = (1..=MOST_MOVES).contains(&moves);
    let is_alive = solution.answer.outcome == Outcome::Alive;
    is_alive && !is_found && !openings(&entry.problem.setup()).is_empty()
}

fn points(moves: &[Move]) -> PointSet {
    let point = |chosen: &Move| match chosen {
        Move::Play(point) => Some(*point),
        Move::Pass => None,
    };
    moves.iter().filter_map(point).collect()
}
