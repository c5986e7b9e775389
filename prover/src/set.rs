//! A set of cells: one bit each, copied freely.

// Plain loops over a known number of words: they unroll, where iterators sometimes do not.
// And they are too small to be called: without `always` the compiler does, and everything takes four times as long.
#![allow(clippy::needless_range_loop, clippy::inline_always)]

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign};

/// A set of up to 64 × `N` cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Set<const N: usize>([u64; N]);

impl<const N: usize> Set<N> {
    pub(crate) const EMPTY: Set<N> = Set([0; N]);
    pub(crate) const CAPACITY: usize = N * 64;

    #[inline(always)]
    pub(crate) fn one(cell: usize) -> Set<N> {
        let mut set = Set::EMPTY;
        set.0[cell >> 6] = 1 << (cell & 63);
        set
    }

    #[inline(always)]
    pub(crate) fn has(&self, cell: usize) -> bool {
        self.0[cell >> 6] >> (cell & 63) & 1 != 0
    }

    #[inline(always)]
    pub(crate) fn insert(&mut self, cell: usize) {
        self.0[cell >> 6] |= 1 << (cell & 63);
    }

    #[inline(always)]
    pub(crate) fn remove(&mut self, cell: usize) {
        self.0[cell >> 6] &= !(1 << (cell & 63));
    }

    #[inline(always)]
    pub(crate) fn minus(self, other: Set<N>) -> Set<N> {
        let mut words = self.0;
        for i in 0..N {
            words[i] &= !other.0[i];
        }
        Set(words)
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        let mut all = 0;
        for i in 0..N {
            all |= self.0[i];
        }
        all == 0
    }

    #[inline(always)]
    pub(crate) fn any(&self) -> bool {
        !self.is_empty()
    }

    #[inline(always)]
    pub(crate) fn meets(self, other: Set<N>) -> bool {
        let mut all = 0;
        for i in 0..N {
            all |= self.0[i] & other.0[i];
        }
        all != 0
    }

    #[inline(always)]
    pub(crate) fn within(self, other: Set<N>) -> bool {
        let mut all = 0;
        for i in 0..N {
            all |= self.0[i] & !other.0[i];
        }
        all == 0
    }

    /// The same as `==`, which compares through memory and waits for it.
    #[inline(always)]
    pub(crate) fn is(self, other: Set<N>) -> bool {
        let mut all = 0;
        for i in 0..N {
            all |= self.0[i] ^ other.0[i];
        }
        all == 0
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> u32 {
        let mut count = 0;
        for i in 0..N {
            count += self.0[i].count_ones();
        }
        count
    }

    /// The first cell of a set that has one.
    #[inline(always)]
    pub(crate) fn first(&self) -> usize {
        for i in 0..N {
            if self.0[i] != 0 {
                return i * 64 + self.0[i].trailing_zeros() as usize;
            }
        }
        0
    }

    /// The first cell alone.
    #[inline(always)]
    pub(crate) fn lowest(self) -> Set<N> {
        Set::one(self.first()) & self
    }

    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        for i in 0..N {
            let word = self.0[i];
            if word != 0 {
                self.0[i] = word & (word - 1);
                return Some(i * 64 + word.trailing_zeros() as usize);
            }
        }
        None
    }

    #[inline(always)]
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        core::iter::from_fn(move || rest.pop())
    }

    /// Every cell moved up by `step` numbers, below 64.
    #[inline(always)]
    pub(crate) fn up(self, step: u32) -> Set<N> {
        let mut words = [0; N];
        for i in 0..N {
            let before = if i > 0 { self.0[i - 1] >> (64 - step) } else { 0 };
            words[i] = self.0[i] << step | before;
        }
        Set(words)
    }

    /// Every cell moved down by `step` numbers, below 64.
    #[inline(always)]
    pub(crate) fn down(self, step: u32) -> Set<N> {
        let mut words = [0; N];
        for i in 0..N {
            let after = if i + 1 < N {
                self.0[i + 1] << (64 - step)
            } else {
                0
            };
            words[i] = self.0[i] >> step | after;
        }
        Set(words)
    }
}

impl<const N: usize> Default for Set<N> {
    fn default() -> Set<N> {
        Set::EMPTY
    }
}

impl<const N: usize> BitAnd for Set<N> {
    type Output = Set<N>;
    #[inline(always)]
    fn bitand(mut self, other: Set<N>) -> Set<N> {
        self &= other;
        self
    }
}

impl<const N: usize> BitAndAssign for Set<N> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Set<N>) {
        for i in 0..N {
            self.0[i] &= other.0[i];
        }
    }
}

impl<const N: usize> BitOr for Set<N> {
    type Output = Set<N>;
    #[inline(always)]
    fn bitor(mut self, other: Set<N>) -> Set<N> {
        self |= other;
        self
    }
}

impl<const N: usize> BitOrAssign for Set<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Set<N>) {
        for i in 0..N {
            self.0[i] |= other.0[i];
        }
    }
}

impl<const N: usize> FromIterator<usize> for Set<N> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Set<N> {
        let mut set = Set::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}
