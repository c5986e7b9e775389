//! Open problems closed, so that the handheld can read them.
//!
//! A win in the open rests on few points: its zone. Whatever lies elsewhere does not matter for it. So the zones of all wins that were found
//! become the room, all else is outside, and the attacker's stones stand on the openings. What won in the open wins there too. What else wins
//! there, and that the rest fails, is for the handheld's own solver to find, with its own memory: that is the answer of the closed problem.
//! A win that was overlooked in the open may fail in there; but then stones are to be seen that make it fail.

use shikatsu::board::{Color, Point, PointSet, Setup};
use shikatsu::pack::{Replies, room};
use shikatsu::problem::Problem;
use shikatsu::search::Limits;
use shikatsu::tsumego::{DEVICE_SLOTS, Solution};

use super::ask::{Asked, beside, room_of};
use super::bind::{Bound, QUICK, bind};
use super::slow::Patience;
use crate::replies::encode;
use crate::sgf::MOST_STONES;
use crate::solve::{Effort, Memory, Regions, solve};

/// A problem that the handheld reads by itself or with a book, and its answer.
pub(super) struct Closed {
    pub(super) problem: Problem,
    pub(super) solution: Solution,
    /// Positions that were looked at.
    pub(super) nodes: u64,
    /// What the handheld needs to be told, as a pack holds it; empty if nothing.
    pub(super) book: Vec<u8>,
}

/// With more positions than this the answer is not looked for as a whole, but move by move.
const AS_A_WHOLE: u64 = 200_000;

/// The problem closed around the points that what is known of it rests on; `None` if the handheld cannot read it, or misses something of that.
pub(super) fn close(
    asked: &Asked<'_>,
    known: &Solution,
    ground: &PointSet,
    effort: &Effort,
    mut patience: Option<Patience<'_>>,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Closed> {
    let whole = Effort {
        limits: Limits {
            nodes: effort.limits.nodes.min(AS_A_WHOLE),
            ..effort.limits
        },
        regions: Regions::Device,
        every_move: true,
        ..*effort
    };
    let mut memory = Memory::new(DEVICE_SLOTS)?;
    let mut tried: Vec<Problem> = Vec::new();
    for candidate in candidates(asked.problem, ground, asked.is_silent) {
        if tried.contains(&candidate) {
            continue;
        }
        tried.push(candidate);
        let attempt = solve(&candidate, &whole, &mut memory, &mut |_| go_on());
        let whole_answer = attempt.solution();
        let closed = match whole_answer {
            // Then each of its moves is quick as well.
            Some(found) if attempt.nodes <= QUICK => Some(Closed {
                problem: candidate,
                solution: *found,
                nodes: attempt.nodes,
                book: Vec::new(),
            }),
            _ => {
                let known = whole_answer.unwrap_or(known);
                let patience = patience.as_mut().map(Patience::again);
                let bound = bind(&candidate, known, &whole, &mut memory, patience, go_on);
                // Closed it is another problem, in which more may be possible.
                bound.ok().and_then(|bound| {
                    Some(Closed {
                        problem: candidate,
                        solution: bound.solution,
                        nodes: attempt.nodes + bound.nodes,
                        book: written(&bound, &candidate)?,
                    })
                })
            }
        };
        let is_same = |closed: &Closed| {
            let (open, closed) = (&known.answer, &closed.solution.answer);
            let is_same = (open.outcome, open.seki) == (closed.outcome, closed.seki);
            is_same && open.moves.minus(&closed.moves).is_empty()
        };
        if let Some(closed) = closed.filter(is_same) {
            return Some(closed);
        }
    }
    None
}

/// A book as a pack holds it, nothing if it names nothing; `None` if it is too large, or would be refused.
pub(super) fn written(bound: &Bound, problem: &Problem) -> Option<Vec<u8>> {
    if bound.book.len() <= 1 {
        return Some(Vec::new());
    }
    let room = room(&problem.setup());
    let bytes = encode(&bound.book, &room).ok()?;
    Replies::read(&bytes, &room, &bound.solution.answer)?;
    Some(bytes)
}

/// Rooms around the ground, with the attacker's stones on their openings. The first leaves a step more than the proof needs, so that what one
/// would think of can be played; the second leaves nothing. Where no answer of the file tells whether it was understood, little may be made up.
fn candidates(problem: &Problem, ground: &PointSet, is_silent: bool) -> impl Iterator<Item = Problem> {
    let setup = problem.setup();
    let attacker = problem.defender().opponent();
    [ground.union(&beside(ground, setup.size)), *ground]
        .into_iter()
        .map(move |room| walled(&cropped(&setup, &room), attacker))
        .filter(move |closed| !is_silent || !is_made_up(closed))
        .filter_map(|closed| Problem::new(&closed).ok())
}

/// Whether so much of the wall is not in the file that it may besiege somebody who is in no danger.
fn is_made_up(closed: &Setup) -> bool {
    let stones = closed.black.union(&closed.white);
    stones.intersection(&closed.outside).len() > MOST_STONES
}

/// The same with everything outside that is empty and not in the room. Stones that stand outside closed a wider room: they go, unless they
/// close this one too.
fn cropped(setup: &Setup, room: &PointSet) -> Setup {
    let far = setup.outside.minus(&beside(&room.union(&setup.key), setup.size));
    let (black, white) = (setup.black.minus(&far), setup.white.minus(&far));
    let board: PointSet = Point::all(setup.size).collect();
    let beyond = board.minus(room).minus(&black).minus(&white);
    Setup {
        black,
        white,
        outside: setup.outside.union(&beyond),
        ..*setup
    }
}

/// The same with the attacker's stones on the empty outside points beside the room and beside the key stones.
fn walled(setup: &Setup, attacker: Color) -> Setup {
    let stones = setup.black.union(&setup.white);
    let fence = beside(&room_of(setup).union(&setup.key), setup.size)
        .intersection(&setup.outside)
        .minus(&stones);
    let mut walled = *setup;
    match attacker {
        Color::Black => walled.black = walled.black.union(&fence),
        Color::White => walled.white = walled.white.union(&fence),
    }
    walled
}
