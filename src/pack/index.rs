//! An entry of the index: what a list of problems shows, and where the rest is.

use crate::crc32::checksum;
use crate::problem::Level;

/// What stands for "no level", which is far from any.
const NO_LEVEL: i8 = i8::MIN;

/// What the index says about a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listing {
    /// Where its record begins, counted from the first byte of the pack.
    pub offset: u32,
    /// The bytes of its record.
    pub length: u16,
    /// The number by which progress knows it; no other problem of the pack has it.
    pub number: u32,
    /// How hard it is, if that is known.
    pub level: Option<Level>,
}

impl Listing {
    /// The bytes of an entry.
    pub const LEN: usize = 16;
    const CHECKSUM: usize = Listing::LEN - 4;

    /// Reads the bytes of an entry; `None` if they do not match their checksum or mean nothing.
    pub(crate) fn read(bytes: &[u8]) -> Option<Listing> {
        let bytes: &[u8; Listing::LEN] = bytes.first_chunk()?;
        let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        if checksum(&bytes[..Listing::CHECKSUM]) != word(Listing::CHECKSUM) {
            return None;
        }
        let steps = i8::from_le_bytes([bytes[10]]);
        let level = (steps != NO_LEVEL).then(|| Level::steps(steps));
        let is_rank = level.is_none_or(|level| level.steps_from_first_dan() == steps);
        is_rank.then_some(Listing {
            offset: word(0),
            number: word(4),
            length: u16::from_le_bytes([bytes[8], bytes[9]]),
            level,
        })
    }

    /// The bytes of the entry.
    pub(crate) fn write(&self) -> [u8; Listing::LEN] {
        let mut bytes = [0; Listing::LEN];
        bytes[..4].copy_from_slice(&self.offset.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.number.to_le_bytes());
        bytes[8..10].copy_from_slice(&self.length.to_le_bytes());
        let steps = self.level.map_or(NO_LEVEL, Level::steps_from_first_dan);
        bytes[10] = steps.to_le_bytes()[0];
        let sum = checksum(&bytes[..Listing::CHECKSUM]);
        bytes[Listing::CHECKSUM..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    pub(super) const fn start(&self) -> usize {
        self.offset as usize
    }

    pub(super) const fn end(&self) -> usize {
        (self.offset as usize).saturating_add(self.length as usize)
    }
}
