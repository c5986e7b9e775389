//! A translator's file.
//!
//! ```text
//! # What begins so is a remark.
//! code: de
//! name: Deutsch
//! revision: 1
//! review: unreviewed
//!
//! {c} wins
//! {c} gewinnt
//! ```
//!
//! Behind the head two lines belong together: the English sentence, and the same in the language. `\n` stands for a line break, and `{n}` for a gap:
//! `n m k p` take a number, `l v w` a level or a point of the board, `c d` the name of a colour, `s t` any words.

use std::collections::HashSet;
use std::fmt;

use shikatsu::language::{Code, Kind, MAX_SLOTS};

/// A sentence, in English and in the language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// The English sentence.
    pub key: String,
    /// The same in the language.
    pub text: String,
    /// The line of the key, from 1.
    pub line: usize,
}

/// What a translator's file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// How the language is asked for.
    pub code: Code,
    /// What those who speak it call it.
    pub name: String,
    /// Which edition it is.
    pub revision: u16,
    /// Whether somebody who speaks it has read all of it.
    pub is_reviewed: bool,
    /// The sentences, in the order of the file.
    pub said: Vec<Said>,
}

/// What is wrong with a translator's file, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFault {
    /// The line, from 1.
    pub line: usize,
    /// A sentence about it.
    pub what: String,
}

impl fmt::Display for SourceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for SourceFault {}

/// A gap of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap {
    /// Its letter.
    pub letter: char,
    /// What may stand in it.
    pub kind: Kind,
}

/// The kind of the gap with this letter.
const fn kind(letter: char) -> Option<Kind> {
    match letter {
        'n' | 'm' | 'k' | 'p' => Some(Kind::Number),
        'l' | 'v' | 'w' => Some(Kind::Word),
        'c' | 'd' => Some(Kind::Color),
        's' | 't' => Some(Kind::Text),
        _ => None,
    }
}

/// The gaps of a sentence in their order, with what is between them: one piece more than there are gaps.
pub fn gaps(sentence: &str) -> Result<(Vec<&str>, Vec<Gap>), String> {
    let (mut pieces, mut gaps) = (Vec::new(), Vec::new());
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        let (inside, behind) = after
            .split_once('}')
            .ok_or_else(|| "a gap is not closed by }".to_string())?;
        let mut letters = inside.chars();
        let gap = match (letters.next(), letters.next()) {
            (Some(letter), None) => kind(letter).map(|kind| Gap { letter, kind }),
            _ => None,
        };
        let gap =
            gap.ok_or_else(|| format!("{{{inside}}} is no gap: these are n m k p, l v w, c d and s t"))?;
        if gaps.contains(&gap) {
            return Err(format!("{{{inside}}} stands there twice"));
        }
        pieces.push(before);
        gaps.push(gap);
        rest = behind;
    }
    if gaps.len() > MAX_SLOTS {
        return Err(format!("it has more than {MAX_SLOTS} gaps"));
    }
    pieces.push(rest);
    Ok((pieces, gaps))
}

/// The sentences of a list of keys: every line that is neither empty nor a remark.
pub fn keys(text: &str) -> impl Iterator<Item = (usize, String)> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(at, line)| (at + 1, plain(line)))
}

/// A line as it is meant: `\n` breaks it.
fn plain(line: &str) -> String {
    line.trim_end().replace("\\n", "\n")
}

impl Source {
    /// Reads a translator's file. Whether its keys are sentences of the trainer is asked elsewhere.
    pub fn read(text: &str) -> Result<Source, SourceFault> {
        let fault = |line: usize, what: &str| SourceFault {
            line,
            what: what.to_string(),
        };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty())
            .peekable();
        let mut source = Source {
            code: Code::ENGLISH,
            name: String::new(),
            revision: 1,
            is_reviewed: false,
            said: Vec::new(),
        };
        while let Some(&(at, line)) = lines.peek() {
            let Some((name, value)) = line.split_once(':').filter(|(name, _)| is_of_head(name)) else {
                break;
            };
            lines.next();
            let value = value.trim();
            match name {
                "code" => {
                    let code = Code::new(value).filter(|&code| code != Code::ENGLISH);
                    source.code =
                        code.ok_or_else(|| fault(at, "a code is two to four small letters, and not en"))?;
                }
                "name" => source.name = value.to_string(),
                "revision" => {
                    source.revision = value
                        .parse()
                        .map_err(|_| fault(at, "a revision is a number up to 65535"))?;
                }
                _ => source.is_reviewed = value.starts_with("reviewed"),
            }
        }
        if source.code == Code::ENGLISH || source.name.is_empty() || source.name.len() > 24 {
            return Err(fault(
                1,
                "the head needs a line 'code: ' and a line 'name: ' of at most 24 bytes",
            ));
        }
        let mut seen = HashSet::new();
        while let Some((at, key)) = lines.next() {
            let Some((_, text)) = lines.next() else {
                return Err(fault(at, "this sentence has no translation below it"));
            };
            let said = Said {
                key: plain(key),
                text: plain(text),
                line: at,
            };
            said.check().map_err(|what| fault(at, &what))?;
            if !seen.insert(said.key.clone()) {
                return Err(fault(at, "this sentence stands there twice"));
            }
            source.said.push(said);
        }
        Ok(source)
    }
}

fn is_of_head(name: &str) -> bool {
    ["code", "name", "revision", "review"].contains(&name)
}

impl Said {
    /// Whether the translation has the same gaps.
    fn check(&self) -> Result<(), String> {
        let sorted = |sentence: &str| -> Result<Vec<char>, String> {
            let (_, gaps) = gaps(sentence)?;
            let mut letters: Vec<char> = gaps.iter().map(|gap| gap.letter).collect();
            letters.sort_unstable();
            Ok(letters)
        };
        if sorted(&self.key)? != sorted(&self.text)? {
            return Err("the translation has other gaps than the sentence".to_string());
        }
        Ok(())
    }
}
