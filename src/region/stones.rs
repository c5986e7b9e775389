//! A position on a region, and moves on it.

use super::{Bits, Region};
use crate::board::{Color, stone_key};

/// The stones on a region's cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stones<const N: usize> {
    of: [Bits<N>; 2],
    hash: u64,
}

impl<const N: usize> Stones<N> {
    /// No stones.
    pub const NONE: Stones<N> = Stones {
        of: [Bits::EMPTY; 2],
        hash: 0,
    };

    /// The stones of one colour.
    pub const fn of(&self, color: Color) -> Bits<N> {
        self.of[color as usize]
    }

    /// Equal positions have equal ones.
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The cells without a stone.
    pub fn empty(&self, region: &Region<N>) -> Bits<N> {
        region.cells().minus(self.of[0] | self.of[1])
    }

    pub(super) fn put(&mut self, region: &Region<N>, cell: usize, color: Color) {
        self.of[color as usize] |= Bits::one(cell);
        self.hash ^= stone_key(region.point(cell), color);
    }

    /// The position after `color` has played on an empty cell, with the stones that this captured; `None` if it
    /// is suicide.
    pub fn play(&self, region: &Region<N>, cell: usize, color: Color) -> Option<(Stones<N>, Bits<N>)> {
        let mut after = *self;
        let captured = after.take_move(region, cell, color)?;
        Some((after, captured))
    }

    /// Plays in place and returns what was captured; `None` if it is suicide, and then the stones are of no use any more.
    pub fn take_move(&mut self, region: &Region<N>, cell: usize, color: Color) -> Option<Bits<N>> {
        let foe = color.opponent();
        let stone = Bits::one(cell);
        self.put(region, cell, color);
        let empty = self.empty(region);
        let beside = region.beside(stone);
        let beside_empty = region.beside(empty);

        let mut captured = Bits::EMPTY;
        // A chain stands as soon as one of its stones does, so it is followed no farther.
        let standing = beside_empty | region.immune(foe);
        let mut foes = (beside & self.of(foe)).minus(standing);
        while !foes.is_empty() {
            let foe_stone = foes.lowest();
            foes = foes.minus(foe_stone);
            if let Some(chain) = region.flood_short_of(foe_stone, self.of(foe), standing) {
                foes = foes.minus(chain);
                captured |= chain;
            }
        }
        if !captured.is_empty() {
            self.of[foe as usize] = self.of(foe).minus(captured);
            for cell in captured.iter() {
                self.hash ^= stone_key(region.point(cell), foe);
            }
        } else if !beside.meets(empty) {
            let standing = beside_empty | region.immune(color);
            if region.flood_short_of(stone, self.of(color), standing).is_some() {
                return None;
            }
        }
        Some(captured)
    }
}
