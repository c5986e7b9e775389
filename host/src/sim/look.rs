//! Signs and colours: what a stone, a line or a message looks like on this terminal.
//!
//! Everything is told by its sign, so that a terminal without colours shows as much; the colours make it
//! quicker to read. With 256 of them the board is wood. The first 16 look different to each user, black
//! and light grey the least: there the board is a printed diagram, dark ink on paper.

use ratatui::crossterm::style::available_color_count;
use ratatui::style::{Color as Ink, Modifier, Style};
use shikatsu::board::Color;

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
    /// Around the cursor.
    pub(super) cursor: [&'static str; 2],
    /// Around the last move.
    pub(super) last: [&'static str; 2],
    /// Before the typed line, and after it.
    pub(super) prompt: &'static str,
    pub(super) caret: &'static str,
    /// Before a refusal.
    pub(super) refusal: &'static str,
    /// A frame: corners from the top left clockwise, then the horizontal and the vertical side.
    pub(super) frame: [&'static str; 6],
    /// Between two facts in a line.
    pub(super) dot: &'static str,
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
    cursor: ["[", "]"],
    last: ["(", ")"],
    prompt: "› ",
    caret: "▏",
    refusal: "✗ ",
    frame: ["╭", "╮", "╯", "╰", "─", "│"],
    dot: " · ",
};

const ASCII: Signs = Signs {
    stones: ["x", "o"],
    key: ["#", "@"],
    ghost: None,
    crossings: [["-"; 3]; 3],
    star: "-",
    line: " ",
    upright: " ",
    outside: "*",
    cursor: ["[", "]"],
    last: ["(", ")"],
    prompt: "> ",
    caret: "_",
    refusal: "! ",
    frame: ["+", "+", "+", "+", "-", "|"],
    dot: " - ",
};

impl Signs {
    pub(super) fn stone(&self, color: Color, key: bool) -> &'static str {
        if key {
            self.key[side(color)]
        } else {
            self.stones[side(color)]
        }
    }

    /// The stone that would be played at the cursor, if it can be shown.
    pub(super) fn ghost(&self, color: Color) -> Option<&'static str> {
        Some(self.ghost?[side(color)])
    }

    /// A point of the board that nobody has played on, in the middle.
    pub(super) fn empty(&self) -> &'static str {
        self.crossings[1][1]
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

/// How many colours to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colors {
    /// None: signs, bold and reversed text only.
    None,
    /// The 16 that every colour terminal has.
    Sixteen,
    /// The 256 that most have.
    Many,
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
                256.. => Colors::Many,
                _ => Colors::Sixteen,
            },
        }
    }

    pub(super) fn signs(self) -> &'static Signs {
        if self.ascii { &ASCII } else { &UNICODE }
    }

    /// The board, inside or outside the problem, with its lines.
    pub(super) fn wood(self, outside: bool) -> Style {
        match (self.colors, outside) {
            (Colors::Many, true) => Style::new().fg(Ink::Indexed(137)).bg(Ink::Indexed(95)),
            (Colors::Many, false) => Style::new().fg(Ink::Indexed(94)).bg(Ink::Indexed(137)),
            (Colors::Sixteen, false) => Style::new().fg(Ink::DarkGray).bg(Ink::Gray),
            (_, true) => QUIET,
            (Colors::None, false) => Style::new(),
        }
    }

    /// A stone, on top of the board's style.
    pub(super) fn stone(self, color: Color) -> Style {
        match (self.colors, color) {
            (Colors::Many, Color::Black) => Style::new().fg(Ink::Indexed(16)),
            (Colors::Many, Color::White) => STRONG.fg(Ink::Indexed(231)),
            (Colors::Sixteen, _) => Style::new().fg(Ink::Black).bg(Ink::Gray),
            (Colors::None, _) => STRONG,
        }
    }

    /// The cursor, on top of what it stands on.
    pub(super) fn cursor(self) -> Style {
        match self.colors {
            Colors::Many => Style::new().bg(Ink::Indexed(25)),
            Colors::Sixteen => Style::new().fg(Ink::White).bg(Ink::Blue),
            Colors::None => Style::new().add_modifier(Modifier::REVERSED),
        }
    }

    /// The marks around the cursor and the last move.
    pub(super) fn mark(self) -> Style {
        match self.colors {
            Colors::Many => STRONG.fg(Ink::Indexed(231)),
            Colors::Sixteen => Style::new().fg(Ink::Black),
            Colors::None => STRONG,
        }
    }

    /// The sign that says whose turn it is.
    pub(super) fn turn(self, color: Color) -> Style {
        let (ink, paper) = match (self.colors, color) {
            (Colors::None, _) => return STRONG,
            (Colors::Sixteen, Color::Black) => (Ink::White, Ink::Black),
            (Colors::Sixteen, Color::White) => (Ink::Black, Ink::White),
            (Colors::Many, Color::Black) => (Ink::Indexed(231), Ink::Indexed(16)),
            (Colors::Many, Color::White) => (Ink::Indexed(16), Ink::Indexed(231)),
        };
        Style::new().fg(ink).bg(paper)
    }

    /// Why something was not done.
    pub(super) fn refusal(self) -> Style {
        match self.colors {
            Colors::None => STRONG,
            Colors::Sixteen => STRONG.fg(Ink::Red),
            Colors::Many => STRONG.fg(Ink::Indexed(202)),
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
        assert_eq!(suited(&[], u16::MAX).colors, Colors::Many);
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
