//! How progress is written: a page for the player, and one for each bucket of records.
//!
//! A bucket holds the records of problems whose numbers begin with the same bits, sorted, so that only the step from one to the
//! next is written. It names its packs itself: no page needs another to be understood, so they may be written in any order.

use postcard::{take_from_bytes, to_slice};
use serde::{Deserialize, Serialize};

use super::progress::{BUCKETS, Packed};
use crate::record::{ProblemId, Profile, Record};

/// The page of the player.
pub(super) const PLAYER: u16 = BUCKETS as u16;
/// What the player's page looks like; a page of another version is not read.
const VERSION: u8 = 1;
/// Most packs of a bucket, as a record can name them.
const LOCAL_PACKS: usize = 64;

/// All pages, the player's first: it says which of the others count.
pub(super) fn order() -> impl Iterator<Item = u16> {
    core::iter::once(PLAYER).chain(0..PLAYER)
}

/// The bucket of a problem.
pub(super) const fn bucket(problem: u32) -> u16 {
    (problem >> (u32::BITS - BUCKETS.ilog2())) as u16
}

/// Writes values one behind the other.
pub(super) struct Pen<'b> {
    buffer: &'b mut [u8],
    used: usize,
}

impl<'b> Pen<'b> {
    pub(super) const fn new(buffer: &'b mut [u8]) -> Pen<'b> {
        Pen { buffer, used: 0 }
    }

    /// Writes a value; `None` if there is no room.
    fn put(&mut self, value: impl Serialize) -> Option<()> {
        self.used += to_slice(&value, &mut self.buffer[self.used..]).ok()?.len();
        Some(())
    }

    /// The player's page. Returns its length.
    pub(super) fn player(mut self, epoch: u32, profile: &Profile) -> Option<usize> {
        self.put(epoch)?;
        self.put(VERSION)?;
        self.put(profile)?;
        Some(self.used)
    }

    /// A bucket's page. `pack` tells the number of a pack by its place in memory. Returns its length.
    pub(super) fn bucket(
        mut self,
        epoch: u32,
        records: &[Packed],
        pack: impl Fn(u8) -> u32,
    ) -> Option<usize> {
        let mut packs = heapless::Vec::<u8, LOCAL_PACKS>::new();
        for record in records {
            if !packs.contains(&record.pack()) {
                packs.push(record.pack()).ok()?;
            }
        }
        self.put(epoch)?;
        self.put(packs.len() as u8)?;
        for &place in &packs {
            self.put(pack(place))?;
        }
        let mut last = 0;
        for record in records {
            let local = packs.iter().position(|&place| place == record.pack())? as u32;
            self.put(record.problem.wrapping_sub(last))?;
            self.put(record.state() & 31 | local << 5 | record.state() >> 5 << 11)?;
            last = record.problem;
        }
        Some(self.used)
    }
}

/// Reads the player's page: which epoch it is, and the profile if it is of this version.
pub(super) fn read_player(bytes: &[u8]) -> Option<(u32, Option<Profile>)> {
    let (epoch, bytes) = take_from_bytes::<u32>(bytes).ok()?;
    let (version, bytes) = take_from_bytes::<u8>(bytes).ok()?;
    let profile = take_from_bytes(bytes).ok().filter(|_| version == VERSION);
    Some((epoch, profile.map(|(profile, _)| profile)))
}

/// Reads a bucket's page: its epoch, and each record. `None` if it is no such page.
pub(super) fn read_bucket(bytes: &[u8], mut show: impl FnMut(u32, ProblemId, Record)) -> Option<()> {
    let (epoch, bytes) = take_from_bytes::<u32>(bytes).ok()?;
    let (count, mut bytes) = take_from_bytes::<u8>(bytes).ok()?;
    let mut packs = heapless::Vec::<u32, LOCAL_PACKS>::new();
    for _ in 0..count {
        let (pack, rest) = take(bytes)?;
        packs.push(pack).ok()?;
        bytes = rest;
    }
    let mut problem = 0u32;
    while !bytes.is_empty() {
        let (step, rest) = take::<u32>(bytes)?;
        let (word, rest) = take::<u32>(rest)?;
        bytes = rest;
        problem = problem.wrapping_add(step);
        let pack = *packs.get((word >> 5 & 63) as usize)?;
        let record = Packed::unpack(word & 31 | word >> 11 << 5);
        show(epoch, ProblemId { pack, problem }, record);
    }
    Some(())
}

fn take<'b, T: Deserialize<'b>>(bytes: &'b [u8]) -> Option<(T, &'b [u8])> {
    take_from_bytes(bytes).ok()
}
