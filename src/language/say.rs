//! How English words are put into a language.

use core::fmt::Write;

use heapless::String;

use super::pattern::{Found, MAX_SLOTS, fit, gap};
use super::table::Language;

/// How deep a sentence may stand in the gap of another.
const DEEPEST: u8 = 3;
/// What is between things that stand beside each other in a line.
const BETWEEN: &str = " · ";

/// Takes what fits; a full string is no error.
struct Fitting<'s, const N: usize>(&'s mut String<N>);

impl<const N: usize> Write for Fitting<'_, N> {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        for letter in text.chars() {
            if self.0.push(letter).is_err() {
                break;
            }
        }
        Ok(())
    }
}

impl Language<'_> {
    /// The words in this language; what it does not know stays English. What does not fit is cut off.
    pub fn say<const N: usize>(&self, english: &str) -> String<N> {
        let mut out = String::new();
        let _ = self.tell(english, &mut Fitting(&mut out));
        out
    }

    /// Puts words into this language where they stand.
    pub fn put<const N: usize>(&self, words: &mut String<N>) {
        if !self.is_english() && !words.is_empty() {
            *words = self.say(words);
        }
    }

    /// Writes words in this language: as a whole if it knows them, or else each line and each part of a line by itself.
    pub fn tell(&self, english: &str, out: &mut dyn Write) -> core::fmt::Result {
        if self.is_english() || self.known(english, DEEPEST, out)? {
            return if self.is_english() {
                out.write_str(english)
            } else {
                Ok(())
            };
        }
        for (number, line) in english.split('\n').enumerate() {
            if number > 0 {
                out.write_char('\n')?;
            }
            if self.known(line, DEEPEST, out)? {
                continue;
            }
            for (number, part) in line.split(BETWEEN).enumerate() {
                if number > 0 {
                    out.write_str(BETWEEN)?;
                }
                if !self.known(part, DEEPEST, out)? {
                    out.write_str(part)?;
                }
            }
        }
        Ok(())
    }

    /// Whether all of this is said in this language, or needs no words.
    pub fn knows(&self, english: &str) -> bool {
        struct Nowhere;
        impl Write for Nowhere {
            fn write_str(&mut self, _: &str) -> core::fmt::Result {
                Ok(())
            }
        }
        let wordless = |part: &str| !part.chars().any(char::is_alphabetic);
        let known = |part: &str| wordless(part) || self.known(part, DEEPEST, &mut Nowhere) == Ok(true);
        known(english)
            || english
                .split('\n')
                .all(|line| known(line) || line.split(BETWEEN).all(known))
    }

    /// Writes a sentence if it is known.
    fn known(&self, english: &str, depth: u8, out: &mut dyn Write) -> Result<bool, core::fmt::Error> {
        if english.is_empty() {
            return Ok(true);
        }
        if let Some(said) = self.sentence(english) {
            out.write_str(said)?;
            return Ok(true);
        }
        let Some(deeper) = depth.checked_sub(1) else {
            return Ok(false);
        };
        for (key, said) in self.patterns() {
            let mut found: Found<'_> = [""; MAX_SLOTS];
            if !fit(key.as_bytes(), english, &mut found) {
                continue;
            }
            for letter in said.chars() {
                let place = u8::try_from(letter).ok().and_then(gap);
                match place.and_then(|(slot, _)| found.get(slot)) {
                    None => out.write_char(letter)?,
                    Some(part) => {
                        if !self.known(part, deeper, out)? {
                            out.write_str(part)?;
                        }
                    }
                }
            }
            return Ok(true);
        }
        Ok(false)
    }
}
