//! How hard a problem is, in the ranks of Go players.

use core::fmt;
use core::str::FromStr;

/// A rank from 30 kyu (a beginner) up to 1 kyu, and on from 1 dan to 7 dan.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(i8);

impl Level {
    /// The weakest rank.
    pub const WEAKEST: Level = Level(-30);
    /// The strongest rank.
    pub const STRONGEST: Level = Level(6);

    /// `kyu` below the first dan, 1 to 30.
    pub fn kyu(kyu: u8) -> Option<Level> {
        (1..=30).contains(&kyu).then(|| Level(-(kyu as i8)))
    }

    /// The rank this many steps above the first dan, or below it if negative; the nearest one there is.
    pub fn steps(from_first_dan: i8) -> Level {
        Level(from_first_dan).clamp(Level::WEAKEST, Level::STRONGEST)
    }

    /// How many ranks above the first dan it is; negative below it.
    pub const fn steps_from_first_dan(self) -> i8 {
        self.0
    }

    /// The `dan`-th dan, 1 to 7.
    pub fn dan(dan: u8) -> Option<Level> {
        (1..=7).contains(&dan).then(|| Level(dan as i8 - 1))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 0 {
            write!(f, "{}k", -self.0)
        } else {
            write!(f, "{}d", self.0 + 1)
        }
    }
}

impl FromStr for Level {
    type Err = ();

    /// Reads `12k`, `12K` or `12 kyu`, and the same with dan.
    fn from_str(text: &str) -> Result<Level, ()> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = text.split_at(digits);
        let number = number.parse().map_err(|_| ())?;
        let is = |names: [&str; 2]| {
            names
                .iter()
                .any(|name| unit.trim_start().eq_ignore_ascii_case(name))
        };
        if is(["k", "kyu"]) {
            Level::kyu(number).ok_or(())
        } else if is(["d", "dan"]) {
            Level::dan(number).ok_or(())
        } else {
            Err(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_but_those_of_ranks_makes_a_level() {
        for number in 0..=u8::MAX {
            assert_eq!(Level::kyu(number).is_some(), (1..=30).contains(&number));
            assert_eq!(Level::dan(number).is_some(), (1..=7).contains(&number));
        }
    }
}
