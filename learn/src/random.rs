//! Chance that is the same for ever: what is learnt can be learnt again from its seed.

/// Numbers that look random and depend on the seed alone (the `splitmix64` steps).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// All numbers of a seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `end`, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.number() % end as u64) as usize
    }

    /// Up to `count` of the items, drawn without putting back.
    pub fn draw<T: Copy>(&mut self, items: &[T], count: usize) -> Vec<T> {
        let mut left = items.to_vec();
        let mut drawn = Vec::new();
        while drawn.len() < count && !left.is_empty() {
            drawn.push(left.swap_remove(self.below(left.len())));
        }
        drawn
    }

    /// Brings the items into an order of chance.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// A number in which every bit depends on every bit of this one.
const fn mix(number: u64) -> u64 {
    let once = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let twice = (once ^ (once >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    twice ^ (twice >> 31)
}

/// A number for some bytes, the same for ever.
pub fn digest(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let step = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    mix(bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, step))
}
