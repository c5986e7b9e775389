//! Chance that is the same for ever: a bank can be made again from its seed.

/// Numbers that look random and depend on the seed alone (the `splitmix64` steps).
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// The chance of one try of a run. Tries share nothing, so they can be made in any order and on any core.
    pub(super) fn of_try(seed: u64, number: u64) -> Random {
        let mut mixed = Random(seed);
        Random(mixed.number() ^ number.wrapping_mul(0xd134_2543_de82_ef95))
    }

    fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let once = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let twice = (once ^ (once >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        twice ^ (twice >> 31)
    }

    /// A number below `end`, which must not be 0.
    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.number() % end as u64) as usize
    }

    /// A number from `first` to `last`, both included.
    pub(super) fn between(&mut self, first: u8, last: u8) -> u8 {
        first + self.below(usize::from(last - first) + 1) as u8
    }

    /// True `percent` times in a hundred.
    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of `items`, which must not be empty.
    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// The place of one of `weights`, each as often as it weighs; `None` if all weigh nothing.
    pub(super) fn weighted(&mut self, weights: &[u32]) -> Option<usize> {
        let all: u32 = weights.iter().sum();
        if all == 0 {
            return None;
        }
        let mut left = self.below(all as usize) as u32;
        weights.iter().position(|&weight| {
            let found = left < weight;
            left = left.saturating_sub(weight);
            found
        })
    }
}
