//! What a member can propose, and what a team can do.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use shikatsu::board::{MAX_SIZE, Move, Point};

/// A stone, a pass, or the end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Proposal {
    /// A stone: row, column and the lines of the board, so that it can be written down without asking for the board.
    Stone(Place),
    /// A pass.
    Pass,
    /// To resign.
    Resign,
}

/// A point of a board of so many lines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    row: u8,
    column: u8,
    size: u8,
}

impl Place {
    /// This point of a board of `size` lines.
    pub const fn new(point: Point, size: u8) -> Place {
        Place {
            row: point.row(),
            column: point.column(),
            size,
        }
    }

    /// The point.
    pub const fn point(self) -> Point {
        Point::new(self.column, self.row)
    }
}

impl Proposal {
    /// Reads `D4`, `pass` or `resign`, in letters of any kind, for a board of `size` lines.
    pub fn read(text: &str, size: u8) -> Option<Proposal> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("pass") {
            Some(Proposal::Pass)
        } else if text.eq_ignore_ascii_case("resign") {
            Some(Proposal::Resign)
        } else {
            let point = Point::from_vertex(text, size)?;
            Some(Proposal::Stone(Place::new(point, size)))
        }
    }

    /// The same as a move, if it is one.
    pub const fn as_move(self) -> Option<Move> {
        match self {
            Proposal::Stone(place) => Some(Move::Play(place.point())),
            Proposal::Pass => Some(Move::Pass),
            Proposal::Resign => None,
        }
    }

    /// This move on a board of `size` lines.
    pub const fn from_move(chosen: Move, size: u8) -> Proposal {
        match chosen {
            Move::Play(point) => Proposal::Stone(Place::new(point, size)),
            Move::Pass => Proposal::Pass,
        }
    }
}

impl fmt::Display for Proposal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proposal::Stone(place) => write!(f, "{}", place.point().vertex(place.size)),
            Proposal::Pass => f.write_str("pass"),
            Proposal::Resign => f.write_str("resign"),
        }
    }
}

impl Serialize for Proposal {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        // The size is needed to read the name of a point again.
        match self {
            Proposal::Stone(place) => to.collect_str(&format_args!("{self}/{}", place.size)),
            _ => to.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Proposal {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Proposal, D::Error> {
        let text = String::deserialize(from)?;
        let (name, size) = text.split_once('/').unwrap_or((&text, "19"));
        let size = size.parse().ok().filter(|&size| size <= MAX_SIZE);
        let read = size.and_then(|size| Proposal::read(name, size));
        read.ok_or_else(|| serde::de::Error::custom("no move"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for (text, size) in [
            ("D4", 9),
            ("T19", 19),
            ("A1", 5),
            ("pass", 9),
            ("resign", 9),
            ("J9", 9),
        ] {
            let read = Proposal::read(text, size).unwrap();
            assert_eq!(read.to_string(), text);
            let json = serde_json::to_string(&read).unwrap();
            assert_eq!(serde_json::from_str::<Proposal>(&json).unwrap(), read, "{json}");
        }
        for rubbish in ["", "I5", "K1", "D10", "D0", "4D", "D4 D5", "passs", "\u{feff}D4"] {
            assert_eq!(Proposal::read(rubbish, 9), None, "{rubbish}");
        }
    }
}
