//! Death for want of room, whoever is to move, and the zone that shows it. `docs/formats.md` has the theorem and its proof.
//!
//! The key stones stand in a **prison**: an area around which only the attacker's stones stand, its *guards*. The attacker can play on every cell of it
//! beside a guard, and such a stone is as safe as the guard. The cells that are left are the **room**. If it is too small for two eyes, and if each guard has
//! more liberties elsewhere than the attacker needs moves, the key stones fall.
//!
//! **Zone.** The prison, its guards, and so many liberties of each of them.

use crate::field::Field;
use crate::position::Position;
use crate::set::Set;

/// The largest room, and what the attacker needs in rooms of so many cells when all else is filled.
const LARGEST: usize = 5;
const MOVES: [u32; LARGEST + 1] = [0, 1, 2, 4, 7, 11];
/// With more cells than that to fill no guard has liberties enough, unless it is part of a wall.
const GUARDS: usize = 16;

/// The zone of the key stones' death, if it is seen.
///
/// `keys` are all key stones there ever were: a stone on one of these cells would be one again. `past` are the attacker's stones at the start: superko may
/// forbid to bring that back.
pub(crate) fn doomed<const N: usize>(
    field: &Field<N>,
    position: &Position<N>,
    keys: Set<N>,
    past: Set<N>,
) -> Option<Set<N>> {
    let (own, theirs) = (position.stones[0], position.stones[1]);
    let chain = field.flood(own, position.key.lowest());
    if chain.meets(field.immune[0]) {
        return None;
    }
    // Mostly there is room within a step.
    let held = field.near(theirs) | field.leaks[0];
    let close = field.near(chain).minus(chain | theirs | held);
    if close.len() as usize > LARGEST {
        return None;
    }
    let mut guards = theirs;
    loop {
        let area = field.flood(field.cells.minus(guards), chain);
        if area.meets(field.immune[0]) || !area.within(field.playable) || !position.key.within(area) {
            return None;
        }
        // The chain that all key stones belong to falls last of all, so its own cells are no room.
        let last = if (keys & area).within(chain) {
            chain
        } else {
            Set::EMPTY
        };
        let beside = field.near(guards) | field.leaks[0];
        let room = area.minus(last).minus(beside);
        let fill = area.minus(last | room).len();
        let liberties = fill + moves_in(field, room, theirs)? + 1;
        let (held_by, weak) = watch(field, position, area, guards, liberties)?;
        if weak.any() {
            guards = guards.minus(weak);
            continue;
        }
        let stays = held_by.iter().fold(Set::EMPTY, |all, guard| all | guard.0);
        let may_repeat = past.meets(area) && stays.within(past);
        if may_repeat || !keys.within(area | stays) {
            return None;
        }
        return Some(zone(area, &held_by, liberties));
    }
}

/// A guard, and its liberties elsewhere if it needs them.
type Guard<const N: usize> = (Set<N>, Option<Set<N>>);

/// The guards of an area, and those of them that have too few liberties elsewhere; `None` if there are too many.
fn watch<const N: usize>(
    field: &Field<N>,
    position: &Position<N>,
    area: Set<N>,
    guards: Set<N>,
    liberties: u32,
) -> Option<(Vec<Guard<N>>, Set<N>)> {
    let free = position.empty(field).minus(area);
    let (mut found, mut weak) = (Vec::with_capacity(GUARDS), Set::EMPTY);
    let mut rest = field.near(area) & guards;
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
