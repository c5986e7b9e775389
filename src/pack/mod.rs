//! Packs: many problems in one block of bytes, read where they lie.
//!
//! ```text
//! header | index: 16 bytes a problem | records, one a problem, one behind the other
//! ```
//!
//! A pack may come from anywhere, and lies for years in flash that ages. So nothing is believed: the header, each entry of the
//! index and each record carry a CRC-32, every value is checked before it is used, and a bad bit behind the header costs
//! one problem. Nothing is recursive, nothing is allocated, and no bytes can make it panic. `docs/formats.md` has the layout,
//! byte by byte.
//!
//! * [`Pack::open`] looks at the header only; [`Pack::problem`] checks and decodes one problem; [`Pack::faults`] is the one
//!   validator of a whole pack, the same on a computer and on the handheld.
//! * [`write()`] makes a pack.
//! * [`library`] says where a trainer's problems come from; [`Bank`] has those that are always there.

mod bank;
mod book;
mod cells;
mod error;
mod header;
mod index;
pub mod library;
mod link;
mod record;
mod replies;
mod tree;
mod write;

pub use bank::Bank;
pub use book::{Book, OpenBook, room};
pub use error::{Damage, PackError};
pub use header::Header;
pub use index::Listing;
pub use link::{MAX_LINK, PAGE, link, read as read_link, write_link};
pub use record::{Record, encode};
pub use replies::{MAX_REPLIES, MAX_ROOM, Node, Replies, write_step};
pub use tree::{Branch, MAX_TREE, Tree, Word};
pub use write::{Listed, WriteError, write};

use crate::crc32::checksum;
use crate::language::Language;
use crate::problem::{Level, Themes};
use crate::record::{Name, cut};

/// The format that is written. Another major number is another format; a larger minor number adds what older readers may skip.
pub const MAJOR: u8 = 1;
/// See [`MAJOR`]. This is the latest; a pack that needs less is written as less.
pub const MINOR: u8 = 2;
/// The first firmware that reads this format, as major and minor number.
pub const FIRMWARE: (u8, u8) = (0, 1);

/// The most problems of a pack.
pub const MAX_PROBLEMS: u16 = 8192;
/// The most bytes of a pack.
pub const MAX_LENGTH: u32 = 8 << 20;
/// The most bytes of a problem's record.
pub const MAX_RECORD: usize = 6144;
/// The most bytes of a record that firmware of format 1.1 takes. It calls longer ones damaged, and skips them.
pub const OLD_MAX_RECORD: usize = 2048;
/// The most bytes of a name: a pack's, a problem's, a source's.
pub const MAX_NAME: usize = 48;
/// The most bytes of the words that say what to do.
pub const MAX_TASK: usize = 16;
/// The most bytes of what is said about a problem, before and after the try.
pub const MAX_TEXT: usize = 256;

/// A pack that lies somewhere in memory.
#[derive(Clone, Copy, Debug)]
pub struct Pack<'a> {
    header: Header<'a>,
    /// The whole pack and nothing behind it.
    bytes: &'a [u8],
}

impl<'a> Pack<'a> {
    /// The pack that `bytes` begin with; what lies behind it does not matter. Only the header is looked at, so this is quick.
    pub const fn open(bytes: &'a [u8]) -> Result<Pack<'a>, PackError> {
        let header = match Header::read(bytes) {
            Ok(header) => header,
            Err(error) => return Err(error),
        };
        if let Err(error) = header.check() {
            return Err(error);
        }
        match bytes.split_at_checked(header.length as usize) {
            Some((bytes, _)) => Ok(Pack { header, bytes }),
            None => Err(PackError::Cut {
                expected: header.length,
                found: bytes.len() as u32,
            }),
        }
    }

    /// What the pack says about itself.
    pub const fn header(&self) -> &Header<'a> {
        &self.header
    }

    /// The language that this pack is, if it is one and has no problems.
    pub fn language(&self) -> Option<Language<'a>> {
        let body = self.bytes.get(Header::LEN..).filter(|_| self.is_empty())?;
        Language::open(body)
    }

    /// How many problems there are, damaged ones included.
    pub const fn len(&self) -> u16 {
        self.header.count
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.header.count == 0
    }

    /// What the index says about a problem, counted from 0. Quick: its record is not looked at.
    pub fn listing(&self, problem: u16) -> Result<Listing, PackError> {
        if problem >= self.header.count {
            return Err(PackError::NoSuchProblem(problem));
        }
        let start = Header::LEN + usize::from(problem) * Listing::LEN;
        let damaged = PackError::at(problem, Damage::Index);
        let bytes = self.bytes.get(start..start + Listing::LEN).ok_or(damaged)?;
        let listing = Listing::read(bytes).ok_or(damaged)?;
        let records = self.header.records()..=self.bytes.len();
        let fits = records.contains(&listing.start()) && records.contains(&listing.end());
        if fits { Ok(listing) } else { Err(damaged) }
    }

    /// The place of the problem with this number. Quick: only the entry that has it is checked.
    pub fn find(&self, number: u32) -> Option<u16> {
        let index = self.bytes.get(Header::LEN..self.header.records())?;
        let (entries, _) = index.as_chunks::<{ Listing::LEN }>();
        let sounds_like = |entry: &[u8; Listing::LEN]| entry[4..8] == number.to_le_bytes();
        let mut places = (0..self.len()).zip(entries);
        let (place, _) = places.find(|&(place, entry)| sounds_like(entry) && self.listing(place).is_ok())?;
        Some(place)
    }

    /// A problem, counted from 0, checked and decoded.
    pub fn problem(&self, problem: u16) -> Result<Record<'a>, PackError> {
        let listing = self.listing(problem)?;
        let bytes = self.bytes.get(listing.start()..listing.end());
        bytes
            .ok_or(Damage::Index)
            .and_then(|bytes| Record::read(bytes, listing.level, self.header.minor))
            .map_err(|damage| PackError::at(problem, damage))
    }

    /// What a problem is called, and how hard it is; `None` if it is damaged. Its position is not looked at.
    pub fn heading(&self, problem: u16) -> Option<(Name, Option<Level>)> {
        let listing = self.listing(problem).ok()?;
        let bytes = self.bytes.get(listing.start()..listing.end())?;
        let name = Record::read_name(bytes).ok()?;
        Some((cut(name), listing.level))
    }

    /// What a problem is about. Asked of many at once, so neither its position nor its checksum is looked at: of a damaged one it may be wrong.
    pub fn themes(&self, problem: u16) -> Themes {
        let bytes = self.listing(problem).ok();
        let bytes = bytes.and_then(|listing| self.bytes.get(listing.start()..listing.end()));
        bytes.and_then(Record::read_themes).unwrap_or_default()
    }

    /// All problems that can be read, each with its place.
    pub fn problems(self) -> impl Iterator<Item = (u16, Record<'a>)> {
        (0..self.len()).filter_map(move |problem| Some((problem, self.problem(problem).ok()?)))
    }

    /// Reports all that is wrong behind the header: each damaged problem; records that are not one behind the other; or, where
    /// nothing of that kind is found, that the whole does not match its checksum.
    pub fn faults(&self, report: &mut dyn FnMut(PackError)) {
        let mut sound = true;
        let mut end = Some(self.header.records());
        for problem in 0..self.len() {
            let listing = self.listing(problem).ok();
            let in_place = listing
                .zip(end)
                .is_none_or(|(listing, end)| listing.start() == end);
            // After a damaged entry it is unknown where the next record should begin.
            end = listing.map(|listing| listing.end());
            let fault = self.problem(problem).err();
            let gap = (!in_place).then_some(PackError::at(problem, Damage::Place));
            if let Some(fault) = fault.or(gap) {
                sound = false;
                report(fault);
            }
        }
        let ends_well = match self.language() {
            Some(language) => language.check().is_ok(),
            None => end.is_none_or(|end| end == self.bytes.len()),
        };
        if sound && !(ends_well && checksum(&self.bytes[Header::LEN..]) == self.header.body_checksum) {
            report(PackError::Body);
        }
    }

    /// Whether everything is as it was written; the first fault if not.
    pub fn verify(&self) -> Result<(), PackError> {
        let mut first = Ok(());
        self.faults(&mut |fault| {
            if first.is_ok() {
                first = Err(fault);
            }
        });
        first
    }
}
