//! Zones: what of a position a proof looks at.
//!
//! Let W be the side that wins and L the other. A set of cells is a **zone** of a won position if W wins every legal position that agrees with
//! it there. All rules below keep one more thing true: *with W to move, every component of W's stones in the zone has an empty
//! cell of the zone beside it* (a component is what hangs together within the zone; one beside a wall needs nothing). So a stone that L plays
//! outside of the zone captures nothing in it.
//!
//! * **W moves** ([`after_winners_move`]). The stone must be legal everywhere: its component gets a liberty within the zone, or a capture that
//!   gives one. What it captures must be captured everywhere: the chain and all around it come in. What it does not capture must stay: L's
//!   components in the zone get a liberty there.
//! * **L moves** ([`union`]). A move outside the zone of the *null move* leaves that zone as it is, so W answers as if L had passed.
//!   So does a move that turned out to lose by a zone that it does not touch. All others were tried, and their zones join; chains they captured
//!   come in with all around them if the zone met them. A cell where L's move is suicide needs what makes it so.

use shikatsu::board::{Point, PointSet};

use crate::field::Field;
use crate::position::{PASS, Position, Side};
use crate::set::Set;

/// What a win rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Win {
    /// The winner's move, if it is to move and has to make one.
    pub best: Option<Point>,
    /// Every legal position that agrees with this one here is won as well.
    pub zone: PointSet,
    /// Whether the win holds for any outside: its zone touches neither a wall nor an outside point.
    pub any_outside: bool,
}

/// Adds what each component of `side` in the zone needs to have a liberty there.
pub(crate) fn with_liberties<const N: usize>(
    field: &Field<N>,
    position: &Position<N>,
    mut zone: Set<N>,
    side: Side,
) -> Set<N> {
    let (own, empty, immune) = (
        position.of(side),
        position.empty(field),
        field.immune[side as usize],
    );
    // All components that see a liberty or are immune, at once.
    let content = field.flood(own & zone, field.near(empty & zone) | immune);
    let mut rest = (own & zone).minus(content);
    while rest.any() {
        let part = field.flood(own & zone, rest.lowest());
        rest = rest.minus(part);
        let near = field.near(part) & empty;
        if near.any() {
            zone.insert(near.first());
            continue;
        }
        let chain = field.flood(own, part);
        zone |= chain;
        rest = rest.minus(chain);
        let liberties = field.near(chain) & empty;
        if !chain.meets(immune) && !liberties.meets(zone) {
            zone |= liberties.lowest();
        }
    }
    zone
}

/// The chains of `side` that stand in `before` and not in `after`.
fn captured<const N: usize>(
    field: &Field<N>,
    before: &Position<N>,
    after: &Position<N>,
    side: Side,
) -> Vec<Set<N>> {
    let all = before.of(side).minus(after.of(side));
    let (mut rest, mut chains) = (all, Vec::new());
    while rest.any() {
        let chain = field.flood(all, rest.lowest());
        rest = rest.minus(chain);
        chains.push(chain);
    }
    chains
}

/// The zone of `position`, W to move, by its move on `cell` to `child` with the zone `below`.
pub(crate) fn after_winners_move<const N: usize>(
    field: &Field<N>,
    position: &Position<N>,
    cell: usize,
    child: &Position<N>,
    below: Set<N>,
) -> Set<N> {
    let (winner, loser) = (position.turn, position.turn.opponent());
    let mut zone = with_liberties(field, child, below, loser);
    zone.insert(cell);
    let fallen = captured(field, position, child, loser);
    let mut taken = Set::EMPTY;
    let take_in = |zone: &mut Set<N>, taken: &mut Set<N>| loop {
        let before = *taken;
        for &chain in &fallen {
            let counts = chain.meets(*zone) || (winner == Side::Attacker && chain.meets(position.key));
            if !chain.meets(*taken) && counts {
                *taken |= chain;
                *zone |= chain | field.near(chain);
            }
        }
        if *taken == before {
            break;
        }
    };
    take_in(&mut zone, &mut taken);
    if taken.is_empty() {
        let empty = child.empty(field);
        let own = child.of(winner);
        let immune = field.immune[winner as usize];
        let part = field.flood(own & zone, Set::one(cell));
        if !part.meets(immune) && !(field.near(part) & empty).meets(zone) {
            let beside = field.around(cell) & position.empty(field);
            if beside.any() {
                zone |= beside.lowest();
            } else if let Some(&chain) = fallen.iter().min_by_key(|chain| chain.len()) {
                zone |= chain | field.near(chain);
            } else {
                let chain = field.flood(own, Set::one(cell));
                zone |= chain;
                let liberties = field.near(chain) & empty;
                if !chain.meets(immune) && !liberties.meets(zone) {
                    zone |= liberties.lowest();
                }
            }
            take_in(&mut zone, &mut taken);
        }
    }
    with_liberties(field, position, zone, winner)
}

/// One move of L that W refuted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refuted<const N: usize> {
    /// The cell, or [`PASS`].
    pub(crate) at: u16,
    /// The zone of the position after it.
    pub(crate) below: Set<N>,
    /// What it adds to the zone before it; `None` if it is as good as a pass.
    pub(crate) above: Option<Set<N>>,
}

impl<const N: usize> Refuted<N> {
    /// The null move.
    pub(crate) fn pass(below: Set<N>) -> Refuted<N> {
        Refuted {
            at: PASS,
            below,
            above: None,
        }
    }

    /// L's stone on `cell`, which leads to `child` with the zone `below`.
    pub(crate) fn stone(
        field: &Field<N>,
        position: &Position<N>,
        cell: usize,
        child: &Position<N>,
        below: Set<N>,
    ) -> Refuted<N> {
        let (mut above, mut null) = (below, !below.has(cell));
        if position.of(child.turn) != child.of(child.turn) {
            for chain in captured(field, position, child, child.turn) {
                if chain.meets(below) {
                    null = false;
                    above |= chain | field.near(chain);
                }
            }
        }
        above.insert(cell);
        Refuted {
            at: cell as u16,
            below,
            above: (!null).then_some(above),
        }
    }
}

/// What keeps L's move on `cell` suicide.
fn with_suicide<const N: usize>(
    field: &Field<N>,
    position: &Position<N>,
    cell: usize,
    mut zone: Set<N>,
) -> Set<N> {
    let (loser, winner) = (position.turn, position.turn.opponent());
    let (theirs, own) = (position.of(loser), position.of(winner));
    let immune = field.immune[winner as usize];
    let empty = position.empty(field).minus(Set::one(cell));
    let stifled = field.flood(theirs, field.around(cell));
    zone |= field.around(cell) | stifled | field.near(stifled);
    // Every chain of W around must have another liberty, or else it would be captured.
    let ring = (field.around(cell) | field.near(stifled)) & own;
    let mut rest = ring & field.around(cell);
    while rest.any() {
        let part = field.flood(own & zone, rest.lowest());
        rest = rest.minus(part);
        if part.meets(immune) || (field.near(part) & empty).meets(zone) {
            continue;
        }
        let chain = field.flood(own, part);
        zone |= chain;
        let liberties = field.near(chain) & empty;
        if !chain.meets(immune) && !liberties.meets(zone) {
            zone |= liberties.lowest();
        }
    }
    zone
}

/// Adds what each component of W in the zone needs to have two liberties there, or the one that its chain has.
///
/// The zones of what follows have this for their own stones; the proof's checker wants it for the whole.
fn with_two_liberties<const N: usize>(field: &Field<N>, position: &Position<N>, mut zone: Set<N>) -> Set<N> {
    let winner = position.turn.opponent();
    let (own, empty) = (position.of(winner), position.empty(field));
    let immune = field.immune[winner as usize];
    let mut rest = own & zone;
    while rest.any() {
        let part = field.flood(own & zone, rest.lowest());
        rest = rest.minus(part);
        let near = field.near(part) & empty;
        let seen = (near & zone).len();
        if seen >= 2 || part.meets(immune) {
            continue;
        }
        if near.len() >= 2 {
            for _ in seen..2 {
                zone |= near.minus(zone).lowest();
            }
            continue;
        }
        let chain = field.flood(own, part);
        zone |= chain;
        rest = rest.minus(chain);
        if chain.meets(immune) {
            continue;
        }
        let around = field.near(chain);
        let liberties = around & empty;
        if liberties.len() == 1 {
            // Wherever the zone is the same, the chain has to have just this liberty.
            zone |= around;
        }
        while (liberties & zone).len() < liberties.len().min(2) {
            zone |= liberties.minus(zone).lowest();
        }
    }
    zone
}

/// How a zone of L's position comes about: the null move it rests on, and the moves that were needed besides.
#[derive(Clone, Debug)]
pub(crate) struct Union<const N: usize> {
    pub(crate) zone: Set<N>,
    /// The moves it rests on: the first is as good as a pass, others may be.
    pub(crate) moves: Vec<u16>,
}

/// Joins what was refuted to the smallest zone there is; `None` if a move is left without an answer.
pub(crate) fn union<const N: usize>(
    field: &Field<N>,
    position: &Position<N>,
    refuted: &[Refuted<N>],
) -> Option<Union<N>> {
    let empty = position.empty(field) & field.playable;
    let nulls: Vec<&Refuted<N>> = refuted.iter().filter(|r| r.above.is_none()).collect();
    let mut best: Option<(u32, Union<N>)> = None;
    for base in &nulls {
        let Some(found) = union_on(field, position, refuted, &nulls, base, empty) else {
            continue;
        };
        let size = (found.zone & empty).len() * 4 + found.zone.len();
        if best.as_ref().is_none_or(|best| size < best.0) {
            best = Some((size, found));
        }
    }
    best.map(|best| best.1)
}

fn union_on<const N: usize>(
    field: &Field<N>,
    position: &Position<N>,
    refuted: &[Refuted<N>],
    nulls: &[&Refuted<N>],
    base: &Refuted<N>,
    empty: Set<N>,
) -> Option<Union<N>> {
    let mut found = Union {
        zone: base.below,
        moves: vec![base.at],
    };
    // The cells that every null move relied on so far has in its zone: only there a move needs an answer.
    let mut common = base.below & empty;
    let mut done = Set::EMPTY;
    loop {
        let rest = common.minus(done);
        if rest.is_empty() {
            found.zone = with_two_liberties(field, position, found.zone);
            return Some(found);
        }
        let cell = rest.first();
        done.insert(cell);
        if let Some(tried) = refuted.iter().find(|r| r.at == cell as u16) {
            found.moves.push(tried.at);
            if let Some(above) = tried.above {
                found.zone |= above;
            } else {
                found.zone |= tried.below;
                common &= tried.below;
            }
            continue;
        }
        let other = nulls
            .iter()
            .filter(|null| !null.below.has(cell))
            .min_by_key(|null| null.below.minus(found.zone).len());
        if let Some(null) = other {
            found.moves.push(null.at);
            found.zone |= null.below;
            common &= null.below;
            continue;
        }
        if position.play(field, cell).is_some() {
            return None;
        }
        found.zone = with_suicide(field, position, cell, found.zone);
    }
}
