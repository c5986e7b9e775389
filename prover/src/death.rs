//! Death for want of room, whoever is to move, and the zone that shows it. `docs/formats.md` has the theorem and its proof.
//!
//! The key stones stand in **prisons**: areas around which only the attacker's stones stand, the *guards*. The attacker can play on every cell of them
//! beside a guard, and such a stone is as safe as the guard. All other cells are **loose**. What the key stones have of these is their room. If it is too small
//! for two eyes, and if each guard has more liberties elsewhere than the attacker needs moves, they fall.
//!
//! **Zone.** The prisons, their guards, and so many liberties of each of these.

use crate::field::Field;
use crate::position::Position;
use crate::set::Set;

/// The largest room, and what the attacker needs in rooms of so many cells when all else is filled.
const LARGEST: usize = 5;
const MOVES: [u32; LARGEST + 1] = [0, 1, 2, 4, 7, 11];
/// In a room that is no larger it does not matter how often the defender moves while the attacker is busy elsewhere.
const STEADY: usize = 2;
/// With more cells than that to fill no guard has liberties enough, unless it is part of a wall.
const GUARDS: usize = 16;

/// The zone of the key stones' death, if it is seen.
///
/// `keys` are all key stones there ever were: a stone on one of these cells would be one again. `past` are all the attacker's stones of what stood at the start and
/// before: superko may forbid to bring that back.
pub(crate) fn doomed<const N: usize>(
    field: &Field<N>,
    position: &Position<N>,
    keys: Set<N>,
    past: Set<N>,
) -> Option<Set<N>> {
    let (own, theirs) = (position.stones[0], position.stones[1]);
    if position.key.meets(field.immune[0]) {
        return None;
    }
    // Mostly there is room within two steps. A room of three cells has a stone of the attacker's beside all others, so no more than two of it can be free of that.
    let around = field.near(position.key).minus(theirs);
    let held = field.near(theirs) | field.leaks[0];
    let close = (around | field.near(around)).minus(own | theirs | held);
    if close.len() as usize > STEADY {
        return None;
    }
    let mut guards = theirs;
    loop {
        let prisons = Prisons::find(field, position, keys, guards)?;
        let liberties = prisons.moves + 1;
        let watched = (field.near(prisons.ground) | keys) & guards;
        let (held_by, weak) = watch(field, position, prisons.ground, guards, watched, liberties)?;
        if weak.any() {
            guards = guards.minus(weak);
            continue;
        }
        let stays = held_by.iter().fold(Set::EMPTY, |all, guard| all | guard.0);
        if past.meets(prisons.ground) && stays.within(past) {
            return None;
        }
        return Some(zone(prisons.ground, &held_by, liberties));
    }
}

/// All cells where the defender has key stones or may get them back, and how many moves the attacker needs there at most.
struct Prisons<const N: usize> {
    ground: Set<N>,
    moves: u32,
}

impl<const N: usize> Prisons<N> {
    /// What lies within these guards; `None` if it may hold two eyes.
    fn find(field: &Field<N>, position: &Position<N>, keys: Set<N>, guards: Set<N>) -> Option<Prisons<N>> {
        let open = field.cells.minus(guards);
        let ground = field.flood(open, keys.minus(guards));
        if ground.meets(field.immune[0]) || !ground.within(field.playable) {
            return None;
        }
        let loose = ground.minus(field.near(guards) | field.leaks[0]);
        let main = main_prison(field, open, loose, position.key)?;
        let loose = loose & main;
        let most = if main.is(ground) { LARGEST } else { STEADY };
        let last = falls_last(field, position, keys & main, loose, main).unwrap_or(Set::EMPTY);
        let room = loose.minus(last);
        let in_room = moves_in(field, room, position.stones[1]).filter(|_| room.len() as usize <= most)?;
        let moves = ground.minus(last | room).len() + in_room;
        Some(Prisons { ground, moves })
    }
}

/// The prison that is taken last: the only one with more than one loose cell, if there is one. `None` if there are two of these.
fn main_prison<const N: usize>(field: &Field<N>, open: Set<N>, loose: Set<N>, key: Set<N>) -> Option<Set<N>> {
    let (mut main, mut rest) = (None, loose);
    while rest.any() {
        let prison = field.flood(open, rest.lowest());
        if (rest & prison).len() > 1 && main.replace(prison).is_some() {
            return None;
        }
        rest = rest.minus(prison);
    }
    Some(main.unwrap_or_else(|| field.flood(open, key.lowest())))
}

/// What can be left until all else is taken, so that its own cells are no room: the chain that has all key stones of the prison; or all chains on loose cells.
/// These must be one chain if no loose cell is left; or there is one left, and it is a liberty of all of them, so that they fall together.
fn falls_last<const N: usize>(
    field: &Field<N>,
    position: &Position<N>,
    keys: Set<N>,
    loose: Set<N>,
    main: Set<N>,
) -> Option<Set<N>> {
    let own = position.stones[0];
    let first = field.flood(own, (position.key & main).lowest());
    if keys.within(first) {
        return Some(first);
    }
    let inner = loose & own;
    let all = if inner.any() {
        field.flood(own, inner)
    } else {
        first
    };
    let left = loose.minus(all);
    let falls = match left.len() {
        0 => inner.within(field.flood(own, inner.lowest())),
        1 => {
            let reached = field.flood(own, field.near(left) & own);
            all.within(reached) && !left.meets(own | position.stones[1])
        }
        _ => false,
    };
    falls.then_some(all)
}

/// A guard, and its liberties elsewhere if it needs them.
type Guard<const N: usize> = (Set<N>, Option<Set<N>>);

/// The guards among these stones, and those that have too few liberties elsewhere; `None` if there are too many.
fn watch<const N: usize>(
    field: &Field<N>,
    position: &Position<N>,
    ground: Set<N>,
    guards: Set<N>,
    mut rest: Set<N>,
    liberties: u32,
) -> Option<(Vec<Guard<N>>, Set<N>)> {
    let free = position.empty(field).minus(ground);
    let (mut found, mut weak) = (Vec::with_capacity(GUARDS), Set::EMPTY);
    while rest.any() {
        let guard = field.flood(guards, rest.lowest());
        rest = rest.minus(guard);
        if found.len() == GUARDS {
            return None;
        }
        let elsewhere = field.near(guard) & free;
        if guard.meets(field.immune[1]) {
            found.push((guard, None));
        } else if elsewhere.len() >= liberties {
            found.push((guard, Some(elsewhere)));
        } else {
            weak |= guard;
        }
    }
    Some((found, weak))
}

fn zone<const N: usize>(area: Set<N>, guards: &[Guard<N>], liberties: u32) -> Set<N> {
    let mut zone = guards.iter().fold(area, |all, guard| all | guard.0);
    let mut wanting: Vec<Set<N>> = guards.iter().filter_map(|guard| guard.1).collect();
    // Who has little to choose from chooses first.
    wanting.sort_by_key(Set::len);
    for elsewhere in wanting {
        let have = (elsewhere & zone).len();
        let more = elsewhere
            .minus(zone)
            .iter()
            .take(liberties.saturating_sub(have) as usize);
        zone |= more.collect::<Set<N>>();
    }
    zone
}

/// How many moves in the room the attacker needs at most, when all else is filled; `None` if it may hold two eyes.
///
/// A room that is a middle and cells around it, none beside another, holds one eye at most once the attacker has the middle. With one such cell it does not
/// matter who has it.
fn moves_in<const N: usize>(field: &Field<N>, room: Set<N>, theirs: Set<N>) -> Option<u32> {
    let size = room.len() as usize;
    let is_middle = |cell: usize| {
        let others = room.minus(Set::one(cell));
        others.within(field.around(cell)) && !field.near(others).meets(others)
    };
    let holds = match size {
        0 | 1 => false,
        2 => !is_middle(room.first()),
        3..=LARGEST => !(room & theirs).iter().any(is_middle),
        _ => true,
    };
    (!holds).then(|| MOVES[size])
}

#[cfg(test)]
mod tests {
    use shikatsu::board::{Point, PointSet};
    use shikatsu::problem::read_text;

    use super::*;
    use crate::field::Frame;

    fn is_doomed(text: &str) -> bool {
        let (problem, _) = read_text(text).expect("a problem");
        let all: PointSet = Point::all(problem.size()).collect();
        let (field, position) = Field::<1>::new(&problem, Frame::around(&all)).expect("it fits");
        doomed(&field, &position, position.key, position.stones[1]).is_some()
    }

    #[test]
    fn key_stones_in_two_prisons_fall() {
        assert!(is_doomed("-xox-\nxooox\nooooo\n*****\n*****\nB5 A4 D5 E4 x\n"));
    }

    #[test]
    fn chains_that_are_not_joined_fall_together() {
        // The lower ones have points that no guard is beside.
        assert!(is_doomed(
            "oooo*\nxooo*\n-ooo*\nxxoo*\nxxxo*\nA4 A2 B2 A1 B1 C1 x\n"
        ));
        assert!(is_doomed("oooo*\nxooo*\n-ooo*\nxxoo*\nxxxo*\nA2 B2 A1 B1 C1 x\n"));
    }

    #[test]
    fn chains_around_one_point_fall_together() {
        // No guard is beside B5 and A4, and the corner is a liberty of both.
        assert!(is_doomed("-xxo*\nx-oo*\nxooo*\noooo*\n*****\nB5 C5 A4 A3 x\n"));
    }

    #[test]
    fn a_chain_with_key_stones_does_not_wait_for_a_ko() {
        // White takes B5 from the corner, and Black takes it back. To end that White must take the lower stones first, and they leave room.
        assert!(!is_doomed(
            "-xoo*\nxooo*\n-ooo*\nxxoo*\nxxxo*\nB5 A4 A2 B2 A1 B1 C1 x\n"
        ));
    }
}
