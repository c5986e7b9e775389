//! A memory of what was looked for in vain.

use core::cell::Cell;

/// A quarter of a megabyte to begin with, which a processor has close by. In the end it is one, or up to eight beside large tables.
const FIRST_BITS: u32 = 15;
const LAST_BITS: [u32; 2] = [17, 20];
/// It takes a part in so many of what the tables take.
const SHARE: usize = 64;

/// Positions of which something was looked for and not found, each where its hash says, until another takes its place. Most are asked about again.
pub(super) struct Quiet {
    places: Vec<Cell<u64>>,
    bits: u32,
    last_bits: u32,
    /// How many were kept since it grew.
    kept: Cell<usize>,
}

impl Quiet {
    /// One beside tables of so many bytes.
    pub(super) fn new(bytes: usize) -> Quiet {
        let most = (bytes / SHARE / size_of::<u64>()).max(1).ilog2();
        let [least, largest] = LAST_BITS;
        Quiet::with(FIRST_BITS, most.clamp(least, largest))
    }

    fn with(bits: u32, last_bits: u32) -> Quiet {
        Quiet {
            places: vec![Cell::new(0); 1 << bits],
            bits,
            last_bits,
            kept: Cell::new(0),
        }
    }

    /// By the high bits: those that `since` does not touch.
    #[inline]
    fn place(&self, hash: u64) -> &Cell<u64> {
        &self.places[(hash >> (u64::BITS - self.bits)) as usize]
    }

    /// Reads what may be known of positions, so that it is at hand when it is asked for.
    pub(super) fn fetch(&self, hashes: impl Iterator<Item = u64>) {
        let read = hashes.fold(0, |all, hash| all ^ self.place(hash).get());
        core::hint::black_box(read);
    }

    /// Grows if there is not room enough for what was kept.
    pub(super) fn grow(&mut self) {
        let wanted = (2 * self.kept.get()).max(1).ilog2() + 1;
        if wanted > self.bits && self.bits < self.last_bits {
            let larger = Quiet::with(wanted.min(self.last_bits), self.last_bits);
            for mark in self.places.iter().map(Cell::get).filter(|&mark| mark != 0) {
                larger.place(mark).set(mark);
            }
            *self = larger;
        }
    }

    /// What is found; looked for only if it may be there. `since` changes when it is worth while to look again.
    pub(super) fn find<T>(&self, hash: u64, since: usize, look: impl FnOnce() -> Option<T>) -> Option<T> {
        let mark = hash ^ since as u64;
        let place = self.place(hash);
        if place.get() == mark {
            return None;
        }
        let found = look();
        if found.is_none() {
            place.set(mark);
            self.kept.set(self.kept.get() + 1);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_not_looked_for_again_until_something_is_new() {
        let quiet = Quiet::new(0);
        let looks = Cell::new(0);
        let look = |hash: u64, since: usize, is_there: bool| {
            quiet.find(hash, since, || {
                looks.set(looks.get() + 1);
                is_there.then_some(hash)
            })
        };
        assert_eq!(look(5, 1, false), None);
        assert_eq!(look(5, 1, true), None, "it is not looked for again");
        assert_eq!(looks.get(), 1);
        assert_eq!(look(5, 2, true), Some(5), "something is new");
        assert_eq!(look(5, 2, true), Some(5), "what is found is always looked for");
        assert_eq!(looks.get(), 3);
        let other = 5 + (1 << 20);
        assert_eq!(look(other, 2, false), None);
        assert_eq!(look(5, 2, false), None);
        assert_eq!(look(other, 2, true), Some(other), "another took its place");
    }

    #[test]
    fn what_was_kept_stays_when_there_is_more_room() {
        let mut quiet = Quiet::new(0);
        let hashes = || (1..=20_000_u64).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for hash in hashes() {
            assert_eq!(quiet.find(hash, 3, || None::<u64>), None);
        }
        let looked_for = |quiet: &Quiet| {
            hashes()
                .filter(|&hash| quiet.find(hash, 3, || Some(hash)).is_some())
                .count()
        };
        let gone = looked_for(&quiet);
        quiet.grow();
        assert_eq!(quiet.places.len(), 2 << FIRST_BITS);
        quiet.grow();
        assert_eq!(quiet.places.len(), 2 << FIRST_BITS, "there is room");
        assert_eq!(looked_for(&quiet), gone, "nothing more is lost");
        assert!(gone < 10_000, "{gone}");
    }
}
