//! The sentences of the trainer.

use core::fmt::{Arguments, Write as _};

use super::picture::{Tone, Words};
use crate::board::{Color, Illegal, Verdict};
use crate::problem::Outcome;

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

/// What came of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ending {
    /// What the key stones came to.
    pub(super) outcome: Outcome,
    pub(super) seki: bool,
    /// It was played to the last stone.
    pub(super) verdict: Option<Verdict>,
}

impl Ending {
    /// The end in words, about the stones of `defender`. `by_eyes` is whether it was a matter of eyes; else of running, joining
    /// and catching, where nobody would say that stones live.
    pub(super) fn sentence(self, defender: Color, by_eyes: bool) -> Words {
        let attacker = defender.opponent();
        match (self.outcome, self.verdict) {
            (Outcome::Dead, Some(_)) => words(format_args!("{defender} is captured")),
            (Outcome::Dead, None) if !by_eyes => words(format_args!("{defender} is caught")),
            (Outcome::Dead, None) => words(format_args!("{defender} is dead")),
            (Outcome::Alive, _) if !by_eyes => words(format_args!("{defender} is safe")),
            (Outcome::Alive, _) if self.seki => words(format_args!("{defender} lives in seki")),
            (Outcome::Alive, _) => words(format_args!("{defender} lives")),
            (_, Some(Verdict::Dead)) => words(format_args!("{attacker} wins the ko")),
            (_, Some(Verdict::Stands)) => words(format_args!("{defender} wins the ko")),
            (Outcome::KoAttacker, None) => takes_first(attacker),
            (Outcome::KoDefender, None) => takes_first(defender),
        }
    }
}

fn takes_first(favoured: Color) -> Words {
    words(format_args!("Ko: {favoured} takes first"))
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

    pub(super) const fn lasting(tone: Tone, words: Words) -> Message {
        Message {
            words,
            tone,
            left: None,
        }
    }
}
