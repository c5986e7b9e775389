//! Open problems closed, so that the handheld can read them.
//!
//! A proof in the open rests on few points: the zones of the outcome and of every first move. Whatever lies elsewhere does not matter for any
//! of it. So these points become the room, and all else is outside. That the handheld finds the same there does not follow, since it looks at
//! moves that the proof had no need of. So it is asked, with its own memory; the closed problem is good if it comes to the same outcome
//! and the same first moves.

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

/// The problem closed around the points that its answer rests on; `None` if the handheld cannot read it, or finds something else.
pub(super) fn close(
    problem: &Problem,
    solution: &Solution,
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
        if found.answer == solution.answer {
            return Some(Closed {
                problem: candidate,
                solution: *found,
                nodes: attempt.nodes,
            });
        }
    }
    None
}

/// Rooms around the ground, the smallest first; each with the attacker's stones on its openings, then with outside points there.
fn candidates(problem: &Problem, ground: &PointSet) -> impl Iterator<Item = Problem> {
    let setup = problem.setup();
    let attacker = problem.defender().opponent();
    let rooms = [*ground, ground.union(&beside(ground, setup.size))];
    rooms.into_iter().flat_map(move |room| {
        let open = cropped(&setup, &room);
        [walled(&open, attacker), open]
            .into_iter()
            .filter_map(|setup| Problem::new(&setup).ok())
    })
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
    let board: PointSet = Point::all(setup.size).collect();
    let room = board.minus(&setup.outside).minus(&stones);
    let fence = beside(&room.union(&setup.key), setup.size)
        .intersection(&setup.outside)
        .minus(&stones);
    let mut walled = *setup;
    match attacker {
        Color::Black => walled.black = walled.black.union(&fence),
        Color::White => walled.white = walled.white.union(&fence),
    }
    walled
}

fn beside(points: &PointSet, size: u8) -> PointSet {
    points.iter().flat_map(|point| point.beside(size)).collect()
}
