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

    /// The position's hash: equal positions have equal hashes.
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The cells without a stone.
    pub fn empty(&self, region: &Region<N>) -> Bits<N> {
        region.cells().minus(self.of[0] | self.of[1])
    }

    /// Puts a stone on an empty cell. Nothing is captured.
    pub fn put(&mut self, region: &Region<N>, cell: usize, color: Color) {
        self.of[color as usize].insert(cell);
        self.hash ^= stone_key(region.point(cell), color);
    }

    /// The position after `color` has played on an empty cell, with the stones that this captured; `None` if it
    /// is suicide.
    pub fn play(&self, region: &Region<N>, cell: usize, color: Color) -> Option<(Stones<N>, Bits<N>)> {
        let mut after = *self;
        let captured = after.take_move(region, cell, color, region.around(cell), Bits::EMPTY)?;
        Some((after, captured))
    }

    /// Plays in place and returns what was captured; `None` if it is suicide, and then the stones are no longer valid. `around` are the
    /// cells beside this one, and `standing` are opposing chains that certainly keep a liberty.
    pub fn take_move(
        &mut self,
        region: &Region<N>,
        cell: usize,
        color: Color,
        around: Bits<N>,
        standing: Bits<N>,
    ) -> Option<Bits<N>> {
        self.put(region, cell, color);
        let empty = self.empty(region);
        let foes = (around & self.of(color.opponent())).minus(standing);
        let mut captured = Bits::EMPTY;
        if !foes.is_empty() {
            captured = self.capture(region, foes, color.opponent(), empty);
        }
        if captured.is_empty() && !around.meets(empty) {
            let standing = region.beside(empty) | region.immune(color);
            if region
                .flood_short_of(Bits::one(cell), self.of(color), standing)
                .is_some()
            {
                return None;
            }
        }
        Some(captured)
    }

    /// Removes the chains of `color` with these stones that have no liberty, and returns them.
    fn capture(&mut self, region: &Region<N>, stones: Bits<N>, color: Color, empty: Bits<N>) -> Bits<N> {
        let mut captured = Bits::EMPTY;
        // A chain stands as soon as one of its stones does, so the rest of it is not followed.
        let standing = region.beside(empty) | region.immune(color);
        let mut rest = stones.minus(standing);
        while !rest.is_empty() {
            let stone = rest.lowest();
            rest = rest.minus(stone);
            if let Some(chain) = region.flood_short_of(stone, self.of(color), standing) {
                rest = rest.minus(chain);
                captured |= chain;
            }
        }
        if !captured.is_empty() {
            self.of[color as usize] = self.of(color).minus(captured);
            for cell in captured.iter() {
                self.hash ^= stone_key(region.point(cell), color);
            }
        }
        captured
    }
}
