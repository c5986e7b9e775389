//! How far the defender is from two eyes: an estimate that limits and orders the defender's own moves.
//!
//! An eye is one cell, or two side by side, that could become the defender's: what it needs are stones on the empty cells around it, the last
//! liberties of weak attacking stones that are in the way, and enough of its diagonals. The *distance* is what the cheapest pair of eyes needs
//! together, if the attacker passes. It is an opinion: a search that fails because of it has proved nothing, and one that succeeds has not leaned on it.

use crate::field::Field;
use crate::position::Position;
use crate::set::Set;

/// More than any distance that is looked at.
pub(crate) const FAR: u32 = 9;

const MOST_EYES: usize = 48;
const MOST_WEAK: usize = 12;

#[derive(Clone, Copy)]
struct Eye<const N: usize> {
    at: Set<N>,
    need: Set<N>,
    corners: Set<N>,
    extra: u32,
    cost: u32,
}

/// The eyes that the defender may still make.
pub(crate) struct Eyes<const N: usize> {
    eyes: [Eye<N>; MOST_EYES],
    count: usize,
}

/// The attacker's chains that could fall: each with its few liberties.
struct Weak<const N: usize> {
    chains: [(Set<N>, Set<N>); MOST_WEAK],
    count: usize,
    all: Set<N>,
}

impl<const N: usize> Weak<N> {
    fn new(field: &Field<N>, position: &Position<N>, empty: Set<N>) -> Weak<N> {
        let mut weak = Weak {
            chains: [(Set::EMPTY, Set::EMPTY); MOST_WEAK],
            count: 0,
            all: Set::EMPTY,
        };
        let theirs = position.stones[1];
        let mut rest = field.flood(theirs, theirs & field.near(position.stones[0]));
        while rest.any() && weak.count < MOST_WEAK {
            let chain = field.flood(rest, rest.lowest());
            rest = rest.minus(chain);
            let liberties = field.near(chain) & empty;
            if !chain.meets(field.immune[1]) && liberties.len() <= 2 {
                weak.chains[weak.count] = (chain, liberties);
                weak.count += 1;
                weak.all |= chain;
            }
        }
        weak
    }

    fn iter(&self) -> impl Iterator<Item = &(Set<N>, Set<N>)> {
        self.chains[..self.count].iter()
    }
}

impl<const N: usize> Eyes<N> {
    /// The eyes within `area` that need at most `most`, cheapest first.
    pub(crate) fn new(field: &Field<N>, position: &Position<N>, area: Set<N>, most: u32) -> Eyes<N> {
        let (own, theirs, empty) = (position.stones[0], position.stones[1], position.empty(field));
        let weak = Weak::new(field, position, empty);
        let strong = theirs.minus(weak.all);
        let close = field.near(own);
        let reach = close | field.near(close.minus(strong)) & field.edge;
        let spoiled = own | strong | field.near(strong) | field.leaks[0];
        let cells = (area & reach).minus(spoiled);
        let none = Eye {
            at: Set::EMPTY,
            need: Set::EMPTY,
            corners: Set::EMPTY,
            extra: 0,
            cost: 0,
        };
        let mut found = Eyes {
            eyes: [none; MOST_EYES],
            count: 0,
        };
        for cell in cells.iter() {
            found.add(single(field, theirs, empty, &weak, cell), most);
        }
        let plain = cells & empty;
        for cell in (plain & field.near(plain)).iter() {
            for other in (field.around(cell) & plain).iter().filter(|&other| other > cell) {
                found.add(double(field, own, theirs, empty, cell, other), most);
            }
        }
        found.eyes[..found.count].sort_unstable_by_key(|eye| eye.cost);
        found
    }

    fn add(&mut self, eye: Option<Eye<N>>, most: u32) {
        if let Some(eye) = eye
            && eye.cost <= most
            && self.count < MOST_EYES
        {
            self.eyes[self.count] = eye;
            self.count += 1;
        }
    }

    fn list(&self) -> &[Eye<N>] {
        &self.eyes[..self.count]
    }

    /// What the cheapest pair needs, [`FAR`] if there is none.
    pub(crate) fn distance(&self) -> u32 {
        let mut best = FAR;
        let list = self.list();
        for (i, a) in list.iter().enumerate() {
            if a.cost >= best {
                break;
            }
            for b in &list[i + 1..] {
                if b.cost >= best {
                    break;
                }
                best = best.min(together(a, b));
            }
        }
        best
    }

    /// The cells that pairs with at most this need want.
    pub(crate) fn wanted(&self, most: u32) -> Set<N> {
        let mut wanted = Set::EMPTY;
        let list = self.list();
        for (i, a) in list.iter().enumerate() {
            for b in &list[i + 1..] {
                if b.cost > most {
                    break;
                }
                if together(a, b) <= most {
                    wanted |= a.need | b.need | a.at | b.at;
                    for eye in [a, b] {
                        if eye.extra > 0 {
                            wanted |= eye.corners;
                        }
                    }
                }
            }
        }
        wanted
    }
}

#[inline]
fn together<const N: usize>(a: &Eye<N>, b: &Eye<N>) -> u32 {
    if (a.need | a.at).meets(b.at) || a.at.meets(b.need) {
        return FAR;
    }
    (a.need | b.need).len() + a.extra + b.extra
}

fn single<const N: usize>(
    field: &Field<N>,
    theirs: Set<N>,
    empty: Set<N>,
    weak: &Weak<N>,
    cell: usize,
) -> Option<Eye<N>> {
    let (around, corners) = (field.around(cell), field.corners(cell));
    let mut need = around & empty;
    let on_stone = theirs.has(cell);
    let mut in_the_way = around & theirs;
    // Captured stones beside the eye leave cells that want filling.
    let fill = in_the_way.len();
    if on_stone {
        in_the_way.insert(cell);
    }
    if in_the_way.any() {
        for (chain, liberties) in weak.iter() {
            if chain.meets(in_the_way) {
                need |= *liberties;
                in_the_way = in_the_way.minus(*chain);
            }
        }
        if in_the_way.any() {
            return None;
        }
        if !on_stone {
            need.remove(cell);
        }
    }
    let allowed = u32::from(!field.edge.has(cell));
    let held = corners & theirs;
    let bad = u32::from(field.wall_corners[0][cell]) + held.len();
    let open = (corners & empty).len();
    let mut extra = fill;
    if bad > allowed {
        if held.is_empty() || !held.meets(weak.all) || bad - allowed > held.len() {
            return None;
        }
        extra += 1 + u32::from(open > 0);
    } else {
        let spare = if bad == 0 { allowed.min(open) } else { 0 };
        extra += (bad + open).saturating_sub(allowed + spare).div_ceil(2);
    }
    Some(Eye {
        at: Set::one(cell),
        need,
        corners,
        extra,
        cost: need.len() + extra,
    })
}

fn double<const N: usize>(
    field: &Field<N>,
    own: Set<N>,
    theirs: Set<N>,
    empty: Set<N>,
    cell: usize,
    other: usize,
) -> Option<Eye<N>> {
    let at = Set::one(cell) | Set::one(other);
    let around = (field.around(cell) | field.around(other)).minus(at);
    if around.meets(theirs) {
        return None;
    }
    let need = around & empty;
    // Both cells must be liberties of what encloses them.
    let enclosing = own | need;
    if !field.around(cell).meets(enclosing) || !field.around(other).meets(enclosing) {
        return None;
    }
    let corners = (field.corners(cell) | field.corners(other)).minus(at | around);
    let allowed = u32::from(!at.meets(field.edge));
    let walls = u32::from(field.wall_corners[0][cell].max(field.wall_corners[0][other]));
    let bad = walls + (corners & theirs).len();
    let open = (corners & empty).len();
    if bad > allowed {
        return None;
    }
    let spare = if bad == 0 { allowed.min(open) } else { 0 };
    let extra = (bad + open).saturating_sub(allowed + spare).div_ceil(2);
    Some(Eye {
        at,
        need,
        corners,
        extra,
        cost: need.len() + extra,
    })
}

/// The liberties of chains near at hand that hang by a thread: attacking ones with one or two, defending ones with one.
pub(crate) fn tactical<const N: usize>(field: &Field<N>, position: &Position<N>) -> Set<N> {
    let (own, empty) = (position.stones[0], position.empty(field));
    let weak = Weak::new(field, position, empty);
    let mut cells = Set::EMPTY;
    for (_, liberties) in weak.iter() {
        cells |= *liberties;
    }
    let mut rest = own;
    while rest.any() {
        let chain = field.flood(rest, rest.lowest());
        rest = rest.minus(chain);
        let liberties = field.near(chain) & empty;
        if liberties.len() <= 1 && !chain.meets(field.immune[0]) {
            cells |= liberties;
        }
    }
    cells
}
