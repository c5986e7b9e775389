//! What a player sees at a glance: hane, atari, walls, eyes.

use shikatsu::board::{Board, Cell, Color, Point, PointSet};

/// A board being looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight<'a> {
    pub(super) board: &'a Board,
}

impl<'a> Sight<'a> {
    pub(super) const fn new(board: &'a Board) -> Sight<'a> {
        Sight { board }
    }

    fn size(self) -> u8 {
        self.board.size()
    }

    /// How many of the points beside `point` are so.
    pub(super) fn count(self, point: Point, cell: Cell) -> usize {
        point
            .beside(self.size())
            .filter(|&p| self.board.at(p) == cell)
            .count()
    }

    /// The points that touch `point` at a corner.
    pub(super) fn diagonals(self, point: Point) -> impl Iterator<Item = Point> + use<> {
        let size = i16::from(self.size());
        let (column, row) = (i16::from(point.column()), i16::from(point.row()));
        [(-1, -1), (1, -1), (-1, 1), (1, 1)]
            .into_iter()
            .map(move |(right, down)| (column + right, row + down))
            .filter(move |&(column, row)| (0..size).contains(&column) && (0..size).contains(&row))
            .map(|(column, row)| Point::new(column as u8, row as u8))
    }

    /// The line of the board that a point lies on: 1 at the edge.
    pub(super) fn line(self, point: Point) -> u8 {
        let last = self.size() - 1;
        let (column, row) = (point.column(), point.row());
        1 + column.min(row).min(last - column).min(last - row)
    }

    /// The empty points where one may play.
    pub(super) fn room(self) -> PointSet {
        let is_free = |p: &Point| self.board.at(*p) == Cell::Empty && !self.board.outside().contains(*p);
        Point::all(self.size()).filter(is_free).collect()
    }

    /// Whether the chain of a stone can never be captured.
    pub(super) fn is_safe(self, stone: Point) -> bool {
        let liberties = self.board.liberties(stone);
        !liberties.intersection(self.board.outside()).is_empty()
    }

    /// The chains of a colour that can be captured.
    pub(super) fn chains(self, color: Color) -> Vec<PointSet> {
        let mut rest = self.board.stones(color);
        let mut chains = Vec::new();
        while let Some(stone) = rest.first() {
            let chain: PointSet = self.board.chain(stone).collect();
            rest = rest.minus(&chain);
            if !self.is_safe(stone) {
                chains.push(chain);
            }
        }
        chains
    }

    /// Whether a stone there would reach around an enemy stone: a friend at its corner, and the enemy beside both.
    pub(super) fn is_hane(self, point: Point, color: Color) -> bool {
        let friend = Cell::Stone(color);
        let reaches = |corner: Point| {
            let between = [
                Point::new(corner.column(), point.row()),
                Point::new(point.column(), corner.row()),
            ];
            let cells = between.map(|p| self.board.at(p));
            self.board.at(corner) == friend
                && cells.contains(&Cell::Stone(color.opponent()))
                && !cells.contains(&friend)
        };
        self.count(point, friend) == 0 && self.diagonals(point).any(reaches)
    }

    /// Whether a stone there touches no friend, not even at a corner.
    pub(super) fn is_placement(self, point: Point, color: Color) -> bool {
        let friend = Cell::Stone(color);
        self.count(point, friend) == 0 && self.diagonals(point).all(|p| self.board.at(p) != friend)
    }

    /// Whether an empty point has only stones of `color` around it.
    pub(super) fn is_eye(self, point: Point, color: Color) -> bool {
        let around = point.beside(self.size()).count();
        self.board.at(point) == Cell::Empty && self.count(point, Cell::Stone(color)) == around
    }

    /// Whether such an eye is false: the enemy has two of its corners, or one at the edge.
    pub(super) fn is_false(self, eye: Point, color: Color) -> bool {
        let foe = Cell::Stone(color.opponent());
        let taken = self.diagonals(eye).filter(|&p| self.board.at(p) == foe).count();
        taken >= if self.line(eye) == 1 { 1 } else { 2 }
    }
}
