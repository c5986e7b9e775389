//! A memory of what was looked for in vain.

use core::cell::Cell;

/// A megabyte, which a processor has close by.
const PLACES: usize = 1 << 17;

/// Positions of which something was looked for and not found, each where its hash says, until another takes its place. Most are asked about again.
pub(super) struct Quiet(Vec<Cell<u64>>);

impl Quiet {
    pub(super) fn new() -> Quiet {
        Quiet(vec![Cell::new(0); PLACES])
    }

    /// What is found; looked for only if it may be there. `since` changes when it is worth while to look again.
    pub(super) fn find<T>(&self, hash: u64, since: usize, look: impl FnOnce() -> Option<T>) -> Option<T> {
        let mark = hash ^ since as u64;
        let place = &self.0[hash as usize % PLACES];
        if place.get() == mark {
            return None;
        }
        let found = look();
        if found.is_none() {
            place.set(mark);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_not_looked_for_again_until_something_is_new() {
        let quiet = Quiet::new();
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
        let other = 5 + PLACES as u64;
        assert_eq!(look(other, 2, false), None);
        assert_eq!(look(5, 2, false), None);
        assert_eq!(look(other, 2, true), Some(other), "another took its place");
    }
}
