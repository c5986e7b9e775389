//! What was found out about positions, by their hash.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::set::Set;

/// Why a position is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Why {
    /// It is seen: unconditional life, or no key stone left.
    Fact,
    /// W plays this.
    Plays(u16),
    /// L is to move: these moves (the first as good as a pass) were refuted. A place in the list of moves, and how many.
    Replies(u32, u16),
    /// It agrees on the zone with this won position.
    Like(u64),
}

/// A won position. It is never forgotten nor changed, so everything that was derived from it stays derived from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Won<const N: usize> {
    pub(crate) zone: Set<N>,
    pub(crate) why: Why,
}

/// Hashes are random numbers already.
#[derive(Clone, Copy, Default, Debug)]
struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {}
    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// A position that W did not win with few moves.
#[derive(Clone, Copy, Debug)]
struct Failure {
    hash: u64,
    /// Not won with fewer moves of W than this; 0 is a free slot.
    moves: u8,
    /// How much work that was, as a power of two.
    work: u8,
    /// L's best move, or W's.
    best: u16,
}

/// Wins, whoever found them.
#[derive(Clone, Debug)]
pub(crate) struct Table<const N: usize> {
    wins: HashMap<u64, Won<N>, BuildHasherDefault<Same>>,
    replies: Vec<u16>,
    most_wins: usize,
}

/// Failures, as far as there is room.
#[derive(Clone, Debug)]
pub(crate) struct Failures {
    slots: Vec<Failure>,
    used: usize,
    most: usize,
}

const WAYS: usize = 4;
const FREE: Failure = Failure {
    hash: 0,
    moves: 0,
    work: 0,
    best: u16::MAX,
};

impl<const N: usize> Table<N> {
    /// A table of about so many bytes.
    pub(crate) fn new(bytes: usize) -> Table<N> {
        Table {
            wins: HashMap::default(),
            replies: Vec::new(),
            most_wins: bytes / (2 * size_of::<Won<N>>() + 16),
        }
    }

    /// Whether there is no room for more wins.
    pub(crate) fn is_full(&self) -> bool {
        self.wins.len() >= self.most_wins
    }

    /// Whether half of the room is taken.
    pub(crate) fn is_half_full(&self) -> bool {
        self.wins.len() >= self.most_wins / 2
    }

    #[inline]
    pub(crate) fn won(&self, hash: u64) -> Option<&Won<N>> {
        self.wins.get(&hash)
    }

    /// The moves of L that a win rests on.
    pub(crate) fn replies(&self, at: u32, count: u16) -> &[u16] {
        &self.replies[at as usize..][..usize::from(count)]
    }

    /// Takes a win down. Its zone: if it was won before, that of then.
    pub(crate) fn win(&mut self, hash: u64, zone: Set<N>, why: Why) -> Set<N> {
        self.wins.entry(hash).or_insert(Won { zone, why }).zone
    }

    /// The same for a win by replies to these moves.
    pub(crate) fn win_by_replies(&mut self, hash: u64, zone: Set<N>, moves: &[u16]) -> Set<N> {
        let at = self.replies.len() as u32;
        let won = self.wins.entry(hash).or_insert_with(|| {
            self.replies.extend(moves);
            Won {
                zone,
                why: Why::Replies(at, moves.len() as u16),
            }
        });
        won.zone
    }
}

impl Failures {
    /// A table of about so many bytes.
    pub(crate) fn new(bytes: usize) -> Failures {
        let most = 1usize << (bytes / size_of::<Failure>()).max(1 << 10).ilog2();
        Failures {
            slots: vec![FREE; most.min(1 << 12)],
            used: 0,
            most,
        }
    }

    #[inline]
    fn slot(&self, hash: u64, way: usize) -> usize {
        (hash as usize ^ way) & (self.slots.len() - 1)
    }

    /// With fewer moves than what number a position was not won, and the best move then.
    #[inline]
    pub(crate) fn failure(&self, hash: u64) -> Option<(u32, u16)> {
        (0..WAYS)
            .map(|way| &self.slots[self.slot(hash, way)])
            .find(|failure| failure.hash == hash && failure.moves != 0)
            .map(|failure| (u32::from(failure.moves), failure.best))
    }

    pub(crate) fn fail(&mut self, hash: u64, moves: u8, best: u16, nodes: u64) {
        if self.used * 2 > self.slots.len() && self.slots.len() < self.most {
            self.grow();
        }
        let work = (nodes + 1).ilog2() as u8;
        self.insert(Failure {
            hash,
            moves,
            work,
            best,
        });
    }

    fn insert(&mut self, new: Failure) {
        let (mut at, mut least) = (0, u8::MAX);
        for way in 0..WAYS {
            let slot = self.slot(new.hash, way);
            let old = &self.slots[slot];
            if old.moves == 0 || old.hash == new.hash {
                self.used += usize::from(old.moves == 0);
                self.slots[slot] = new;
                return;
            }
            if old.work < least {
                (at, least) = (slot, old.work);
            }
        }
        self.slots[at] = new;
    }

    fn grow(&mut self) {
        let larger = vec![FREE; self.slots.len() * 2];
        let old = core::mem::replace(&mut self.slots, larger);
        self.used = 0;
        for failure in old.into_iter().filter(|failure| failure.moves != 0) {
            self.insert(failure);
        }
    }
}
