//! Who is asked about one problem, and in which order.

use shikatsu::problem::Problem;

use super::super::ask::{Asked, room_of};
use super::super::close::close;
use super::super::open::{BYTES, ask};
use super::super::opinion::PASSABLE_MOVES;
use super::super::slow::Patience;
use super::handheld::{Handheld, Proof, SLOW, for_the_handheld};
use crate::solve::{Effort, Found, Memory, Plan, Why, solve, together};
use crate::threads::Alone;

/// With more empty points than this a room is the prover's first, and with more than that its alone.
pub(in crate::pack) const WIDE: usize = 20;
pub(in crate::pack) const HOPELESS: usize = 32;
/// With more than this proof numbers would need longer than there is time for many readings.
const ROOMY: usize = 24;

/// What may be spent on each problem, as the fields of [`Workers`](super::Workers) say.
#[derive(Clone, Copy)]
pub(super) struct Means {
    pub(super) effort: Effort,
    pub(super) open_nodes: u64,
    pub(super) together_nodes: u64,
}

/// Asks each alone, and all together where that does not do.
pub(super) fn prove_usually(
    asked: &Asked<'_>,
    means: &Means,
    memory: &mut Memory,
    go_on: &mut dyn FnMut() -> bool,
) -> Proof {
    let proof = prove_one(asked, &means.effort, means.open_nodes, memory, go_on);
    if means.together_nodes == 0 || proof.attempt.solution().is_some() {
        return proof;
    }
    prove_better(proof, asked, &means.effort, means.together_nodes, memory, go_on)
}

/// The same at length, and what is slow for the handheld is read for it.
pub(super) fn prove_patiently(
    asked: &Asked<'_>,
    means: &Means,
    memory: &mut Memory,
    go_on: &mut dyn FnMut() -> bool,
) -> Proof {
    let (effort, has_others) = (&means.effort, means.open_nodes > 0);
    let proof = if has_others {
        prove_together(asked.problem, effort, memory, go_on)
    } else {
        prove_one(asked, effort, 0, memory, go_on)
    };
    if asked.is_aside {
        return proof;
    }
    let patience = Patience {
        memory,
        limits: SLOW,
        by_proof_numbers: has_others,
    };
    for_the_handheld(proof, asked.problem, effort, patience, go_on)
}

/// Asks both in turns, so that what one finds helps the other.
pub(super) fn prove_together(
    problem: &Problem,
    effort: &Effort,
    memory: &mut Memory,
    go_on: &mut dyn FnMut() -> bool,
) -> Proof {
    let plan = Plan {
        effort: *effort,
        bytes: BYTES,
        with_proof: false,
        threads: &Alone,
    };
    Proof {
        attempt: together(problem, &plan, memory, &mut |_| go_on()).attempt,
        handheld: Handheld::AsItIs,
        passes: false,
    }
}

/// Asks all of them together about a room that is not too large, after each alone has not known. What is worth it is made ready for the handheld.
pub(super) fn prove_better(
    before: Proof,
    asked: &Asked<'_>,
    effort: &Effort,
    nodes: u64,
    memory: &mut Memory,
    go_on: &mut dyn FnMut() -> bool,
) -> Proof {
    if before.attempt.is_broken_off() || room_of(&asked.problem.setup()).len() > ROOMY {
        return before;
    }
    let mut longer = *effort;
    longer.limits.nodes = nodes;
    let mut proof = prove_together(asked.problem, &longer, memory, go_on);
    proof.attempt.nodes += before.attempt.nodes;
    proof.passes = before.passes;
    if proof.attempt.is_broken_off() || proof.gives_up_against(&before) {
        return proof;
    }
    let Some(solution) = proof.attempt.solution() else {
        let nodes = proof.attempt.nodes;
        let mut known = if before.outcome().is_some() { before } else { proof };
        known.attempt.nodes = nodes;
        return known;
    };
    if asked.is_aside {
        return proof;
    }
    // A book of replies takes long. Nobody needs one for a reading that will not be taken.
    let is_likely = !asked.is_silent || (1..=PASSABLE_MOVES).contains(&solution.answer.moves.len());
    if is_likely {
        let patience = Patience {
            memory,
            limits: SLOW,
            by_proof_numbers: true,
        };
        return for_the_handheld(proof, asked.problem, effort, patience, go_on);
    }
    proof.handheld = Handheld::TooLarge;
    proof
}

/// Asks whoever is likelier to know first, and then the other.
pub(super) fn prove_one(
    asked: &Asked<'_>,
    effort: &Effort,
    open_nodes: u64,
    memory: &mut Memory,
    go_on: &mut dyn FnMut() -> bool,
) -> Proof {
    let free = room_of(&asked.problem.setup()).len();
    let is_wide = open_nodes > 0 && free > WIDE;
    let mut spent = 0;
    let mut first: Option<Proof> = None;
    for in_the_open in [is_wide, !is_wide] {
        if in_the_open && open_nodes == 0 || !in_the_open && is_wide && free > HOPELESS {
            continue;
        }
        let mut proof = if in_the_open {
            prove_in_the_open(asked, effort, open_nodes, None, go_on)
        } else {
            Proof {
                attempt: solve(asked.problem, effort, memory, &mut |_| go_on()),
                handheld: Handheld::AsItIs,
                passes: false,
            }
        };
        spent += proof.attempt.nodes;
        if first.as_ref().is_some_and(|first| proof.gives_up_against(first)) {
            proof.attempt.nodes = spent;
            return proof;
        }
        let is_over = match proof.attempt.found {
            // The other one may find that the handheld can read it after all.
            Found::Proved(_) => proof.handheld != Handheld::TooLarge,
            Found::Nothing(why) => why == Why::Stopped,
        };
        // Of two that know nothing the first one's reason counts, but an outcome is worth more than none.
        let worth = |proof: &Proof| {
            (
                proof.attempt.solution().is_some(),
                proof.attempt.proved().is_some(),
            )
        };
        if let Some(before) = first
            .take()
            .filter(|before| worth(before) >= worth(&proof) && !is_over)
        {
            proof = before;
        }
        proof.attempt.nodes = spent;
        first = Some(proof);
        if is_over {
            break;
        }
    }
    first.unwrap_or_else(|| unreachable!("one of them is always asked"))
}

/// What the prover finds, and the problem closed for the handheld with the answer that it finds there.
pub(super) fn prove_in_the_open(
    asked: &Asked<'_>,
    effort: &Effort,
    open_nodes: u64,
    patience: Option<Patience<'_>>,
    go_on: &mut dyn FnMut() -> bool,
) -> Proof {
    let found = ask(asked, open_nodes, go_on);
    let mut attempt = found.attempt;
    let Some(known) = attempt.so_far else {
        return Proof {
            attempt,
            handheld: Handheld::AsItIs,
            passes: false,
        };
    };
    let closed = close(asked, &known, &found.ground, effort, patience, go_on);
    if closed.is_none() && !go_on() {
        attempt.found = Found::Nothing(Why::Stopped);
    }
    let handheld = closed.map_or(Handheld::TooLarge, |closed| {
        attempt.nodes += closed.nodes;
        attempt.found = Found::Proved(closed.solution);
        if closed.book.is_empty() {
            Handheld::Closed(closed.problem)
        } else {
            Handheld::Bound(closed.problem, closed.book)
        }
    });
    Proof {
        attempt,
        handheld,
        passes: found.passes,
    }
}
