//! What readings come to, and whether that makes sense.

use shikatsu::board::PointSet;
use shikatsu::problem::Problem;
use shikatsu::tsumego::Solution;

use super::again::{if_closed, is_same_end, other_turn};
use super::ask::{Asked, room_of};
use super::item::Sense;
use super::opinion::{called_wrong, is_silent, named};
use super::prove::{HOPELESS, Handheld, Proof, Prover};
use crate::entry::Entry;
use crate::solve::{Found, Why};

/// The whole answer.
pub(super) fn solution_of(proof: Option<&Proof>) -> Option<&Solution> {
    proof.and_then(|proof| proof.attempt.solution())
}

/// The answer, or what is known of it if nobody will know more.
pub(super) fn known_of(proof: Option<&Proof>) -> Option<&Solution> {
    let known = proof.filter(|proof| proof.handheld == Handheld::TooLarge);
    solution_of(proof).or_else(|| known?.attempt.proved())
}

/// What each entry comes to, and of those that are silent and guessed, whether that makes sense.
pub(super) fn proofs(entries: &[&Entry], prover: &mut dyn Prover) -> Vec<(Option<Proof>, Sense)> {
    let questions: Vec<_> = entries.iter().map(|entry| asked(entry, &entry.problem)).collect();
    let found = prover.prove(&questions);
    let mut doubts: Vec<(usize, Problem, Sense)> = Vec::new();
    for (place, (entry, proof)) in entries.iter().zip(&found).enumerate() {
        let Some((solution, proof)) = known_of(proof.as_ref()).zip(proof.as_ref()) else {
            continue;
        };
        if !solution.answer.moves.is_empty() && entry.is_guess() && is_silent(entry) {
            // In the open the prover was asked about the pass, and nobody could say more; closed it is easy.
            let problem = proof.handheld.problem(&entry.problem);
            if room_of(&problem.setup()).len() > HOPELESS {
                continue;
            }
            doubts.extend(other_turn(&problem).map(|turned| (place, turned, Sense::Settled)));
            let closed = if_closed(proof, &problem, solution);
            doubts.extend(closed.map(|closed| (place, closed, Sense::Leaking)));
        }
    }
    let questions: Vec<_> = doubts
        .iter()
        .map(|(place, problem, _)| Asked {
            is_aside: true,
            ..asked(entries[*place], problem)
        })
        .collect();
    let others = prover.prove(&questions);
    let with_sense = |proof: Option<Proof>| {
        let passes = proof.as_ref().is_some_and(|proof| proof.passes);
        let sense = if passes { Sense::Settled } else { Sense::Good };
        (proof, sense)
    };
    let mut proofs: Vec<_> = found.into_iter().map(with_sense).collect();
    for ((place, _, doubt), other) in doubts.iter().zip(others) {
        let (proof, sense) = &mut proofs[*place];
        let Some(other) = other.filter(|other| other.attempt.found != Found::Nothing(Why::Stopped)) else {
            // Nobody knows whether it makes sense.
            *proof = None;
            continue;
        };
        let other = match doubt {
            Sense::Leaking => other.attempt.solution(),
            _ => other.attempt.proved(),
        };
        let both = known_of(proof.as_ref()).zip(other);
        let is_justified = both.is_some_and(|(one, other)| match doubt {
            Sense::Good => false,
            Sense::Settled => is_same_end(one, other),
            Sense::Leaking => one.answer != other.answer,
        });
        if is_justified {
            *sense = *doubt;
        }
    }
    proofs
}

/// What is asked about a problem of an entry.
fn asked<'a>(entry: &Entry, problem: &'a Problem) -> Asked<'a> {
    let is_told =
        entry.is_guess() && !entry.book.nothing_works && problem.to_move() == entry.problem.to_move();
    Asked {
        problem,
        wanted: if is_told { named(entry) } else { PointSet::EMPTY },
        shown: named(entry).union(&called_wrong(entry)),
        may_fail: entry.book.nothing_works || !entry.is_guess(),
        is_silent: is_silent(entry) && entry.is_guess(),
        is_aside: false,
    }
}
