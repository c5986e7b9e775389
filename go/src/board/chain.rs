//! What is counted of a chain. `stones` says what the numbers are for.

use super::Point;

/// A chain's liberties and size, kept at its head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chain {
    pub(super) contacts: u16,
    pub(super) sum: u16,
    pub(super) size: u16,
}

impl Chain {
    pub(super) const NONE: Chain = Chain {
        contacts: 0,
        sum: 0,
        size: 0,
    };

    pub(super) const LONE: Chain = Chain {
        size: 1,
        ..Chain::NONE
    };

    // The sum wraps: it is only read when it is small.

    pub(super) fn gain(&mut self, liberty: Point) {
        self.contacts += 1;
        self.sum = self.sum.wrapping_add(liberty.index() as u16);
    }

    pub(super) fn lose(&mut self, liberty: Point) {
        self.contacts -= 1;
        self.sum = self.sum.wrapping_sub(liberty.index() as u16);
    }

    pub(super) fn absorb(&mut self, other: Chain) {
        self.contacts += other.contacts;
        self.sum = self.sum.wrapping_add(other.sum);
        self.size += other.size;
    }

    pub(super) fn release(&mut self, other: Chain) {
        self.contacts -= other.contacts;
        self.sum = self.sum.wrapping_sub(other.sum);
        self.size -= other.size;
    }
}
