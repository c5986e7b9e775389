//! A line, taken apart.

use core::str::from_utf8;

use crate::board::{Color, Move, Point};

/// A command with its number and its arguments.
#[derive(Clone, Copy, Debug)]
pub struct Command<'a> {
    /// The number that the answer has to repeat.
    pub id: Option<u32>,
    /// Its name; empty if the line has none, or one that is no text.
    pub name: &'a str,
    rest: &'a [u8],
}

/// The largest number of a command: 31 bits.
const MOST: u32 = i32::MAX as u32;
/// No komi is larger.
const KOMI_MOST: u32 = 1000;

impl<'a> Command<'a> {
    /// Takes a line apart that [`Lines`](super::Lines) has prepared.
    pub fn new(line: &'a [u8]) -> Command<'a> {
        let (first, rest) = word(line);
        let (id, (name, rest)) = match number(first).filter(|&id| id <= MOST) {
            Some(id) => (Some(id), word(rest)),
            None => (None, (first, rest)),
        };
        Command {
            id,
            name: from_utf8(name).unwrap_or_default(),
            rest,
        }
    }

    /// The arguments, one by one.
    pub fn arguments(&self) -> Arguments<'a> {
        Arguments { rest: self.rest }
    }
}

/// The first word, and what is behind it.
fn word(line: &[u8]) -> (&[u8], &[u8]) {
    let start = line.iter().position(|&byte| byte != b' ').unwrap_or(line.len());
    let line = &line[start..];
    let end = line.iter().position(|&byte| byte == b' ').unwrap_or(line.len());
    line.split_at(end)
}

fn number(digits: &[u8]) -> Option<u32> {
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    is_number.then(|| from_utf8(digits).ok()?.parse().ok()).flatten()
}

/// Arguments of a command. Each method takes one; `None` if there is none or it is something else.
#[derive(Clone, Debug)]
pub struct Arguments<'a> {
    rest: &'a [u8],
}

impl<'a> Arguments<'a> {
    /// A word.
    pub fn text(&mut self) -> Option<&'a str> {
        let (first, rest) = word(self.rest);
        self.rest = rest;
        from_utf8(first).ok().filter(|text| !text.is_empty())
    }

    /// A whole number that is not negative.
    pub fn number(&mut self) -> Option<u32> {
        number(self.text()?.as_bytes()).filter(|&number| number <= MOST)
    }

    /// A number with a fraction, in halves.
    pub fn halves(&mut self) -> Option<i16> {
        let text = self.text()?;
        let (is_negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let is_digits = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        if text.len() > 12 || whole.len() + fraction.len() == 0 || !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        let whole = if whole.is_empty() {
            0
        } else {
            number(whole.as_bytes())?
        };
        // To the nearest half. The tenths and hundredths are enough.
        let digit = |place: usize| {
            fraction
                .as_bytes()
                .get(place)
                .map_or(0, |byte| u32::from(byte - b'0'))
        };
        let halves = (digit(0) * 10 + digit(1) + 25) / 50;
        let value = i16::try_from(2 * whole.min(KOMI_MOST + 1) + halves).ok()?;
        (whole <= KOMI_MOST).then_some(if is_negative { -value } else { value })
    }

    /// A player: `b`, `black`, `w` or `white`, in letters of any kind.
    pub fn color(&mut self) -> Option<Color> {
        let text = self.text()?;
        let is = |name: &str| text.eq_ignore_ascii_case(name);
        if is("b") || is("black") {
            Some(Color::Black)
        } else if is("w") || is("white") {
            Some(Color::White)
        } else {
            None
        }
    }

    /// A point of a board of `size` lines, or `pass`.
    pub fn vertex(&mut self, size: u8) -> Option<Move> {
        let text = self.text()?;
        if text.eq_ignore_ascii_case("pass") {
            return Some(Move::Pass);
        }
        Point::from_vertex(text, size).map(Move::Play)
    }

    /// A point of a board of `size` lines.
    pub fn point(&mut self, size: u8) -> Option<Point> {
        Point::from_vertex(self.text()?, size)
    }

    /// Whether none is left.
    pub fn is_empty(&self) -> bool {
        word(self.rest).0.is_empty()
    }
}
