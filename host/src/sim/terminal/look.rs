//! Signs and colours: what a stone, a line or a word looks like on this terminal.
//!
//! Everything is told by its sign, so that a terminal without colours shows as much; the colours make it
//! quicker to read. With 256 of them the board is wood. The first 16 look different to each user, black
//! and light grey the least: there the board is a printed diagram, dark ink on paper.

use std::borrow::Cow;

use ratatui::crossterm::style::available_color_count;
use ratatui::style::{Color as Ink, Modifier, Style};
use shikatsu::board::Color;
use shikatsu::record::Done;
use shikatsu::session::picture::{Mark, Standing, Tone};

/// The signs that the picture is made of.
pub(super) struct Signs {
    /// A stone of Black and of White, then the same for key stones and for the stone to be played, which
    /// letters cannot tell from a stone.
    stones: [&'static str; 2],
    key: [&'static str; 2],
    ghost: Option<[&'static str; 2]>,
    /// Crossings by row and column: first, middle, last.
    pub(super) crossings: [[&'static str; 3]; 3],
    pub(super) star: &'static str,
    /// Between two crossings, across and down.
    pub(super) line: &'static str,
    pub(super) upright: &'static str,
    pub(super) outside: &'static str,
    /// A free point of the area that a hint points at.
    pub(super) lit: &'static str,
    /// Around the cursor, and around the last move.
    pub(super) cursor: [&'static str; 2],
    last: [&'static str; 2],
    /// Right, wrong, with help.
    tick: &'static str,
    cross: &'static str,
    help: &'static str,
    /// Moves: to consider, correct, best.
    candidate: &'static str,
    correct: &'static str,
    best: &'static str,
    /// A bar: what is done, what is not.
    pub(super) bar: [&'static str; 2],
    /// Heights of a plot, the lowest first.
    pub(super) plot: &'static [&'static str],
    /// Before the chosen row.
    pub(super) chosen: &'static str,
    /// Around a value that can be changed.
    pub(super) turns: [&'static str; 2],
    /// The arrow keys.
    pub(super) arrows: &'static str,
}

const UNICODE: Signs = Signs {
    stones: ["●", "○"],
    key: ["◆", "◇"],
    ghost: Some(["•", "◦"]),
    crossings: [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]],
    star: "╋",
    line: "─",
    upright: "│",
    outside: "·",
    lit: "░",
    cursor: ["[", "]"],
    last: ["(", ")"],
    tick: "✓",
    cross: "✗",
    help: "~",
    candidate: "?",
    correct: "=",
    best: "*",
    bar: ["█", "░"],
    plot: &["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    chosen: "›",
    turns: ["‹ ", " ›"],
    arrows: "↑↓←→",
};

const ASCII: Signs = Signs {
    stones: ["x", "o"],
    key: ["#", "@"],
    ghost: None,
    crossings: [["-"; 3]; 3],
    star: "-",
    line: " ",
    upright: " ",
    outside: " ",
    lit: ":",
    cursor: ["[", "]"],
    last: ["(", ")"],
    tick: "/",
    cross: "!",
    help: "~",
    candidate: "?",
    correct: "=",
    best: "*",
    bar: ["#", "."],
    plot: &["_", ".", "-", "=", "*", "#"],
    chosen: ">",
    turns: ["< ", " >"],
    arrows: "Arrows",
};

impl Signs {
    pub(super) const fn stone(&self, color: Color, key: bool) -> &'static str {
        if key {
            self.key[side(color)]
        } else {
            self.stones[side(color)]
        }
    }

    /// The stone that would be played at the cursor, if it can be shown.
    pub(super) const fn ghost(&self, color: Color) -> Option<&'static str> {
        match self.ghost {
            Some(ghost) => Some(ghost[side(color)]),
            None => None,
        }
    }

    /// What stands around a marked stone.
    pub(super) const fn around(&self, mark: Mark) -> Option<[&'static str; 2]> {
        match mark {
            Mark::Last => Some(self.last),
            Mark::Right => Some([self.last[0], self.tick]),
            Mark::Wrong => Some([self.last[0], self.cross]),
            Mark::Alive => Some([" ", "+"]),
            Mark::Row => Some([self.last[0], "#"]),
            Mark::Key
            | Mark::Candidate
            | Mark::Correct
            | Mark::Best
            | Mark::Black
            | Mark::White
            | Mark::MostNatural
            | Mark::Natural
            | Mark::Possible => None,
        }
    }

    /// What stands on a marked free point.
    pub(super) const fn on(&self, mark: Mark) -> Option<&'static str> {
        match mark {
            Mark::Candidate => Some(self.candidate),
            Mark::Correct => Some(self.correct),
            Mark::Best => Some(self.best),
            Mark::Right => Some(self.tick),
            Mark::Wrong => Some(self.cross),
            Mark::Alive => Some("+"),
            Mark::Black => Some("x"),
            Mark::White => Some("o"),
            Mark::MostNatural => Some("3"),
            Mark::Natural => Some("2"),
            Mark::Possible => Some("1"),
            Mark::Key | Mark::Last | Mark::Row => None,
        }
    }

    pub(super) const fn standing(&self, standing: Standing) -> &'static str {
        match standing {
            Standing::Open => "",
            Standing::Right => self.tick,
            Standing::Wrong => self.cross,
            Standing::Helped => self.help,
        }
    }

    pub(super) const fn done(&self, done: Done) -> &'static str {
        match done {
            Done::New => " ",
            Done::Solved => self.tick,
            Done::Helped => self.help,
            Done::Failed => self.cross,
        }
    }
}

const fn side(color: Color) -> usize {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}

/// What should be seen first: titles, the names of keys.
pub(super) const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
/// What should be seen last.
pub(super) const QUIET: Style = Style::new().add_modifier(Modifier::DIM);
/// What is chosen.
pub(super) const CHOSEN: Style = Style::new().add_modifier(Modifier::REVERSED);

/// How many colours to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colors {
    /// None: signs, bold and reversed text only.
    None,
    /// The 16 that every colour terminal has.
    Sixteen,
    /// The 256 that most have.
    Many,
    /// Any colour there is.
    All,
}

/// What the picture looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Whether to use ASCII signs only.
    pub ascii: bool,
    /// The colours to use.
    pub colors: Colors,
}

impl Look {
    /// What suits this terminal; ASCII if asked for or if the locale has nothing else.
    pub fn of_terminal(ascii: bool) -> Look {
        let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        Look::suited(ascii, set, available_color_count())
    }

    fn suited(ascii: bool, set: impl Fn(&str) -> Option<String>, count: u16) -> Look {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(&set);
        let is_utf8 = |locale: String| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        };
        Look {
            // A locale that is not set says nothing about the terminal.
            ascii: ascii || !locale.is_none_or(is_utf8),
            colors: match count {
                _ if set("NO_COLOR").is_some() => Colors::None,
                u16::MAX => Colors::All,
                256.. => Colors::Many,
                _ => Colors::Sixteen,
            },
        }
    }

    pub(super) const fn signs(self) -> &'static Signs {
        if self.ascii { &ASCII } else { &UNICODE }
    }

    /// Words as this terminal can show them.
    pub(super) fn spelled(self, words: &str) -> Cow<'_, str> {
        if !self.ascii || words.is_ascii() {
            return Cow::Borrowed(words);
        }
        let plain = |letter: char| match letter {
            '·' | '–' | '—' => '-',
            '’' | '‘' => '\'',
            letter if letter.is_ascii() => letter,
            _ => '?',
        };
        Cow::Owned(words.chars().map(plain).collect())
    }

    /// The board, inside or outside the problem, with its lines.
    pub(super) const fn wood(self, outside: bool) -> Style {
        match (self.colors, outside) {
            (Colors::Many | Colors::All, false) => Style::new().fg(Ink::Indexed(94)).bg(Ink::Indexed(137)),
            (Colors::Sixteen, false) => Style::new().fg(Ink::DarkGray).bg(Ink::Gray),
            (_, true) => QUIET,
            (Colors::None, false) => Style::new(),
        }
    }

    /// A stone, on top of the board's style.
    pub(super) const fn stone(self, color: Color) -> Style {
        match (self.colors, color) {
            (Colors::Many | Colors::All, Color::Black) => Style::new().fg(Ink::Indexed(16)),
            (Colors::Many | Colors::All, Color::White) => STRONG.fg(Ink::Indexed(231)),
            (Colors::Sixteen, _) => Style::new().fg(Ink::Black).bg(Ink::Gray),
            (Colors::None, _) => STRONG,
        }
    }

    /// The cursor, on top of what it stands on.
    pub(super) const fn cursor(self) -> Style {
        match self.colors {
            Colors::Many | Colors::All => Style::new().bg(Ink::Indexed(25)),
            Colors::Sixteen => Style::new().fg(Ink::White).bg(Ink::Blue),
            Colors::None => CHOSEN,
        }
    }

    /// The signs around and between stones.
    pub(super) const fn mark(self) -> Style {
        match self.colors {
            Colors::Many | Colors::All => STRONG.fg(Ink::Indexed(231)),
            Colors::Sixteen => Style::new().fg(Ink::Black),
            Colors::None => STRONG,
        }
    }

    /// The sign that says whose turn it is.
    pub(super) const fn turn(self, color: Color) -> Style {
        let (ink, paper) = match (self.colors, color) {
            (Colors::None, _) => return STRONG,
            (Colors::Sixteen, Color::Black) => (Ink::White, Ink::Black),
            (Colors::Sixteen, Color::White) => (Ink::Black, Ink::White),
            (Colors::Many | Colors::All, Color::Black) => (Ink::Indexed(231), Ink::Indexed(16)),
            (Colors::Many | Colors::All, Color::White) => (Ink::Indexed(16), Ink::Indexed(231)),
        };
        Style::new().fg(ink).bg(paper)
    }

    /// Words, by how they are said.
    pub(super) const fn tone(self, tone: Tone) -> Style {
        let (sixteen, many) = match tone {
            Tone::Quiet => return QUIET,
            Tone::Plain => return STRONG,
            Tone::Good => (Ink::Cyan, Ink::Indexed(75)),
            Tone::Bad => (Ink::Red, Ink::Indexed(202)),
        };
        match self.colors {
            Colors::None => STRONG,
            Colors::Sixteen => STRONG.fg(sixteen),
            Colors::Many | Colors::All => STRONG.fg(many),
        }
    }

    pub(super) const fn standing(self, standing: Standing) -> Style {
        match standing {
            Standing::Right => self.tone(Tone::Good),
            Standing::Wrong => self.tone(Tone::Bad),
            Standing::Open | Standing::Helped => STRONG,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suited(set: &[(&str, &str)], count: u16) -> Look {
        let value = |name: &str| {
            set.iter()
                .find(|(n, _)| *n == name)
                .map(|(_, v)| (*v).to_string())
        };
        Look::suited(false, value, count)
    }

    #[test]
    fn colours_are_as_many_as_the_terminal_has_and_none_if_unwanted() {
        assert_eq!(suited(&[], 8).colors, Colors::Sixteen);
        assert_eq!(suited(&[], 256).colors, Colors::Many);
        assert_eq!(suited(&[], u16::MAX).colors, Colors::All);
        assert_eq!(suited(&[("NO_COLOR", "1")], 256).colors, Colors::None);
    }

    #[test]
    fn a_locale_without_unicode_gets_ascii() {
        assert!(!suited(&[], 8).ascii);
        assert!(!suited(&[("LANG", "en_GB.UTF-8")], 8).ascii);
        assert!(!suited(&[("LANG", "C"), ("LC_ALL", "C.utf8")], 8).ascii);
        assert!(suited(&[("LANG", "C")], 8).ascii);
        assert!(suited(&[("LANG", "ja_JP.eucJP")], 8).ascii);
    }
}
