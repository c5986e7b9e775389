//! Death for want of room, whoever is to move: `docs/formats.md` has the theorem and its proof.
//!
//! The key stones stand in a *prison*: an area around which only the attacker's stones stand. The attacker can play on every point of it beside these
//! guards, and such a stone is as safe as they are. What is left is the *room*. If it is too small for two eyes, and if the guards have more liberties
//! elsewhere than the attacker needs moves, the key stones fall.

use crate::board::Grid;
use crate::form::{Color, Position};
use crate::points::{Point, Points};

/// What the death of all key stones rests on: the prison, its guards and enough of their liberties, as few as are easily found beside `given`. `None` if it is not seen.
pub fn doomed(grid: &Grid, position: &Position, attacker: Color, given: &Points) -> Option<Points> {
    // If the given points alone hold them, no more is asked for, however far the guards' chains go on outside of them.
    let of = |within: &Points| Prison::find(grid, position, attacker, within);
    let prison = of(given).or_else(|| of(&Points::all(position.size)))?;
    Some(prison.support(grid, position, given))
}

struct Prison {
    area: Points,
    /// The pieces of the attacker's stones beside it.
    guards: Vec<Points>,
    /// The liberties that each of them has to have elsewhere.
    liberties: usize,
}

impl Prison {
    /// The prison of all key stones, if it has one that lies within some points together with its guards.
    fn find(grid: &Grid, position: &Position, attacker: Color, within: &Points) -> Option<Prison> {
        let first = position.key.iter().next()?;
        let chain = grid.flood(position.stones(attacker.other()), first);
        // A chain that has all key stones falls last of all, so its own points are no room.
        let last = if position.key.is_within(&chain) {
            chain
        } else {
            Points::EMPTY
        };
        let mut guards = grid.pieces(&position.stones(attacker).and(within));
        loop {
            let wall = guards.iter().fold(Points::EMPTY, |wall, guard| wall.or(guard));
            let area = grid.flood(&Points::all(position.size).minus(&wall), first);
            if !position.key.is_within(&area) || !area.is_within(within) || area.meets(&position.closed) {
                return None;
            }
            let beside = grid.around(&wall);
            let room = area.minus(&last).minus(&beside);
            let to_fill = area.minus(&last).minus(&room).len();
            let liberties = to_fill + moves_in(grid, &room, position.stones(attacker))? + 1;
            let holds = |guard: &Points| {
                let free = grid.around(guard).and(&position.free()).and(within);
                let free = free.minus(&area);
                free.meets(&position.closed) || free.len() >= liberties
            };
            let before = guards.len();
            // Who does not hold is a prisoner too.
            guards.retain(|guard| !grid.around(guard).meets(&area) || holds(guard));
            if guards.len() == before {
                guards.retain(|guard| grid.around(guard).meets(&area));
                return Some(Prison {
                    area,
                    guards,
                    liberties,
                });
            }
        }
    }

    fn support(&self, grid: &Grid, position: &Position, given: &Points) -> Points {
        let mut points = self.guards.iter().fold(self.area, |all, guard| all.or(guard));
        for guard in &self.guards {
            let free = grid.around(guard).and(&position.free()).minus(&self.area);
            let have = |points: &Points| free.and(&points.or(given));
            if have(&points).meets(&position.closed) {
                points = points.or(&have(&points).and(&position.closed));
                continue;
            }
            if let Some(closed) = free.and(&position.closed).iter().next() {
                points.add(closed);
                continue;
            }
            let known = have(&points);
            for point in known.iter().chain(free.minus(&known).iter()).take(self.liberties) {
                points.add(point);
            }
        }
        points
    }
}

/// How many moves in the room the attacker needs at most, when all else is filled; `None` if it may hold two eyes.
///
/// A room that is a middle and points around it, none beside another, holds one eye at most once the attacker has the middle. With one such point it does not
/// matter who has it.
fn moves_in(grid: &Grid, room: &Points, attacker: &Points) -> Option<usize> {
    let is_middle = |middle: &Point| {
        let middle: Points = [*middle].into_iter().collect();
        let others = room.minus(&middle);
        let is_apart = others
            .iter()
            .all(|other| !grid.beside(other).iter().any(|&beside| others.has(beside)));
        others.is_within(&grid.around(&middle)) && is_apart
    };
    let mut middles = room.iter().filter(is_middle);
    match room.len() {
        size @ (0 | 1) => Some(size),
        2 => middles.next().map(|_| 2),
        size @ (3..=5) => middles
            .any(|middle| attacker.has(middle))
            .then(|| [4, 7, 11][size - 3]),
        _ => None,
    }
}
