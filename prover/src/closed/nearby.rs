//! Small rooms in an open position: what lies around the group that is to live.
//!
//! A room is what lies within a few steps of the defender's stones. It does not reach behind the attacker's. Only the third room does, across weak ones.
//! All around stand walls of the attacker's.

use shikatsu::board::{Color, Point, PointSet, Setup};
use shikatsu::problem::Problem;

use super::free;

/// How far a room reaches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// So many steps from the defender's stones.
    steps: u32,
    /// Whether they may go across the attacker's weak stones. That is a larger room, in which these may be captured if it has all their liberties.
    pub(super) across: bool,
}

/// The rooms that are tried.
const ROOMS: [Reach; 3] = [
    Reach {
        steps: 2,
        across: false,
    },
    Reach {
        steps: 3,
        across: false,
    },
    Reach {
        steps: 3,
        across: true,
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

/// The stones of a problem's attacker that are weak, and not joined to a wall.
fn weak(problem: &Problem, free: &PointSet) -> PointSet {
    let setup = problem.setup();
    let attackers = setup.stones(problem.defender().opponent());
    let is_weak =
        |chain: &PointSet| chain.beside(&setup.outside).is_empty() && chain.beside(free).len() <= WEAK;
    let chains = parts(*attackers).filter(is_weak);
    chains.fold(PointSet::EMPTY, |all, chain| all.union(&chain))
}

/// The rooms of a problem, each once: what has the same free points is the same game.
pub(super) fn rooms(problem: &Problem) -> Vec<(Problem, Reach)> {
    let mut rooms: Vec<(Problem, Reach)> = Vec::new();
    for reach in ROOMS {
        let is_new = |room: &Problem| rooms.iter().all(|(other, _)| free(other) != free(room));
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

/// The stone on E1 has two liberties. Black can reach D1 only across it.
#[cfg(test)]
pub(super) const BEHIND: &str = "\
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

#[cfg(test)]
mod tests {
    use shikatsu::problem::read_text;

    use super::*;

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
