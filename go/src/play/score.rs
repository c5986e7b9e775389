//! Area scoring: stones, and empty points that only one side's stones reach.

use core::fmt;

use super::field::Field;
use crate::board::{Color, Point, PointSet};

/// Who has which points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    /// Black's stones and territory.
    pub black: PointSet,
    /// White's stones and territory.
    pub white: PointSet,
}

/// The area of both sides; the stones in `dead` are taken off first.
pub fn area<const C: usize>(field: &Field<C>, dead: &PointSet) -> Area {
    let all: PointSet = Point::all(field.size()).collect();
    let stones = |color| -> PointSet {
        all.iter()
            .filter(|&point| field.at(point) == Some(color) && !dead.contains(point))
            .collect()
    };
    area_of(field.size(), &stones(Color::Black), &stones(Color::White))
}

/// The area of both sides, where these are the stones that live.
pub fn area_of(size: u8, black: &PointSet, white: &PointSet) -> Area {
    let empty: PointSet = Point::all(size)
        .filter(|&point| !black.contains(point) && !white.contains(point))
        .collect();
    let reach = |stones: PointSet| stones.grown(&empty);
    let (of_black, of_white) = (reach(*black), reach(*white));
    Area {
        black: of_black.minus(&of_white),
        white: of_white.minus(&of_black),
    }
}

impl Area {
    /// Nobody has anything.
    pub const NONE: Area = Area {
        black: PointSet::EMPTY,
        white: PointSet::EMPTY,
    };

    /// The score, with a komi in half points.
    pub fn score(&self, komi: i16) -> Score {
        Score(2 * (self.black.len() as i16 - self.white.len() as i16) - komi)
    }
}

/// A score in half points, in favour of Black if it is positive. It prints as `B+3.5`, `W+12` or `0`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Score(pub i16);

impl Score {
    /// Who is ahead; nobody if it is a draw.
    pub const fn winner(self) -> Option<Color> {
        match self.0 {
            1.. => Some(Color::Black),
            0 => None,
            _ => Some(Color::White),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = self.0.unsigned_abs();
        match self.winner() {
            None => return f.write_str("0"),
            Some(Color::Black) => f.write_str("B+")?,
            Some(Color::White) => f.write_str("W+")?,
        }
        write!(f, "{}{}", by / 2, if by % 2 == 1 { ".5" } else { "" })
    }
}
