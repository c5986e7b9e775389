//! The pack of a language.

use std::collections::BTreeSet;
use std::fmt;

use shikatsu::language::{self, WriteError, order, place_byte};
use shikatsu::pack::Header;

use super::glyphs::Glyphs;
use super::source::{Gap, Source, gaps};

/// The most bytes that the body of a language takes.
const ROOM: usize = 256 * 1024;

/// Why a language cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BuildError {
    /// These letters have no picture.
    Letters(String),
    /// Two sentences have the same hash. One of them has to be put into other words.
    Alike(String),
    /// It is too large.
    TooLarge,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Letters(letters) => write!(f, "there are no pictures of these letters: {letters}"),
            BuildError::Alike(key) => write!(f, "'{key}' cannot be told from another sentence"),
            BuildError::TooLarge => f.write_str("it is too large for a language"),
        }
    }
}

impl std::error::Error for BuildError {}

/// Whether the trainer's own type has a letter.
pub const fn has_letter(letter: char) -> bool {
    matches!(letter, '\n' | ' '..='~' | '\u{a1}'..='\u{ff}' | '‘' | '’' | '“' | '”' | '–' | '—' | '…')
        || (letter >= '\u{100}' && letter <= '\u{17f}')
}

/// A sentence with its gaps as they lie in a pack. `order` has the gaps of the English sentence.
fn with_gaps(sentence: &str, order: &[Gap]) -> String {
    let (pieces, found) = gaps(sentence).unwrap_or_default();
    let mut out = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        out.push_str(piece);
        if let Some(gap) = found.get(at) {
            let slot = order.iter().position(|other| other == gap).unwrap_or(0);
            out.push(char::from(place_byte(slot, gap.kind)));
        }
    }
    out
}

/// Makes the pack of a language, with the pictures of all letters that it needs.
pub fn build(source: &Source, glyphs: &Glyphs) -> Result<Vec<u8>, BuildError> {
    let (mut sentences, mut patterns) = (Vec::new(), Vec::new());
    for said in &source.said {
        let (_, found) = gaps(&said.key).unwrap_or_default();
        if found.is_empty() {
            sentences.push((said.key.as_str(), said.text.as_str()));
        } else {
            patterns.push((with_gaps(&said.key, &found), with_gaps(&said.text, &found)));
        }
    }
    sentences.sort_by_key(|(key, _)| order(key));
    let texts = source.said.iter().map(|said| said.text.as_str());
    let wanted: BTreeSet<char> = texts
        .chain([source.name.as_str()])
        .flat_map(str::chars)
        .filter(|&letter| !has_letter(letter))
        .collect();
    let picture = |letter: char| -> Option<_> {
        let number = u16::try_from(u32::from(letter)).ok()?;
        Some((number, *glyphs.0.get(&number)?))
    };
    let missing: String = wanted
        .iter()
        .filter(|&&letter| picture(letter).is_none())
        .collect();
    if !missing.is_empty() {
        return Err(BuildError::Letters(missing));
    }
    let letters: Vec<_> = wanted.into_iter().filter_map(picture).collect();
    let patterns: Vec<(&str, &str)> = patterns
        .iter()
        .map(|(key, text)| (key.as_str(), text.as_str()))
        .collect();
    let mut body = vec![0; ROOM];
    let kind = (source.code, source.is_reviewed);
    let length =
        language::write(&mut body, kind, &sentences, &patterns, &letters).map_err(|error| match error {
            WriteError::Order(place) if place < sentences.len() => {
                BuildError::Alike(sentences[place].0.to_string())
            }
            _ => BuildError::TooLarge,
        })?;
    body.truncate(length);
    let header = Header {
        length: (Header::LEN + length) as u32,
        body_checksum: shikatsu::crc32::checksum(&body),
        // Its number is made of its code, so that a later edition takes its place.
        ..Header::new(
            0x8000_0000 | order(&format!("language {}", source.code)),
            source.revision,
            &source.name,
        )
    };
    let mut pack = header.write().to_vec();
    pack.extend(body);
    Ok(pack)
}
