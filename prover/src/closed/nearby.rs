//! Small rooms in an open position: what lies around the group that is to live.
//!
//! A room is what lies within a few steps of the defender's stones, and not behind the attacker's, but for weak ones in the widest room. All around it
//! stand walls of the attacker's.

use shikatsu::board::{Color, Point, PointSet, Setup};
use shikatsu::problem::Problem;

use super::free;

/// How far a room reaches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// So many steps from the defender's stones.
    steps: u32,
    /// Whether they may go across the attacker's weak stones. That is a larger room, in which these may be captured.
    across: bool,
    /// Its turns are shorter by so many bits.
    pub(super) shorter: u32,
}

/// The rooms that are tried.
const ROOMS: [Reach; 3] = [
    Reach {
        steps: 2,
        across: false,
        shorter: 0,
    },
    Reach {
        steps: 3,
        across: false,
        shorter: 0,
    },
    Reach {
        steps: 3,
        across: true,
        shorter: 2,
    },
];
/// A chain with no more liberties is weak.
const WEAK: usize = 3;
/// Rooms with more free points are too large.
const MOST_FREE: usize = 32;
/// Points that a room cuts off from all others belong to it, if they are fewer than that.
const HOLE: usize = 12;

/// The parts of a set that hang together.
fn parts(mut set: PointSet) -> impl Iterator<Item = PointSet> {
    core::iter::from_fn(move || {
        let one: PointSet = core::iter::once(set.iter().next()?).collect();
        let part = one.grown(&set);
        set = set.minus(&part);
        Some(part)
    })
}

/// The stones of a problem's attacker that are weak.
fn weak(problem: &Problem, free: &PointSet) -> PointSet {
    let setup = problem.setup();
    let attackers = setup.stones(problem.defender().opponent());
    let is_weak =
        |chain: &PointSet| chain.beside(&setup.outside).is_empty() && chain.beside(free).len() <= WEAK;
    let chains = parts(*attackers).filter(is_weak);
    chains.fold(PointSet::EMPTY, |all, chain| all.union(&chain))
}

/// The rooms of a problem, each once.
pub(super) fn rooms(problem: &Problem) -> Vec<(Problem, Reach)> {
    let mut rooms: Vec<(Problem, Reach)> = Vec::new();
    for reach in ROOMS {
        let is_new = |room: &Problem| rooms.iter().all(|(other, _)| other != room);
        if let Some(room) = room(problem, reach).filter(is_new) {
            rooms.push((room, reach));
        }
    }
    rooms
}

/// The problem in a room that reaches so far: what lies around is filled with the attacker's stones, and beyond them nobody plays. `None` if that is too large,
/// or no smaller than the problem itself.
fn room(problem: &Problem, reach: Reach) -> Option<Problem> {
    let setup = problem.setup();
    let size = setup.size;
    let defender = problem.defender();
    let free = free(problem);
    let mut room = *setup.stones(defender);
    let ground = if reach.across {
        free.union(&weak(problem, &free))
    } else {
        free
    };
    for _ in 0..reach.steps {
        room = room.union(&room.beside(&ground));
    }
    for hole in parts(free.minus(&room)).filter(|part| part.len() < HOLE) {
        room = room.union(&hole);
    }
    let beyond = free.minus(&room);
    if beyond.is_empty() || free.intersection(&room).len() > MOST_FREE {
        return None;
    }
    let is_near = |point: &Point| {
        let range = |at: u8| at.saturating_sub(1)..=(at + 1).min(size - 1);
        let mut columns = range(point.column());
        columns.any(|column| range(point.row()).any(|row| room.contains(Point::new(column, row))))
    };
    let ring: PointSet = beyond.iter().filter(is_near).collect();
    let mut walled = Setup {
        outside: setup.outside.union(&beyond.minus(&ring)),
        ..setup
    };
    match defender {
        Color::Black => walled.white = setup.white.union(&ring),
        Color::White => walled.black = setup.black.union(&ring),
    }
    Problem::new(&walled).ok()
}

#[cfg(test)]
mod tests {
    use shikatsu::problem::read_text;

    use super::*;

    /// The stone on E1 has two liberties. Behind it is D1, which nobody else lets Black reach.
    const BEHIND: &str = "\
---------
---------
---------
---------
---oooooo
---oxxxxx
---oxxxxx
--ooxxxxx
----o----
E2 x
";

    #[test]
    fn only_the_widest_room_reaches_behind_weak_stones() {
        let (problem, _) = read_text(BEHIND).expect("a problem");
        let rooms = rooms(&problem);
        let behind = Point::new(3, 8);
        let has = |room: &Problem| free(room).contains(behind);
        let reach: Vec<bool> = rooms.iter().map(|(room, _)| has(room)).collect();
        assert_eq!(reach, [false, true], "two and three steps are the same room here");
        let (widest, _) = rooms.last().expect("a room");
        let white = &widest.setup().white;
        assert!(!white.contains(Point::new(2, 8)), "that is three steps away");
        assert!(white.contains(Point::new(1, 8)), "a wall");
    }
}
