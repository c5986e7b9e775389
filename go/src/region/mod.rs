//! The part of a board where a problem is decided, as sets of bits.
//!
//! A search makes and drops millions of positions. Here a position is two small sets, copied instead of unmade,
//! and what can never change is worked out once:
//!
//! * A chain that touches an empty outside point can never be captured. Such stones are walls: they are left
//!   out, except that a friendly stone beside one can never be captured either.
//! * All other points that may ever be played on or captured are the **cells** of the region. They lie in
//!   the smallest rectangle that holds them, numbered line by line.
//!
//! `N` is the number of words a set takes. On the chip 1 holds most problems, 2 or 4 nearly all, and 12 would hold a whole 19×19;
//! where a word has 64 bits, half as many do.

mod bits;
mod chains;
mod flood;
mod stones;

pub use bits::{Bits, Word};
pub use chains::Chains;
pub use stones::Stones;

use crate::board::{Board, Cell, Color, Point, PointSet};
use crate::problem::Problem;

/// One of the four sides of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
    /// Towards the first line.
    Up,
    /// Towards the last line.
    Down,
}

impl Side {
    /// All four, in the order of their numbers.
    pub const ALL: [Side; 4] = [Side::Left, Side::Right, Side::Up, Side::Down];
}

/// A number from 0 to 4 for each cell, digit by digit.
#[derive(Clone, Copy, Debug)]
pub struct Counts<const N: usize> {
    ones: Bits<N>,
    twos: Bits<N>,
    fours: Bits<N>,
}

impl<const N: usize> Counts<N> {
    /// The number of a cell.
    pub fn at(&self, cell: usize) -> i16 {
        let digit = |digits: Bits<N>| i16::from(digits.contains(cell));
        digit(self.ones) + 2 * digit(self.twos) + 4 * digit(self.fours)
    }

    /// The digits, from the ones on.
    pub const fn digits(&self) -> [Bits<N>; 3] {
        [self.ones, self.twos, self.fours]
    }

    /// The cells whose number is not zero.
    pub fn at_least_one(&self) -> Bits<N> {
        self.ones | self.at_least_two()
    }

    /// The cells whose number is two or more.
    pub fn at_least_two(&self) -> Bits<N> {
        self.twos | self.fours
    }
}

/// One, as a number whose lower half is a fraction.
const ONE: u32 = 1 << 16;

/// The geometry of a problem and everything about it that never changes.
#[derive(Clone, Debug)]
pub struct Region<const N: usize> {
    left: u8,
    top: u8,
    columns: u8,
    /// [`ONE`] divided by the columns, rounded up: the chip divides slowly, and cells are few enough for that to be exact.
    line_share: u32,
    not_first: Bits<N>,
    not_last: Bits<N>,
    cells: Bits<N>,
    playable: Bits<N>,
    /// By colour: cells beside a wall of that colour, or beside an empty outside point. Its stones here are never captured.
    immune: [Bits<N>; 2],
    /// What the walls add to the hash of a board.
    walls: u64,
}

impl<const N: usize> Region<N> {
    /// The region without cells.
    pub const NOTHING: Region<N> = Region {
        left: 0,
        top: 0,
        columns: 1,
        line_share: ONE + 1,
        not_first: Bits::EMPTY,
        not_last: Bits::EMPTY,
        cells: Bits::EMPTY,
        playable: Bits::EMPTY,
        immune: [Bits::EMPTY; 2],
        walls: 0,
    };

    /// The region of a problem with its stones; `None` if it does not fit into `N` words.
    pub fn new(problem: &Problem) -> Option<(Region<N>, Stones<N>)> {
        let setup = problem.setup();
        let board = Board::new(&setup);
        let all: PointSet = Point::all(setup.size).collect();
        let stones = setup.black.union(&setup.white);
        let empty_outside = setup.outside.minus(&stones);
        let is_wall = |stone: Point| !board.liberties(stone).intersection(&empty_outside).is_empty();
        let walls: PointSet = stones.iter().filter(|&stone| is_wall(stone)).collect();
        let cells = all.minus(&empty_outside).minus(&walls);

        let span = |line: fn(Point) -> u8| {
            let first = cells.iter().map(line).min().unwrap_or(0);
            (first, cells.iter().map(line).max().unwrap_or(0))
        };
        let ((left, right), (top, bottom)) = (span(Point::column), span(Point::row));
        let columns = right - left + 1;
        if usize::from(columns) * usize::from(bottom - top + 1) > Bits::<N>::CAPACITY {
            return None;
        }
        let mut region = Region {
            left,
            top,
            columns,
            line_share: ONE / u32::from(columns) + 1,
            ..Region::NOTHING
        };
        for point in cells.iter() {
            region.add_cell(point, &board, &empty_outside, &walls);
        }
        let mut on_cells = Stones::NONE;
        for color in Color::BOTH {
            for point in setup.stones(color).minus(&walls).iter() {
                on_cells.put(&region, region.cell(point), color);
            }
        }
        region.walls = board.hash() ^ on_cells.hash();
        Some((region, on_cells))
    }

    /// A whole board of `size` lines without walls, on which every point may be played; `None` if it does not fit into `N` words.
    pub fn whole(size: u8) -> Option<Region<N>> {
        let points = usize::from(size) * usize::from(size);
        if size == 0 || points > Bits::<N>::CAPACITY {
            return None;
        }
        let mut region = Region {
            columns: size,
            line_share: ONE / u32::from(size) + 1,
            ..Region::NOTHING
        };
        for cell in 0..points {
            region.cells.insert(cell);
            if cell % usize::from(size) > 0 {
                region.not_first.insert(cell);
            }
            if (cell + 1) % usize::from(size) > 0 {
                region.not_last.insert(cell);
            }
        }
        region.playable = region.cells;
        Some(region)
    }

    /// The hash of the stones on the cells, where the whole board has `hash`. A board with other walls gets a hash that no
    /// position here has.
    pub const fn hash_of(&self, hash: u64) -> u64 {
        hash ^ self.walls
    }

    fn add_cell(&mut self, point: Point, board: &Board, empty_outside: &PointSet, walls: &PointSet) {
        let bit = Bits::one(self.cell(point));
        self.cells |= bit;
        if point.column() > self.left {
            self.not_first |= bit;
        }
        if point.column() + 1 < self.left + self.columns {
            self.not_last |= bit;
        }
        if !board.outside().contains(point) {
            self.playable |= bit;
        }
        for beside in point.beside(board.size()) {
            for color in Color::BOTH {
                let is_wall = board.at(beside) == Cell::Stone(color) && walls.contains(beside);
                if is_wall || empty_outside.contains(beside) {
                    self.immune[color as usize] |= bit;
                }
            }
        }
    }

    /// Column and row of the board at which the rectangle around the cells begins.
    pub const fn corner(&self) -> (u8, u8) {
        (self.left, self.top)
    }

    /// How many columns that rectangle has.
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// Column and row of a cell in that rectangle.
    #[inline]
    pub const fn place(&self, cell: usize) -> (usize, usize) {
        let row = (cell as u32 * self.line_share / ONE) as usize;
        (cell - row * self.columns as usize, row)
    }

    /// The members on one line of that rectangle, the first column lowest.
    #[inline]
    pub fn line(&self, bits: Bits<N>, row: usize) -> u32 {
        let first = row * usize::from(self.columns);
        let (place, shift) = (first / Word::BITS as usize, first as u32 % Word::BITS);
        let mut line = bits.word(place) >> shift;
        if shift + u32::from(self.columns) > Word::BITS && place + 1 < N {
            line |= bits.word(place + 1) << (Word::BITS - shift);
        }
        line as u32 & ((1 << self.columns) - 1)
    }

    /// Whether a point is a cell.
    pub fn has(&self, point: Point) -> bool {
        let right = point.column().wrapping_sub(self.left);
        let is_below = point.row() >= self.top;
        let number =
            usize::from(point.row().wrapping_sub(self.top)) * usize::from(self.columns) + usize::from(right);
        right < self.columns && is_below && number < Bits::<N>::CAPACITY && self.cells.contains(number)
    }

    /// The number of a point that is a cell.
    pub fn cell(&self, point: Point) -> usize {
        let (column, row) = (point.column() - self.left, point.row() - self.top);
        usize::from(row) * usize::from(self.columns) + usize::from(column)
    }

    /// The point of a cell.
    pub fn point(&self, cell: usize) -> Point {
        let row = (cell as u32 * self.line_share / ONE) as u8;
        Point::new(
            self.left + (cell as u8).wrapping_sub(row.wrapping_mul(self.columns)),
            self.top + row,
        )
    }

    /// The cells among `points`.
    pub fn bits(&self, points: &PointSet) -> Bits<N> {
        let mut bits = Bits::EMPTY;
        for cell in self.cells.iter() {
            if points.contains(self.point(cell)) {
                bits |= Bits::one(cell);
            }
        }
        bits
    }

    /// How many points the rectangle around the cells has: that decides how many words a set takes, on any machine.
    pub fn points(&self) -> usize {
        let numbered = self.cells.iter().last().map_or(0, |last| last + 1);
        numbered.next_multiple_of(self.columns.into())
    }

    /// All cells.
    pub const fn cells(&self) -> Bits<N> {
        self.cells
    }

    /// The cells that may be played on when they are empty.
    pub const fn playable(&self) -> Bits<N> {
        self.playable
    }

    /// The cells on which a stone of `color` can never be captured.
    pub const fn immune(&self, color: Color) -> Bits<N> {
        self.immune[color as usize]
    }

    /// The cells from which a path that does not cross `color` leads to something that is not a cell: an outside point, or a wall beside which the other
    /// colour is immune.
    pub const fn leaks(&self, color: Color) -> Bits<N> {
        self.immune(color.opponent())
    }

    /// The cells beside those in `bits`; some in `bits` may be among them, and so may bits that are no cells.
    pub fn beside(&self, bits: Bits<N>) -> Bits<N> {
        let columns = u32::from(self.columns);
        let sideways = (bits & self.not_last).up(1) | (bits & self.not_first).down(1);
        sideways | bits.up(columns) | bits.down(columns)
    }

    /// The same for a single cell, in less time.
    pub fn around(&self, cell: usize) -> Bits<N> {
        let columns = usize::from(self.columns);
        let mut around = Bits::EMPTY;
        if self.not_first.contains(cell) {
            around.insert(cell - 1);
        }
        if self.not_last.contains(cell) {
            around.insert(cell + 1);
        }
        if cell >= columns {
            around.insert(cell - columns);
        }
        if cell + columns < Bits::<N>::CAPACITY {
            around.insert(cell + columns);
        }
        around
    }

    /// The cells that have one of `bits` on this side.
    pub fn seeing(&self, bits: Bits<N>, side: Side) -> Bits<N> {
        let columns = u32::from(self.columns);
        let seeing = match side {
            Side::Left => (bits & self.not_last).up(1),
            Side::Right => (bits & self.not_first).down(1),
            Side::Up => bits.up(columns),
            Side::Down => bits.down(columns),
        };
        seeing & self.cells
    }

    /// For all cells at once: how many of `bits` are beside them.
    pub fn counts(&self, bits: Bits<N>) -> Counts<N> {
        let columns = u32::from(self.columns);
        let (left, right) = ((bits & self.not_last).up(1), (bits & self.not_first).down(1));
        let (up, down) = (bits.up(columns), bits.down(columns));
        // Two half adders, and what they carry.
        let (sideways, upright) = (left ^ right, up ^ down);
        let (both_sideways, both_upright) = (left & right, up & down);
        Counts {
            ones: sideways ^ upright,
            twos: (sideways & upright) ^ both_sideways ^ both_upright,
            fours: both_sideways & both_upright,
        }
    }
}
