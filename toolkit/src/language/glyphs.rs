//! Pictures of letters, as text: a line for each, `65e5:` and the picture in hexadecimal figures, row by row.

use std::collections::BTreeMap;
use std::fmt;

use shikatsu::language::GLYPH_BYTES;

/// Pictures of letters, by their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Glyphs(pub BTreeMap<u16, [u8; GLYPH_BYTES]>);

/// A line that is no letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GlyphsFault(pub usize);

impl fmt::Display for GlyphsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let figures = 2 * GLYPH_BYTES;
        write!(
            f,
            "line {}: a letter is its number, a colon and {figures} figures",
            self.0
        )
    }
}

impl std::error::Error for GlyphsFault {}

impl Glyphs {
    /// Reads pictures of letters. Empty lines and lines that begin with `#` are remarks.
    pub fn read(text: &str) -> Result<Glyphs, GlyphsFault> {
        let mut glyphs = BTreeMap::new();
        for (at, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (number, picture) = read_line(line).ok_or(GlyphsFault(at + 1))?;
            glyphs.insert(number, picture);
        }
        Ok(Glyphs(glyphs))
    }
}

fn read_line(line: &str) -> Option<(u16, [u8; GLYPH_BYTES])> {
    let (number, figures) = line.split_once(':')?;
    let mut picture = [0; GLYPH_BYTES];
    if figures.len() != 2 * GLYPH_BYTES || !figures.is_ascii() {
        return None;
    }
    for (at, byte) in picture.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&figures[2 * at..2 * at + 2], 16).ok()?;
    }
    Some((u16::from_str_radix(number, 16).ok()?, picture))
}
