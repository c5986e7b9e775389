//! Won positions by their zones: whatever agrees with one of them on its zone is won too.
//!
//! A trie over the cells in a fixed order. At each level a pattern either says what stands on the cell, or does not care.

use crate::field::Field;
use crate::position::{Position, Side};
use crate::set::Set;

/// How many patterns lie side by side before they are sorted by one more cell.
const BUNDLE: usize = 6;

#[derive(Clone, Copy, Debug)]
struct Pattern<const N: usize> {
    zone: Set<N>,
    stones: [Set<N>; 2],
    key: Set<N>,
    /// The hash of the position that it was found in.
    from: u64,
}

impl<const N: usize> Pattern<N> {
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
    /// By what stands there: nothing, a defender, an attacker, a key stone; and for all who do not care.
    Fork([Option<u32>; 5]),
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

fn state<const N: usize>(stones: [Set<N>; 2], key: Set<N>, cell: usize) -> usize {
    if key.has(cell) {
        3
    } else if stones[0].has(cell) {
        1
    } else if stones[1].has(cell) {
        2
    } else {
        0
    }
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
        let empty_trie = || vec![Node::Bundle(Vec::new())];
        Patterns {
            winner,
            order,
            nodes: [empty_trie(), empty_trie()],
            count: 0,
            most,
        }
    }

    /// The zone of a pattern that fits, and the hash of the position that it comes from.
    pub(crate) fn find(&self, position: &Position<N>) -> Option<(Set<N>, u64)> {
        let nodes = &self.nodes[usize::from(position.turn != self.winner)];
        self.descend(nodes, 0, 0, position)
    }

    fn descend(
        &self,
        nodes: &[Node<N>],
        at: usize,
        depth: usize,
        position: &Position<N>,
    ) -> Option<(Set<N>, u64)> {
        match &nodes[at] {
            Node::Bundle(bundle) => {
                let fits = |pattern: &&Pattern<N>| {
                    // Capture has to be of all key stones there are.
                    let whole = self.winner == Side::Defender || position.key.within(pattern.zone);
                    whole && pattern.fits(position)
                };
                bundle
                    .iter()
                    .find(fits)
                    .map(|pattern| (pattern.zone, pattern.from))
            }
            Node::Fork(next) => {
                let here = state(position.stones, position.key, self.order[depth]);
                [here, 4]
                    .into_iter()
                    .filter_map(|branch| next[branch])
                    .find_map(|node| self.descend(nodes, node as usize, depth + 1, position))
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
        self.insert(which, 0, 0, pattern);
    }

    fn insert(&mut self, which: usize, mut at: usize, mut depth: usize, pattern: Pattern<N>) {
        loop {
            let fresh = self.nodes[which].len() as u32;
            match &mut self.nodes[which][at] {
                Node::Bundle(bundle) => {
                    bundle.push(pattern);
                    if bundle.len() > BUNDLE && depth < self.order.len() {
                        let bundle = core::mem::take(bundle);
                        self.nodes[which][at] = Node::Fork([None; 5]);
                        for pattern in bundle {
                            self.insert(which, at, depth, pattern);
                        }
                    }
                    return;
                }
                Node::Fork(next) => {
                    let cell = self.order[depth];
                    let branch = if pattern.zone.has(cell) {
                        state(pattern.stones, pattern.key, cell)
                    } else {
                        4
                    };
                    let node = *next[branch].get_or_insert(fresh);
                    if node == fresh {
                        self.nodes[which].push(Node::Bundle(Vec::new()));
                    }
                    (at, depth) = (node as usize, depth + 1);
                }
            }
        }
    }
}
