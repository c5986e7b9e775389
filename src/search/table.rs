//! The table of positions: fixed memory, given by the caller.
//!
//! A slot takes 12 bytes and holds the whole of the position's number, so that two positions are only confused
//! if their 64-bit numbers are equal:
//!
//! ```text
//! low    u32   the number's low half; its bits 1 and 2, which the slot's place implies, hold the bound
//! high   u32   its high half
//! data   u32   value (bits 0–15) | move (16–24) | depth (25–30) | in use (31)
//! ```
//!
//! A position has two places. The first keeps what was searched deeper, the second takes everything else.

use super::{MoveId, WIN};

/// What a stored value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// It is exactly that.
    Exact,
    /// It is at least that.
    Lower,
    /// It is at most that.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) value: i16,
    pub(super) bound: Bound,
    pub(super) depth: u8,
    pub(super) best: Option<MoveId>,
}

impl Known {
    /// The value, if it is deep enough or proved, and tells what the window asks.
    pub(super) fn answers(self, alpha: i16, beta: i16, depth: u8) -> Option<i16> {
        let deep_enough = self.depth >= depth || self.value.abs() >= WIN;
        let tells = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        };
        (deep_enough && tells).then_some(self.value)
    }
}

/// The deepest search that a slot can record; deeper ones are recorded as this deep.
const DEEPEST: u8 = 63;
/// The number that stands for no move. Moves with this number or a higher one are not recorded.
const NO_MOVE: u32 = 0x1ff;
const IN_USE: u32 = 1 << 31;
/// The bits of the number's low half that hold the bound.
const BOUND_BITS: u32 = 0b110;
/// With fewer slots a slot's place would not imply those bits.
const FEWEST_SLOTS: usize = 8;

/// A place for one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    low: u32,
    high: u32,
    data: u32,
}

const _: () = assert!(size_of::<Slot>() == 12);

impl Slot {
    /// A place that holds nothing.
    pub const EMPTY: Slot = Slot {
        low: 0,
        high: 0,
        data: 0,
    };

    /// A slot as memory for somebody else, while no table uses it.
    pub(crate) const fn from_words([low, high, data]: [u32; 3]) -> Slot {
        Slot { low, high, data }
    }

    /// What was put into it as words.
    pub(crate) const fn words(&self) -> [u32; 3] {
        [self.low, self.high, self.data]
    }

    fn new(key: u64, known: Known) -> Slot {
        let best = known.best.map_or(NO_MOVE, |id| NO_MOVE.min(u32::from(id.0)));
        let depth = u32::from(known.depth.min(DEEPEST));
        Slot {
            low: (key as u32 & !BOUND_BITS) | (known.bound as u32) << 1,
            high: (key >> 32) as u32,
            data: IN_USE | depth << 25 | best << 16 | u32::from(known.value as u16),
        }
    }

    fn is(&self, key: u64) -> bool {
        let low_differs = (self.low ^ key as u32) & !BOUND_BITS;
        self.data & IN_USE != 0 && low_differs == 0 && self.high == (key >> 32) as u32
    }

    fn depth(&self) -> u8 {
        ((self.data >> 25) & 0x3f) as u8
    }

    fn known(&self) -> Known {
        let best = (self.data >> 16) & NO_MOVE;
        Known {
            value: self.data as u16 as i16,
            bound: match (self.low & BOUND_BITS) >> 1 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
            depth: self.depth(),
            best: (best != NO_MOVE).then_some(MoveId(best as u16)),
        }
    }
}

/// A table in memory lent by the caller. With little or no memory it remembers little or nothing.
#[derive(Debug)]
pub struct Table<'a> {
    slots: &'a mut [Slot],
}

impl<'a> Table<'a> {
    /// A table in the largest power of two of the slots. What they held is forgotten.
    pub fn new(slots: &'a mut [Slot]) -> Table<'a> {
        let usable = match slots.len() {
            0..FEWEST_SLOTS => 0,
            len => 1 << len.ilog2(),
        };
        let slots = &mut slots[..usable];
        slots.fill(Slot::EMPTY);
        Table { slots }
    }

    /// A table in all of the slots, a power of two, that still knows what one in their first half knew. What the second half
    /// held is forgotten.
    pub fn grown(slots: &'a mut [Slot]) -> Table<'a> {
        let half = slots.len() / 2;
        debug_assert!(slots.len().is_power_of_two() && half >= FEWEST_SLOTS);
        let (lower, upper) = slots.split_at_mut(half);
        for (stays, moves) in lower.iter_mut().zip(upper) {
            *moves = Slot::EMPTY;
            // A place now depends on one more bit of the number.
            if stays.low as usize & half != 0 {
                core::mem::swap(stays, moves);
            }
        }
        Table { slots }
    }

    /// A table in all of the slots, a power of two, that still knows what the one before in the same slots knew.
    pub fn kept(slots: &'a mut [Slot]) -> Table<'a> {
        debug_assert!(slots.is_empty() || (slots.len().is_power_of_two() && slots.len() >= FEWEST_SLOTS));
        Table { slots }
    }

    /// How many slots there are.
    pub const fn size(&self) -> usize {
        self.slots.len()
    }

    /// The memory of the table, for somebody else to work in. The table has to be cleared before it is used again.
    pub const fn memory(&mut self) -> &mut [Slot] {
        self.slots
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(Slot::EMPTY);
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    pub(super) fn get(&self, key: u64) -> Option<Known> {
        if self.slots.is_empty() {
            return None;
        }
        let place = self.place(key);
        let pair = [&self.slots[place], &self.slots[place ^ 1]];
        pair.into_iter().find(|slot| slot.is(key)).map(Slot::known)
    }

    pub(super) fn put(&mut self, key: u64, known: Known) {
        if self.slots.is_empty() {
            return;
        }
        let (first, second) = (self.place(key) & !1, self.place(key) | 1);
        let slot = Slot::new(key, known);
        if self.slots[second].is(key) {
            self.slots[second] = slot;
        } else if self.slots[first].is(key) {
            self.slots[first] = slot;
        } else if known.depth >= self.slots[first].depth() {
            self.slots[second] = self.slots[first];
            self.slots[first] = slot;
        } else {
            self.slots[second] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: Known = Known {
        value: -30_000,
        bound: Bound::Upper,
        depth: 17,
        best: Some(MoveId(361)),
    };

    #[test]
    fn what_is_put_in_comes_out() {
        let mut slots = [Slot::EMPTY; 8];
        let mut table = Table::new(&mut slots);
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            for best in [None, Some(MoveId(0)), Some(MoveId(361))] {
                for value in [0, 1, -1, 30_000, -30_000] {
                    let known = Known {
                        value,
                        bound,
                        best,
                        ..KNOWN
                    };
                    table.put(0xfedc_ba98_7654_3211, known);
                    assert_eq!(table.get(0xfedc_ba98_7654_3211), Some(known));
                }
            }
        }
    }

    #[test]
    fn numbers_that_differ_in_any_bit_are_told_apart() {
        let mut slots = [Slot::EMPTY; 64];
        let mut table = Table::new(&mut slots);
        let key = 0x0123_4567_89ab_cdef;
        table.put(key, KNOWN);
        for bit in 0..64 {
            assert_eq!(table.get(key ^ (1 << bit)), None, "bit {bit}");
        }
        assert_eq!(table.get(key), Some(KNOWN));
    }

    #[test]
    fn without_memory_nothing_is_remembered() {
        for len in 0..8 {
            let mut slots = [Slot::EMPTY; 8];
            let mut table = Table::new(&mut slots[..len]);
            table.put(5, KNOWN);
            assert_eq!(table.get(5), None);
        }
    }

    #[test]
    fn a_table_that_has_grown_knows_what_it_knew() {
        let mut slots = [Slot::EMPTY; 64];
        slots[16..].fill(Slot::new(3, KNOWN));
        let mut table = Table::new(&mut slots[..16]);
        // One for each pair of slots, with all kinds of bits above.
        let key = |i: u64| (2 * i) | ((i * 0x9e37_79b9) << 4);
        for i in 0..8 {
            table.put(key(i), KNOWN);
        }
        for size in [32, 64] {
            let table = Table::grown(&mut slots[..size]);
            let known = (0..64).filter(|&i| table.get(key(i)).is_some());
            assert!(known.eq(0..8), "{size} slots");
        }
    }

    #[test]
    fn the_deeper_search_of_two_stays() {
        let mut slots = [Slot::EMPTY; 8];
        let mut table = Table::new(&mut slots);
        // Four positions that share both their places.
        for (i, depth) in [9, 3, 4, 5].into_iter().enumerate() {
            table.put((i as u64) << 32, Known { depth, ..KNOWN });
        }
        let depth = |i: u64| table.get(i << 32).map(|known| known.depth);
        assert_eq!([0, 1, 2, 3].map(depth), [Some(9), None, None, Some(5)]);
    }
}
