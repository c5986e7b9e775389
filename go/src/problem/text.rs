//! The plain text form of a problem.
//!
//! ```text
//! -----        N lines of N characters: x black, o white, - empty, * empty and outside
//! -xxx-
//! xxoox
//! xo-ox
//! xooox
//! B2 x         the key stones and the side to move
//! Notes.       one line of notes, which may be empty
//! ```

use core::fmt;

use super::{Fault, Notes, Problem};
use crate::board::{Color, MAX_SIZE, MIN_SIZE, Point, Setup};

/// What is wrong with a problem text, and where. Lines and columns count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The line at fault.
    pub line: usize,
    /// The character at fault in that line.
    pub column: usize,
    /// What is wrong there.
    pub fault: TextFault,
}

/// What may be wrong with a problem text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextFault {
    /// The first line, and so the board, has a length that no board has.
    Width(usize),
    /// A line of the board is not as long as the first.
    Ragged {
        /// The first line's length.
        expected: usize,
        /// This line's.
        found: usize,
    },
    /// The text ends before the board is complete.
    MissingRows {
        /// How many lines there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A character that stands for nothing on a board.
    Character(char),
    /// The text ends before the line of key stones.
    MissingKeyLine,
    /// A word before the last that is no point of the board.
    Vertex,
    /// The last word of the line of key stones is neither a point of the board nor a side.
    LastWord,
    /// The line of key stones does not end in `x` or `o`.
    MissingSide,
    /// A key stone is named twice.
    KeyTwice,
    /// Text after the line of notes.
    Trailing,
    /// The position is impossible.
    Position(Fault),
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.fault)
    }
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextFault::Width(width) => write!(
                f,
                "a board has {MIN_SIZE} to {MAX_SIZE} lines of as many characters, this line has {width}"
            ),
            TextFault::Ragged { expected, found } => {
                write!(
                    f,
                    "this line should have {expected} characters, as the first, but has {found}"
                )
            }
            TextFault::MissingRows { expected, found } => {
                write!(
                    f,
                    "the board should have {expected} lines, but ends after {found}"
                )
            }
            TextFault::Character(c) => write!(f, "{c:?} is none of x, o, - and *"),
            TextFault::MissingKeyLine => {
                f.write_str("the line with the key stones and the side to move is missing")
            }
            TextFault::Vertex => f.write_str("this is no point of the board"),
            TextFault::LastWord => {
                f.write_str("this is neither a point of the board nor the side to move, x or o")
            }
            TextFault::MissingSide => f.write_str("the side to move, x or o, is missing"),
            TextFault::KeyTwice => f.write_str("this key stone is named twice"),
            TextFault::Trailing => f.write_str("nothing may follow the line of notes"),
            TextFault::Position(fault) => fault.fmt(f),
        }
    }
}

impl core::error::Error for TextError {}

/// Reads one problem. Nothing is half read: either the text is a valid problem, or its first error is returned.
pub fn read_text(text: &str) -> Result<(Problem, Notes<'_>), TextError> {
    scan(text, &mut |_| {})
}

impl TextError {
    /// Reports every fault of a text, by line and column. Whether the position is possible is only checked
    /// if nothing else is wrong.
    pub fn all_in(text: &str, report: &mut dyn FnMut(TextError)) {
        // A caller that asks for the faults has no use for the problem.
        let _ = scan(text, report);
    }
}

/// The faults of a text as they are found: each is reported, and the first is kept.
struct Faults<'a> {
    report: &'a mut dyn FnMut(TextError),
    first: Option<TextError>,
}

impl Faults<'_> {
    /// Takes in one more and returns the first.
    fn add(&mut self, error: TextError) -> TextError {
        (self.report)(error);
        *self.first.get_or_insert(error)
    }
}

/// Reads one problem as far as it can be understood, and reports every fault on the way.
fn scan<'a>(text: &'a str, report: &mut dyn FnMut(TextError)) -> Result<(Problem, Notes<'a>), TextError> {
    let mut faults = Faults { report, first: None };
    let mut lines = text.split('\n').map(trim_line);
    let width = lines.clone().next().map_or(0, |line| line.chars().count());
    if !(MIN_SIZE as usize..=MAX_SIZE as usize).contains(&width) {
        return Err(faults.add(error(1, 1, TextFault::Width(width))));
    }
    let mut setup = Setup::empty(width as u8);
    let mut rows = 0;
    while rows < width {
        let line = lines.clone().next().unwrap_or("");
        let ended = lines.clone().all(str::is_empty);
        if ended || is_key_line(line, setup.size) {
            let missing = TextFault::MissingRows {
                expected: width,
                found: rows,
            };
            let first = faults.add(error(rows + 1, 1, missing));
            if ended {
                return Err(first);
            }
            break;
        }
        lines.next();
        read_row(&mut setup, rows, line, &mut faults);
        rows += 1;
    }
    let key_line = rows + 1;
    match lines.next().filter(|line| !line.is_empty()) {
        Some(line) => read_key_line(&mut setup, key_line, line, &mut faults),
        None => _ = faults.add(error(key_line, 1, TextFault::MissingKeyLine)),
    }
    let notes = lines.next().unwrap_or("");
    if let Some(extra) = lines.position(|line| !line.is_empty()) {
        faults.add(error(key_line + 2 + extra, 1, TextFault::Trailing));
    }
    if let Some(first) = faults.first {
        return Err(first);
    }
    Problem::faults(&setup, &mut |fault| {
        _ = faults.add(place_fault(fault, key_line, text));
    });
    let problem = Problem::new(&setup).map_err(|fault| place_fault(fault, key_line, text))?;
    Ok((problem, Notes::read(notes, setup.size)))
}

/// A line without the carriage return and the spaces that may end it.
fn trim_line(line: &str) -> &str {
    line.strip_suffix('\r').unwrap_or(line).trim_end_matches(' ')
}

const fn error(line: usize, column: usize, fault: TextFault) -> TextError {
    TextError { line, column, fault }
}

/// Whether a line opens with a point, as no row of a board does.
fn is_key_line(line: &str, size: u8) -> bool {
    words(line)
        .next()
        .is_some_and(|(_, word)| Point::from_vertex(word, size).is_some())
}

fn read_row(setup: &mut Setup, row: usize, line: &str, faults: &mut Faults<'_>) {
    let (expected, found) = (setup.size as usize, line.chars().count());
    for (column, c) in line.chars().enumerate().take(expected) {
        let set = match c {
            'x' => &mut setup.black,
            'o' => &mut setup.white,
            '*' => &mut setup.outside,
            '-' => continue,
            other => {
                faults.add(error(row + 1, column + 1, TextFault::Character(other)));
                continue;
            }
        };
        set.insert(Point::new(column as u8, row as u8));
    }
    if found != expected {
        let end = found.min(expected) + 1;
        faults.add(error(row + 1, end, TextFault::Ragged { expected, found }));
    }
}

fn read_key_line(setup: &mut Setup, number: usize, line: &str, faults: &mut Faults<'_>) {
    let mut side = None;
    let mut words = words(line).peekable();
    while let Some((column, word)) = words.next() {
        let is_last = words.peek().is_none();
        match (word, is_last, Point::from_vertex(word, setup.size)) {
            ("x", true, _) => side = Some(Color::Black),
            ("o", true, _) => side = Some(Color::White),
            (_, _, Some(point)) if setup.key.insert(point) => {}
            (_, _, Some(_)) => _ = faults.add(error(number, column, TextFault::KeyTwice)),
            (_, false, None) => _ = faults.add(error(number, column, TextFault::Vertex)),
            (_, true, None) => {
                faults.add(error(number, column, TextFault::LastWord));
                return;
            }
        }
    }
    match side {
        Some(side) => setup.to_move = side,
        None => _ = faults.add(error(number, line.chars().count() + 1, TextFault::MissingSide)),
    }
}

/// The words of a line, each with the column of its first character.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut column = 1;
    line.split(' ').filter_map(move |word| {
        let here = column;
        column += word.chars().count() + 1;
        (!word.is_empty()).then_some((here, word))
    })
}

/// Where in the text a fault of the position is: at the key stone's name, or at the stone.
fn place_fault(fault: Fault, key_line: usize, text: &str) -> TextError {
    let on_board = |p: Point| (p.row() as usize + 1, p.column() as usize + 1);
    let on_key_line = |p: Point| {
        let line = text.split('\n').nth(key_line - 1).map_or("", trim_line);
        let size = key_line as u8 - 1;
        let column = words(line).find(|(_, word)| Point::from_vertex(word, size) == Some(p));
        (key_line, column.map_or(1, |(column, _)| column))
    };
    let (line, column) = match fault {
        Fault::KeyOnEmpty(p) | Fault::MixedKey(p) => on_key_line(p),
        Fault::NoLiberty(p) | Fault::TwoStones(p) | Fault::OffBoard(p) => on_board(p),
        Fault::Size(_) => (1, 1),
        Fault::NoKeyStone => (key_line, 1),
    };
    error(line, column, TextFault::Position(fault))
}

/// Writes a problem so that [`read_text`] reads the same one. The form has no sign for a stone on a
/// point marked as outside: such a point comes back as inside.
pub fn write_text(problem: &Problem, notes: &Notes<'_>, out: &mut impl fmt::Write) -> fmt::Result {
    let setup = problem.setup();
    for point in Point::all(setup.size) {
        out.write_char(if setup.black.contains(point) {
            'x'
        } else if setup.white.contains(point) {
            'o'
        } else if setup.outside.contains(point) {
            '*'
        } else {
            '-'
        })?;
        if point.column() == setup.size - 1 {
            out.write_char('\n')?;
        }
    }
    for point in setup.key.iter() {
        write!(out, "{} ", point.vertex(setup.size))?;
    }
    out.write_str(match setup.to_move {
        Color::Black => "x\n",
        Color::White => "o\n",
    })?;
    notes.write(setup.size, out)?;
    out.write_char('\n')
}
