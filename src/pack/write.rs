//! Making a pack, in memory lent by the caller.

use core::fmt;

use super::{Damage, Header, Listing, MAX_LENGTH, MAX_PROBLEMS, MAX_RECORD, Record};
use crate::crc32::checksum;

/// A problem, and the number by which progress knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed<'a> {
    /// See [`Listing::number`].
    pub number: u32,
    /// The problem.
    pub record: Record<'a>,
}

/// Why a pack cannot be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WriteError {
    /// There are more problems than a pack may have.
    TooMany,
    /// There is no room for all of it, or it would be longer than a pack may be.
    Full,
    /// A problem could not be read again, for this reason.
    Problem(Damage),
    /// Two problems have this number.
    SameNumber(u32),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::TooMany => write!(f, "a pack has room for {MAX_PROBLEMS} problems"),
            WriteError::Full => f.write_str("there is no room for so large a pack"),
            WriteError::Problem(damage) => write!(f, "a problem does not fit into a pack: {damage:?}"),
            WriteError::SameNumber(number) => write!(f, "two problems have the number {number}"),
        }
    }
}

impl core::error::Error for WriteError {}

/// The minor version of a pack that needs no later one.
const OLDEST_WRITTEN: u8 = 1;

/// Writes a pack to the start of `out` and says how long it is. What depends on the problems is filled into `header`.
pub fn write(header: &Header<'_>, problems: &[Listed<'_>], out: &mut [u8]) -> Result<usize, WriteError> {
    if problems.len() > usize::from(MAX_PROBLEMS) {
        return Err(WriteError::TooMany);
    }
    let needs = problems.iter().map(|problem| problem.record.needs());
    let mut header = Header {
        minor: needs.max().unwrap_or(0).max(OLDEST_WRITTEN),
        count: problems.len() as u16,
        ..*header
    };
    let mut end = header.records();
    for (place, Listed { number, record }) in problems.iter().enumerate() {
        if problems[..place].iter().any(|before| before.number == *number) {
            return Err(WriteError::SameNumber(*number));
        }
        let room = out.get_mut(end..).ok_or(WriteError::Full)?;
        let room_for_one = room.len().min(MAX_RECORD);
        let length = record.write(header.minor, &mut room[..room_for_one])?;
        let listing = Listing {
            offset: end as u32,
            length: length as u16,
            number: *number,
            level: record.level,
        };
        let start = Header::LEN + place * Listing::LEN;
        out[start..start + Listing::LEN].copy_from_slice(&listing.write());
        end += length;
    }
    let body = out.get(Header::LEN..end).ok_or(WriteError::Full)?;
    if end > MAX_LENGTH as usize {
        return Err(WriteError::Full);
    }
    header.length = end as u32;
    header.body_checksum = checksum(body);
    out[..Header::LEN].copy_from_slice(&header.write());
    Ok(end)
}
