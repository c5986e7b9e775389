//! The moves worth trying: all but those that a theorem rules out.

use super::{Ply, Tsumego};
use crate::board::Color;
use crate::life::dame;
use crate::region::Bits;
use crate::tsumego::knowledge::Rule;
use crate::tsumego::question::Threats;

impl<const N: usize> Tsumego<N> {
    /// The cells that the side to move could try.
    fn candidates(&self) -> Bits<N> {
        self.top().stones.empty(&self.region) & self.region.playable()
    }

    /// The defender's only ways out when its one key chain has one liberty: playing there, or capturing a
    /// neighbour.
    fn ways_out(&self, ply: &Ply<N>, liberty: Bits<N>) -> Bits<N> {
        let region = &self.region;
        let attacker = self.defender.opponent();
        let foes = ply.stones.of(attacker);
        let empty = ply.stones.empty(region);
        let mut ways = liberty;
        let mut beside = ply.chain.beside() & foes;
        while !beside.is_empty() {
            let foe = region.flood(beside.lowest(), foes);
            beside = beside.minus(foe);
            let liberties = region.beside(foe) & empty;
            if liberties.is_single() && !foe.meets(region.immune(attacker)) {
                ways |= liberties;
            }
        }
        ways & region.playable()
    }

    /// The last liberties of the chains of `color` that have only one. `several` are the cells with two empty neighbours or
    /// more.
    pub(super) fn last_liberties(&self, ply: &Ply<N>, color: Color, several: Bits<N>) -> Bits<N> {
        let stones = &ply.stones;
        let empty = stones.empty(&self.region);
        let mut last = Bits::EMPTY;
        // Most stones belong to chains that are known, so these need no flooding.
        let known = if color == self.defender {
            &ply.chain
        } else {
            &ply.safe
        };
        if color == self.defender && !known.stones().meets(self.region.immune(color)) {
            let liberties = known.beside() & empty;
            if liberties.is_single() {
                last |= liberties;
            }
        }
        let mut rest = stones.of(color).minus(known.stones());
        if rest.is_empty() {
            return last;
        }
        // First, all at once, the chains that cannot be captured or have a stone with two liberties.
        let many = rest & (several | self.region.immune(color));
        rest = rest.minus(self.region.flood(many, rest));
        while !rest.is_empty() {
            let chain = self.region.flood(rest.lowest(), rest);
            rest = rest.minus(chain);
            let liberties = self.region.beside(chain) & empty;
            if liberties.is_single() && !chain.meets(self.region.immune(color)) {
                last |= liberties;
            }
        }
        last
    }

    /// The liberties of a key chain with two of them that the defender cannot fill without being captured at once.
    fn self_destruction(&self, ply: &Ply<N>) -> Bits<N> {
        let (region, own) = (&self.region, ply.stones.of(self.defender));
        let empty = ply.stones.empty(region);
        let liberties = ply.chain.beside() & empty;
        if liberties.len() != 2 || ply.chain.stones().meets(region.immune(self.defender)) {
            return Bits::EMPTY;
        }
        let mut fatal = Bits::EMPTY;
        for cell in liberties.iter() {
            let mut joined = ply.chain;
            joined.join(region, cell, region.around(cell), own);
            let mut left = joined.beside() & empty;
            left.remove(cell);
            let can_be_filled = left.is_single() && left.meets(region.playable());
            if can_be_filled && !joined.stones().meets(region.immune(self.defender)) {
                fatal.insert(cell);
            }
        }
        if fatal.is_empty() {
            return fatal;
        }
        let several = region.counts(empty).at_least_two();
        fatal.minus(self.last_liberties(ply, self.defender.opponent(), several))
    }

    /// The cells worth trying, besides passing.
    pub(super) fn worth_trying(&self) -> Bits<N> {
        let ply = self.top();
        let chain = &ply.chain;
        if chain.is_empty() {
            return self.candidates();
        }
        if ply.to_move == self.defender {
            let liberties = chain.beside() & ply.stones.empty(&self.region);
            let can_be_filled = liberties.is_single() && liberties.meets(self.region.playable());
            if can_be_filled && !chain.stones().meets(self.region.immune(self.defender)) {
                return self.ways_out(ply, liberties);
            }
        }
        let mut cells = self.candidates();
        if ply.to_move == self.defender && self.knows.has(Rule::SelfDestruction) {
            cells = cells.minus(self.self_destruction(ply));
        }
        if self.threats == Threats::Nobody || !self.knows.has(Rule::Dame) {
            return cells;
        }
        let dame = dame(&self.region, &ply.stones, &ply.safe, chain, self.defender);
        let others = cells.minus(dame);
        // If the past forbids something, filling one of them may be more to the defender than a pass.
        if ply.to_move == self.defender && self.past.is_empty() {
            others
        } else {
            others | (cells & dame).lowest()
        }
    }
}
