//! What is left at the end, tried for long.

use shikatsu::tsumego::Solution;

use super::super::ask::{Asked, room_of};
use super::super::opinion::PASSABLE_MOVES;
use super::super::slow::Patience;
use super::handheld::{Handheld, Proof, SLOW_AT_LAST, completed, to_be_completed};
use super::ways::{HOPELESS, Means, WIDE, prove_in_the_open, prove_together};
use crate::solve::{Found, Memory, Why};

/// First one part in so many of all positions is spent: in most cases that is enough to find what was known before, and more would not help.
const SOON: u64 = 10;

/// Asks all of them together for long, and reads for the handheld whatever is slow; what is wide is closed for it as well.
pub(super) fn prove_at_last(
    asked: &Asked<'_>,
    means: &Means,
    memory: &mut Memory,
    go_on: &mut dyn FnMut() -> bool,
) -> Proof {
    let mut effort = means.effort;
    effort.limits.nodes = (effort.limits.nodes / SOON).max(1);
    if asked.is_aside {
        return prove_together(asked.problem, &effort, memory, go_on);
    }
    let free = room_of(&asked.problem.setup()).len();
    let mut closed = None;
    if free > WIDE {
        let open_nodes = means.open_nodes;
        let proof = prove_in_the_open(asked, &effort, open_nodes, Some(patience(memory)), go_on);
        let is_whole = proof.attempt.solution().is_some();
        if is_whole || free > HOPELESS || proof.attempt.found == Found::Nothing(Why::Stopped) {
            return proof;
        }
        closed = Some(proof);
    }
    let mut proof = prove_together(asked.problem, &effort, memory, go_on);
    let is_enough = to_be_completed(&proof.attempt).is_some();
    if !is_enough && proof.attempt.found == Found::Nothing(Why::Nodes) {
        let before = proof.attempt.nodes;
        proof = prove_together(asked.problem, &means.effort, memory, go_on);
        proof.attempt.nodes += before;
    }
    let is_likely = |known: &Solution| !asked.is_silent || known.answer.moves.len() <= PASSABLE_MOVES;
    let mut proof = if proof.attempt.proved().is_some_and(is_likely) {
        completed(proof, asked.problem, &effort, patience(memory), go_on)
    } else {
        proof.handheld = Handheld::TooLarge;
        proof
    };
    let Some(mut open) = closed else {
        return proof;
    };
    proof.attempt.nodes += open.attempt.nodes;
    proof.passes = open.passes;
    if proof.attempt.is_broken_off() {
        return proof;
    }
    let is_less = proof.attempt.proved().is_none() && open.handheld == Handheld::TooLarge;
    if !proof.gives_up_against(&open) && is_less {
        open.attempt.nodes = proof.attempt.nodes;
        return open;
    }
    proof
}

const fn patience(memory: &mut Memory) -> Patience<'_> {
    Patience {
        memory,
        limits: SLOW_AT_LAST,
        by_proof_numbers: true,
    }
}
