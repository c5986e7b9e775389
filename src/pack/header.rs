//! The first bytes of a pack, in the same places in every version, so that any firmware can name and refuse any pack.
//!
//! They are read by constant functions, so that the built-in packs are opened by the compiler.

use super::{FIRMWARE, Listing, MAJOR, MAX_LENGTH, MAX_NAME, MAX_PROBLEMS, MINOR, PackError};
use crate::crc32::checksum;

const MAGIC: [u8; 8] = *b"shikatsu";

/// What a pack says about itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header<'a> {
    /// The format's major number; see [`MAJOR`].
    pub major: u8,
    /// The format's minor number.
    pub minor: u8,
    /// The first firmware that reads it, as major and minor number.
    pub firmware: (u8, u8),
    /// The bytes of the whole pack, this header included.
    pub length: u32,
    /// The pack's own number, which later revisions keep.
    pub id: u32,
    /// Which edition of the pack it is.
    pub revision: u16,
    /// How many problems there are.
    pub count: u16,
    /// What the pack is called.
    pub name: &'a str,
    /// The checksum of all that follows the header.
    pub body_checksum: u32,
}

impl<'a> Header<'a> {
    /// The bytes of a header.
    pub const LEN: usize = 80;
    /// Where the name begins.
    const NAME: usize = 24;
    /// Where the header's own checksum is: behind everything it covers.
    const CHECKSUM: usize = Header::LEN - 4;

    /// A header of the format that is written now.
    pub const fn new(id: u32, revision: u16, name: &'a str) -> Header<'a> {
        Header {
            major: MAJOR,
            minor: MINOR,
            firmware: FIRMWARE,
            length: Header::LEN as u32,
            id,
            revision,
            count: 0,
            name,
            body_checksum: 0,
        }
    }

    /// Reads the header of a pack of any version. Whether this version can be read is not asked here.
    pub const fn read(bytes: &'a [u8]) -> Result<Header<'a>, PackError> {
        let Some(bytes) = bytes.first_chunk::<{ Header::LEN }>() else {
            return Err(PackError::NotAPack);
        };
        // Numbers can be compared where constants are made, and arrays cannot.
        match bytes.first_chunk() {
            Some(magic) if u64::from_le_bytes(*magic) == u64::from_le_bytes(MAGIC) => {}
            _ => return Err(PackError::NotAPack),
        }
        let (summed, _) = bytes.split_at(Header::CHECKSUM);
        if checksum(summed) != word(bytes, Header::CHECKSUM) {
            return Err(PackError::Header);
        }
        let (_, rest) = bytes.split_at(Header::NAME);
        let (field, _) = rest.split_at(MAX_NAME);
        let Some(name) = name(field) else {
            return Err(PackError::Misshapen);
        };
        Ok(Header {
            major: bytes[8],
            minor: bytes[9],
            firmware: (bytes[10], bytes[11]),
            length: word(bytes, 12),
            id: word(bytes, 16),
            revision: half(bytes, 20),
            count: half(bytes, 22),
            name,
            body_checksum: word(bytes, 72),
        })
    }

    /// Whether its records have more at their ends than is known here. That is passed over.
    pub const fn is_newer(&self) -> bool {
        self.minor > MINOR
    }

    /// Whether a pack with this header can be read.
    pub(super) const fn check(&self) -> Result<(), PackError> {
        if self.major != MAJOR {
            return Err(PackError::Newer {
                major: self.major,
                firmware: self.firmware,
            });
        }
        let fits = self.records() <= self.length as usize && self.length <= MAX_LENGTH;
        if self.count > MAX_PROBLEMS || !fits {
            return Err(PackError::Misshapen);
        }
        Ok(())
    }

    /// Where the records begin, behind the index.
    pub(super) const fn records(&self) -> usize {
        Header::LEN + self.count as usize * Listing::LEN
    }

    /// The bytes of the header. A name that is too long is cut.
    pub fn write(&self) -> [u8; Header::LEN] {
        let mut bytes = [0; Header::LEN];
        let mut put = |at: usize, what: &[u8]| bytes[at..at + what.len()].copy_from_slice(what);
        put(0, &MAGIC);
        put(8, &[self.major, self.minor, self.firmware.0, self.firmware.1]);
        put(12, &self.length.to_le_bytes());
        put(16, &self.id.to_le_bytes());
        put(20, &self.revision.to_le_bytes());
        put(22, &self.count.to_le_bytes());
        let end = self.name.floor_char_boundary(MAX_NAME);
        put(Header::NAME, &self.name.as_bytes()[..end]);
        put(72, &self.body_checksum.to_le_bytes());
        let sum = checksum(&bytes[..Header::CHECKSUM]);
        bytes[Header::CHECKSUM..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }
}

const fn word(bytes: &[u8; Header::LEN], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

const fn half(bytes: &[u8; Header::LEN], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

/// The text in a field that is filled up with zeros; `None` if there are control characters in it.
const fn name(field: &[u8]) -> Option<&str> {
    let mut length = 0;
    while length < field.len() && field[length] != 0 {
        // All control characters of Unicode: one byte, or 0xc2 and one below 0xa0.
        let is_second = length > 0 && field[length - 1] == 0xc2;
        if field[length].is_ascii_control() || (is_second && field[length] < 0xa0) {
            return None;
        }
        length += 1;
    }
    let Some((text, rest)) = field.split_at_checked(length) else {
        return None;
    };
    let mut at = 0;
    while at < rest.len() {
        if rest[at] != 0 {
            return None;
        }
        at += 1;
    }
    match core::str::from_utf8(text) {
        Ok(text) => Some(text),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_every_letter_and_no_control_character() {
        for letter in (char::MIN..=char::MAX).filter(|&letter| letter != '\0') {
            let text = std::format!("{letter}a");
            let expected = (!letter.is_control()).then_some(text.as_str());
            assert_eq!(name(text.as_bytes()), expected, "{letter:?}");
        }
        assert_eq!(name(b"ab\0\0"), Some("ab"));
        assert_eq!(name(b"ab\0c"), None, "nothing may follow the zeros");
        assert_eq!(name(b"\xc2"), None, "half a letter");
    }
}
