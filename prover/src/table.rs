//! What was found out about positions, by their hash.

use crate::set::Set;

/// Won positions are never searched again; of others it is known with how many moves of the winner nothing was found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<const N: usize> {
    hash: u64,
    /// The zone of a won position.
    pub(crate) zone: Set<N>,
    /// Won: [`WON`]. Otherwise not won with fewer moves of W than this.
    pub(crate) moves: u8,
    /// How much work it took, as a power of two.
    work: u8,
    /// The move to try first: W's in a won position, L's best where nothing was found.
    pub(crate) best: u16,
}

/// Marks a won position.
pub(crate) const WON: u8 = u8::MAX;

impl<const N: usize> Entry<N> {
    const FREE: Entry<N> = Entry {
        hash: 0,
        zone: Set::EMPTY,
        moves: 0,
        work: 0,
        best: u16::MAX,
    };

    #[inline]
    pub(crate) fn is_won(&self) -> bool {
        self.moves == WON
    }
}

/// A hash table that grows up to a limit and then drops what was cheap.
#[derive(Clone, Debug)]
pub(crate) struct Table<const N: usize> {
    entries: Vec<Entry<N>>,
    used: usize,
    most: usize,
    pub(crate) lost: u64,
}

const WAYS: usize = 4;

impl<const N: usize> Table<N> {
    /// A table of at most so many bytes.
    pub(crate) fn new(bytes: usize) -> Table<N> {
        let slots = (bytes / size_of::<Entry<N>>()).max(1 << 10);
        let most = 1 << slots.ilog2();
        Table {
            entries: vec![Entry::FREE; most.min(1 << 12)],
            used: 0,
            most,
            lost: 0,
        }
    }

    #[inline]
    fn slot(&self, hash: u64, way: usize) -> usize {
        (hash as usize ^ way) & (self.entries.len() - 1)
    }

    #[inline]
    pub(crate) fn get(&self, hash: u64) -> Option<&Entry<N>> {
        (0..WAYS)
            .map(|way| &self.entries[self.slot(hash, way)])
            .find(|entry| entry.hash == hash && entry.moves != 0)
    }

    /// Whether the position is won, and with what zone.
    #[inline]
    pub(crate) fn won(&self, hash: u64) -> Option<Set<N>> {
        self.get(hash)
            .filter(|entry| entry.is_won())
            .map(|entry| entry.zone)
    }

    pub(crate) fn put(&mut self, hash: u64, zone: Set<N>, moves: u8, best: u16, nodes: u64) {
        if self.used * 2 > self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
        let work = (nodes + 1).ilog2() as u8;
        self.insert(Entry {
            hash,
            zone,
            moves,
            work,
            best,
        });
    }

    fn insert(&mut self, entry: Entry<N>) {
        let (mut at, mut least) = (0, u32::MAX);
        for way in 0..WAYS {
            let slot = self.slot(entry.hash, way);
            let old = &self.entries[slot];
            if old.moves == 0 {
                self.used += 1;
                self.entries[slot] = entry;
                return;
            }
            if old.hash == entry.hash {
                // A win stays a win.
                if !old.is_won() || entry.is_won() {
                    self.entries[slot] = entry;
                }
                return;
            }
            let worth = u32::from(old.work) + if old.is_won() { 8 } else { 0 };
            if worth < least {
                (at, least) = (slot, worth);
            }
        }
        self.lost += 1;
        self.entries[at] = entry;
    }

    fn grow(&mut self) {
        let larger = vec![Entry::FREE; self.entries.len() * 2];
        let old = core::mem::replace(&mut self.entries, larger);
        self.used = 0;
        for entry in old {
            if entry.moves != 0 {
                self.insert(entry);
            }
        }
    }
}
