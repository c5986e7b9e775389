//! The player's own problems: the pack "Mine", which is written anew whenever one of them changes.
//!
//! It is a pack as any other, so it is listed, trained on, sent to a computer and loaded from one like them. A change makes a new revision of it
//! in free room, problem by problem, since there is no memory for a whole pack; then it takes the place of the old one as a load does. So at
//! every moment the old or the new one is whole.

use embedded_storage_async::nor_flash::NorFlash;
use heapless::Vec;

use super::packs::{HEAD, Kept, Packs};
use super::{PAGE, Refusal};
use crate::crc32::CRC;
use crate::pack::library::{Change, NotKept, Sentence, cut, problem_number};
use crate::pack::{Header, Listing, encode};
use crate::problem::Level;

/// The number of the pack: the one that its name has on a computer, too.
pub const MINE: u32 = 0xe569_84d6;
/// What it is called.
pub const NAME: &str = "Mine";
/// The minor version of its format: problems that are made have no book. Records are copied as they are, so all have the same.
const VERSION: u8 = 1;
/// The longest record of a problem that is made on the handheld.
const MOST_BYTES: usize = 640;

/// A change of one's own problems, ready to be written.
#[derive(Clone, Debug)]
pub struct Made {
    /// The problem with this number goes.
    gone: Option<u32>,
    new: Option<Written>,
}

/// A problem as a pack holds it.
#[derive(Clone, Debug)]
struct Written {
    number: u32,
    level: Option<Level>,
    bytes: Vec<u8, MOST_BYTES>,
}

impl Made {
    /// Puts a change into bytes, or says why that cannot be.
    pub fn of(change: &Change<'_>) -> Result<Made, Sentence> {
        let Some(entry) = change.new else {
            return Ok(Made {
                gone: change.gone,
                new: None,
            });
        };
        let record = entry.record();
        let mut bytes = Vec::new();
        // There is room for so many.
        let _ = bytes.resize_default(MOST_BYTES);
        let length =
            encode(&record, VERSION, &mut bytes).map_err(|_| cut("Not kept: too much is said about it"))?;
        bytes.truncate(length);
        Ok(Made {
            gone: change.gone,
            new: Some(Written {
                number: problem_number(&entry.problem),
                level: entry.level,
                bytes,
            }),
        })
    }
}

impl From<Refusal> for NotKept {
    fn from(refusal: Refusal) -> NotKept {
        match refusal {
            Refusal::NoRoom { .. } | Refusal::TooBig { .. } => NotKept::NoRoom,
            Refusal::Incomplete => NotKept::Loading,
            _ => NotKept::Failed,
        }
    }
}

/// Changes the pack. If that is refused, nothing has changed.
pub async fn change<F: NorFlash>(packs: &mut Packs, flash: &mut F, made: &Made) -> Result<(), Refusal> {
    if packs.is_writing() {
        return Err(Refusal::Incomplete);
    }
    let old = Old::find(packs, flash).await?;
    let mut edition = Edition {
        old,
        gone: None,
        made,
    };
    edition.gone = edition.find(packs, flash, made.gone).await?;
    let (count, length) = edition.measure(packs, flash).await?;
    if count == 0 {
        return match edition.old {
            Some(_) => packs.delete(flash, MINE).await,
            None => Ok(()),
        };
    }
    let revision = edition
        .old
        .map_or(1, |old| old.kept.head.revision.saturating_add(1));
    let mut header = Header {
        minor: VERSION,
        length,
        count,
        ..Header::new(MINE, revision, NAME)
    };
    let mut summing = Pour::new(false);
    edition.pour(packs, flash, &header, false, &mut summing).await?;
    header.body_checksum = summing.end(packs, flash).await?;
    let mut summing = Pour::new(false);
    edition.pour(packs, flash, &header, true, &mut summing).await?;
    let checksum = summing.end(packs, flash).await?;
    let first = &summing.first[..HEAD.min(header.length as usize)];
    packs.begin(flash, (header.length, checksum), first).await?;
    let written = write(&edition, packs, flash, &header).await;
    if written.is_err() {
        packs.abort();
    }
    written
}

async fn write<F: NorFlash>(
    edition: &Edition<'_>,
    packs: &mut Packs,
    flash: &mut F,
    header: &Header<'_>,
) -> Result<(), Refusal> {
    let mut writing = Pour::new(true);
    edition.pour(packs, flash, header, true, &mut writing).await?;
    writing.end(packs, flash).await?;
    packs.finish(flash).await.map(|_| ())
}

/// The pack that is there.
#[derive(Clone, Copy)]
struct Old {
    kept: Kept,
    count: u16,
}

impl Old {
    async fn find<F: NorFlash>(packs: &Packs, flash: &mut F) -> Result<Option<Old>, Refusal> {
        let Some(&kept) = packs.kept().iter().find(|kept| kept.head.id == MINE) else {
            return Ok(None);
        };
        let mut head = [0; Header::LEN];
        packs.read(flash, &kept, 0, &mut head).await?;
        let header = Header::read(&head).map_err(|_| Refusal::Damaged)?;
        if header.minor != VERSION {
            return Err(Refusal::Damaged);
        }
        Ok(Some(Old {
            kept,
            count: header.count,
        }))
    }
}

/// A problem of the new revision.
enum Slot<'a> {
    Old(Listing),
    New(&'a Written),
}

impl Slot<'_> {
    fn listing(&self, offset: u32) -> Listing {
        match self {
            Slot::Old(listing) => Listing { offset, ..*listing },
            Slot::New(written) => Listing {
                offset,
                length: written.bytes.len() as u16,
                number: written.number,
                level: written.level,
            },
        }
    }
}

/// The new revision, as a way through the old one.
struct Edition<'a> {
    old: Option<Old>,
    /// The place of the problem that goes.
    gone: Option<u16>,
    made: &'a Made,
}

impl Edition<'_> {
    fn places(&self) -> u16 {
        let is_added = self.gone.is_none() && self.made.new.is_some();
        self.old.map_or(0, |old| old.count) + u16::from(is_added)
    }

    /// What comes at a place; nothing if that is gone, or damaged.
    async fn slot<F: NorFlash>(
        &self,
        packs: &Packs,
        flash: &mut F,
        place: u16,
    ) -> Result<Option<Slot<'_>>, Refusal> {
        let is_old = |old: &Old| place < old.count;
        let Some(old) = self.old.filter(is_old) else {
            return Ok(self.made.new.as_ref().map(Slot::New));
        };
        if self.gone == Some(place) {
            return Ok(self.made.new.as_ref().map(Slot::New));
        }
        let at = Header::LEN + usize::from(place) * Listing::LEN;
        let mut entry = [0; Listing::LEN];
        packs.read(flash, &old.kept, at as u32, &mut entry).await?;
        let is_inside = |listing: &Listing| {
            let end = u64::from(listing.offset) + u64::from(listing.length);
            end <= u64::from(old.kept.head.length)
        };
        Ok(Listing::read(&entry).filter(is_inside).map(Slot::Old))
    }

    /// The place of the problem with this number.
    async fn find<F: NorFlash>(
        &self,
        packs: &Packs,
        flash: &mut F,
        number: Option<u32>,
    ) -> Result<Option<u16>, Refusal> {
        for place in 0..self.old.map_or(0, |old| old.count) {
            if let Some(Slot::Old(listing)) = self.slot(packs, flash, place).await?
                && Some(listing.number) == number
            {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// How many problems there are, and the bytes of the whole pack.
    async fn measure<F: NorFlash>(&self, packs: &Packs, flash: &mut F) -> Result<(u16, u32), Refusal> {
        let (mut count, mut bytes) = (0, Header::LEN as u32);
        for place in 0..self.places() {
            if let Some(slot) = self.slot(packs, flash, place).await? {
                count += 1;
                bytes += Listing::LEN as u32 + u32::from(slot.listing(0).length);
            }
        }
        Ok((count, bytes))
    }

    /// Goes through all bytes of the new revision, or through those behind the header.
    async fn pour<F: NorFlash>(
        &self,
        packs: &mut Packs,
        flash: &mut F,
        header: &Header<'_>,
        with_header: bool,
        to: &mut Pour,
    ) -> Result<(), Refusal> {
        if with_header {
            to.put(packs, flash, &header.write()).await?;
        }
        let mut offset = (Header::LEN + usize::from(header.count) * Listing::LEN) as u32;
        for place in 0..self.places() {
            if let Some(slot) = self.slot(packs, flash, place).await? {
                let listing = slot.listing(offset);
                offset += u32::from(listing.length);
                to.put(packs, flash, &listing.write()).await?;
            }
        }
        for place in 0..self.places() {
            match self.slot(packs, flash, place).await? {
                Some(Slot::New(written)) => to.put(packs, flash, &written.bytes).await?,
                Some(Slot::Old(listing)) => self.copy(packs, flash, &listing, to).await?,
                None => {}
            }
        }
        Ok(())
    }

    /// Takes over a record as it is.
    async fn copy<F: NorFlash>(
        &self,
        packs: &mut Packs,
        flash: &mut F,
        listing: &Listing,
        to: &mut Pour,
    ) -> Result<(), Refusal> {
        let Some(old) = self.old else {
            return Ok(());
        };
        let (mut at, end) = (listing.offset, listing.offset + u32::from(listing.length));
        while at < end {
            let mut piece = [0; 64];
            let piece = &mut piece[..64.min((end - at) as usize)];
            packs.read(flash, &old.kept, at, piece).await?;
            to.put(packs, flash, piece).await?;
            at += piece.len() as u32;
        }
        Ok(())
    }
}

/// Takes bytes a few at a time and hands them on a page at a time: to the flash, or to nobody. It sums them up on the way.
struct Pour {
    writes: bool,
    page: [u8; PAGE],
    used: usize,
    done: u32,
    digest: crc::Digest<'static, u32, crc::Table<1>>,
    /// The first page, which says what comes.
    first: [u8; HEAD],
}

impl Pour {
    fn new(writes: bool) -> Pour {
        Pour {
            writes,
            page: [0; PAGE],
            used: 0,
            done: 0,
            digest: CRC.digest(),
            first: [0; HEAD],
        }
    }

    async fn put<F: NorFlash>(
        &mut self,
        packs: &mut Packs,
        flash: &mut F,
        mut bytes: &[u8],
    ) -> Result<(), Refusal> {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(PAGE - self.used));
            self.page[self.used..self.used + now.len()].copy_from_slice(now);
            self.used += now.len();
            bytes = later;
            if self.used == PAGE {
                self.flush(packs, flash).await?;
            }
        }
        Ok(())
    }

    async fn flush<F: NorFlash>(&mut self, packs: &mut Packs, flash: &mut F) -> Result<(), Refusal> {
        let page = &self.page[..self.used];
        self.digest.update(page);
        if self.done == 0 {
            self.first[..page.len()].copy_from_slice(page);
        }
        if self.writes {
            packs.write(flash, self.done, page).await?;
        }
        self.done += self.used as u32;
        self.used = 0;
        Ok(())
    }

    /// The last bytes; returns the checksum of all.
    async fn end<F: NorFlash>(&mut self, packs: &mut Packs, flash: &mut F) -> Result<u32, Refusal> {
        self.flush(packs, flash).await?;
        Ok(self.digest.clone().finalize())
    }
}
