//! How many stones in a row win, and how a game ended.

use crate::board::{Cell, Color, Game, Point, PointSet};

/// The fewest lines of a board. People play on five and more; four are good for trying everything.
pub const SMALLEST: u8 = 4;
/// The most lines of a board.
pub const LARGEST: u8 = 9;

/// The shortest row that can be asked for, and the longest.
pub(super) const SHORTEST_ROW: u8 = 3;
pub(super) const LONGEST_ROW: u8 = 5;

/// A board and a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    size: u8,
    row: u8,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// This side has a row.
    Won(Color),
    /// Both passed, one after the other.
    Draw,
}

impl Rules {
    /// The smallest game that people play.
    pub const FIRST: Rules = Rules { size: 5, row: 4 };

    /// `row` stones in a row on a board of `size` lines; `None` if there is no such game.
    pub const fn new(size: u8, row: u8) -> Option<Rules> {
        let is_board = SMALLEST <= size && size <= LARGEST;
        let is_row = SHORTEST_ROW <= row && row <= LONGEST_ROW && row <= size;
        if is_board && is_row {
            Some(Rules { size, row })
        } else {
            None
        }
    }

    /// The usual game on a board of `size` lines: five in a row, or four where the board is too small for that. `None` if there is no such
    /// board.
    pub const fn usual(size: u8) -> Option<Rules> {
        match size {
            4 => Rules::new(size, 3),
            5 => Rules::new(size, 4),
            _ => Rules::new(size, 5),
        }
    }

    /// Lines of the board.
    pub const fn size(self) -> u8 {
        self.size
    }

    /// Stones in a row that win.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// How many rows fit on a line, one beginning beside the other.
    pub(super) const fn places(self) -> u8 {
        self.size - self.row + 1
    }

    /// A full row as bits.
    pub(super) const fn whole_row(self) -> u16 {
        (1 << self.row) - 1
    }

    /// The stones of `color` that stand in full rows. A row may be longer than it has to be, and one stone may stand in two.
    pub fn rows(self, stones: &PointSet) -> PointSet {
        let mut found = PointSet::EMPTY;
        for across in [true, false] {
            let at = |line: u8, step: u8| {
                if across {
                    Point::new(step, line)
                } else {
                    Point::new(line, step)
                }
            };
            for line in 0..self.size {
                for from in 0..=self.size - self.row {
                    let row = || (from..from + self.row).map(|step| at(line, step));
                    if row().all(|point| stones.contains(point)) {
                        found.extend(row());
                    }
                }
            }
        }
        found
    }

    /// The stones that won, if somebody has.
    pub fn winning_rows(self, game: &Game) -> Option<(Color, PointSet)> {
        let rows = |color| (color, self.rows(&game.board().stones(color)));
        Color::BOTH
            .into_iter()
            .map(rows)
            .find(|(_, rows)| !rows.is_empty())
    }

    /// How a game ended, once it has.
    pub fn ended(self, game: &Game) -> Option<Ended> {
        if let Some((winner, _)) = self.winning_rows(game) {
            return Some(Ended::Won(winner));
        }
        // Without key stones a verdict means that both passed.
        game.verdict().map(|_| Ended::Draw)
    }

    /// Whether the side to move has a point to play on.
    pub fn has_move(self, game: &Game) -> bool {
        Point::all(self.size).any(|point| game.board().at(point) == Cell::Empty && game.check(point).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_in_a_row_win_on_five_lines_and_five_from_six_lines_on() {
        let row = |size| Rules::usual(size).map(Rules::row);
        assert_eq!(
            (4..=9).map(row).collect::<std::vec::Vec<_>>(),
            [3, 4, 5, 5, 5, 5].map(Some)
        );
        assert_eq!((row(3), row(10)), (None, None));
        assert_eq!(Rules::new(5, 6), None);
    }

    #[test]
    fn rows_go_across_and_down_but_not_slanting() {
        let rules = Rules::FIRST;
        let set = |points: &[(u8, u8)]| {
            points
                .iter()
                .map(|&(c, r)| Point::new(c, r))
                .collect::<PointSet>()
        };
        let across = set(&[(1, 2), (2, 2), (3, 2), (4, 2)]);
        let down = set(&[(4, 1), (4, 2), (4, 3), (4, 4)]);
        assert_eq!(rules.rows(&across), across);
        assert_eq!(rules.rows(&down), down);
        let both = across.union(&down);
        assert_eq!(rules.rows(&both), both);
        assert!(
            rules
                .rows(&set(&[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)]))
                .is_empty()
        );
        assert!(rules.rows(&set(&[(0, 2), (1, 2), (3, 2), (4, 2)])).is_empty());
    }
}
