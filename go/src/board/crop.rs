//! Which part of the board is worth showing.

use super::{Point, PointSet, Setup};

/// A gap to the edge this small is not cut off.
const NEAR_EDGE: u8 = 2;
/// Fewer lines than this look like a keyhole.
const FEWEST_LINES: u8 = 5;

/// A rectangle of the board, its sides included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crop {
    /// Its first column.
    pub left: u8,
    /// Its first row, counted from the top.
    pub top: u8,
    /// Its last column.
    pub right: u8,
    /// Its last row.
    pub bottom: u8,
}

impl Crop {
    /// The whole of a board of `size` lines.
    pub const fn whole(size: u8) -> Crop {
        Crop {
            left: 0,
            top: 0,
            right: size - 1,
            bottom: size - 1,
        }
    }

    /// The stones of `setup` and all points where one may play, with one line around them, out to the
    /// edge where that is near.
    pub fn around(setup: &Setup) -> Crop {
        let size = setup.size;
        let all: PointSet = Point::all(size).collect();
        let inside = all.minus(&setup.outside);
        let seen = inside.union(&setup.black).union(&setup.white);
        let span = |line: fn(Point) -> u8| {
            let first = seen.iter().map(line).min().unwrap_or(0);
            let last = seen.iter().map(line).max().unwrap_or(size - 1);
            widen(first, last, size)
        };
        let (left, right) = span(Point::column);
        let (top, bottom) = span(Point::row);
        Crop {
            left,
            top,
            right,
            bottom,
        }
    }

    /// How many columns it shows.
    pub const fn columns(&self) -> u8 {
        self.right - self.left + 1
    }

    /// How many rows it shows.
    pub const fn rows(&self) -> u8 {
        self.bottom - self.top + 1
    }

    /// Whether it shows `point`.
    pub fn contains(&self, point: Point) -> bool {
        (self.left..=self.right).contains(&point.column()) && (self.top..=self.bottom).contains(&point.row())
    }

    /// The points it shows, line by line from the top left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (self.top..=self.bottom)
            .flat_map(move |row| (self.left..=self.right).map(move |c| Point::new(c, row)))
    }
}

/// One more line on either side, out to a near edge, and enough lines to look like a board.
fn widen(first: u8, last: u8, size: u8) -> (u8, u8) {
    let mut first = if first <= NEAR_EDGE { 0 } else { first - 1 };
    let mut last = if last + NEAR_EDGE >= size - 1 {
        size - 1
    } else {
        last + 1
    };
    while last - first + 1 < FEWEST_LINES {
        if last < size - 1 {
            last += 1;
        }
        if last - first + 1 < FEWEST_LINES && first > 0 {
            first -= 1;
        }
    }
    (first, last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    /// A 19-line board on which only `inside` may be played.
    fn setup(inside: &[(u8, u8)]) -> Setup {
        let all: PointSet = Point::all(19).collect();
        let inside: PointSet = inside.iter().map(|&(c, r)| Point::new(c, r)).collect();
        Setup {
            outside: all.minus(&inside),
            to_move: Color::Black,
            ..Setup::empty(19)
        }
    }

    #[test]
    fn one_line_is_left_around_the_stones() {
        let crop = Crop::around(&setup(&[(7, 8), (11, 12)]));
        assert_eq!((crop.left, crop.top, crop.right, crop.bottom), (6, 7, 12, 13));
    }

    #[test]
    fn a_near_edge_is_shown() {
        let crop = Crop::around(&setup(&[(2, 9), (8, 16)]));
        assert_eq!((crop.left, crop.top, crop.right, crop.bottom), (0, 8, 9, 18));
    }

    #[test]
    fn a_single_point_still_gets_a_board_around_it() {
        for (column, row) in [(0, 0), (18, 18), (9, 9), (0, 18)] {
            let crop = Crop::around(&setup(&[(column, row)]));
            assert!(crop.columns() >= FEWEST_LINES && crop.rows() >= FEWEST_LINES);
            assert!(crop.contains(Point::new(column, row)));
        }
    }

    #[test]
    fn a_board_without_outside_points_is_shown_whole() {
        for size in 5..=19 {
            assert_eq!(Crop::around(&Setup::empty(size)), Crop::whole(size));
        }
    }

    #[test]
    fn a_board_that_is_all_outside_is_shown_whole() {
        assert_eq!(Crop::around(&setup(&[])), Crop::whole(19));
    }
}
