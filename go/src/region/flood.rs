//! Connected sets: seeds that grow over everything they touch.

use super::{Bits, Region, Word};

impl<const N: usize> Region<N> {
    /// The part of `within` that is connected to `seed`, which lies in it.
    pub fn flood(&self, seed: Bits<N>, within: Bits<N>) -> Bits<N> {
        let mut flooded = seed;
        while self.widen(&mut flooded, &within) {}
        flooded
    }

    /// The same, unless it meets `goal`: then nothing, and usually long before everything is flooded.
    pub fn flood_short_of(&self, seed: Bits<N>, within: Bits<N>, goal: Bits<N>) -> Option<Bits<N>> {
        let mut flooded = seed;
        while !flooded.meets(goal) {
            if !self.widen(&mut flooded, &within) {
                return Some(flooded);
            }
        }
        None
    }

    /// The same, unless it covers all of `goal`: then nothing, as soon as that is clear.
    pub fn flood_unless_all_of(&self, seed: Bits<N>, within: Bits<N>, goal: Bits<N>) -> Option<Bits<N>> {
        let mut flooded = seed;
        while !goal.minus(flooded).is_empty() {
            if !self.widen(&mut flooded, &within) {
                return Some(flooded);
            }
        }
        None
    }

    /// A round of flooding: reaches the cells of `within` that are a step away, and more. False if there was nothing to reach.
    ///
    /// It goes through the words once upwards and once downwards, and each goes on from what the last one reached, so that few rounds
    /// are needed. Most seeds are the lowest cell of what they flood, so lines are followed to their end on the way up.
    fn widen(&self, flooded: &mut Bits<N>, within: &Bits<N>) -> bool {
        let columns = u32::from(self.columns);
        let rest = Word::BITS - columns;
        let mut reached = *flooded;
        let (mut carry, mut last) = (false, 0);
        for place in 0..N {
            let (mut word, within) = (reached.0[place], within.0[place]);
            // A sum carries through all cells that follow a seed at once, and into the first one from which no step leads to the right.
            let through = within & self.not_last.0[place];
            let (half, over) = through.overflowing_add(word & through);
            let (sum, over_again) = half.overflowing_add(Word::from(carry));
            carry = over | over_again;
            word |= (sum ^ through) & within;
            word |= (word << columns | last >> rest) & within;
            reached.0[place] = word;
            last = word;
        }
        let (mut next, mut next_left, mut grown) = (0, 0, 0);
        for place in (0..N).rev() {
            let (mut word, within) = (reached.0[place], within.0[place]);
            word |= (word >> columns | next << rest) & within;
            let left = word & self.not_first.0[place];
            next = word;
            word |= (left >> 1 | next_left << (Word::BITS - 1)) & within;
            next_left = left;
            grown |= word ^ flooded.0[place];
            flooded.0[place] = word;
        }
        grown != 0
    }
}
