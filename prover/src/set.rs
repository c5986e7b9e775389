//! A set of cells: one bit each, copied freely.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign};

/// A set of up to 64 × `N` cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Set<const N: usize>([u64; N]);

impl<const N: usize> Set<N> {
    pub(crate) const EMPTY: Set<N> = Set([0; N]);
    pub(crate) const CAPACITY: usize = N * 64;

    #[inline]
    pub(crate) fn one(cell: usize) -> Set<N> {
        let mut set = Set::EMPTY;
        set.0[cell >> 6] = 1 << (cell & 63);
        set
    }

    #[inline]
    pub(crate) fn has(&self, cell: usize) -> bool {
        self.0[cell >> 6] >> (cell & 63) & 1 != 0
    }

    #[inline]
    pub(crate) fn insert(&mut self, cell: usize) {
        self.0[cell >> 6] |= 1 << (cell & 63);
    }

    #[inline]
    pub(crate) fn remove(&mut self, cell: usize) {
        self.0[cell >> 6] &= !(1 << (cell & 63));
    }

    #[inline]
    pub(crate) fn minus(self, other: Set<N>) -> Set<N> {
        let mut words = self.0;
        for (word, &o) in words.iter_mut().zip(&other.0) {
            *word &= !o;
        }
        Set(words)
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, &word| all | word) == 0
    }

    #[inline]
    pub(crate) fn any(&self) -> bool {
        !self.is_empty()
    }

    #[inline]
    pub(crate) fn meets(self, other: Set<N>) -> bool {
        (self & other).any()
    }

    #[inline]
    pub(crate) fn within(self, other: Set<N>) -> bool {
        self.minus(other).is_empty()
    }

    #[inline]
    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The first cell of a set that has one.
    #[inline]
    pub(crate) fn first(&self) -> usize {
        for (i, &word) in self.0.iter().enumerate() {
            if word != 0 {
                return i * 64 + word.trailing_zeros() as usize;
            }
        }
        0
    }

    /// The first cell alone.
    #[inline]
    pub(crate) fn lowest(self) -> Set<N> {
        Set::one(self.first()) & self
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        for (i, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(i * 64 + bit);
            }
        }
        None
    }

    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        core::iter::from_fn(move || rest.pop())
    }

    /// Every cell moved up by `step` numbers, below 64.
    #[inline]
    pub(crate) fn up(self, step: u32) -> Set<N> {
        let mut words = [0; N];
        for i in 0..N {
            let before = if i > 0 { self.0[i - 1] >> (64 - step) } else { 0 };
            words[i] = self.0[i] << step | before;
        }
        Set(words)
    }

    /// Every cell moved down by `step` numbers, below 64.
    #[inline]
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

impl<const N: usize> BitAnd for Set<N> {
    type Output = Set<N>;
    #[inline]
    fn bitand(mut self, other: Set<N>) -> Set<N> {
        self &= other;
        self
    }
}

impl<const N: usize> BitAndAssign for Set<N> {
    #[inline]
    fn bitand_assign(&mut self, other: Set<N>) {
        for (word, &o) in self.0.iter_mut().zip(&other.0) {
            *word &= o;
        }
    }
}

impl<const N: usize> BitOr for Set<N> {
    type Output = Set<N>;
    #[inline]
    fn bitor(mut self, other: Set<N>) -> Set<N> {
        self |= other;
        self
    }
}

impl<const N: usize> BitOrAssign for Set<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Set<N>) {
        for (word, &o) in self.0.iter_mut().zip(&other.0) {
            *word |= o;
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
