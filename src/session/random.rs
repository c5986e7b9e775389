//! Chance, from a seed that the caller brings.

/// Numbers that look random: xorshift.
#[derive(Clone, Copy, Debug)]
pub(super) struct Random(u32);

impl Random {
    pub(super) const fn new(seed: u32) -> Random {
        // Seeds are small numbers, such as the time since the start: their bits are spread first.
        let mut mixed = seed.wrapping_add(0x9e37_79b9);
        mixed = (mixed ^ mixed >> 16).wrapping_mul(0x85eb_ca6b);
        mixed = (mixed ^ mixed >> 13).wrapping_mul(0xc2b2_ae35);
        mixed ^= mixed >> 16;
        Random(if mixed == 0 { 1 } else { mixed })
    }

    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    /// A source of chance of its own for another user.
    pub(super) fn fork(&mut self) -> Random {
        Random::new(self.next())
    }

    /// A number from 0 to `count` less one; 0 if there is none.
    pub(super) fn below(&mut self, count: usize) -> usize {
        // The high bits are the better ones.
        ((u64::from(self.next()) * count as u64) >> 32) as usize
    }
}
