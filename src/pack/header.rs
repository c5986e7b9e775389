//! The first bytes of a pack, in the same places in every version, so that any firmware can name and refuse any pack.

use super::{FIRMWARE, Listing, MAJOR, MAX_LENGTH, MAX_NAME, MAX_PROBLEMS, MINOR, PackError, checksum};

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
    /// Where the header's own checksum is: behind all that it is about.
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
    pub fn read(bytes: &'a [u8]) -> Result<Header<'a>, PackError> {
        let bytes: &[u8; Header::LEN] = bytes.first_chunk().ok_or(PackError::NotAPack)?;
        if bytes[..8] != MAGIC {
            return Err(PackError::NotAPack);
        }
        let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let half = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        if checksum(&bytes[..Header::CHECKSUM]) != word(Header::CHECKSUM) {
            return Err(PackError::Header);
        }
        Ok(Header {
            major: bytes[8],
            minor: bytes[9],
            firmware: (bytes[10], bytes[11]),
            length: word(12),
            id: word(16),
            revision: half(20),
            count: half(22),
            name: name(&bytes[Header::NAME..Header::NAME + MAX_NAME]).ok_or(PackError::Misshapen)?,
            body_checksum: word(72),
        })
    }

    /// Whether a pack with this header can be read.
    pub(super) fn check(&self) -> Result<(), PackError> {
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

/// The text in a field that is filled up with zeros.
fn name(field: &[u8]) -> Option<&str> {
    let length = field.iter().position(|&byte| byte == 0).unwrap_or(field.len());
    let (text, rest) = field.split_at(length);
    let text = core::str::from_utf8(text).ok()?;
    let plain = !text.chars().any(char::is_control) && rest.iter().all(|&byte| byte == 0);
    plain.then_some(text)
}
