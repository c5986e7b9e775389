//! Themes: what a problem is about, as its name, its note and its answer say.
//!
//! It is here, where code is built for speed, since a whole pack is read while a key waits.

use super::{Answer, Outcome};

/// A theme of life and death.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "their names say all")]
pub enum Theme {
    Hane,
    Placement,
    VitalPoint,
    Nakade,
    FalseEye,
    ThrowIn,
    Snapback,
    Shortage,
    UnderTheStones,
    AlongTheEdge,
    Race,
    Narrowing,
    Widening,
    Ladder,
    Net,
    Ko,
    Seki,
}

/// How many themes there are.
pub const THEMES: usize = Theme::ALL.len();

impl Theme {
    /// All of them, in the order of lists.
    pub const ALL: [Theme; 17] = [
        Theme::Hane,
        Theme::Placement,
        Theme::VitalPoint,
        Theme::Nakade,
        Theme::FalseEye,
        Theme::ThrowIn,
        Theme::Snapback,
        Theme::Shortage,
        Theme::UnderTheStones,
        Theme::AlongTheEdge,
        Theme::Race,
        Theme::Narrowing,
        Theme::Widening,
        Theme::Ladder,
        Theme::Net,
        Theme::Ko,
        Theme::Seki,
    ];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Hane => "hane",
            Theme::Placement => "placement",
            Theme::VitalPoint => "vital point",
            Theme::Nakade => "nakade",
            Theme::FalseEye => "false eye",
            Theme::ThrowIn => "throw-in",
            Theme::Snapback => "snapback",
            Theme::Shortage => "few liberties",
            Theme::UnderTheStones => "under the stones",
            Theme::AlongTheEdge => "along the edge",
            Theme::Race => "race",
            Theme::Narrowing => "narrowing",
            Theme::Widening => "widening",
            Theme::Ladder => "ladder",
            Theme::Net => "net",
            Theme::Ko => "ko",
            Theme::Seki => "seki",
        }
    }
}

/// Whether notes name a theme here, and which: what begins with this letter. What comes to ko or seki is known by its answer.
const fn said_with(letter: u8) -> &'static [(&'static str, Theme)] {
    match letter | 0x20 {
        b'a' => &[("along the edge", Theme::AlongTheEdge)],
        b'f' => &[("false eye", Theme::FalseEye)],
        b'h' => &[("hane", Theme::Hane)],
        b'l' => &[("ladder", Theme::Ladder)],
        b'n' => &[
            ("nakade", Theme::Nakade),
            ("narrowing", Theme::Narrowing),
            ("net", Theme::Net),
        ],
        b'p' => &[("placement", Theme::Placement)],
        b'r' => &[("race", Theme::Race)],
        b's' => &[
            ("shortage of liberties", Theme::Shortage),
            ("snapback", Theme::Snapback),
            ("stolen eye", Theme::FalseEye),
        ],
        b't' => &[("throw-in", Theme::ThrowIn), ("throw in", Theme::ThrowIn)],
        b'u' => &[("under the stones", Theme::UnderTheStones)],
        b'v' => &[("vital point", Theme::VitalPoint)],
        b'w' => &[("widening", Theme::Widening)],
        _ => &[],
    }
}

/// The themes of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Themes(u32);

impl Themes {
    /// What name and note say, and what the answer is.
    pub fn of(name: &str, text: &str, answer: Option<&Answer>) -> Themes {
        let answer = answer.map(|answer| (answer.outcome, answer.seki));
        Themes::of_parts(name.as_bytes(), text.as_bytes(), answer)
    }

    /// The same of bytes as they lie in a pack, and of an outcome that may be a seki.
    pub fn of_parts(name: &[u8], text: &[u8], answer: Option<(Outcome, bool)>) -> Themes {
        Themes::said(name)
            .and(Themes::said(text))
            .and(Themes::come(answer))
    }

    /// Whether this one is among them.
    pub const fn has(self, theme: Theme) -> bool {
        self.0 & 1 << theme as u32 != 0
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = Theme> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let theme = *Theme::ALL.get(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(theme)
        })
    }

    const fn and(self, other: Themes) -> Themes {
        Themes(self.0 | other.0)
    }

    /// What the best result is about.
    fn come(answer: Option<(Outcome, bool)>) -> Themes {
        match answer {
            Some((Outcome::KoAttacker | Outcome::KoDefender, _)) => Themes(1 << Theme::Ko as u32),
            Some((_, true)) => Themes(1 << Theme::Seki as u32),
            _ => Themes(0),
        }
    }

    /// The themes that a text names, as whole words. What one is told to look for refutes a wrong move, and is not what the problem is about.
    fn said(text: &[u8]) -> Themes {
        let mut found = Themes(0);
        let mut at = 0;
        while let Some(rest @ [letter, ..]) = text.get(at..) {
            if letter.is_ascii_alphabetic() {
                if letter | 0x20 == b'l' && begins(rest, b"look for the ") {
                    break;
                }
                for (words, theme) in said_with(*letter) {
                    if begins(rest, words.as_bytes()) {
                        found.0 |= 1 << *theme as u32;
                    }
                }
            }
            // On to the next word.
            let end = rest.iter().position(|letter| !letter.is_ascii_alphanumeric());
            match end {
                Some(end) => at += end + 1,
                None => break,
            }
        }
        found
    }
}

/// Whether a text begins with these words, and not with longer ones; an s for the plural may follow.
#[inline]
fn begins(text: &[u8], words: &[u8]) -> bool {
    // Most differ in their second letter: that is seen at once.
    if text.get(1).is_none_or(|second| second | 0x20 != words[1]) {
        return false;
    }
    let Some((start, rest)) = text.split_at_checked(words.len()) else {
        return false;
    };
    if !start.eq_ignore_ascii_case(words) {
        return false;
    }
    let rest = rest.strip_prefix(b"s").unwrap_or(rest);
    words.ends_with(b" ") || rest.first().is_none_or(|letter| !letter.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    fn said(text: &str) -> Vec<&'static str> {
        let themes = Themes::of("", text, None);
        themes.iter().map(Theme::name).collect()
    }

    #[test]
    fn a_theme_is_what_the_note_names_and_not_what_refutes_a_mistake() {
        assert_eq!(
            said("Hane, then throw-in and shortage of liberties. The atari fails: look for the snapback."),
            ["hane", "throw-in", "few liberties"]
        );
        assert_eq!(said("Narrowing the eye space."), ["narrowing"]);
        assert_eq!(said("Both hanes fail."), ["hane"]);
    }

    #[test]
    fn only_whole_words_name_a_theme() {
        assert_eq!(said("A network of braces; the racer, a hanematsu."), [""; 0]);
        assert_eq!(said("Ko? The net. RACE"), ["race", "net"]);
    }
}
