//! How sentences are made, and how long they are seen.

use core::fmt::{Arguments, Write as _};

use heapless::Vec;

use super::keys::Button;
use super::picture::{KeyHint, Line, Tone, Words};
use crate::board::Illegal;

/// Words put together; what does not fit is cut off at a character's end.
pub(super) fn words(pieces: Arguments<'_>) -> Words {
    /// Takes what fits.
    struct Fitting(Words);
    impl core::fmt::Write for Fitting {
        fn write_str(&mut self, text: &str) -> core::fmt::Result {
            for letter in text.chars() {
                // A full line is no error: the rest is cut off.
                let _ = self.0.push(letter);
            }
            Ok(())
        }
    }
    let mut fitting = Fitting(Words::new());
    let _ = fitting.write_fmt(pieces);
    fitting.0
}

/// A problem by its pack and number.
pub(super) fn problem_words(pack: &str, problem: u16) -> Words {
    let number = problem + 1;
    if pack.is_empty() {
        words(format_args!("Problem {number}"))
    } else {
        words(format_args!("{pack} {number}"))
    }
}

/// Why a move may not be played, in few words.
pub(super) const fn refusal(illegal: Illegal) -> &'static str {
    match illegal {
        Illegal::Taken => "Taken: a stone is there",
        Illegal::Outside => "Outside the problem",
        Illegal::Suicide => "Suicide: no liberty there",
        Illegal::Ko => "Ko: the board would repeat",
        Illegal::Over => "It is decided already",
        Illegal::Full => "The record is full: restart",
    }
}

/// Something said for a while.
#[derive(Clone, Debug)]
pub(super) struct Message {
    pub(super) words: Words,
    pub(super) tone: Tone,
    /// How much longer it is seen, in milliseconds; `None` is until the next move.
    pub(super) left: Option<u16>,
}

impl Message {
    /// How long a passing remark is seen.
    const A_WHILE: u16 = 2500;

    pub(super) fn passing(tone: Tone, text: &str) -> Message {
        Message {
            words: words(format_args!("{text}")),
            tone,
            left: Some(Message::A_WHILE),
        }
    }

    /// What is left of it when this many milliseconds have gone by.
    pub(super) fn after(mut self, ms: u16) -> Option<Message> {
        if let Some(left) = self.left {
            self.left = Some(left.checked_sub(ms)?);
        }
        Some(self)
    }

    pub(super) const fn lasting(tone: Tone, words: Words) -> Message {
        Message {
            words,
            tone,
            left: None,
        }
    }
}

/// Keys with what they do.
pub(super) fn key_hints(hints: &[(Button, &'static str)]) -> Vec<KeyHint, 4> {
    hints
        .iter()
        .map(|&(key, does)| KeyHint::new(key, does))
        .take(4)
        .collect()
}

/// The same as the line of a strip.
pub(super) fn key_line(hints: &[(Button, &'static str)]) -> Line {
    Line::Keys(key_hints(hints))
}

/// Something said quietly, as the line of a strip.
pub(super) fn quiet_line(text: &str) -> Line {
    Line::Words(words(format_args!("{text}")), Tone::Quiet)
}
