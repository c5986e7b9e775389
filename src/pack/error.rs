//! What may be wrong with a pack, each with a number that people can ask about.

use core::fmt;

use super::{MAJOR, MAX_LENGTH, MAX_PROBLEMS};
use crate::problem::Fault;

/// What is wrong with a pack, or with one problem of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PackError {
    /// It does not begin the way a pack does.
    NotAPack,
    /// It has a format of the future.
    Newer {
        /// The major number of its format.
        major: u8,
        /// The firmware that reads it, as major and minor number.
        firmware: (u8, u8),
    },
    /// The header does not match its checksum.
    Header,
    /// The header matches its checksum but is impossible: a name that is no text, too many problems, or a
    /// length that its problems do not fit into.
    Misshapen,
    /// There are fewer bytes than the header says.
    Cut {
        /// The bytes that it should have.
        expected: u32,
        /// The bytes that are there.
        found: u32,
    },
    /// Every problem is sound, but the whole does not match its checksum.
    Body,
    /// It has fewer problems.
    NoSuchProblem(u16),
    /// One problem, counted from 0, is damaged; the others are not affected.
    Problem {
        /// Its place.
        problem: u16,
        /// What is wrong with it.
        damage: Damage,
    },
}

/// What is wrong with a problem of a pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Damage {
    /// Its entry of the index.
    Index,
    /// Its record does not match its checksum.
    Record,
    /// Its record matches its checksum but cannot be decoded.
    Encoding,
    /// One of its texts is too long, or has signs that cannot be shown.
    Text,
    /// The position is impossible.
    Position(Fault),
    /// The answer is impossible: more moves than there are points, seki without life.
    Answer,
    /// Its record does not begin where the one before ends.
    Place,
    /// Its author's tree or its book of replies is impossible, or contradicts the answer.
    Book,
}

impl PackError {
    pub(super) const fn at(problem: u16, damage: Damage) -> PackError {
        PackError::Problem { problem, damage }
    }

    /// The number after the P in its sentence.
    pub const fn code(self) -> u8 {
        match self {
            PackError::NotAPack => 1,
            PackError::Newer { .. } => 2,
            PackError::Header => 3,
            PackError::Misshapen => 4,
            PackError::Cut { .. } => 5,
            PackError::Body => 6,
            PackError::NoSuchProblem(_) => 10,
            PackError::Problem { damage, .. } => match damage {
                Damage::Index => 11,
                Damage::Record => 12,
                Damage::Encoding => 13,
                Damage::Text => 14,
                Damage::Position(_) => 15,
                Damage::Answer => 16,
                Damage::Place => 17,
                Damage::Book => 18,
            },
        }
    }
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PackError::NotAPack => f.write_str("This is not a pack"),
            PackError::Newer { major, firmware } if major > MAJOR => {
                write!(f, "This pack needs firmware {}.{}", firmware.0, firmware.1)
            }
            PackError::Newer { major, .. } => write!(f, "There is no pack format {major}"),
            PackError::Header => f.write_str("The pack's first bytes are damaged"),
            PackError::Misshapen => write!(
                f,
                "The pack is not well-formed: it may have {MAX_PROBLEMS} problems, {} MiB and a name in UTF-8",
                MAX_LENGTH >> 20
            ),
            PackError::Cut { expected, found } => {
                write!(f, "The pack has {expected} bytes, but only {found} are there")
            }
            PackError::Body => {
                f.write_str("The pack is not as it was written, though each problem can be read")
            }
            PackError::NoSuchProblem(problem) => write!(f, "There is no problem {}", u32::from(problem) + 1),
            PackError::Problem { problem, .. } => {
                write!(f, "Problem {} is damaged and was skipped", u32::from(problem) + 1)
            }
        }?;
        write!(f, " (P{})", self.code())
    }
}

impl core::error::Error for PackError {}
