//! Problem files: found, read and told apart.
//!
//! [`load`] takes whatever a person names on a command line: files, folders, `-` for standard input.
//! What goes wrong with one file never stops the others.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use shikatsu::pack::{MAX_LENGTH, PackError};
use shikatsu::problem::TextError;

use crate::entry::Entry;
use crate::faults::Faults;
use crate::overrides::{Misfit, Overrides};
use crate::pack::file as pack;
use crate::sgf::{self, GameFault, SgfError, SyntaxFault};
use crate::text;

/// The largest file that is read, in bytes, unless it is a pack. Real collections stay far below.
pub const MAX_BYTES: usize = 4 << 20;

/// The name that stands for standard input.
pub const STDIN: &str = "-";

/// One problem of a file, or what is wrong with it.
#[derive(Clone, PartialEq, Debug)]
pub struct Loaded {
    /// The file, as it was named or found.
    pub path: PathBuf,
    /// Which problem of the file it is, from 0.
    pub game: usize,
    /// How many problems the file has, faulty ones included; 0 if it could not be read at all.
    pub games: usize,
    /// What the file is, by its name or, failing that, by its content.
    pub format: Format,
    /// The problem, or all that keeps it from being one.
    pub entry: Result<Entry, Faults<FileError>>,
}

impl Loaded {
    /// How far its reading came.
    pub fn reached(&self) -> Reached {
        let faults = self.entry.as_ref().err();
        faults
            .and_then(|faults| faults.iter().map(FileError::reached).min())
            .unwrap_or(Reached::Problem)
    }

    /// How people call it: the file, and the number of the game or the problem (from 1) if there are several.
    pub fn label(&self) -> String {
        let path = shown(&self.path);
        if self.games > 1 {
            let what = match self.format {
                Format::Pack => "problem",
                Format::Text | Format::Sgf => "game",
            };
            format!("{path}, {what} {}", self.game + 1)
        } else {
            path
        }
    }

    /// What the command line can do about its fault, to be put behind it; empty if nothing.
    pub fn way_out(&self) -> &'static str {
        let lacks_group = |fault: &FileError| match fault {
            FileError::Sgf(SgfError::Game(error)) => error.fault == GameFault::NoGroup,
            _ => false,
        };
        match &self.entry {
            Err(faults) if faults.iter().any(lacks_group) => {
                "; name the stones that it is about with --key, as in --key E1"
            }
            _ => "",
        }
    }
}

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
    /// The problem of this number, from 1, was asked for, and there are only so many.
    NoSuchProblem(usize, usize),
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
            FileError::NoSuchProblem(number, 1) => {
                write!(f, "there is no problem {number}, the file has only one")
            }
            FileError::NoSuchProblem(number, count) => {
                write!(f, "there is no problem {number}, the file has {count}")
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

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> FileError {
        FileError::Unreadable(reason(&error))
    }
}

/// An error of the operating system as the end of a sentence about a file.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_string(),
        io::ErrorKind::PermissionDenied => "permission denied".to_string(),
        _ => error.to_string(),
    }
}

/// A path for people: standard input by its name.
pub fn shown(path: &Path) -> String {
    if path == Path::new(STDIN) {
        "standard input".to_string()
    } else {
        path.display().to_string()
    }
}

/// The formats that problems are kept in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The problem text.
    Text,
    /// The Smart Game Format.
    Sgf,
    /// A pack for the handheld.
    Pack,
}

impl Format {
    /// The most bytes that a file of this format may have.
    const fn most_bytes(self) -> usize {
        match self {
            Format::Text | Format::Sgf => MAX_BYTES,
            Format::Pack => MAX_LENGTH as usize,
        }
    }

    /// What the end of a file's name says.
    pub fn from_name(path: &Path) -> Option<Format> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "txt" => Some(Format::Text),
            "sgf" => Some(Format::Sgf),
            pack::EXTENSION => Some(Format::Pack),
            _ => None,
        }
    }

    /// What the content looks like. A problem text opens with a row of its board; anything else, mail
    /// headers included, may be what comes before a game.
    fn from_content(bytes: &[u8]) -> Format {
        if pack::begins_as_pack(bytes) {
            return Format::Pack;
        }
        let first_line = bytes
            .trim_ascii_start()
            .split(|&b| b == b'\n')
            .next()
            .unwrap_or(bytes);
        let is_row = first_line.trim_ascii_end().iter().all(|b| b"xo-*".contains(b));
        if !is_row && bytes.contains(&b'(') {
            Format::Sgf
        } else {
            Format::Text
        }
    }
}

/// Reads every problem of `paths`, in that order; folders are searched through, in the order of names, for texts and SGF files. A
/// pack is made of such files, so one that lies beside them would bring each problem twice.
pub fn load(paths: &[PathBuf], overrides: &Overrides) -> Vec<Loaded> {
    paths.iter().flat_map(|path| load_path(path, overrides)).collect()
}

/// Of each file only the problem of this number, from 1. A file that does not have it says so in its place; one that could not be read
/// at all keeps its own fault.
pub fn only(number: usize, loaded: Vec<Loaded>) -> Vec<Loaded> {
    let mut found = Vec::new();
    for mut item in loaded {
        let place = item.game + 1;
        if item.games == 0 || place == number {
            found.push(item);
        } else if place == item.games && number > item.games {
            // A file without any problem has its own fault to tell.
            if item.games > 1 || item.reached() == Reached::Problem {
                item.entry = Err(FileError::NoSuchProblem(number, item.games).into());
            }
            found.push(item);
        }
    }
    found
}

fn load_path(path: &Path, overrides: &Overrides) -> Vec<Loaded> {
    if !path.is_dir() {
        return load_file(path, overrides);
    }
    let mut found = Vec::new();
    for file in walk(path) {
        match file {
            Ok(file) => found.extend(load_file(&file, overrides)),
            Err((folder, error)) => found.push(failed(&folder, error.into())),
        }
    }
    if found.is_empty() {
        found.push(failed(path, FileError::NothingInFolder));
    }
    found
}

fn failed(path: &Path, error: FileError) -> Loaded {
    Loaded {
        path: path.to_path_buf(),
        game: 0,
        games: 0,
        format: Format::from_name(path).unwrap_or(Format::Text),
        entry: Err(error.into()),
    }
}

fn load_file(path: &Path, overrides: &Overrides) -> Vec<Loaded> {
    let named = Format::from_name(path);
    let bytes = match read_bytes(path, named.map_or(Format::Pack.most_bytes(), Format::most_bytes)) {
        Ok(bytes) => bytes,
        Err(error) => return vec![failed(path, error)],
    };
    let format = named.unwrap_or_else(|| Format::from_content(&bytes));
    if bytes.len() > format.most_bytes() {
        return vec![failed(path, FileError::TooBig(format.most_bytes()))];
    }
    let entries = match format {
        _ if bytes.trim_ascii().is_empty() => vec![Err(FileError::Empty.into())],
        Format::Text => vec![text::read(&bytes, overrides)],
        Format::Pack => pack::entries(&bytes, overrides),
        Format::Sgf => {
            let has_name = path != Path::new(STDIN);
            let error = |error| sgf_error(error, named.is_none() && has_name);
            let entries = sgf::read(&bytes, overrides).into_iter();
            entries
                .map(|entry| entry.map_err(|faults| faults.map(error)))
                .collect()
        }
    };
    let games = entries.len();
    let loaded = entries.into_iter().enumerate().map(|(game, entry)| Loaded {
        path: path.to_path_buf(),
        game,
        games,
        format,
        entry,
    });
    loaded.collect()
}

fn read_bytes(path: &Path, most: usize) -> Result<Vec<u8>, FileError> {
    let source: Box<dyn Read> = if path == Path::new(STDIN) {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path)?)
    };
    let mut bytes = Vec::new();
    // One byte more than allowed tells a file that is too large, even one without an end.
    source.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A fault of an SGF file; `guessed` if only the content made it one.
fn sgf_error(error: SgfError, guessed: bool) -> FileError {
    let no_game = matches!(
        error,
        SgfError::Syntax {
            fault: SyntaxFault::NoGame,
            ..
        }
    );
    if guessed && no_game {
        FileError::TakenForSgf(error)
    } else {
        FileError::Sgf(error)
    }
}

type Found = Result<PathBuf, (PathBuf, io::Error)>;

/// The problem files below `folder`, and the folders that could not be looked into. Links to folders
/// are not followed, since they may lead round in a ring; hidden files are none of ours.
fn walk(folder: &Path) -> Vec<Found> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let entries = match entries {
            Ok(entries) => entries,
            Err(error) => {
                found.push(Err((folder, error)));
                continue;
            }
        };
        for entry in entries {
            let path = entry.path();
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if Format::from_name(&path).is_some_and(|format| format != Format::Pack) {
                found.push(Ok(path));
            }
        }
    }
    found.sort_by(|one, other| place(one).cmp(place(other)));
    found
}

fn place(found: &Found) -> &Path {
    match found {
        Ok(path) | Err((path, _)) => path,
    }
}
