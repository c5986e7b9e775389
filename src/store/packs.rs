//! Where packs lie in flash, and how one gets there.
//!
//! The region is divided into slots of 32 KiB, and a pack takes as many neighbouring ones as it needs: thirty small packs fit, or five of
//! 192 KiB, or one of 960. A board with more flash has more slots behind what is remembered, which lies on some slots in the middle then;
//! there are still at most thirty packs, but larger ones. Only the first bytes of a slot can begin a pack, so what lies inside of one, or is left of an
//! older one, is never mistaken for another. Whatever is not a pack is free; nothing is ever formatted.
//!
//! The first bytes of a pack, the seal, make it one. They are written last and alone, after everything else was read back and found right; a
//! page that is cut off half-way may have a whole header, but not the rest. Only then the older pack of the same number loses its own seal. If
//! the power fails between these two, both are there; the larger revision counts, and the other one is free. If the flash refuses to take the
//! older one's seal, that one stays, and the new one loses its own.

use core::ops::Range;

use embedded_storage_async::nor_flash::NorFlash;
use heapless::Vec;

use super::{PAGE, Refusal, SECTOR};
use crate::crc32::CRC;

/// The unit of room.
pub const SLOT: u32 = 32 * 1024;
/// How many slots there are on a board with the least flash; so many packs can be there at most.
pub const SLOTS: u32 = 30;
pub(super) const MOST: usize = SLOTS as usize;
/// Bytes of a pack that have to tell what it is.
pub const HEAD: usize = PAGE;
/// The first of these: without them nothing is a pack.
const SEAL: usize = 4;

/// What the first bytes of a pack say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// The number that its revisions share.
    pub id: u32,
    /// Which of them it is.
    pub revision: u16,
    /// Bytes of the whole pack.
    pub length: u32,
}

/// Why bytes are no pack for this firmware.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// They are something else.
    NotAPack,
    /// They are a pack for a newer firmware.
    Newer(u8, u8),
    /// They were a pack.
    Damaged,
}

impl From<Unfit> for Refusal {
    fn from(unfit: Unfit) -> Refusal {
        match unfit {
            Unfit::NotAPack => Refusal::NotAPack,
            Unfit::Newer(major, minor) => Refusal::NeedsFirmware(major, minor),
            Unfit::Damaged => Refusal::Damaged,
        }
    }
}

/// Reads the first bytes of a pack, up to [`HEAD`] of them.
pub type Look = fn(&[u8]) -> Result<Head, Unfit>;

/// A pack that is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Where it begins, from the start of the region.
    pub at: u32,
    /// What it says.
    pub head: Head,
}

impl Kept {
    fn slots(&self) -> Range<u32> {
        self.at / SLOT..(self.at + self.head.length).div_ceil(SLOT)
    }
}

/// A pack that is being written.
#[derive(Clone, Debug)]
struct Writing {
    kept: Kept,
    checksum: u32,
    /// Bytes that came so far.
    done: u32,
    /// The first page, kept back.
    first: [u8; HEAD],
}

/// The packs of a region.
#[derive(Clone, Debug)]
pub struct Packs {
    region: Range<u32>,
    /// Slots of the region that are not for packs.
    taken: Range<u32>,
    look: Look,
    kept: Vec<Kept, MOST>,
    writing: Option<Writing>,
    /// The pack that was finished last, while nothing else was begun: whoever missed the reply asks again.
    finished: Option<Kept>,
}

impl Packs {
    /// A region that nobody has looked at yet.
    pub const fn new(region: Range<u32>, look: Look) -> Packs {
        Packs {
            region,
            taken: 0..0,
            look,
            kept: Vec::new(),
            writing: None,
            finished: None,
        }
    }

    /// The same where something else lies on a part of the region.
    #[must_use]
    pub(super) const fn around(self, other: &Range<u32>) -> Packs {
        let (start, end) = (self.region.start, self.region.end);
        let taken = if other.start < end && start < other.end {
            other.start.saturating_sub(start) / SLOT..(other.end - start).div_ceil(SLOT)
        } else {
            0..0
        };
        // Moved as a whole, since nothing of it can be dropped in a constant.
        let mut packs = self;
        packs.taken = taken;
        packs
    }

    /// Finds the packs. Nothing is written.
    pub async fn scan<F: NorFlash>(&mut self, flash: &mut F) -> Result<(), F::Error> {
        self.kept.clear();
        self.abort();
        let mut slot = 0;
        while slot < self.slots() {
            let Some(found) = self.find(flash, slot).await? else {
                slot += 1;
                continue;
            };
            slot = found.slots().end;
            match self.kept.iter_mut().find(|kept| kept.head.id == found.head.id) {
                Some(kept) if kept.head.revision < found.head.revision => *kept = found,
                Some(_) => {}
                // There is a place for each: no more are ever taken.
                None => drop(self.kept.push(found)),
            }
        }
        Ok(())
    }

    /// The pack that begins with a slot, if one does.
    async fn find<F: NorFlash>(&self, flash: &mut F, slot: u32) -> Result<Option<Kept>, F::Error> {
        if self.taken.contains(&slot) {
            return Ok(None);
        }
        let mut page = [0; HEAD];
        let at = slot * SLOT;
        flash.read(self.region.start + at, &mut page).await?;
        let head = (self.look)(&page).ok();
        let fits = |head: &Head| head.length > 0 && head.length <= self.size() - at;
        let is_clear = |kept: &Kept| {
            slot >= self.taken.end || kept.slots().end <= self.taken.start || self.taken.is_empty()
        };
        let kept = head.filter(fits).map(|head| Kept { at, head });
        Ok(kept.filter(is_clear))
    }

    /// Reads some bytes of a pack that is there.
    pub(super) async fn read<F: NorFlash>(
        &self,
        flash: &mut F,
        kept: &Kept,
        offset: u32,
        bytes: &mut [u8],
    ) -> Result<(), Refusal> {
        let place = self.region.start + kept.at + offset;
        flash.read(place, bytes).await.map_err(failed)
    }

    /// Copies bytes of the pack with this number from a place on, as many as there is room for. Returns how many there are in all, and the bytes.
    pub async fn look_into<'b, F: NorFlash>(
        &self,
        flash: &mut F,
        (id, offset): (u32, u32),
        buffer: &'b mut [u8],
    ) -> Result<(u32, &'b [u8]), Refusal> {
        let kept = self.kept.iter().find(|kept| kept.head.id == id);
        let kept = kept.ok_or(Refusal::NoSuchPack)?;
        let length = kept.head.length;
        let many = (length.saturating_sub(offset) as usize).min(buffer.len());
        let bytes = &mut buffer[..many];
        if many > 0 {
            self.read(flash, kept, offset, bytes).await?;
        }
        Ok((length, bytes))
    }

    /// The packs that are there.
    pub fn kept(&self) -> &[Kept] {
        &self.kept
    }

    /// Bytes that are free in all, and in one piece.
    pub fn room(&self) -> (u32, u32) {
        let (mut all, mut most, mut run) = (0, 0, 0);
        for slot in 0..self.slots() {
            run = if self.is_free(slot) { run + SLOT } else { 0 };
            all += if run > 0 { SLOT } else { 0 };
            most = most.max(run);
        }
        (all, most)
    }

    /// Begins to write a pack of which the first bytes are known, or goes on with the one that is being written if it is the
    /// same. Returns how many bytes of it are there: all of them, if it was loaded before. Nothing in flash changes yet.
    pub async fn begin<F: NorFlash>(
        &mut self,
        flash: &mut F,
        (length, checksum): (u32, u32),
        first: &[u8],
    ) -> Result<u32, Refusal> {
        self.finished = None;
        let head = (self.look)(first)?;
        if head.length != length || first.len() != HEAD.min(length as usize) {
            return Err(Refusal::Damaged);
        }
        if let Some(writing) = &self.writing {
            let is_same = writing.kept.head == head && writing.checksum == checksum;
            if is_same && writing.first.starts_with(first) {
                return Ok(writing.done);
            }
        }
        if let Some(there) = self.kept.iter().copied().find(|kept| kept.head.id == head.id) {
            if there.head == head && self.sum(flash, &there, None).await.map_err(failed)? == checksum {
                self.abort();
                self.finished = Some(there);
                return Ok(length);
            }
            if there.head.revision > head.revision {
                return Err(Refusal::Older(there.head.revision));
            }
        }
        let by = length.saturating_sub(self.largest());
        if by > 0 {
            return Err(Refusal::TooBig { by });
        }
        let is_new = !self.kept.iter().any(|kept| kept.head.id == head.id);
        if is_new && self.kept.is_full() {
            // However much flash there is: the list is full.
            return Err(Refusal::NoRoom {
                needs: length,
                free: 0,
            });
        }
        let at = self.free_run(length).ok_or(Refusal::NoRoom {
            needs: length,
            free: self.room().1,
        })?;
        let mut page = [0xff; HEAD];
        page[..first.len()].copy_from_slice(first);
        self.writing = Some(Writing {
            kept: Kept { at, head },
            checksum,
            done: 0,
            first: page,
        });
        Ok(0)
    }

    /// Takes the next bytes of the pack that is being written. Bytes for another place than the next one are left alone. Returns
    /// where the next ones belong.
    pub async fn write<F: NorFlash>(
        &mut self,
        flash: &mut F,
        offset: u32,
        bytes: &[u8],
    ) -> Result<u32, Refusal> {
        let writing = self.writing.as_ref().ok_or(Refusal::NotLoading)?;
        let left = writing.kept.head.length - writing.done;
        if offset != writing.done || bytes.len() as u32 > left {
            return Ok(writing.done);
        }
        if offset == 0 {
            self.clear_the_way(flash).await.map_err(failed)?;
        }
        let mut rest = bytes;
        while let (Some(writing), false) = (&mut self.writing, rest.is_empty()) {
            let place = self.region.start + writing.kept.at + writing.done;
            // At most to the end of the page: then each page is written once if the bytes come in whole pages.
            let many = rest.len().min(PAGE - writing.done as usize % PAGE);
            let (now, later) = rest.split_at(many);
            if writing.done.is_multiple_of(SECTOR) {
                flash.erase(place, place + SECTOR).await.map_err(failed)?;
            }
            if writing.done < HEAD as u32 {
                let from = writing.done as usize;
                writing.first[from..from + many].copy_from_slice(now);
            } else {
                flash.write(place, now).await.map_err(failed)?;
            }
            writing.done += many as u32;
            rest = later;
        }
        Ok(self.writing.as_ref().map_or(0, |writing| writing.done))
    }

    /// Takes away the seals of packs that do not count: something is to be written, perhaps over them, and they must not come back with half of
    /// their content.
    async fn clear_the_way<F: NorFlash>(&mut self, flash: &mut F) -> Result<(), F::Error> {
        for slot in 0..self.slots() {
            if self.is_free(slot) && self.find(flash, slot).await?.is_some() {
                self.wipe(flash, slot * SLOT).await?;
            }
        }
        Ok(())
    }

    /// Makes a pack of what was written, if it is what it should be, and frees its older revision. Asked once more, it says the same.
    pub async fn finish<F: NorFlash>(&mut self, flash: &mut F) -> Result<Kept, Refusal> {
        let Some(writing) = &self.writing else {
            return self.finished.ok_or(Refusal::NotLoading);
        };
        if writing.done < writing.kept.head.length {
            return Err(Refusal::Incomplete);
        }
        let (new, first) = (writing.kept, writing.first);
        let sum = self.sum(flash, &new, Some(&first)).await.map_err(failed)?;
        let is_right = sum == writing.checksum && (self.look)(&first) == Ok(new.head);
        self.writing = None;
        if !is_right {
            return Err(Refusal::Damaged);
        }
        let place = self.region.start + new.at;
        let (seal, rest) = first.split_at(SEAL);
        let mut page = [0; HEAD];
        flash.write(place + SEAL as u32, rest).await.map_err(failed)?;
        flash.read(place, &mut page).await.map_err(failed)?;
        if page[SEAL..] != *rest {
            return Err(Refusal::FlashFailed);
        }
        if flash.write(place, seal).await.is_err() {
            // Some of it may be there all the same.
            let _ = self.wipe(flash, new.at).await;
            return Err(Refusal::FlashFailed);
        }
        let old = self.kept.iter().position(|kept| kept.head.id == new.head.id);
        if let Some(old) = old {
            self.replace(flash, &self.kept[old], &new).await?;
            self.kept.remove(old);
        }
        let _ = self.kept.push(new);
        self.kept.sort_unstable_by_key(|kept| kept.at);
        self.finished = Some(new);
        Ok(new)
    }

    /// Takes the older pack away when the new one is complete. If that cannot be done, the new one goes, and nothing has changed.
    async fn replace<F: NorFlash>(&self, flash: &mut F, old: &Kept, new: &Kept) -> Result<(), Refusal> {
        if self.wipe(flash, old.at).await.is_ok() {
            return Ok(());
        }
        match self.find(flash, old.at / SLOT).await {
            Ok(Some(there)) if there == *old => {
                let _ = self.wipe(flash, new.at).await;
                Err(Refusal::FlashFailed)
            }
            // It is gone all the same.
            Ok(_) => Ok(()),
            // Nobody knows; one of them will be found at the next start.
            Err(_) => Err(Refusal::FlashFailed),
        }
    }

    /// Forgets the pack that is being written.
    pub fn abort(&mut self) {
        self.writing = None;
        self.finished = None;
    }

    /// Whether a pack is being written.
    pub const fn is_writing(&self) -> bool {
        self.writing.is_some()
    }

    /// Takes a pack away.
    pub async fn delete<F: NorFlash>(&mut self, flash: &mut F, id: u32) -> Result<(), Refusal> {
        let place = self.kept.iter().position(|kept| kept.head.id == id);
        let place = place.ok_or(Refusal::NoSuchPack)?;
        self.finished = None;
        // One that does not count goes first: it would count again.
        for slot in 0..self.slots() {
            let found = self.find(flash, slot).await.map_err(failed)?;
            if found.is_some_and(|found| found.head.id == id && self.is_free(slot)) {
                self.wipe(flash, slot * SLOT).await.map_err(failed)?;
            }
        }
        self.wipe(flash, self.kept[place].at).await.map_err(failed)?;
        self.kept.remove(place);
        Ok(())
    }

    /// Takes a seal away. Zeros can be written without erasing.
    async fn wipe<F: NorFlash>(&self, flash: &mut F, at: u32) -> Result<(), F::Error> {
        flash.write(self.region.start + at, &[0; SEAL]).await
    }

    /// The checksum of a pack as it lies in flash, but for its first page if that is still kept back.
    async fn sum<F: NorFlash>(
        &self,
        flash: &mut F,
        kept: &Kept,
        first: Option<&[u8; HEAD]>,
    ) -> Result<u32, F::Error> {
        let length = kept.head.length;
        let start = self.region.start + kept.at;
        let mut digest = CRC.digest();
        let mut at = 0;
        if let Some(first) = first {
            at = length.min(HEAD as u32);
            digest.update(&first[..at as usize]);
        }
        while at < length {
            let mut piece = [0; PAGE];
            let piece = &mut piece[..PAGE.min((length - at) as usize)];
            flash.read(start + at, piece).await?;
            digest.update(piece);
            at += piece.len() as u32;
        }
        Ok(digest.finalize())
    }

    /// Where a pack of this length can go: into the smallest piece of free room that it fits.
    fn free_run(&self, length: u32) -> Option<u32> {
        let needs = length.div_ceil(SLOT).max(1);
        let (mut best, mut run) = (None, 0);
        for slot in 0..=self.slots() {
            if slot < self.slots() && self.is_free(slot) {
                run += 1;
                continue;
            }
            let is_better = best.is_none_or(|(_, least)| run < least);
            if run >= needs && is_better {
                best = Some((slot - run, run));
            }
            run = 0;
        }
        best.map(|(slot, _)| slot * SLOT)
    }

    fn is_free(&self, slot: u32) -> bool {
        !self.taken.contains(&slot) && !self.kept.iter().any(|kept| kept.slots().contains(&slot))
    }

    fn slots(&self) -> u32 {
        self.size() / SLOT
    }

    /// The largest pack that there could ever be room for.
    fn largest(&self) -> u32 {
        let (start, end) = (self.taken.start * SLOT, self.taken.end * SLOT);
        start.max(self.size().saturating_sub(end))
    }

    const fn size(&self) -> u32 {
        self.region.end - self.region.start
    }
}

/// What went wrong in the flash is for its driver's log; here it is enough that it did.
fn failed<E>(_error: E) -> Refusal {
    Refusal::FlashFailed
}
