//! Proof numbers, and a table that remembers them.

use crate::set::Set;

/// Larger than every sum. It fits a slot.
pub(super) const ENDLESS: u32 = (1 << 24) - 1;
/// Sums grow no further, however often they count what different moves lead to: only what is settled is endless.
const MOST: u32 = ENDLESS - 1;

/// What looks even has two to the power of this for both numbers. That leaves room for what looks easier.
pub(super) const EVEN_BITS: u32 = 8;

/// How hard it looks to prove a win and to refute it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    pub(super) const WON: Numbers = Numbers {
        proof: 0,
        disproof: ENDLESS,
    };
    pub(super) const FAILED: Numbers = Numbers {
        proof: ENDLESS,
        disproof: 0,
    };
    /// Nothing is known, and neither side looks better.
    pub(super) const EVEN: Numbers = Numbers {
        proof: 1 << EVEN_BITS,
        disproof: 1 << EVEN_BITS,
    };
    /// No limit at all.
    pub(super) const ANY: Numbers = Numbers {
        proof: ENDLESS,
        disproof: ENDLESS,
    };

    /// Halves the proof number and doubles the other with every bit, or the other way round if the bits are negative. They must not be settled, and are not
    /// settled afterwards.
    pub(super) fn lean(self, bits: i32) -> Numbers {
        let shifted = |number: u32, bits: i32| {
            let by = bits.unsigned_abs().min(EVEN_BITS * 2);
            if bits < 0 {
                (number >> by).max(1)
            } else {
                (u64::from(number) << by).min(u64::from(MOST)) as u32
            }
        };
        Numbers {
            proof: shifted(self.proof, -bits),
            disproof: shifted(self.disproof, bits),
        }
    }

    /// How far they are on the winner's side, in bits. They must not be settled.
    pub(super) fn bits(self) -> i32 {
        self.disproof.ilog2() as i32 - self.proof.ilog2() as i32
    }

    pub(super) fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    pub(super) fn reaches(self, limits: Numbers) -> bool {
        self.proof >= limits.proof || self.disproof >= limits.disproof
    }
}

/// What the moves of a position come to.
pub(super) struct Sum {
    pub(super) numbers: Numbers,
    /// Where to go on.
    pub(super) best: usize,
    /// What the next best has, of the number that decides.
    second: u32,
}

impl Sum {
    /// Of the positions after each move; whether the side to move is the one that is to win.
    pub(super) fn of(children: impl Iterator<Item = Numbers>, is_winner: bool) -> Sum {
        let (mut best, mut least, mut second) = (0, (ENDLESS, u32::MAX), ENDLESS);
        let mut sum = 0;
        for (i, numbers) in children.enumerate() {
            let (one, all) = if is_winner {
                (numbers.proof, numbers.disproof)
            } else {
                (numbers.disproof, numbers.proof)
            };
            sum = (sum + all).min(MOST);
            if (one, all) < least {
                second = least.0;
                (best, least) = (i, (one, all));
            } else {
                second = second.min(one);
            }
        }
        let least = least.0;
        let sum = if least == 0 { ENDLESS } else { sum };
        let (proof, disproof) = if is_winner { (least, sum) } else { (sum, least) };
        Sum {
            numbers: Numbers { proof, disproof },
            best,
            second,
        }
    }

    /// How far to go into the best child, so that this position stays below its own limits. A quarter more than the next best has, lest two of them
    /// take turns all the time.
    pub(super) fn limits(&self, best: Numbers, limits: Numbers, is_winner: bool) -> Numbers {
        let wider = (self.second + self.second / 4 + 1).min(ENDLESS);
        let rest = |limit: u32, sum: u32, own: u32| match limit {
            ENDLESS => ENDLESS,
            limit => (limit - sum + own).min(ENDLESS),
        };
        if is_winner {
            Numbers {
                proof: limits.proof.min(wider),
                disproof: rest(limits.disproof, self.numbers.disproof, best.disproof),
            }
        } else {
            Numbers {
                proof: rest(limits.proof, self.numbers.proof, best.proof),
                disproof: limits.disproof.min(wider),
            }
        }
    }
}

/// What a slot says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry<const N: usize> {
    pub(super) numbers: Numbers,
    /// A byte more, for whoever uses the table.
    pub(super) note: u8,
    /// Where it rests, if it is a fact.
    pub(super) zone: Set<N>,
}

/// The hash, and in one word proof number, disproof number, note and work.
#[derive(Clone, Copy)]
struct Slot {
    hash: u64,
    what: u64,
}

const FREE: Slot = Slot { hash: 0, what: 0 };

impl Slot {
    fn entry<const N: usize>(self, zone: Set<N>) -> Entry<N> {
        Entry {
            numbers: Numbers {
                proof: (self.what >> 40) as u32,
                disproof: (self.what >> 16) as u32 & ENDLESS,
            },
            note: (self.what >> 8) as u8,
            zone,
        }
    }

    fn work(self) -> u8 {
        self.what as u8
    }
}

const WAYS: usize = 4;
/// So many low bits of a hash may tell several questions about a position apart. They lie in one line, and are fetched together.
pub(super) const KIND_BITS: u32 = 2;

/// As much as the processor fetches at once.
#[derive(Clone)]
#[repr(align(64))]
struct Line([Slot; WAYS]);

/// It grows up to a limit; then what took most work stays.
pub(super) struct Table<const N: usize> {
    lines: Vec<Line>,
    /// Apart from the lines, since they are seldom asked for.
    zones: Vec<[Set<N>; WAYS]>,
    used: usize,
    most: usize,
}

impl<const N: usize> Table<N> {
    /// One of at most about so many bytes.
    pub(super) fn new(bytes: usize) -> Table<N> {
        let line = size_of::<Line>() + size_of::<[Set<N>; WAYS]>();
        let most: usize = 1 << (bytes / line).max(1 << 6).ilog2();
        let lines = most.min(1 << 10);
        Table {
            lines: vec![Line([FREE; WAYS]); lines],
            zones: vec![[Set::EMPTY; WAYS]; lines],
            used: 0,
            most,
        }
    }

    fn line(&self, hash: u64) -> usize {
        (hash >> KIND_BITS) as usize & (self.lines.len() - 1)
    }

    /// Reads the lines of these hashes, so that they are at hand when they are asked for. The processor waits for all of them at once.
    pub(super) fn fetch(&self, hashes: impl Iterator<Item = u64>) {
        let read = hashes.fold(0, |all, hash| all ^ self.lines[self.line(hash)].0[0].what);
        core::hint::black_box(read);
    }

    pub(super) fn get(&self, hash: u64) -> Option<Entry<N>> {
        let at = self.line(hash);
        let line = &self.lines[at].0;
        let way = line.iter().position(|slot| slot.hash == hash)?;
        Some(line[way].entry(self.zones[at][way]))
    }

    pub(super) fn put(&mut self, hash: u64, entry: Entry<N>, work: u64) {
        let numbers = entry.numbers;
        let work = u64::from(64 - work.leading_zeros());
        let what = u64::from(numbers.proof) << 40
            | u64::from(numbers.disproof) << 16
            | u64::from(entry.note) << 8
            | work;
        self.place(Slot { hash, what }, entry.zone);
    }

    fn place(&mut self, new: Slot, zone: Set<N>) {
        if self.used * 2 > self.lines.len() * WAYS && self.lines.len() < self.most {
            self.grow();
        }
        let at = self.line(new.hash);
        let line = &mut self.lines[at].0;
        let same = line.iter().position(|slot| slot.hash == new.hash);
        let way = same.unwrap_or_else(|| (0..WAYS).min_by_key(|&way| line[way].work()).unwrap_or(0));
        self.used += usize::from(line[way].hash == 0);
        line[way] = new;
        self.zones[at][way] = zone;
    }

    fn grow(&mut self) {
        let size = self.lines.len() * 2;
        let lines = core::mem::replace(&mut self.lines, vec![Line([FREE; WAYS]); size]);
        let zones = core::mem::replace(&mut self.zones, vec![[Set::EMPTY; WAYS]; size]);
        self.used = 0;
        for (line, zones) in lines.into_iter().zip(zones) {
            for (slot, zone) in line.0.into_iter().zip(zones) {
                if slot.hash != 0 {
                    self.place(slot, zone);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lean_without_settling() {
        let even = Numbers::EVEN;
        assert_eq!(even.lean(3).bits(), 6, "both numbers move");
        assert_eq!(even.lean(-3).bits(), -6);
        assert_eq!(even.lean(0), even);
        for bits in -40..40 {
            assert!(!even.lean(bits).is_settled());
            assert!(!even.lean(bits).reaches(Numbers::ANY));
        }
    }

    #[test]
    fn what_looks_hopeless_is_not_settled() {
        let hard = Numbers {
            proof: ENDLESS - 2,
            disproof: 1,
        };
        let sum = Sum::of([hard; 3].into_iter(), false);
        assert!(!sum.numbers.is_settled());
        assert!(!sum.numbers.reaches(Numbers::ANY), "there is a way to go on");
        let limits = sum.limits(hard, Numbers::ANY, false);
        assert!(!hard.reaches(limits));
    }
}
