//! Won positions by their zones: whatever agrees with one of them on its zone is won too.
//!
//! They lie in a tree. Each fork asks what stands on one cell, and a pattern either wants one answer or does not care. A pattern that does not care has to be
//! looked at whatever stands there, so each fork asks about the cell that parts its own patterns best.

use crate::field::Field;
use crate::position::{Position, Side};
use crate::set::Set;

/// How many patterns lie side by side before they are sorted by one more cell.
const BUNDLE: usize = 6;

/// What may stand on a cell, and one more for patterns that do not care.
const BRANCHES: usize = 5;
const ANY: usize = BRANCHES - 1;
/// When a cell is chosen, a pattern that does not care about it counts as so many others.
const CARELESS: usize = 2;

#[derive(Clone, Copy, Debug)]
struct Pattern<const N: usize> {
    zone: Set<N>,
    stones: [Set<N>; 2],
    key: Set<N>,
    /// The hash of the position that it was found in.
    from: u64,
}

impl<const N: usize> Pattern<N> {
    /// Which branch it belongs to where a cell is asked about.
    fn branch(&self, cell: usize) -> usize {
        if self.zone.has(cell) {
            state(self.stones, self.key, cell)
        } else {
            ANY
        }
    }

    #[inline]
    fn fits(&self, position: &Position<N>) -> bool {
        (position.stones[0] & self.zone).is(self.stones[0])
            && (position.stones[1] & self.zone).is(self.stones[1])
            && (position.key & self.zone).is(self.key)
    }
}

#[derive(Clone, Debug)]
enum Node<const N: usize> {
    Bundle(Vec<Pattern<N>>),
    Fork {
        cell: u16,
        /// By what stands there: nothing, a defender, an attacker, a key stone; and for all that do not care. Zero where there is none: nothing leads back to the first node.
        next: [u32; BRANCHES],
    },
}

/// Patterns with W to move, and with L to move.
#[derive(Clone, Debug)]
pub(crate) struct Patterns<const N: usize> {
    winner: Side,
    order: Vec<usize>,
    nodes: [Vec<Node<N>>; 2],
    count: usize,
    most: usize,
}

/// What stands on a cell, as a number: without a branch, since nobody could foretell it.
#[inline]
fn state<const N: usize>(stones: [Set<N>; 2], key: Set<N>, cell: usize) -> usize {
    // A key stone is a defender, too, so this is below `ANY`. To say so spares a check.
    let [defender, attacker, key] = [stones[0], stones[1], key].map(|set| usize::from(set.has(cell)));
    (defender + 2 * attacker + 2 * key) % ANY
}

impl<const N: usize> Patterns<N> {
    /// No patterns yet, and never more than `most`. Cells near the key stones tell most.
    pub(crate) fn new(field: &Field<N>, root: &Position<N>, winner: Side, most: usize) -> Patterns<N> {
        let (mut reached, mut order) = (root.key, Vec::new());
        let empty = root.empty(field);
        let mut later = Vec::new();
        let mut front = root.key;
        while front.any() {
            let (stones, free) = (front.minus(empty), front & empty);
            order.extend(free.iter());
            later.push(stones);
            if later.len() > 4 {
                order.extend(later.remove(0).iter());
            }
            front = field.near(reached).minus(reached);
            reached |= front;
        }
        for stones in later {
            order.extend(stones.iter());
        }
        let empty_tree = || vec![Node::Bundle(Vec::new())];
        Patterns {
            winner,
            order,
            nodes: [empty_tree(), empty_tree()],
            count: 0,
            most,
        }
    }

    /// The zone of a pattern that fits, and the hash of the position that it comes from.
    pub(crate) fn find(&self, position: &Position<N>) -> Option<(Set<N>, u64)> {
        let nodes = &self.nodes[usize::from(position.turn != self.winner)];
        self.descend(nodes, 0, position)
    }

    fn descend(&self, nodes: &[Node<N>], mut at: usize, position: &Position<N>) -> Option<(Set<N>, u64)> {
        loop {
            match &nodes[at] {
                Node::Bundle(bundle) => {
                    let fits = |pattern: &&Pattern<N>| {
                        // Capture has to be of all key stones there are.
                        let whole = self.winner == Side::Defender || position.key.within(pattern.zone);
                        whole && pattern.fits(position)
                    };
                    let found = bundle.iter().find(fits)?;
                    return Some((found.zone, found.from));
                }
                Node::Fork { cell, next } => {
                    let here = state(position.stones, position.key, usize::from(*cell));
                    at = match (next[here], next[ANY]) {
                        (0, 0) => return None,
                        (one, 0) | (0, one) => one as usize,
                        // Where both lead on, one has to wait.
                        (first, second) => {
                            let found = self.descend(nodes, first as usize, position);
                            if found.is_some() {
                                return found;
                            }
                            second as usize
                        }
                    };
                }
            }
        }
    }

    pub(crate) const fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn add(&mut self, position: &Position<N>, zone: Set<N>) {
        if self.count == self.most {
            return;
        }
        self.count += 1;
        let pattern = Pattern {
            zone,
            stones: [position.stones[0] & zone, position.stones[1] & zone],
            key: position.key & zone,
            from: position.hash,
        };
        let which = usize::from(position.turn != self.winner);
        self.insert(which, pattern);
    }

    fn insert(&mut self, which: usize, pattern: Pattern<N>) {
        let (mut at, mut asked) = (0, Set::EMPTY);
        let nodes = &mut self.nodes[which];
        loop {
            let fresh = nodes.len() as u32;
            match &mut nodes[at] {
                Node::Bundle(bundle) => {
                    bundle.push(pattern);
                    if bundle.len() > BUNDLE
                        && let Some(cell) = parting(bundle, &self.order, asked)
                    {
                        let bundle = core::mem::take(bundle);
                        part(nodes, at, cell, bundle);
                    }
                    return;
                }
                Node::Fork { cell, next } => {
                    let cell = usize::from(*cell);
                    asked.insert(cell);
                    let branch = &mut next[pattern.branch(cell)];
                    if *branch == 0 {
                        *branch = fresh;
                    }
                    at = *branch as usize;
                    if at == fresh as usize {
                        nodes.push(Node::Bundle(Vec::new()));
                    }
                }
            }
        }
    }
}

/// Sorts a bundle by what its patterns want on a cell.
fn part<const N: usize>(nodes: &mut Vec<Node<N>>, at: usize, cell: usize, bundle: Vec<Pattern<N>>) {
    let mut next = [0; BRANCHES];
    for pattern in bundle {
        let branch = &mut next[pattern.branch(cell)];
        if *branch == 0 {
            *branch = nodes.len() as u32;
            nodes.push(Node::Bundle(Vec::new()));
        }
        if let Node::Bundle(bundle) = &mut nodes[*branch as usize] {
            bundle.push(pattern);
        }
    }
    let cell = cell as u16;
    nodes[at] = Node::Fork { cell, next };
}

/// The cell by which a bundle is best parted, if any that was not asked about yet parts it.
fn parting<const N: usize>(bundle: &[Pattern<N>], order: &[usize], asked: Set<N>) -> Option<usize> {
    let looks = |cell: usize| {
        let mut counts = [0; BRANCHES];
        for pattern in bundle {
            counts[pattern.branch(cell)] += 1;
        }
        counts[..ANY].iter().max().unwrap_or(&0) + counts[ANY] * CARELESS
    };
    let cells = order.iter().copied().filter(|&cell| !asked.has(cell));
    let (looks, cell) = cells
        .map(|cell| (looks(cell), cell))
        .min_by_key(|(looks, _)| *looks)?;
    (looks < bundle.len() * CARELESS).then_some(cell)
}

#[cfg(test)]
mod tests {
    use shikatsu::board::{Point, PointSet};
    use shikatsu::problem::read_text;

    use super::*;
    use crate::field::Frame;

    /// The same row of numbers every time.
    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0
        }

        /// About one cell in 2 to the power of `rare`.
        fn some(&mut self, of: Set<1>, rare: u32) -> Set<1> {
            let mut keeps = |_: &usize| (0..rare).all(|_| self.next() & 1 == 0);
            of.iter().filter(&mut keeps).collect()
        }
    }

    #[test]
    fn a_pattern_is_found_exactly_where_one_fits() {
        let (problem, _) =
            read_text("-----x\noooooo\n------\n------\n******\n******\nA5 B5 x\n").expect("a problem");
        let all: PointSet = Point::all(problem.size()).collect();
        let (field, root) = Field::<1>::new(&problem, Frame::around(&all)).expect("it fits");
        let mut numbers = Numbers(88_172_645_463_325_252);
        let mut position = || {
            let defenders = numbers.some(field.cells, 1);
            let attackers = numbers.some(field.cells.minus(defenders), 1);
            let key = numbers.some(defenders, 1);
            let zone = numbers.some(field.cells, 2) | numbers.some(field.cells, 3);
            let turn = if numbers.next() & 1 == 0 {
                Side::Defender
            } else {
                Side::Attacker
            };
            (Position::new(&field, [defenders, attackers], key, turn), zone)
        };
        let mut patterns = Patterns::new(&field, &root, Side::Defender, 2_100);
        let known: Vec<_> = (0..2_000).map(|_| position()).collect();
        for (position, zone) in &known {
            patterns.add(position, *zone);
        }
        // Some are alike, so nothing parts them.
        for (position, zone) in known.iter().take(10).cycle().take(100) {
            patterns.add(position, *zone);
        }
        let fits = |position: &Position<1>, zone: Option<Set<1>>| {
            known.iter().any(|(other, known)| {
                let is_same = |one: Set<1>, other: Set<1>| (one & *known).is(other & *known);
                zone.is_none_or(|zone| zone.is(*known))
                    && other.turn == position.turn
                    && is_same(other.key, position.key)
                    && (0..2).all(|side| is_same(other.stones[side], position.stones[side]))
            })
        };
        let mut found = 0;
        for _ in 0..2_000 {
            let (position, _) = position();
            let zone = patterns.find(&position).map(|(zone, _)| zone);
            assert_eq!(zone.is_some(), fits(&position, None));
            assert!(zone.is_none() || fits(&position, zone), "one that fits");
            found += usize::from(zone.is_some());
        }
        assert!((100..1_900).contains(&found), "both happen: {found}");
    }
}
