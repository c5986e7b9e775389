//! Problem files: bytes with a name, told apart and read.
//!
//! What goes wrong with one problem never stops the others. Where the bytes come from is the caller's business: a disk, a
//! browser, a test.
//!
//! [`text`] reads problem texts by way of the core, [`packed`] packs, and [`crate::sgf`] the Smart Game Format.

mod error;
pub mod packed;
pub mod text;

pub use error::{FileError, Reached};

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use shikatsu::pack::MAX_LENGTH;

use crate::entry::Entry;
use crate::faults::Faults;
use crate::overrides::Overrides;
use crate::sgf::{self, GameFault, Layout, SgfError, SyntaxFault};

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
    /// How the file holds its problems, if it is SGF and has one.
    pub layout: Option<Layout>,
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

    /// A file, or a folder, that cannot be read at all.
    pub fn failed(path: &Path, error: FileError) -> Loaded {
        Loaded {
            path: path.to_path_buf(),
            game: 0,
            games: 0,
            format: Format::from_name(path).unwrap_or(Format::Text),
            layout: None,
            entry: Err(error.into()),
        }
    }

    /// How people call it: the file, and the number of the game or the problem (from 1) if there are several.
    pub fn label(&self) -> String {
        let path = shown(&self.path);
        if self.games > 1 {
            let what = match (self.format, self.layout) {
                (Format::Sgf, None | Some(Layout::Single | Layout::Games)) => "game",
                _ => "problem",
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
    pub const fn most_bytes(self) -> usize {
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
            packed::EXTENSION => Some(Format::Pack),
            _ => None,
        }
    }

    /// What the content looks like. A problem text opens with a row of its board; anything else, mail
    /// headers included, may be what comes before a game.
    fn from_content(bytes: &[u8]) -> Format {
        if packed::begins_as_pack(bytes) {
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

/// Reads every problem of one file. The name tells what it is; where it does not, the content does.
pub fn read(path: &Path, content: &[u8], overrides: &Overrides) -> Vec<Loaded> {
    let named = Format::from_name(path);
    let format = named.unwrap_or_else(|| Format::from_content(content));
    if content.len() > format.most_bytes() {
        return vec![Loaded::failed(path, FileError::TooBig(format.most_bytes()))];
    }
    let mut layout = None;
    let entries = match format {
        _ if content.trim_ascii().is_empty() => vec![Err(FileError::Empty.into())],
        Format::Text => vec![text::read(content, overrides)],
        Format::Pack => packed::entries(content, overrides),
        Format::Sgf => {
            let has_name = path != Path::new(STDIN);
            let error = |error| sgf_error(error, named.is_none() && has_name);
            let contents = sgf::read_all(content, overrides);
            layout = contents.layout;
            let entries = contents.entries.into_iter();
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
        layout,
        entry,
    });
    loaded.collect()
}

/// Which problem of a file is meant: its number, from 1, or its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// The problem of this number.
    Number(usize),
    /// Those of this name, in capitals or not; a part of the name will do if no problem has the whole.
    Name(String),
}

impl FromStr for Choice {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Choice, &'static str> {
        match text.trim() {
            "" => Err("a problem has a number, from 1, or a name"),
            text => match text.parse::<usize>() {
                Ok(0) => Err("problems are counted from 1"),
                Ok(number) => Ok(Choice::Number(number)),
                Err(_) => Ok(Choice::Name(text.to_lowercase())),
            },
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Number(number) => number.fmt(f),
            Choice::Name(name) => write!(f, "{name:?}"),
        }
    }
}

/// Of each file only the problem that is chosen. A file that does not have it says so in its place; one that could not be read
/// at all keeps its own fault.
pub fn only(choice: &Choice, loaded: &[Loaded]) -> Vec<Loaded> {
    let name_of = |item: &Loaded| {
        item.entry
            .as_ref()
            .map_or(String::new(), |entry| entry.name.to_lowercase())
    };
    let mut found = Vec::new();
    for file in loaded.chunk_by(|one, other| one.path == other.path && one.game < other.game) {
        let has_whole = |name: &String| file.iter().any(|item| name_of(item) == *name);
        let whole = matches!(choice, Choice::Name(name) if has_whole(name));
        let is_chosen = |item: &Loaded| match choice {
            Choice::Number(number) => item.game + 1 == *number,
            Choice::Name(name) if whole => name_of(item) == *name,
            Choice::Name(name) => name_of(item).contains(name.as_str()),
        };
        let before = found.len();
        let kept = file.iter().filter(|item| item.games == 0 || is_chosen(item));
        found.extend(kept.cloned());
        if let Some(last) = file.last().filter(|_| found.len() == before) {
            let mut last = last.clone();
            // A file without any problem has its own fault to tell.
            if last.games > 1 || last.reached() == Reached::Problem {
                last.entry = Err(FileError::NoSuchProblem(choice.clone(), last.games).into());
            }
            found.push(last);
        }
    }
    found
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
