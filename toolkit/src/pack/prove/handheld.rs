//! What the handheld needs to cope with what was proved.

use shikatsu::problem::{Outcome, Problem};
use shikatsu::tsumego::{DEVICE_SLOTS, Solution};

use super::super::bind::{Failing, bind};
use super::super::close::written;
use super::super::slow::{Lengths, Patience};
use crate::solve::{Attempt, Effort, Found, Memory, Why};

/// How long the positions are read that the handheld could not read in time, on the way to a book of replies; and at the end.
pub(super) const SLOW: Lengths = Lengths {
    one: 1_000_000,
    all: 15_000_000,
};
pub(super) const SLOW_AT_LAST: Lengths = Lengths {
    one: 4_000_000,
    all: 60_000_000,
};

/// How the handheld copes with a problem that was proved.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "there is one for each problem, beside the problem itself"
)]
pub enum Handheld {
    /// It can read it as it is.
    AsItIs,
    /// It reads this instead: the same, closed around the points that the answer rests on.
    Closed(Problem),
    /// The same, with this book of replies, as a pack holds it.
    Bound(Problem, Vec<u8>),
    /// It cannot.
    TooLarge,
}

impl Handheld {
    /// The problem that the handheld reads in place of this one.
    pub(in crate::pack) const fn problem(&self, original: &Problem) -> Problem {
        match self {
            Handheld::Closed(problem) | Handheld::Bound(problem, _) => *problem,
            Handheld::AsItIs | Handheld::TooLarge => *original,
        }
    }
}

/// What came of a problem.
#[derive(Clone, Debug)]
pub(in crate::pack) struct Proof {
    pub(in crate::pack) attempt: Attempt,
    pub(in crate::pack) handheld: Handheld,
    /// Whether the side to move wins in the open even if it passes: then nothing is to be found.
    pub(in crate::pack) passes: bool,
}

impl Proof {
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.attempt.proved().map(|known| known.answer.outcome)
    }

    /// Knows nothing any more if another one knows otherwise, and says so: where two differ, nobody is believed.
    pub(super) fn gives_up_against(&mut self, other: &Proof) -> bool {
        let contradicts = self
            .outcome()
            .zip(other.outcome())
            .is_some_and(|(one, other)| one != other);
        if contradicts {
            self.give_up();
        }
        contradicts
    }

    /// Knows nothing any more.
    fn give_up(&mut self) {
        self.attempt.give_up();
        self.handheld = Handheld::AsItIs;
    }
}

/// What was read at length, with a book of replies where the handheld needs one.
pub(super) fn for_the_handheld(
    mut proof: Proof,
    problem: &Problem,
    effort: &Effort,
    patience: Patience<'_>,
    go_on: &mut dyn FnMut() -> bool,
) -> Proof {
    let Some(solution) = proof.attempt.solution().copied() else {
        // The outcome may be known, and a move that reaches it.
        if proof.attempt.proved().is_some_and(|known| known.best.is_some()) {
            proof.handheld = Handheld::TooLarge;
        }
        return proof;
    };
    // Even where the whole answer is quick: here a move is wrong as soon as it does not reach that, and there it is asked what it comes to.
    // Two ways to the same answer: where they differ, nobody is believed. Where every move is as good, the solution may name none.
    let Ok(bound) = judged(&mut proof, problem, &solution, effort, patience, go_on) else {
        return contradicted(proof);
    };
    let differs = bound
        .as_ref()
        .is_some_and(|(judged, _)| judged.answer != solution.answer);
    if differs && !solution.answer.moves.is_empty() {
        return contradicted(proof);
    }
    let book = bound.filter(|_| !differs);
    give(proof, problem, book.map(|(_, book)| book), go_on)
}

/// What is known so far of an answer, with every first move judged by itself, as the handheld needs it.
pub(super) fn completed(
    mut proof: Proof,
    problem: &Problem,
    effort: &Effort,
    patience: Patience<'_>,
    go_on: &mut dyn FnMut() -> bool,
) -> Proof {
    let Some(known) = to_be_completed(&proof.attempt) else {
        return for_the_handheld(proof, problem, effort, patience, go_on);
    };
    let Ok(bound) = judged(&mut proof, problem, &known, effort, patience, go_on) else {
        return contradicted(proof);
    };
    if let Some((judged, _)) = &bound {
        if !known.answer.moves.minus(&judged.answer.moves).is_empty() {
            return contradicted(proof);
        }
        proof.attempt.found = Found::Proved(*judged);
    }
    give(proof, problem, bound.map(|(_, book)| book), go_on)
}

/// What is known so far, if that is enough to have the rest judged move by move.
pub(super) fn to_be_completed(attempt: &Attempt) -> Option<Solution> {
    if attempt.solution().is_some() {
        return None;
    }
    // Of stones that live it must be known whether they have two eyes: that is what a win in the open rests on, and a capture.
    let is_sure = |known: &Solution| known.answer.outcome != Outcome::Alive || attempt.rests.is_some();
    let so_far = attempt.so_far.filter(|so_far| so_far.best.is_some());
    so_far.filter(is_sure)
}

/// Somebody is wrong about a problem.
struct Contradicted;

/// The whole answer, and the book that the handheld needs for it, if all that is slow can be read.
fn judged(
    proof: &mut Proof,
    problem: &Problem,
    known: &Solution,
    effort: &Effort,
    patience: Patience<'_>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<(Solution, Vec<u8>)>, Contradicted> {
    let Some(mut small) = Memory::new(DEVICE_SLOTS) else {
        return Ok(None);
    };
    let bound = match bind(problem, known, effort, &mut small, Some(patience), go_on) {
        Ok(bound) => bound,
        Err(Failing::Unknown) => return Ok(None),
        Err(Failing::Contradiction) => return Err(Contradicted),
    };
    proof.attempt.nodes += bound.nodes;
    Ok(written(&bound, problem).map(|book| (bound.solution, book)))
}

/// What is left of a proof that another one contradicts.
fn contradicted(mut proof: Proof) -> Proof {
    proof.give_up();
    proof
}

/// The proof with this book, if there is one.
fn give(
    mut proof: Proof,
    problem: &Problem,
    book: Option<Vec<u8>>,
    go_on: &mut dyn FnMut() -> bool,
) -> Proof {
    proof.handheld = match book {
        None if !go_on() => {
            proof.attempt.found = Found::Nothing(Why::Stopped);
            return proof;
        }
        None => Handheld::TooLarge,
        Some(book) if book.is_empty() => Handheld::AsItIs,
        Some(book) => Handheld::Bound(*problem, book),
    };
    proof
}
