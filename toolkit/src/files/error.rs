//! Why a file, or a problem of a file, cannot be used.

use std::fmt;

use shikatsu::pack::PackError;
use shikatsu::problem::TextError;

use crate::files::Choice;
use crate::overrides::Misfit;
use crate::sgf::SgfError;

/// Why a file, or a problem of a file, could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileError {
    /// The operating system refuses, for this reason.
    Unreadable(String),
    /// It has more bytes than a file of its format may have, which is so many.
    TooBig(usize),
    /// It is a folder that holds no problem file.
    NothingInFolder,
    /// There is nothing in it.
    Empty,
    /// A problem text that is not UTF-8, from this place on. Both count from 1.
    NotUtf8 {
        /// The line of the first wrong byte.
        line: usize,
        /// Its character in that line.
        column: usize,
    },
    /// A fault of a problem text.
    Text(TextError),
    /// A fault of an SGF file.
    Sgf(SgfError),
    /// No game in a file whose name does not say what it is.
    TakenForSgf(SgfError),
    /// A fault of a pack.
    Pack(PackError),
    /// What the command line says does not go with the problem.
    Misfit(Misfit),
    /// The same for a problem of a pack, from 1, since it has others.
    MisfitInPack(usize, Misfit),
    /// This problem was asked for, and there are only so many.
    NoSuchProblem(Choice, usize),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Unreadable(reason) => f.write_str(reason),
            FileError::TooBig(most) => write!(f, "the file is larger than {} MiB", most >> 20),
            FileError::NothingInFolder => f.write_str("there is no .txt or .sgf file in this folder"),
            FileError::NotUtf8 { line, column } => {
                write!(f, "line {line}, column {column}: this is not UTF-8 text")
            }
            FileError::Empty => f.write_str("the file is empty"),
            FileError::Text(error) => error.fmt(f),
            FileError::Sgf(error) => error.fmt(f),
            FileError::TakenForSgf(error) => {
                write!(f, "{error} (read as SGF, because its name does not end in .txt)")
            }
            FileError::Pack(error) => error.fmt(f),
            FileError::Misfit(misfit) => misfit.fmt(f),
            FileError::MisfitInPack(number, misfit) => write!(f, "problem {number}: {misfit}"),
            FileError::NoSuchProblem(choice, 1) => {
                write!(f, "there is no problem {choice}, the file has only one")
            }
            FileError::NoSuchProblem(choice, count) => {
                write!(f, "there is no problem {choice}, the file has {count}")
            }
        }
    }
}

impl std::error::Error for FileError {}

/// How far into a file its reading came.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reached {
    /// The file itself could not be read.
    Nothing,
    /// It could, but there was no problem, or none behind what was read before.
    File,
    /// There was a problem, good or faulty.
    Problem,
}

impl FileError {
    /// How far the reading came that ended with this.
    pub const fn reached(&self) -> Reached {
        match self {
            FileError::Unreadable(_) | FileError::TooBig(_) | FileError::NothingInFolder => Reached::Nothing,
            FileError::NotUtf8 { .. }
            | FileError::Text(_)
            | FileError::Sgf(SgfError::Game(_))
            | FileError::Pack(PackError::Problem { .. })
            | FileError::Misfit(_)
            | FileError::MisfitInPack(..) => Reached::Problem,
            FileError::Empty
            | FileError::TakenForSgf(_)
            | FileError::Sgf(SgfError::Syntax { .. })
            | FileError::Pack(_)
            | FileError::NoSuchProblem(..) => Reached::File,
        }
    }
}
