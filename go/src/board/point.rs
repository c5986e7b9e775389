//! A place on the board.
//!
//! Boards of every size share one padded grid, so that a neighbour is a constant step away and the
//! rim needs no special case:
//!
//! ```text
//! index = (row + 1) * 20 + (column + 1)      row 0 is the top line, column 0 the left one
//!
//!   0 ..  19   rim
//!  20          rim, also the right rim of the line above
//!  21 ..  39   top line
//!  40          rim …
//! 400 .. 419   rim below a 19-line board
//! ```
//!
//! A point therefore means the same place whatever the size of the board; only its *name* depends on
//! the size, since rows are counted from the bottom.

use core::fmt;

/// The fewest lines a board may have.
pub const MIN_SIZE: u8 = 5;
/// The most lines a board may have.
pub const MAX_SIZE: u8 = 19;

/// From a point to the one below it.
pub(super) const STRIDE: u16 = MAX_SIZE as u16 + 1;
/// Cells of the padded grid, rim included.
pub(super) const CELLS: usize = STRIDE as usize * (MAX_SIZE as usize + 2);

/// The columns' letters: I is left out, as everywhere in Go.
const COLUMNS: &[u8; MAX_SIZE as usize] = b"ABCDEFGHJKLMNOPQRST";

/// A point of the board. See the module for its layout.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(u16);

impl Point {
    /// The point in `column` (0 is the left one) and `row` (0 is the top one), both below [`MAX_SIZE`].
    pub const fn new(column: u8, row: u8) -> Point {
        assert!(column < MAX_SIZE && row < MAX_SIZE);
        Point((row as u16 + 1) * STRIDE + column as u16 + 1)
    }

    /// A cell of the padded grid, rim included.
    pub(super) const fn from_index(index: usize) -> Point {
        debug_assert!(index < CELLS);
        Point(index as u16)
    }

    /// The cell of the padded grid.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Counted from the left, from 0.
    pub const fn column(self) -> u8 {
        (self.0 % STRIDE) as u8 - 1
    }

    /// Counted from the top, from 0.
    pub const fn row(self) -> u8 {
        (self.0 / STRIDE) as u8 - 1
    }

    /// The four cells beside this one; some may lie on the rim.
    pub(super) const fn neighbours(self) -> [Point; 4] {
        [
            Point(self.0 - STRIDE),
            Point(self.0 - 1),
            Point(self.0 + 1),
            Point(self.0 + STRIDE),
        ]
    }

    /// The points beside this one on a board of `size` lines.
    pub fn beside(self, size: u8) -> impl Iterator<Item = Point> {
        let (column, row) = (self.column(), self.row());
        [
            (column, row.wrapping_sub(1)),
            (column.wrapping_sub(1), row),
            (column + 1, row),
            (column, row + 1),
        ]
        .into_iter()
        .filter(move |&(column, row)| column < size && row < size)
        .map(|(column, row)| Point::new(column, row))
    }

    /// All points of a board of `size` lines, line by line from the top left.
    pub fn all(size: u8) -> impl Iterator<Item = Point> {
        (0..size).flat_map(move |row| (0..size).map(move |column| Point::new(column, row)))
    }

    /// The point that people call `name` on a board of `size` lines, `E5` or `e5`; `None` if there is
    /// no such point.
    pub fn from_vertex(name: &str, size: u8) -> Option<Point> {
        let (&letter, digits) = name.as_bytes().split_first()?;
        let column = COLUMNS.iter().position(|&c| c == letter.to_ascii_uppercase())? as u8;
        if digits.is_empty() || digits.len() > 2 || digits[0] == b'0' {
            return None;
        }
        let mut number = 0u8;
        for digit in digits {
            number = number * 10 + char::from(*digit).to_digit(10)? as u8;
        }
        (column < size && number <= size && size <= MAX_SIZE).then(|| Point::new(column, size - number))
    }

    /// The letter of `column` in the names of its points.
    pub const fn letter(column: u8) -> char {
        COLUMNS[column as usize] as char
    }

    /// This point's name on a board of `size` lines, ready to be printed.
    pub const fn vertex(self, size: u8) -> VertexText {
        VertexText { point: self, size }
    }
}

/// Prints a point as `E5`.
#[derive(Clone, Copy, Debug)]
pub struct VertexText {
    point: Point,
    size: u8,
}

impl fmt::Display for VertexText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = Point::letter(self.point.column());
        match self.size.checked_sub(self.point.row()) {
            Some(number @ 1..) => write!(f, "{letter}{number}"),
            // A point below the board has a column but no number.
            _ => write!(f, "{letter}?"),
        }
    }
}
