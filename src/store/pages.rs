//! How progress is written: a page for the player, and one for each bucket of records.
//!
//! ```text
//! player: epoch | version | length of the settings | settings … | the player's other fields …
//! game:   epoch | the game, which the session understands …
//! bucket: epoch | 128 + version | numbers a record has | packs | pack … | step, state, … for each record
//! ```
//!
//! A bucket holds the records of problems whose numbers begin with the same bits, sorted, so that only the step from one to the
//! next is written. It names its packs itself: no page needs another to be understood, so they may be written in any order.
//!
//! **Pages are read for ever.** Fields are only added, at the end of the settings, of the player or of a record, and [`VERSION`] grows
//! with each. An older page ends sooner, and what it does not have is as for a new player. A newer page is read as far as it is known, and
//! said to be newer, so that nobody writes over it. Pages of version 1 had neither lengths nor, in buckets, a version; `docs/formats.md` has
//! all layouts.

use postcard::{take_from_bytes, to_slice};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::log::MAX_VALUE;
use super::progress::{BUCKETS, MOST_OF_BUCKET, Packed};
use crate::record::{Fields, GAME, Kept, ProblemId, Record};

/// The version that is written.
pub const VERSION: u8 = 9;
/// The page of the player.
pub(super) const PLAYER: u16 = BUCKETS as u16;
/// The page of the game that is not finished.
pub(super) const UNFINISHED: u16 = PLAYER + 1;
/// The version without lengths, and how many settings it had.
const FIRST: u8 = 1;
const FIRST_SETTINGS: usize = 13;
/// In a bucket, what is added to the version: the first version had the number of packs in its place, which is less.
const MARK: u8 = 128;
/// Numbers that a record has: the step from the problem before, and what became of it.
const NUMBERS: u8 = 2;
/// Most packs of a bucket, as a record can name them.
const LOCAL_PACKS: usize = 64;

/// Every game fits, and every bucket: epoch, version, numbers and packs; the packs; a first step of five bytes and others of four, with a state of five each.
const _: () = assert!(5 + GAME < MAX_VALUE);
const _: () = assert!(5 + 3 + 4 * LOCAL_PACKS + 9 * MOST_OF_BUCKET < MAX_VALUE);

/// All pages, the player's first: it says which of the others count.
pub(super) fn order() -> impl Iterator<Item = u16> {
    core::iter::once(PLAYER).chain(0..PLAYER).chain([UNFINISHED])
}

/// The bucket of a problem.
pub(super) const fn bucket(problem: u32) -> u16 {
    (problem >> (u32::BITS - BUCKETS.ilog2())) as u16
}

/// Writes values one behind the other.
struct Pen<'b> {
    buffer: &'b mut [u8],
    used: usize,
    /// There was no room.
    is_over: bool,
}

impl<'b> Pen<'b> {
    const fn new(buffer: &'b mut [u8]) -> Pen<'b> {
        Pen {
            buffer,
            used: 0,
            is_over: false,
        }
    }

    fn put(&mut self, value: &impl Serialize) {
        let room = self.buffer.get_mut(self.used..).unwrap_or_default();
        match to_slice(value, room) {
            Ok(written) => self.used += written.len(),
            Err(_) => self.is_over = true,
        }
    }

    /// How long it has become; `None` if there was no room.
    fn end(self) -> Option<usize> {
        (!self.is_over).then_some(self.used)
    }
}

impl Fields for Pen<'_> {
    fn field<T: Serialize + DeserializeOwned>(&mut self, value: &mut T) {
        self.put(value);
    }

    fn choice<T: Copy + PartialEq>(&mut self, value: &mut T, all: &[T]) {
        let place = all.iter().position(|one| one == value).unwrap_or(0);
        self.put(&(place as u32));
    }

    fn group(&mut self, fields: &mut impl Kept) {
        let place = self.used;
        self.put(&0u8);
        fields.fields(self);
        let length = self.used.saturating_sub(place + 1);
        match (u8::try_from(length), self.buffer.get_mut(place)) {
            (Ok(length), Some(place)) => *place = length,
            _ => self.is_over = true,
        }
    }
}

/// Fills fields with what was written.
struct Reader<'b> {
    rest: &'b [u8],
    /// Fields that may still be read: groups of the first version have no length, but are known to have so many.
    left: usize,
    version: u8,
    /// There is something, but not what it should be.
    is_damaged: bool,
}

impl<'b> Reader<'b> {
    const fn new(rest: &'b [u8], version: u8) -> Reader<'b> {
        Reader {
            rest,
            left: usize::MAX,
            version,
            is_damaged: false,
        }
    }

    /// The next value; `None` at the end, or if it is no such value.
    fn next<T: Deserialize<'b>>(&mut self) -> Option<T> {
        if self.left == 0 || self.rest.is_empty() || self.is_damaged {
            return None;
        }
        self.left -= 1;
        if let Ok((value, rest)) = take_from_bytes(self.rest) {
            self.rest = rest;
            return Some(value);
        }
        self.is_damaged = true;
        None
    }
}

impl Fields for Reader<'_> {
    fn field<T: Serialize + DeserializeOwned>(&mut self, value: &mut T) {
        if let Some(found) = self.next() {
            *value = found;
        }
    }

    fn choice<T: Copy + PartialEq>(&mut self, value: &mut T, all: &[T]) {
        let found = self.next::<u32>().and_then(|place| all.get(place as usize));
        if let Some(&found) = found {
            *value = found;
        }
    }

    fn group(&mut self, fields: &mut impl Kept) {
        if self.version == FIRST {
            self.left = FIRST_SETTINGS;
            fields.fields(self);
            self.left = usize::MAX;
            return;
        }
        let Some(length) = self.next::<u8>() else { return };
        let Some((inside, behind)) = self.rest.split_at_checked(length.into()) else {
            self.is_damaged = true;
            return;
        };
        let mut inside = Reader::new(inside, self.version);
        fields.fields(&mut inside);
        self.is_damaged |= inside.is_damaged;
        self.rest = behind;
    }
}

/// A page as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page<T> {
    /// Pages of another epoch than the player's are forgotten.
    pub epoch: u32,
    /// It is of a later version, and has more in it than is told here.
    pub is_newer: bool,
    /// What it says.
    pub content: T,
}

/// Writes the player's page in a version. Returns its length; `None` if there is no room.
pub fn write_player<P: Kept>(version: u8, epoch: u32, player: &P, buffer: &mut [u8]) -> Option<usize> {
    let mut pen = Pen::new(buffer);
    pen.put(&epoch);
    pen.put(&version);
    player.clone().fields(&mut pen);
    pen.end()
}

/// Reads the player's page, where versions up to `known` are known. `None` if it is no such page.
pub fn read_player<P: Kept>(known: u8, bytes: &[u8]) -> Option<Page<P>> {
    let (epoch, bytes) = take_from_bytes::<u32>(bytes).ok()?;
    let (&version, bytes) = bytes.split_first()?;
    let is_newer = version > known;
    let mut reader = Reader::new(bytes, version);
    let mut content = P::default();
    content.fields(&mut reader);
    let is_sound = version >= FIRST && (is_newer || !reader.is_damaged);
    is_sound.then_some(Page {
        epoch,
        is_newer,
        content,
    })
}

/// Writes the page of the game that is not finished. Returns its length.
pub(super) fn write_game(epoch: u32, game: &[u8], buffer: &mut [u8]) -> Option<usize> {
    let mut pen = Pen::new(buffer);
    pen.put(&epoch);
    let start = pen.end()?;
    buffer.get_mut(start..start + game.len())?.copy_from_slice(game);
    Some(start + game.len())
}

/// Reads it: its epoch, and the game.
pub(super) fn read_game(bytes: &[u8]) -> Option<(u32, &[u8])> {
    take_from_bytes(bytes).ok()
}

/// Writes a bucket's page. `pack` tells the number of a pack by its place in memory. Returns its length.
pub(super) fn write_bucket(
    epoch: u32,
    records: &[Packed],
    pack: impl Fn(u8) -> u32,
    buffer: &mut [u8],
) -> Option<usize> {
    let mut packs = heapless::Vec::<u8, LOCAL_PACKS>::new();
    for record in records {
        if !packs.contains(&record.pack()) {
            packs.push(record.pack()).ok()?;
        }
    }
    let mut pen = Pen::new(buffer);
    pen.put(&epoch);
    pen.put(&(MARK + VERSION));
    pen.put(&NUMBERS);
    pen.put(&(packs.len() as u8));
    for &place in &packs {
        pen.put(&pack(place).to_le_bytes());
    }
    let mut last = 0;
    for record in records {
        let local = packs.iter().position(|&place| place == record.pack())? as u32;
        pen.put(&record.problem.wrapping_sub(last));
        pen.put(&(record.state() & 31 | local << 5 | record.state() >> 5 << 11));
        last = record.problem;
    }
    pen.end()
}

/// Reads a bucket's page, and shows each record with the epoch. `None` if it is no such page.
pub fn read_bucket(bytes: &[u8], mut show: impl FnMut(u32, ProblemId, Record)) -> Option<Page<()>> {
    let (epoch, bytes) = take_from_bytes::<u32>(bytes).ok()?;
    let (&first, mut bytes) = bytes.split_first()?;
    let (mut version, mut numbers, mut count) = (FIRST, NUMBERS, first);
    if first >= MARK {
        // The first version has no mark.
        version = Some(first - MARK).filter(|&version| version > FIRST)?;
        ([numbers, count], bytes) = bytes.split_first_chunk().map(|(head, rest)| (*head, rest))?;
    }
    let is_newer = version > VERSION;
    let show = |id, record| show(epoch, id, record);
    let is_whole = read_records(bytes, version, [numbers, count], show).is_some();
    (is_newer || is_whole).then_some(Page {
        epoch,
        is_newer,
        content: (),
    })
}

/// Reads the packs and records of a bucket. `None` if there is anything that should not be there.
fn read_records(
    bytes: &[u8],
    version: u8,
    [numbers, count]: [u8; 2],
    mut show: impl FnMut(ProblemId, Record),
) -> Option<()> {
    let mut packs = heapless::Vec::<u32, LOCAL_PACKS>::new();
    let mut reader = Reader::new(bytes, version);
    for _ in 0..count {
        let pack = match version {
            FIRST => reader.next()?,
            _ => u32::from_le_bytes(reader.next()?),
        };
        packs.push(pack).ok()?;
    }
    let mut problem = 0u32;
    while !reader.rest.is_empty() {
        let (step, word) = (reader.next::<u32>()?, reader.next::<u32>()?);
        for _ in NUMBERS..numbers {
            reader.next::<u64>()?;
        }
        problem = problem.wrapping_add(step);
        let pack = *packs.get((word >> 5 & 63) as usize)?;
        let record = Packed::unpack(word & 31 | word >> 11 << 5);
        show(ProblemId { pack, problem }, record);
    }
    Some(())
}
