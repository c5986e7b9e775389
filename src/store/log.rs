//! A few values that change often, each under its own small number, in a ring of flash sectors.
//!
//! ```text
//! sector: magic and version | sequence | CRC     then items:  key | length | CRC | bytes, padded to a word
//! ```
//!
//! Values are only ever appended; the newest of a key counts. When a sector is full the next one of the ring is erased and opened, and
//! what is still needed of the one behind it is copied over: so there is always one sector that nobody needs.
//!
//! The power may fail at any moment, and nobody knows what a write or an erase leaves behind then. So nothing is believed without its
//! CRC: a sector whose head does not fit is nothing, whatever it holds; behind an item that does not fit nothing is read and nothing
//! written. A copy that was not finished is begun anew when the log is opened, since until then nothing else is written.

use core::ops::Range;

use embedded_storage_async::nor_flash::NorFlash;

use super::{PAGE, SECTOR};
use crate::crc32::{CRC, checksum};

/// The most sectors of a log.
const MOST_SECTORS: usize = 16;
/// The longest value.
pub const MAX_VALUE: usize = 1152;

/// What a sector begins with, and behind it the version as a digit. Sectors of all versions look the same; those of the first have only
/// [`FIRST_KEYS`], and who knows no others would take one for damage. So these others are written to newer sectors alone.
const MAGIC: [u8; 3] = *b"SKL";
const VERSION: u8 = b'2';
const FIRST_VERSION: u8 = b'1';
const FIRST_KEYS: u16 = 129;
/// Bytes in front of the items of a sector, and in front of an item.
const SECTOR_HEAD: u32 = 12;
const ITEM_HEAD: u32 = 8;
/// Bytes that are looked at together.
const PIECE: usize = 64;

/// Why a value is not kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogError<E> {
    /// The flash says no.
    Flash(E),
    /// There is no room.
    Full,
    /// It is longer than [`MAX_VALUE`], or has a key that is too large.
    Misfit,
    /// There are sectors of a later version. They are left alone.
    Newer,
}

impl<E> From<E> for LogError<E> {
    fn from(error: E) -> LogError<E> {
        LogError::Flash(error)
    }
}

/// Where the newest value of a key lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Place {
    /// In words from the start of the region. 0 is nowhere, since every sector has a head.
    word: u16,
    length: u16,
}

impl Place {
    const NOWHERE: Place = Place { word: 0, length: 0 };

    const fn at(self) -> u32 {
        self.word as u32 * 4
    }

    const fn is_in(self, sector: u32) -> bool {
        self.word > 0 && self.at() / SECTOR == sector
    }
}

/// The log. It keeps no flash: whoever owns that lends it.
#[derive(Clone, Debug)]
pub struct Log<const KEYS: usize> {
    region: Range<u32>,
    places: [Place; KEYS],
    /// The sector that is written to, if there is one.
    newest: Option<u32>,
    sequence: u32,
    /// Its version.
    version: u8,
    /// Where the next item goes in it; its end if nothing may be written any more.
    end: u32,
    /// There are sectors of a later version.
    is_newer: bool,
    /// A write failed: what the flash holds has to be looked at again.
    is_in_doubt: bool,
}

impl<const KEYS: usize> Log<KEYS> {
    /// A log that knows nothing of its flash yet.
    pub const fn closed(region: Range<u32>) -> Log<KEYS> {
        Log {
            region,
            places: [Place::NOWHERE; KEYS],
            newest: None,
            sequence: 0,
            version: VERSION,
            end: SECTOR,
            is_newer: false,
            is_in_doubt: true,
        }
    }

    /// Looks at what the flash holds. Nothing is written.
    pub async fn open<F: NorFlash>(&mut self, flash: &mut F) -> Result<(), F::Error> {
        *self = Log::closed(self.region.clone());
        let mut found = heapless::Vec::<(u32, u32, u8), MOST_SECTORS>::new();
        for sector in 0..self.sectors() {
            match self.read_head(flash, sector).await? {
                // There is a place for each: the region has no more sectors.
                Some((version @ FIRST_VERSION..=VERSION, sequence)) => {
                    let _ = found.push((sequence, sector, version));
                }
                Some((version, _)) => self.is_newer |= version > VERSION,
                None => {}
            }
        }
        found.sort_unstable();
        let mut before = self.places;
        for &(sequence, sector, version) in &found {
            before = self.places;
            self.end = self.read_items(flash, sector).await?;
            self.newest = Some(sector);
            self.sequence = sequence;
            self.version = version;
        }
        if let Some(newest) = self.newest
            && self.is_needed(self.behind(newest))
        {
            // Its content is not all here yet, so nothing else is.
            self.places = before;
            self.newest = found.len().checked_sub(2).map(|place| found[place].1);
            self.end = SECTOR;
        }
        self.is_in_doubt = false;
        Ok(())
    }

    /// Whether there are sectors of a later version. Then nothing is written.
    pub const fn is_newer(&self) -> bool {
        self.is_newer
    }

    /// Takes sectors of a later version away, since the player wants everything forgotten. If the power fails half-way, those that are left are
    /// still of a later version, and it can be asked for again.
    pub async fn forget_newer<F: NorFlash>(&mut self, flash: &mut F) -> Result<(), F::Error> {
        for sector in 0..self.sectors() {
            let head = self.read_head(flash, sector).await?;
            if head.is_some_and(|(version, _)| version > VERSION) {
                let start = self.start(sector);
                flash.erase(start, start + SECTOR).await?;
            }
        }
        self.open(flash).await
    }

    /// Whether a write failed since it was opened, so that nobody knows what the flash holds.
    pub const fn is_in_doubt(&self) -> bool {
        self.is_in_doubt
    }

    /// The newest value of a key; `None` if there is none.
    pub async fn get<'b, F: NorFlash>(
        &self,
        flash: &mut F,
        key: u16,
        buffer: &'b mut [u8],
    ) -> Result<Option<&'b [u8]>, F::Error> {
        let place = self.places.get(usize::from(key)).copied().unwrap_or_default();
        let room = buffer.get_mut(..usize::from(place.length));
        let (Some(room), 1..) = (room, place.word) else {
            return Ok(None);
        };
        flash
            .read(self.region.start + place.at() + ITEM_HEAD, room)
            .await?;
        Ok(Some(room))
    }

    /// Keeps a value. When this returns it is safe; until then the older one is.
    pub async fn put<F: NorFlash>(
        &mut self,
        flash: &mut F,
        key: u16,
        value: &[u8],
    ) -> Result<(), LogError<F::Error>> {
        if usize::from(key) >= KEYS || value.len() > MAX_VALUE {
            return Err(LogError::Misfit);
        }
        if self.is_in_doubt {
            self.open(flash).await?;
        }
        if self.is_newer {
            return Err(LogError::Newer);
        }
        for _ in 0..=self.sectors() {
            let may_have = key < FIRST_KEYS || self.version > FIRST_VERSION;
            if may_have && self.end + size(value.len()) <= SECTOR {
                self.is_in_doubt = true;
                let place = self.append(flash, &head(key, value)).await?;
                flash.write(place + ITEM_HEAD, &value[..whole(value)]).await?;
                self.write_rest(flash, place, value).await?;
                self.settle(key, place, value.len());
                self.is_in_doubt = false;
                return Ok(());
            }
            self.is_in_doubt = true;
            self.advance(flash).await?;
            self.is_in_doubt = false;
        }
        Err(LogError::Full)
    }

    /// Writes an item's head where the next one goes, and says where that is.
    async fn append<F: NorFlash>(
        &mut self,
        flash: &mut F,
        head: &[u8; ITEM_HEAD as usize],
    ) -> Result<u32, F::Error> {
        let place = self.start(self.newest.unwrap_or(0)) + self.end;
        flash.write(place, head).await?;
        Ok(place)
    }

    /// Writes the last bytes of a value, filled up to a word.
    async fn write_rest<F: NorFlash>(&self, flash: &mut F, place: u32, value: &[u8]) -> Result<(), F::Error> {
        let (_, rest) = value.split_at(whole(value));
        if rest.is_empty() {
            return Ok(());
        }
        let mut word = [0xff; 4];
        word[..rest.len()].copy_from_slice(rest);
        flash.write(place + ITEM_HEAD + whole(value) as u32, &word).await
    }

    /// An item is complete.
    fn settle(&mut self, key: u16, place: u32, length: usize) {
        self.places[usize::from(key)] = Place {
            word: ((place - self.region.start) / 4) as u16,
            length: length as u16,
        };
        self.end += size(length);
    }

    /// Opens the next sector, and copies what is needed of the one behind it.
    async fn advance<F: NorFlash>(&mut self, flash: &mut F) -> Result<(), F::Error> {
        let next = self.newest.map_or(0, |newest| self.behind(newest));
        let start = self.start(next);
        flash.erase(start, start + SECTOR).await?;
        let mut head = [0; SECTOR_HEAD as usize];
        head[..3].copy_from_slice(&MAGIC);
        head[3] = VERSION;
        head[4..8].copy_from_slice(&(self.sequence + 1).to_le_bytes());
        let sum = checksum(&head[..8]);
        head[8..].copy_from_slice(&sum.to_le_bytes());
        flash.write(start, &head).await?;
        self.sequence += 1;
        self.newest = Some(next);
        self.version = VERSION;
        self.end = SECTOR_HEAD;
        let old = self.behind(next);
        for key in 0..KEYS {
            if self.places[key].is_in(old) {
                self.copy(flash, key as u16).await?;
            }
        }
        Ok(())
    }

    /// Copies the value of a key to where the next item goes.
    async fn copy<F: NorFlash>(&mut self, flash: &mut F, key: u16) -> Result<(), F::Error> {
        let place = self.places[usize::from(key)];
        let (from, length) = (self.region.start + place.at(), place.length);
        let mut head = [0; ITEM_HEAD as usize];
        flash.read(from, &mut head).await?;
        let to = self.append(flash, &head).await?;
        let mut done = ITEM_HEAD;
        while done < size(length.into()) {
            let mut piece = [0xff; PAGE];
            let many = (size(length.into()) - done).min(piece.len() as u32);
            let piece = &mut piece[..many as usize];
            flash.read(from + done, piece).await?;
            flash.write(to + done, piece).await?;
            done += many;
        }
        self.settle(key, to, length.into());
        Ok(())
    }

    /// The version and sequence number of a sector; `None` if it is no sector of a log.
    async fn read_head<F: NorFlash>(
        &self,
        flash: &mut F,
        sector: u32,
    ) -> Result<Option<(u8, u32)>, F::Error> {
        let mut head = [0; SECTOR_HEAD as usize];
        flash.read(self.start(sector), &mut head).await?;
        let is_ours = head.starts_with(&MAGIC) && word(&head, 8) == checksum(&head[..8]);
        Ok(is_ours.then(|| (head[3], word(&head, 4))))
    }

    /// Finds the items of a sector. Returns where the next one may go: at its end if there is anything that should not be there.
    async fn read_items<F: NorFlash>(&mut self, flash: &mut F, sector: u32) -> Result<u32, F::Error> {
        let start = self.start(sector);
        let mut at = SECTOR_HEAD;
        while at + ITEM_HEAD <= SECTOR {
            let mut head = [0; ITEM_HEAD as usize];
            flash.read(start + at, &mut head).await?;
            let (key, length) = (word(&head, 0) as u16, (word(&head, 0) >> 16) as usize);
            let fits = usize::from(key) < KEYS && length <= MAX_VALUE && at + size(length) <= SECTOR;
            if !fits {
                break;
            }
            let mut digest = CRC.digest();
            digest.update(&head[..4]);
            let (mut done, mut piece) = (0, [0; PIECE]);
            while done < length {
                let piece = &mut piece[..PIECE.min(length - done)];
                flash.read(start + at + ITEM_HEAD + done as u32, piece).await?;
                digest.update(piece);
                done += piece.len();
            }
            if digest.finalize() != word(&head, 4) {
                break;
            }
            self.end = at;
            self.settle(key, start + at, length);
            at = self.end;
        }
        let is_clean = is_blank(flash, start + at..start + SECTOR).await?;
        Ok(if is_clean { at } else { SECTOR })
    }

    fn is_needed(&self, sector: u32) -> bool {
        self.places.iter().any(|place| place.is_in(sector))
    }

    fn sectors(&self) -> u32 {
        ((self.region.end - self.region.start) / SECTOR).min(MOST_SECTORS as u32)
    }

    /// The sector behind another, in the ring.
    fn behind(&self, sector: u32) -> u32 {
        (sector + 1) % self.sectors()
    }

    fn start(&self, sector: u32) -> u32 {
        self.region.start + sector * SECTOR
    }
}

/// Whether nothing was written there since it was erased.
async fn is_blank<F: NorFlash>(flash: &mut F, range: Range<u32>) -> Result<bool, F::Error> {
    let mut at = range.start;
    while at < range.end {
        let mut piece = [0; PIECE];
        let piece = &mut piece[..PIECE.min((range.end - at) as usize)];
        flash.read(at, piece).await?;
        if piece.iter().any(|&byte| byte != 0xff) {
            return Ok(false);
        }
        at += piece.len() as u32;
    }
    Ok(true)
}

/// What a value takes with its head.
const fn size(length: usize) -> u32 {
    ITEM_HEAD + (length as u32).next_multiple_of(4)
}

/// How many bytes of a value fill whole words.
const fn whole(value: &[u8]) -> usize {
    value.len() & !3
}

fn head(key: u16, value: &[u8]) -> [u8; ITEM_HEAD as usize] {
    let mut head = [0; ITEM_HEAD as usize];
    head[..2].copy_from_slice(&key.to_le_bytes());
    head[2..4].copy_from_slice(&(value.len() as u16).to_le_bytes());
    let mut digest = CRC.digest();
    digest.update(&head[..4]);
    digest.update(value);
    head[4..].copy_from_slice(&digest.finalize().to_le_bytes());
    head
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}
