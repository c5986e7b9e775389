//! A set of small numbers in a few machine words.
//!
//! A word is as wide as the machine's: 32 bits on the chip, 64 on most computers, where a set takes half as many words.
//! Members come in the same order either way. Shifts are by less than a word, so they need no branches.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// What holds a part of a set.
pub type Word = usize;

/// How many numbers a word holds.
const WIDTH: usize = Word::BITS as usize;

/// A set of numbers below [`CAPACITY`](Bits::CAPACITY), in `N` words.
#[derive(Clone, Copy, Eq, Debug)]
pub struct Bits<const N: usize>(pub(super) [Word; N]);

impl<const N: usize> Bits<N> {
    /// The set without members.
    pub const EMPTY: Bits<N> = Bits([0; N]);
    /// Members are smaller than this.
    pub const CAPACITY: usize = WIDTH * N;

    /// The set of one number.
    pub fn one(number: usize) -> Bits<N> {
        let mut bits = Bits::EMPTY;
        bits.insert(number);
        bits
    }

    /// Adds a number.
    pub fn insert(&mut self, number: usize) {
        self.0[number / WIDTH] |= 1 << (number % WIDTH);
    }

    /// Takes a number away.
    pub fn remove(&mut self, number: usize) {
        self.0[number / WIDTH] &= !(1 << (number % WIDTH));
    }

    /// Whether there are no members.
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether the number is a member.
    pub fn contains(self, number: usize) -> bool {
        self.0[number / WIDTH] >> (number % WIDTH) & 1 != 0
    }

    /// Whether the sets share a member.
    pub fn meets(self, other: Bits<N>) -> bool {
        !(self & other).is_empty()
    }

    /// The members that are not in `other`.
    #[must_use]
    pub fn minus(self, other: Bits<N>) -> Bits<N> {
        self & !other
    }

    /// How many members there are.
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are more members than this, which should be a small number.
    pub fn has_more_than(self, most: usize) -> bool {
        let mut left = most;
        for mut word in self.0 {
            while word != 0 {
                if left == 0 {
                    return true;
                }
                left -= 1;
                word &= word - 1;
            }
        }
        false
    }

    /// Whether there is exactly one member.
    pub fn is_single(self) -> bool {
        let mut words = self.0.iter().filter(|word| **word != 0);
        words.next().is_some_and(|word| word.is_power_of_two()) && words.next().is_none()
    }

    /// The set of the smallest member, or the empty one.
    #[must_use]
    pub fn lowest(self) -> Bits<N> {
        let mut bits = Bits::EMPTY;
        if let Some(word) = self.0.iter().position(|&word| word != 0) {
            bits.0[word] = self.0[word] & self.0[word].wrapping_neg();
        }
        bits
    }

    /// The word at this place; its lowest bit is the number `place` times [`Word::BITS`].
    pub fn word(self, place: usize) -> Word {
        self.0[place]
    }

    /// The members in order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        core::iter::from_fn(move || {
            let word = rest.0.iter().position(|&word| word != 0)?;
            let bit = rest.0[word].trailing_zeros() as usize;
            rest.0[word] &= rest.0[word] - 1;
            Some(word * WIDTH + bit)
        })
    }

    /// Every member larger by `by`, which is 1 to 31; those that grow too large are lost.
    #[must_use]
    pub fn up(self, by: u32) -> Bits<N> {
        let mut moved = self.0;
        let mut carried = 0;
        for word in &mut moved {
            let lost = *word >> (Word::BITS - by);
            *word = *word << by | carried;
            carried = lost;
        }
        Bits(moved)
    }

    /// Every member smaller by `by`, which is 1 to 31; those that are too small are lost.
    #[must_use]
    pub fn down(self, by: u32) -> Bits<N> {
        let mut moved = self.0;
        let mut carried = 0;
        for word in moved.iter_mut().rev() {
            let lost = *word << (Word::BITS - by);
            *word = *word >> by | carried;
            carried = lost;
        }
        Bits(moved)
    }

    fn zip(self, other: Bits<N>, join: impl Fn(Word, Word) -> Word) -> Bits<N> {
        let mut words = self.0;
        for (word, o) in words.iter_mut().zip(other.0) {
            *word = join(*word, o);
        }
        Bits(words)
    }
}

// A derived comparison would call a library function that compares memory byte by byte.
impl<const N: usize> PartialEq for Bits<N> {
    fn eq(&self, other: &Bits<N>) -> bool {
        (*self ^ *other).is_empty()
    }
}

impl<const N: usize> BitAnd for Bits<N> {
    type Output = Bits<N>;
    fn bitand(self, other: Bits<N>) -> Bits<N> {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Bits<N> {
    type Output = Bits<N>;
    fn bitor(self, other: Bits<N>) -> Bits<N> {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Bits<N> {
    type Output = Bits<N>;
    fn bitxor(self, other: Bits<N>) -> Bits<N> {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Bits<N> {
    type Output = Bits<N>;
    fn not(self) -> Bits<N> {
        Bits(self.0.map(|word| !word))
    }
}

impl<const N: usize> BitAndAssign for Bits<N> {
    fn bitand_assign(&mut self, other: Bits<N>) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Bits<N> {
    fn bitor_assign(&mut self, other: Bits<N>) {
        *self = *self | other;
    }
}
