//! The tree of a search, in slots of the solver's table.
//!
//! A node takes one slot of 12 bytes, so the handheld's table of 8192 slots, which is idle during a game, is a tree of as many nodes:
//!
//! ```text
//! word 0   visits (bits 0–15) | wins (16–31), of the side that made the move
//! word 1   the same for playouts in which it made the move sooner or later
//! word 2   move (0–8) | last of its siblings (9) | first child (10–31), 0 if there is none
//! ```
//!
//! Counters are halved before they overflow. The children of a node lie side by side.

use crate::search::Slot;

/// A move: a cell of the field, or this.
pub(super) const PASS: u16 = 0x1ff;
/// Counters stay below this.
const MOST: u32 = 0x7fff;
/// A node's place. The root's is 0.
pub(super) type Place = usize;
const MOST_NODES: usize = 1 << 22;

/// After about so many playouts a move's own results weigh as much as those of playouts in which it came later: two to the power of this.
const EVEN_AT: u32 = 11;

/// How often, and how often well.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally {
    pub(super) visits: u32,
    pub(super) wins: u32,
}

impl Tally {
    const fn from_word(word: u32) -> Tally {
        Tally {
            visits: word & 0xffff,
            wins: word >> 16,
        }
    }

    const fn word(self) -> u32 {
        self.visits | self.wins << 16
    }

    pub(super) const fn add(&mut self, visits: u32, wins: u32) {
        self.visits += visits;
        self.wins += wins;
        if self.visits >= MOST {
            self.visits /= 2;
            self.wins /= 2;
        }
    }
}

/// A move that was thought of, and what came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Node {
    pub(super) own: Tally,
    pub(super) sooner_or_later: Tally,
    pub(super) cell: u16,
    is_last: bool,
    child: Place,
}

impl Node {
    /// A move about which only this much is believed.
    pub(super) const fn new(cell: u16, belief: Tally) -> Node {
        Node {
            own: Tally { visits: 0, wins: 0 },
            sooner_or_later: belief,
            cell,
            is_last: false,
            child: 0,
        }
    }

    fn from_slot(slot: &Slot) -> Node {
        let [own, sooner_or_later, rest] = slot.words();
        Node {
            own: Tally::from_word(own),
            sooner_or_later: Tally::from_word(sooner_or_later),
            cell: (rest & 0x1ff) as u16,
            is_last: rest & 0x200 != 0,
            child: (rest >> 10) as Place,
        }
    }

    const fn slot(&self) -> Slot {
        let rest = self.cell as u32 | (self.is_last as u32) << 9 | (self.child as u32) << 10;
        Slot::from_words([self.own.word(), self.sooner_or_later.word(), rest])
    }

    /// The sibling that follows, where this node's place is known.
    pub(super) fn next(&self, place: Place) -> Option<Place> {
        (!self.is_last).then_some(place + 1)
    }

    /// How good the move looks, of 16,384: `(w + r + w·s/K) / (n + s + n·s/K)`, where of `n` playouts with the move `w` were won, and of `s` with the move
    /// sooner or later `r`. That is the usual mean of the two, which leans to the first the more the longer it is; in whole numbers and with one
    /// division, for the chip has no others.
    pub(super) fn promise(&self) -> u32 {
        let (n, w) = (self.own.visits, self.own.wins);
        let (s, r) = (self.sooner_or_later.visits, self.sooner_or_later.wins);
        let above = ((w + r) << EVEN_AT) + w * s;
        let below = ((n + s) << EVEN_AT) + n * s;
        if below == 0 {
            return 1 << 13;
        }
        let shift = below.leading_zeros();
        (above << shift) / ((below << shift) >> 14)
    }
}

/// A tree in memory that is lent.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    slots: &'a mut [Slot],
    /// How many are in use.
    used: &'a mut usize,
}

impl<'a> Tree<'a> {
    /// The tree that uses the first `used` slots.
    pub(super) fn new(slots: &'a mut [Slot], used: &'a mut usize) -> Tree<'a> {
        let most = slots.len().min(MOST_NODES);
        Tree {
            slots: &mut slots[..most],
            used,
        }
    }

    /// Leaves nothing but a root. There must be a slot.
    pub(super) fn clear(&mut self) {
        self.slots[0] = Node::new(PASS, Tally::default()).slot();
        *self.used = 1;
    }

    pub(super) fn node(&self, place: Place) -> Node {
        Node::from_slot(&self.slots[place])
    }

    pub(super) fn set(&mut self, place: Place, node: &Node) {
        self.slots[place] = node.slot();
    }

    /// The first child of a node, if it has any.
    pub(super) fn first_child(&self, place: Place) -> Option<Place> {
        Some(self.node(place).child).filter(|&child| child != 0)
    }

    /// Whether this node has children.
    pub(super) fn is_open(&self, place: Place) -> bool {
        self.node(place).child != 0
    }

    /// Whether there is room for so many more nodes.
    pub(super) fn has_room(&self, nodes: usize) -> bool {
        *self.used + nodes <= self.slots.len()
    }

    /// Begins the children of a node: they are then added one by one, and finished.
    pub(super) fn add(&mut self, child: &Node) {
        self.slots[*self.used] = child.slot();
        *self.used += 1;
    }

    /// Makes the newest `many` nodes, at least one, the children of a node.
    pub(super) fn adopt(&mut self, place: Place, many: usize) {
        let mut last = self.node(*self.used - 1);
        last.is_last = true;
        self.set(*self.used - 1, &last);
        let mut node = self.node(place);
        node.child = *self.used - many;
        self.set(place, &node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_survives_its_slot() {
        let mut node = Node::new(440, Tally { visits: 30, wins: 17 });
        node.own.add(32_000, 31_999);
        node.child = MOST_NODES - 1;
        node.is_last = true;
        assert_eq!(Node::from_slot(&node.slot()), node);
    }

    #[test]
    fn a_promise_lies_between_its_two_means() {
        for (n, w, s, r) in [
            (0, 0, 10, 5),
            (1, 1, 10, 0),
            (32_000, 16_000, 32_000, 8_000),
            (32_766, 32_766, 32_766, 32_766),
        ] {
            let mut node = Node::new(0, Tally { visits: s, wins: r });
            node.own = Tally { visits: n, wins: w };
            let share = |wins: u32, visits: u32| f64::from(wins) / f64::from(visits.max(1));
            let (own, later) = (share(w, n), share(r, s));
            let own = if n == 0 { later } else { own };
            let promise = f64::from(node.promise()) / 16384.0;
            assert!(
                promise >= own.min(later) - 0.001 && promise <= own.max(later) + 0.001,
                "{promise}"
            );
        }
        assert_eq!(Node::new(0, Tally::default()).promise(), 1 << 13);
    }

    #[test]
    fn counters_are_halved_before_they_overflow() {
        let mut tally = Tally::default();
        for _ in 0..200_000 {
            tally.add(1, 1);
            assert!(tally.visits < MOST && tally.wins <= tally.visits);
        }
    }
}
