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
        let foe = color.opponent();
        let stone = Bits::one(cell);
        let mut after = *self;
        after.put(region, cell, color);
        let empty = after.empty(region);
        let beside = region.beside(stone);

        let mut captured = Bits::EMPTY;
        // A stone that touches an empty cell need not be followed to a liberty.
        let mut foes = (beside & self.of(foe)).minus(region.beside(empty));
        while !foes.is_empty() {
            let chain = region.flood(foes.lowest(), self.of(foe));
            foes = foes.minus(chain);
            if !chain.meets(region.immune(foe)) && !region.beside(chain).meets(empty) {
                captured |= chain;
            }
        }
        if !captured.is_empty() {
            after.of[foe as usize] = after.of(foe).minus(captured);
            for cell in captured.iter() {
                after.hash ^= stone_key(region.point(cell), foe);
            }
        } else if !beside.meets(empty) && !stone.meets(region.immune(color)) {
            let chain = region.flood(stone, after.of(color));
            if !chain.meets(region.immune(color)) && !region.beside(chain).meets(empty) {
                return None;
            }
        }
        Some((after, captured))
    }
}
