//! Stones on a field, and how they change.

use crate::field::Field;
use crate::set::Set;

/// One of the two sides of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The side whose stones live or die.
    Defender,
    /// The other one.
    Attacker,
}

impl Side {
    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Side {
        match self {
            Side::Defender => Side::Attacker,
            Side::Attacker => Side::Defender,
        }
    }
}

/// A number for "no stone": a pass.
pub(crate) const PASS: u16 = u16::MAX;

/// Where the stones stand, which key stones stand, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position<const N: usize> {
    /// By side.
    pub(crate) stones: [Set<N>; 2],
    pub(crate) key: Set<N>,
    pub(crate) turn: Side,
    pub(crate) hash: u64,
}

impl<const N: usize> Position<N> {
    pub(crate) fn new(field: &Field<N>, stones: [Set<N>; 2], key: Set<N>, turn: Side) -> Position<N> {
        let mut hash = if turn == Side::Attacker { field.turn_key } else { 0 };
        for (what, set) in [stones[0], stones[1], key].into_iter().enumerate() {
            hash = set
                .iter()
                .fold(hash, |hash, cell| hash ^ field.hash_key(cell, what));
        }
        Position {
            stones,
            key,
            turn,
            hash,
        }
    }

    #[inline]
    pub(crate) fn of(&self, side: Side) -> Set<N> {
        self.stones[side as usize]
    }

    #[inline]
    pub(crate) fn empty(&self, field: &Field<N>) -> Set<N> {
        field.cells.minus(self.stones[0] | self.stones[1])
    }

    /// Whether the stone that leads to the other position takes others.
    #[inline]
    pub(crate) fn takes(&self, after: &Position<N>) -> bool {
        let other = self.turn.opponent();
        after.of(other) != self.of(other)
    }

    /// The same stones with the other side to move.
    #[inline]
    pub(crate) fn passed(&self, field: &Field<N>) -> Position<N> {
        Position {
            turn: self.turn.opponent(),
            hash: self.hash ^ field.turn_key,
            ..*self
        }
    }

    /// The hash with the defender to move, whoever is.
    #[inline]
    pub(crate) fn stones_hash(&self, field: &Field<N>) -> u64 {
        match self.turn {
            Side::Defender => self.hash,
            Side::Attacker => self.hash ^ field.turn_key,
        }
    }

    /// The position with other stones.
    pub(crate) fn with(&self, field: &Field<N>, stones: [Set<N>; 2]) -> Position<N> {
        Position::new(field, stones, self.key, self.turn)
    }

    /// The position after a stone on an empty cell; `None` if that is suicide.
    #[inline]
    pub(crate) fn play(&self, field: &Field<N>, cell: usize) -> Option<Position<N>> {
        let (me, you) = (self.turn as usize, self.turn.opponent() as usize);
        let mut next = self.passed(field);
        next.stones[me].insert(cell);
        next.hash ^= field.hash_key(cell, me);
        let around = field.around(cell);
        let empty = next.empty(field);
        let mut rest = around & self.stones[you];
        let mut fallen = Set::EMPTY;
        while rest.any() {
            // Mostly a stone beside has a liberty of its own.
            let seed = rest.lowest();
            if field.around(seed.first()).meets(empty) {
                rest = rest.minus(seed);
                continue;
            }
            let chain = field.flood(self.stones[you], seed);
            rest = rest.minus(chain);
            if !chain.meets(field.immune[you]) && !field.near(chain).meets(empty) {
                fallen |= chain;
            }
        }
        if fallen.any() {
            next.take(field, you, fallen);
            return Some(next);
        }
        if around.meets(empty) || field.immune[me].has(cell) {
            return Some(next);
        }
        let chain = field.flood(next.stones[me], Set::one(cell));
        (chain.meets(field.immune[me]) || field.near(chain).meets(empty)).then_some(next)
    }

    fn take(&mut self, field: &Field<N>, side: usize, fallen: Set<N>) {
        self.stones[side] = self.stones[side].minus(fallen);
        for cell in fallen.iter() {
            self.hash ^= field.hash_key(cell, side);
            if self.key.has(cell) {
                self.hash ^= field.hash_key(cell, 2);
            }
        }
        self.key = self.key.minus(fallen);
    }

    /// Whether all key stones are one chain with one liberty.
    pub(crate) fn is_in_atari(&self, field: &Field<N>) -> bool {
        self.last_liberty(field).is_some()
    }

    /// The only liberty of the key stones, if they are one chain and it can be filled. Where a stone outside was captured nobody may play.
    pub(crate) fn last_liberty(&self, field: &Field<N>) -> Option<usize> {
        let chain = field.flood(self.stones[0], self.key.lowest());
        let is_lone = self.key.within(chain) && !chain.meets(field.immune[0]);
        let liberties = field.near(chain) & self.empty(field);
        (is_lone && liberties.len() == 1 && liberties.within(field.playable)).then(|| liberties.first())
    }

    /// Counts a defender's stone on one of these cells as a key stone again. `Search::play` says why.
    #[inline]
    pub(crate) fn restore_key(&mut self, field: &Field<N>, cell: usize, keys: Set<N>) {
        if keys.has(cell) && !self.key.has(cell) && self.stones[0].has(cell) {
            self.key.insert(cell);
            self.hash ^= field.hash_key(cell, 2);
        }
    }
}
