//! Whole chains, with what is beside them.

use super::{Bits, Region};

/// Whole chains of one colour and the cells beside them, kept from move to move: finding them anew takes longer the more words a
/// set has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chains<const N: usize> {
    stones: Bits<N>,
    beside: Bits<N>,
}

impl<const N: usize> Chains<N> {
    /// No chain.
    pub const NONE: Chains<N> = Chains {
        stones: Bits::EMPTY,
        beside: Bits::EMPTY,
    };

    /// The chains that these stones are.
    pub fn new(region: &Region<N>, stones: Bits<N>) -> Chains<N> {
        Chains {
            stones,
            beside: region.beside(stones),
        }
    }

    /// Their stones.
    pub const fn stones(&self) -> Bits<N> {
        self.stones
    }

    /// What [`Region::beside`] says of their stones.
    pub const fn beside(&self) -> Bits<N> {
        self.beside
    }

    /// Whether there is no chain.
    pub fn is_empty(&self) -> bool {
        self.stones.is_empty()
    }

    /// Adds a stone, and the chains of its `own` colour that it touches. `around` are the cells beside it.
    pub fn join(&mut self, region: &Region<N>, cell: usize, around: Bits<N>, own: Bits<N>) {
        self.stones.insert(cell);
        self.beside |= around;
        let others = own.minus(self.stones);
        let touched = around & others;
        if !touched.is_empty() {
            let joined = region.flood(touched, others);
            self.stones |= joined;
            self.beside |= region.beside(joined);
        }
    }
}
