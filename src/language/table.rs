//! A language as it lies in memory.

use super::{Code, MAX_ENTRIES};
use crate::crc32::{CRC, checksum};

/// What the body of a language begins with.
pub(super) const MAGIC: [u8; 8] = *b"language";
/// Bytes of its head.
pub(super) const HEAD: usize = 28;
/// Bytes of a sentence, of a pattern and of a letter in their tables.
pub(super) const SENTENCE: usize = 12;
pub(super) const PATTERN: usize = 12;
pub(super) const LETTER: usize = 2 + GLYPH_BYTES;

/// How wide and high a letter is, in pixels.
pub const GLYPH: usize = 12;
/// Bytes of its picture.
pub const GLYPH_BYTES: usize = GLYPH * GLYPH / 8;

/// What is wrong with a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LanguageFault {
    /// It does not begin the way a language does, or its head was changed.
    Head,
    /// It is shorter or longer than its head says.
    Length,
    /// A sentence or a pattern was changed; counted from 0, the patterns behind the sentences.
    Said(u16),
    /// Sentences or letters are not in order.
    Order,
}

/// The picture of a letter: rows from the top, [`GLYPH`] bits each, the leftmost first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glyph<'a>(&'a [u8; GLYPH_BYTES]);

impl Glyph<'_> {
    /// Whether a pixel is set.
    pub fn at(&self, column: usize, row: usize) -> bool {
        let bit = row * GLYPH + column;
        let byte = self.0.get(bit / 8).copied().unwrap_or(0);
        column < GLYPH && byte & (0x80 >> (bit % 8)) != 0
    }
}

/// A language, read where it lies. English is one of which nothing is known, and needs nothing.
#[derive(Clone, Copy)]
pub struct Language<'a> {
    body: &'a [u8],
}

/// Languages are the same if they lie in the same place: what lies there is not looked at, since it may be gone.
impl PartialEq for Language<'_> {
    fn eq(&self, other: &Language<'_>) -> bool {
        core::ptr::eq(self.body.as_ptr(), other.body.as_ptr()) && self.body.len() == other.body.len()
    }
}

impl Eq for Language<'_> {}

impl core::fmt::Debug for Language<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Language({} bytes)", self.body.len())
    }
}

/// The FNV-1a hash of an English sentence.
pub(super) const fn hash(english: &str) -> u32 {
    let bytes = english.as_bytes();
    let (mut hash, mut at) = (0x811c_9dc5_u32, 0);
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    hash
}

/// The checksum of a table's entry with the text that it leads to.
pub(super) fn entry_checksum(entry: &[u8], text: &[u8]) -> u32 {
    let mut digest = CRC.digest();
    digest.update(entry);
    digest.update(text);
    digest.finalize()
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn half(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

impl<'a> Language<'a> {
    /// English.
    pub const ENGLISH: Language<'static> = Language { body: &[] };

    /// The language in the body of a pack, if it is one; only its head is looked at.
    pub fn open(body: &'a [u8]) -> Option<Language<'a>> {
        let language = Language { body };
        let (head, _) = body.split_at_checked(HEAD)?;
        let (summed, sum) = head.split_at_checked(HEAD - 4)?;
        let is_one = head.starts_with(&MAGIC) && word(sum, 0) == Some(checksum(summed));
        let fits = language.counts().into_iter().all(|count| count <= MAX_ENTRIES);
        (is_one && fits && language.code().is_some()).then_some(language)
    }

    /// Whether nothing has to be looked up.
    pub const fn is_english(&self) -> bool {
        self.body.is_empty()
    }

    /// How it is asked for.
    pub fn code(&self) -> Option<Code> {
        if self.is_english() {
            return Some(Code::ENGLISH);
        }
        Code::from_bytes(*self.body.get(8..)?.first_chunk()?)
    }

    /// Whether somebody who speaks it has read all of it.
    pub fn is_reviewed(&self) -> bool {
        self.body.get(19).is_none_or(|flags| flags & 1 != 0)
    }

    /// How many sentences, patterns and letters there are.
    pub fn counts(&self) -> [u16; 3] {
        [12, 14, 16].map(|at| half(self.body, at).unwrap_or(0))
    }

    /// Where sentences, patterns, letters and texts begin.
    fn places(&self) -> [usize; 4] {
        let [sentences, patterns, letters] = self.counts().map(usize::from);
        let first = HEAD;
        let second = first + sentences * SENTENCE;
        let third = second + patterns * PATTERN;
        [first, second, third, third + letters * LETTER]
    }

    fn texts(&self) -> &'a [u8] {
        let [.., start] = self.places();
        self.body.get(start..).unwrap_or_default()
    }

    /// The text that an entry leads to, if neither was changed since.
    fn text_of(&self, entry: &'a [u8], at: usize, lengths: &[usize]) -> Option<&'a str> {
        let start = usize::from(half(entry, at)?);
        let mut length = 0_usize;
        for &field in lengths {
            length = length.checked_add(usize::from(half(entry, field)?))?;
        }
        let text = self.texts().get(start..)?.get(..length)?;
        let (summed, sum) = entry.split_at_checked(entry.len().checked_sub(4)?)?;
        (word(sum, 0)? == entry_checksum(summed, text)).then_some(())?;
        core::str::from_utf8(text).ok()
    }

    fn sentence_entry(&self, place: usize) -> Option<&'a [u8]> {
        let [first, second, ..] = self.places();
        self.body
            .get(first..second)?
            .get(place.checked_mul(SENTENCE)?..)?
            .get(..SENTENCE)
    }

    /// What stands for an English sentence without gaps.
    pub fn sentence(&self, english: &str) -> Option<&'a str> {
        let wanted = hash(english);
        let [count, ..] = self.counts();
        let (mut low, mut high) = (0, usize::from(count));
        while low < high {
            let middle = low + (high - low) / 2;
            let entry = self.sentence_entry(middle)?;
            match word(entry, 0)?.cmp(&wanted) {
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Greater => high = middle,
                core::cmp::Ordering::Equal => return self.text_of(entry, 4, &[6]),
            }
        }
        None
    }

    fn pattern(&self, place: usize) -> Option<(&'a str, &'a str)> {
        let [_, first, second, _] = self.places();
        let start = place.checked_mul(PATTERN)?;
        let entry = self.body.get(first..second)?.get(start..)?.get(..PATTERN)?;
        let text = self.text_of(entry, 0, &[2, 4])?;
        text.split_at_checked(usize::from(half(entry, 2)?))
    }

    /// Sentences with gaps: in English, and in this language.
    pub(super) fn patterns(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let language = *self;
        let [_, count, _] = self.counts();
        (0..usize::from(count)).filter_map(move |place| language.pattern(place))
    }

    fn letter(&self, place: usize) -> Option<(u16, Glyph<'a>)> {
        let [_, _, first, second] = self.places();
        let start = place.checked_mul(LETTER)?;
        let entry = self.body.get(first..second)?.get(start..)?;
        Some((half(entry, 0)?, Glyph(entry.get(2..)?.first_chunk()?)))
    }

    /// The picture of a letter that the faces do not have.
    pub fn glyph(&self, letter: char) -> Option<Glyph<'a>> {
        let wanted = u16::try_from(u32::from(letter)).ok()?;
        let [.., count] = self.counts();
        let (mut low, mut high) = (0, usize::from(count));
        while low < high {
            let middle = low + (high - low) / 2;
            let (number, glyph) = self.letter(middle)?;
            match number.cmp(&wanted) {
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Greater => high = middle,
                core::cmp::Ordering::Equal => return Some(glyph),
            }
        }
        None
    }

    /// All that is wrong, the first of it: for whoever has the time to look at all of it.
    pub fn check(&self) -> Result<(), LanguageFault> {
        if self.is_english() {
            return Ok(());
        }
        if Language::open(self.body).is_none() {
            return Err(LanguageFault::Head);
        }
        if word(self.body, 20).map(|length| length as usize) != Some(self.texts().len()) {
            return Err(LanguageFault::Length);
        }
        let [sentences, patterns, letters] = self.counts();
        let mut last = None;
        for place in 0..sentences {
            let entry = self.sentence_entry(place.into()).ok_or(LanguageFault::Length)?;
            self.text_of(entry, 4, &[6]).ok_or(LanguageFault::Said(place))?;
            let hash = word(entry, 0);
            if hash <= last {
                return Err(LanguageFault::Order);
            }
            last = hash;
        }
        for place in 0..patterns {
            let found = self.pattern(place.into());
            found.ok_or(LanguageFault::Said(sentences.saturating_add(place)))?;
        }
        let mut last = None;
        for place in 0..letters {
            let number = self.letter(place.into()).map(|(number, _)| number);
            if number <= last {
                return Err(LanguageFault::Order);
            }
            last = number;
        }
        Ok(())
    }
}
