//! How the body of a language is made, into a buffer that the caller has.

use super::table::{GLYPH_BYTES, HEAD, LETTER, MAGIC, PATTERN, SENTENCE, entry_checksum, hash};
use super::{Code, MAX_ENTRIES, MAX_SAID};
use crate::crc32::checksum;

/// Why a language cannot be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WriteError {
    /// The buffer is too small.
    NoRoom,
    /// There are too many entries, or their texts are too long together.
    TooMuch,
    /// A key or a translation is too long, by its place in its list.
    TooLong(usize),
    /// Sentences or letters are not in order, or two have the same hash or number.
    Order(usize),
}

/// Writes into a buffer from its beginning.
struct Writer<'b> {
    buffer: &'b mut [u8],
    at: usize,
}

impl Writer<'_> {
    fn put(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        let end = self.at + bytes.len();
        let place = self.buffer.get_mut(self.at..end).ok_or(WriteError::NoRoom)?;
        place.copy_from_slice(bytes);
        self.at = end;
        Ok(())
    }
}

/// The place of a sentence among others: they have to come in this order.
pub fn order(english: &str) -> u32 {
    hash(english)
}

/// Writes a language and returns its length: sentences in the order of [`order`], patterns with their gaps as bytes, letters by their numbers.
pub fn write(
    buffer: &mut [u8],
    (code, is_reviewed): (Code, bool),
    sentences: &[(&str, &str)],
    patterns: &[(&str, &str)],
    letters: &[(u16, [u8; GLYPH_BYTES])],
) -> Result<usize, WriteError> {
    let most = usize::from(MAX_ENTRIES);
    if sentences.len() > most || patterns.len() > most || letters.len() > most {
        return Err(WriteError::TooMuch);
    }
    let lengths = |said: &[(&str, &str)], with_keys: bool| -> usize {
        let length = |(key, text): &(&str, &str)| text.len() + if with_keys { key.len() } else { 0 };
        said.iter().map(length).sum()
    };
    let texts = lengths(sentences, false) + lengths(patterns, true);
    if texts > usize::from(u16::MAX) {
        return Err(WriteError::TooMuch);
    }
    let mut out = Writer { buffer, at: 0 };
    let mut head = [0; HEAD];
    let mut set = |at: usize, bytes: &[u8]| head[at..at + bytes.len()].copy_from_slice(bytes);
    set(0, &MAGIC);
    set(8, &code.bytes());
    set(12, &(sentences.len() as u16).to_le_bytes());
    set(14, &(patterns.len() as u16).to_le_bytes());
    set(16, &(letters.len() as u16).to_le_bytes());
    set(19, &[u8::from(is_reviewed)]);
    set(20, &(texts as u32).to_le_bytes());
    let sum = checksum(&head[..HEAD - 4]);
    head[HEAD - 4..].copy_from_slice(&sum.to_le_bytes());
    out.put(&head)?;

    let (mut start, mut last) = (0_usize, None);
    for (place, (key, text)) in sentences.iter().enumerate() {
        if text.len() > MAX_SAID || key.len() > MAX_SAID {
            return Err(WriteError::TooLong(place));
        }
        if last >= Some(hash(key)) {
            return Err(WriteError::Order(place));
        }
        last = Some(hash(key));
        let mut entry = [0; SENTENCE];
        entry[..4].copy_from_slice(&hash(key).to_le_bytes());
        entry[4..6].copy_from_slice(&(start as u16).to_le_bytes());
        entry[6..8].copy_from_slice(&(text.len() as u16).to_le_bytes());
        let sum = entry_checksum(&entry[..8], text.as_bytes());
        entry[8..].copy_from_slice(&sum.to_le_bytes());
        out.put(&entry)?;
        start += text.len();
    }
    for (place, (key, text)) in patterns.iter().enumerate() {
        if text.len() > MAX_SAID || key.len() > MAX_SAID {
            return Err(WriteError::TooLong(place));
        }
        let mut entry = [0; PATTERN];
        entry[..2].copy_from_slice(&(start as u16).to_le_bytes());
        entry[2..4].copy_from_slice(&(key.len() as u16).to_le_bytes());
        entry[4..6].copy_from_slice(&(text.len() as u16).to_le_bytes());
        // Where the sum is made of both, one after the other, as they lie.
        let mut both = [0; 2 * MAX_SAID];
        both[..key.len()].copy_from_slice(key.as_bytes());
        both[key.len()..key.len() + text.len()].copy_from_slice(text.as_bytes());
        let sum = entry_checksum(&entry[..8], &both[..key.len() + text.len()]);
        entry[8..].copy_from_slice(&sum.to_le_bytes());
        out.put(&entry)?;
        start += key.len() + text.len();
    }
    let mut last = None;
    for (place, (number, picture)) in letters.iter().enumerate() {
        if last >= Some(*number) {
            return Err(WriteError::Order(place));
        }
        last = Some(*number);
        let mut entry = [0; LETTER];
        entry[..2].copy_from_slice(&number.to_le_bytes());
        entry[2..].copy_from_slice(picture);
        out.put(&entry)?;
    }
    for (_, text) in sentences {
        out.put(text.as_bytes())?;
    }
    for (key, text) in patterns {
        out.put(key.as_bytes())?;
        out.put(text.as_bytes())?;
    }
    Ok(out.at)
}
