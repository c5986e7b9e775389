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

/// How many liberties a chain may have and still count as weak.
const WEAK: u32 = 2;

#[derive(Clone, Copy, Debug)]
struct Eye<const N: usize> {
    at: Set<N>,
    need: Set<N>,
    extra: u32,
    cost: u32,
}

/// The eyes that the defender may still make, and the attacker's chains that could fall. Kept to be filled again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Eyes<const N: usize> {
    list: Vec<Eye<N>>,
    weak: Weak<N>,
}

/// The attacker's chains that could fall: each with its few liberties.
#[derive(Clone, Debug, Default)]
struct Weak<const N: usize> {
    chains: Vec<(Set<N>, Set<N>)>,
    all: Set<N>,
}

impl<const N: usize> Weak<N> {
    fn fill(&mut self, field: &Field<N>, position: &Position<N>, empty: Set<N>) {
        self.chains.clear();
        self.all = Set::EMPTY;
        let theirs = position.stones[1];
        let mut rest = theirs & field.near(position.stones[0]);
        while rest.any() {
            match field.weak_chain(theirs, rest.lowest(), empty, field.immune[1], WEAK) {
                Ok((chain, liberties)) => {
                    rest = rest.minus(chain);
                    self.chains.push((chain, liberties));
                    self.all |= chain;
                }
                Err(seen) => rest = rest.minus(seen),
            }
        }
    }

    fn iter(&self) -> impl Iterator<Item = &(Set<N>, Set<N>)> {
        self.chains.iter()
    }
}

/// Where eyes may be.
struct Ground<const N: usize> {
    /// Beside or on attacking stones that could fall.
    rough: Set<N>,
    /// All others, by how many of the cells around are empty.
    plain: [Set<N>; 5],
}

/// Cells by how many of the cells around are in a set.
fn by_count<const N: usize>(field: &Field<N>, set: Set<N>, cells: Set<N>) -> [Set<N>; 5] {
    let two = |a: Set<N>, b: Set<N>| {
        let both = a & b;
        [cells.minus(a | b), (a | b).minus(both), both]
    };
    let (row, column) = field.sides(set);
    let (r, c) = (two(row[0], row[1]), two(column[0], column[1]));
    [
        r[0] & c[0],
        r[1] & c[0] | r[0] & c[1],
        r[2] & c[0] | r[0] & c[2] | r[1] & c[1],
        r[2] & c[1] | r[1] & c[2],
        r[2] & c[2],
    ]
    .map(|class| class & cells)
}

impl<const N: usize> Eyes<N> {
    fn survey(&mut self, field: &Field<N>, position: &Position<N>, area: Set<N>) -> Ground<N> {
        let (own, theirs, empty) = (position.stones[0], position.stones[1], position.empty(field));
        self.weak.fill(field, position, empty);
        let strong = theirs.minus(self.weak.all);
        let close = field.near(own);
        let reach = close | field.near(close.minus(strong)) & field.edge;
        let spoiled = own | strong | field.near(strong) | field.leaks[0];
        let cells = (area & reach).minus(spoiled);
        let rough = cells & (theirs | field.near(self.weak.all));
        Ground {
            rough,
            plain: by_count(field, empty, cells.minus(rough)),
        }
    }

    /// Finds the eyes within `area` that need at most `most`, what needs least first. If only the cheapest pair is asked for, leaves out
    /// what cannot be part of a cheaper one. What the cheapest pair needs, if that is at most `most`; otherwise one more.
    fn find(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        area: Set<N>,
        most: u32,
        is_for_all: bool,
    ) -> u32 {
        let ground = self.survey(field, position, area);
        let (own, theirs, empty) = (position.stones[0], position.stones[1], position.empty(field));
        self.list.clear();
        let mut best = most + 1;
        for need in 0..=most {
            if need >= best && !is_for_all {
                break;
            }
            let mut cells = ground.plain.get(need as usize).copied().unwrap_or_default();
            if need == 0 {
                cells |= ground.rough;
            }
            for cell in cells.iter() {
                let eye = single(field, theirs, empty, &self.weak, cell);
                best = self.add(eye, most, best, is_for_all);
            }
            // Each of two cells side by side is empty beside the other.
            for here in 0..5 {
                let Some(&beside) = (need as usize + 2)
                    .checked_sub(here)
                    .and_then(|other| ground.plain.get(other))
                else {
                    continue;
                };
                for (cells, step) in field.before(beside) {
                    for cell in (ground.plain[here] & cells).iter() {
                        let eye = double(field, own, theirs, empty, cell, cell + step);
                        best = self.add(eye, most, best, is_for_all);
                    }
                }
            }
        }
        best
    }

    /// Adds an eye; what the cheapest pair needs then.
    fn add(&mut self, eye: Option<Eye<N>>, most: u32, mut best: u32, is_for_all: bool) -> u32 {
        let Some(eye) = eye else {
            return best;
        };
        if eye.cost > most || (eye.cost >= best && !is_for_all) {
            return best;
        }
        if !is_for_all {
            for other in &self.list {
                if other.cost < best {
                    best = best.min(together(&eye, other));
                }
            }
        }
        self.list.push(eye);
        best
    }

    /// What the cheapest pair needs; `cap` if that is more, or if there is none.
    pub(crate) fn distance(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        area: Set<N>,
        cap: u32,
    ) -> u32 {
        self.find(field, position, area, cap - 1, false)
    }

    /// The cells that pairs with at most this need want, and of these the ones that pairs with at most `least` want.
    pub(crate) fn wanted(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        area: Set<N>,
        most: u32,
        least: u32,
    ) -> (Set<N>, Set<N>) {
        self.find(field, position, area, most, true);
        let (mut wanted, mut vital) = (Set::EMPTY, Set::EMPTY);
        for (i, a) in self.list.iter().enumerate() {
            for b in &self.list[i + 1..] {
                let need = together(a, b);
                if need > most {
                    continue;
                }
                let mut cells = a.need | b.need | a.at | b.at;
                for eye in [a, b].into_iter().filter(|eye| eye.extra > 0) {
                    for cell in eye.at.iter() {
                        cells |= field.corners(cell);
                    }
                }
                wanted |= cells;
                if need <= least {
                    vital |= cells;
                }
            }
        }
        (wanted, vital)
    }

    /// The same as [`Eyes::tactical`], for a position whose eyes were not looked for.
    pub(crate) fn hanging(&mut self, field: &Field<N>, position: &Position<N>) -> Set<N> {
        self.weak.fill(field, position, position.empty(field));
        self.tactical(field, position)
    }

    /// The liberties of chains that hang by a thread: attacking ones with one or two, defending ones with one. It goes by the last position whose eyes
    /// were looked for.
    pub(crate) fn tactical(&self, field: &Field<N>, position: &Position<N>) -> Set<N> {
        let (own, empty) = (position.stones[0], position.empty(field));
        let mut cells = Set::EMPTY;
        for (_, liberties) in self.weak.iter() {
            cells |= *liberties;
        }
        let mut rest = own;
        while rest.any() {
            match field.weak_chain(own, rest.lowest(), empty, field.immune[0], 1) {
                Ok((chain, liberties)) => {
                    rest = rest.minus(chain);
                    cells |= liberties;
                }
                Err(seen) => rest = rest.minus(seen),
            }
        }
        cells
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
        extra,
        cost: need.len() + extra,
    })
}
