//! Death for want of room, whoever is to move: `docs/formats.md` has the theorem and its proof.
//!
//! The key stones stand in *prisons*: areas around which only the attacker's stones stand. The attacker can play on every point of them beside these guards,
//! and such a stone is as safe as they are. All other points are *loose*. If what the key stones have of these is too small for two eyes, and if the guards have
//! more liberties elsewhere than the attacker needs moves, the key stones fall.

use crate::board::Grid;
use crate::form::{Color, Position};
use crate::points::{Point, Points};

/// What the death of all key stones rests on: the prisons, their guards and enough of their liberties, as few as are easily found beside `given`. `None` if it is not seen.
pub fn doomed(grid: &Grid, position: &Position, attacker: Color, given: &Points) -> Option<Points> {
    // If the given points alone hold them, no more is asked for, however far the guards' chains go on outside of them.
    let of = |within: &Points| Prisons::find(grid, position, attacker, within);
    let prisons = of(given).or_else(|| of(&Points::all(position.size)))?;
    Some(prisons.support(grid, position, given))
}

/// The prisons of all key stones.
struct Prisons {
    ground: Points,
    /// The pieces of the attacker's stones beside them.
    guards: Vec<Points>,
    /// The liberties that each of these has to have elsewhere.
    liberties: usize,
}

impl Prisons {
    /// Those that lie within some points together with their guards, if they are too small.
    fn find(grid: &Grid, position: &Position, attacker: Color, within: &Points) -> Option<Prisons> {
        let mut guards = grid.pieces(&position.stones(attacker).and(within));
        loop {
            let wall = guards.iter().fold(Points::EMPTY, |wall, guard| wall.or(guard));
            let prisons = shut_in(grid, position, &wall);
            let ground = prisons.iter().fold(Points::EMPTY, |all, prison| all.or(prison));
            if !ground.is_within(within) || ground.meets(&position.closed) {
                return None;
            }
            let liberties = moves_to_take(grid, position, attacker, &prisons, &grid.around(&wall))? + 1;
            let is_beside = |guard: &Points| grid.around(guard).meets(&ground);
            let holds = |guard: &Points| {
                let free = grid.around(guard).and(&position.free()).and(within);
                let free = free.minus(&ground);
                free.meets(&position.closed) || free.len() >= liberties
            };
            let before = guards.len();
            // Who does not hold is a prisoner too.
            guards.retain(|guard| !is_beside(guard) || holds(guard));
            if guards.len() == before {
                guards.retain(is_beside);
                return Some(Prisons {
                    ground,
                    guards,
                    liberties,
                });
            }
        }
    }

    fn support(&self, grid: &Grid, position: &Position, given: &Points) -> Points {
        let mut points = self.guards.iter().fold(self.ground, |all, guard| all.or(guard));
        for guard in &self.guards {
            let free = grid.around(guard).and(&position.free()).minus(&self.ground);
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

/// What the key stones reach without crossing the wall, one prison after the other.
fn shut_in(grid: &Grid, position: &Position, wall: &Points) -> Vec<Points> {
    let open = Points::all(position.size).minus(wall);
    let (mut rest, mut prisons) = (position.key, Vec::new());
    while let Some(key) = rest.iter().next() {
        let prison = grid.flood(&open, key);
        rest = rest.minus(&prison);
        prisons.push(prison);
    }
    prisons
}

/// How many moves the attacker needs at most in all prisons; `None` if they may hold two eyes. What is not `beside` a guard is loose.
fn moves_to_take(
    grid: &Grid,
    position: &Position,
    attacker: Color,
    prisons: &[Points],
    beside: &Points,
) -> Option<usize> {
    let own = position.stones(attacker.other());
    let is_large = |prison: &&Points| prison.minus(beside).len() > 1;
    if prisons.iter().filter(is_large).count() > 1 {
        return None;
    }
    // The large one is taken last.
    let main = prisons.iter().find(is_large).or(prisons.first())?;
    let loose = main.minus(beside);
    let most = if prisons.len() == 1 { 5 } else { 2 };
    let last = falls_last(grid, position, own, main, &loose).unwrap_or(Points::EMPTY);
    let room = loose.minus(&last);
    if room.len() > most {
        return None;
    }
    let all: usize = prisons.iter().map(Points::len).sum();
    Some(all - main.and(&last.or(&room)).len() + moves_in(grid, &room, position.stones(attacker))?)
}

/// What can be left until all else is taken: the chain that has all key stones of the prison; or all chains with loose points, if that is one chain and no loose
/// point is left, or if the only one left is a liberty of all of them.
fn falls_last(
    grid: &Grid,
    position: &Position,
    own: &Points,
    main: &Points,
    loose: &Points,
) -> Option<Points> {
    let keys = position.key.and(main);
    let first = grid.flood(own, keys.iter().next()?);
    if keys.is_within(&first) {
        return Some(first);
    }
    let mut chains = grid.pieces(own);
    chains.retain(|chain| chain.meets(loose));
    if chains.is_empty() {
        chains.push(first);
    }
    let all = chains.iter().fold(Points::EMPTY, |all, chain| all.or(chain));
    let left = loose.minus(&all);
    let is_liberty_of_all =
        || left.is_within(&position.free()) && chains.iter().all(|chain| grid.around(chain).meets(&left));
    let falls = match left.len() {
        0 => chains.len() == 1,
        1 => is_liberty_of_all(),
        _ => false,
    };
    falls.then_some(all)
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
