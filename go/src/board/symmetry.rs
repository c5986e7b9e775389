//! The eight ways to lay a square board on itself.

use super::{Point, PointSet};

/// One of the eight symmetries of the square: an optional flip across the main diagonal, then an
/// optional mirroring of the columns, then of the rows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    diagonal: bool,
    columns: bool,
    rows: bool,
}

impl Symmetry {
    /// The symmetry that moves nothing.
    pub const IDENTITY: Symmetry = Symmetry {
        diagonal: false,
        columns: false,
        rows: false,
    };

    /// All eight, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0u8..8).map(|bits| Symmetry {
            diagonal: bits & 1 != 0,
            columns: bits & 2 != 0,
            rows: bits & 4 != 0,
        })
    }

    /// Whether it flips across the main diagonal, then mirrors the columns, then the rows.
    pub const fn parts(self) -> (bool, bool, bool) {
        (self.diagonal, self.columns, self.rows)
    }

    /// Where `point` of a board of `size` lines comes to lie.
    pub fn apply(self, point: Point, size: u8) -> Point {
        let (mut column, mut row) = (point.column(), point.row());
        if self.diagonal {
            (column, row) = (row, column);
        }
        if self.columns {
            column = size - 1 - column;
        }
        if self.rows {
            row = size - 1 - row;
        }
        Point::new(column, row)
    }

    /// The symmetry that puts everything back.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        if self.diagonal {
            // Coming back, the flip happens last, so each mirroring is met on the other axis.
            Symmetry {
                diagonal: true,
                columns: self.rows,
                rows: self.columns,
            }
        } else {
            self
        }
    }

    /// Where a set of points comes to lie.
    pub fn apply_set(self, set: &PointSet, size: u8) -> PointSet {
        set.iter().map(|point| self.apply(point, size)).collect()
    }
}
