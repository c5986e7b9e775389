//! Open problems closed, so that the handheld can read them.
//!
//! A win in the open rests on few points: its zone. Whatever lies elsewhere does not matter for it. So the zones of all wins that were found
//! become the room, all else is outside, and the attacker's stones stand on the openings. What won in the open wins there too. What else wins
//! there, and that the rest fails, is for the handheld's own solver to find, with its own memory: that is the answer of the closed problem.
//! A win that was overlooked in the open may fail in there; but then stones are to be seen that make it fail.

use shikatsu::board::{Color, Point, PointSet, Setup};
use shikatsu::problem::Problem;
use shikatsu::search::Limits;
use shikatsu::tsumego::{DEVICE_SLOTS, Solution};

use crate::solve::{DEVICE_NODES, Effort, Memory, Regions, Sight, solve};

/// A problem that the handheld reads by itself, and what it finds.
pub(super) struct Closed {
    pub(super) problem: Problem,
    pub(super) solution: Solution,
    /// Positions that the handheld looks at.
    pub(super) nodes: u64,
}

/// The problem closed around the points that what is known of it rests on; `None` if the handheld cannot read it, or misses something of that.
pub(super) fn close(
    problem: &Problem,
    known: &Solution,
    ground: &PointSet,
    effort: &Effort,
    go_on: &mut dyn FnMut(Sight) -> bool,
) -> Option<Closed> {
    let effort = Effort {
        limits: Limits {
            nodes: effort.limits.nodes.min(DEVICE_NODES),
            ..effort.limits
        },
        regions: Regions::Device,
        every_move: true,
        ..*effort
    };
    let mut memory = Memory::new(DEVICE_SLOTS)?;
    let mut tried: Vec<Problem> = Vec::new();
    for candidate in candidates(problem, ground) {
        if tried.contains(&candidate) {
            continue;
        }
        tried.push(candidate);
        let attempt = solve(&candidate, &effort, &mut memory, go_on);
        let Some(found) = attempt.solution() else {
            continue;
        };
        let (open, closed) = (&known.answer, &found.answer);
        let is_same = (open.outcome, open.seki) == (closed.outcome, closed.seki);
        if is_same && open.moves.minus(&closed.moves).is_empty() {
            return Some(Closed {
                problem: candidate,
                solution: *found,
                nodes: attempt.nodes,
            });
        }
    }
    None
}

/// Rooms around the ground, the smallest first, with the attacker's stones on their openings.
fn candidates(problem: &Problem, ground: &PointSet) -> impl Iterator<Item = Problem> {
    let setup = problem.setup();
    let attacker = problem.defender().opponent();
    let rooms = [*ground, ground.union(&beside(ground, setup.size))];
    rooms
        .into_iter()
        .filter_map(move |room| Problem::new(&walled(&cropped(&setup, &room), attacker)).ok())
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

/// The empty points where one may play.
pub(super) fn room_of(setup: &Setup) -> PointSet {
    let board: PointSet = Point::all(setup.size).collect();
    board
        .minus(&setup.outside)
        .minus(&setup.black)
        .minus(&setup.white)
}

pub(super) fn beside(points: &PointSet, size: u8) -> PointSet {
    points.iter().flat_map(|point| point.beside(size)).collect()
}
