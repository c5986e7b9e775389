//! A plain board: chains, liberties, moves. Nothing is kept up to date; everything is flooded when it is asked for.

use crate::form::{Color, Position};
use crate::points::{Point, Points};

/// Which points lie beside which.
pub struct Grid(Vec<Vec<Point>>);

/// Why a stone cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There is a stone.
    Taken,
    /// Nobody plays there.
    Closed,
    /// The stone would have no liberty.
    Suicide,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Refusal::Taken => "there is a stone",
            Refusal::Closed => "nobody may play there",
            Refusal::Suicide => "that is suicide",
        })
    }
}

/// A stone that was played.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// The position after it.
    pub after: Position,
    /// The stones that it took.
    pub taken: Points,
}

impl Grid {
    /// The points of a board of `size` lines.
    pub fn new(size: u8) -> Grid {
        let size = Point::from(size);
        let beside = |point: Point| {
            let (row, column) = (point / size, point % size);
            let up = (row > 0).then(|| point - size);
            let left = (column > 0).then(|| point - 1);
            let right = (column + 1 < size).then(|| point + 1);
            let down = (row + 1 < size).then(|| point + size);
            [up, left, right, down].into_iter().flatten().collect()
        };
        Grid((0..size * size).map(beside).collect())
    }

    /// The points beside `point`.
    pub fn beside(&self, point: Point) -> &[Point] {
        self.0.get(usize::from(point)).map_or(&[], Vec::as_slice)
    }

    /// The points beside any of `points`, themselves left out.
    pub fn around(&self, points: &Points) -> Points {
        let mut around = Points::EMPTY;
        for point in points.iter() {
            for &beside in self.beside(point) {
                around.add(beside);
            }
        }
        around.minus(points)
    }

    /// The points of `all` that hang together with `from`, which is one of them.
    pub fn flood(&self, all: &Points, from: Point) -> Points {
        let (mut found, mut next) = (Points::EMPTY, vec![from]);
        found.add(from);
        while let Some(point) = next.pop() {
            for &beside in self.beside(point) {
                if all.has(beside) && found.add(beside) {
                    next.push(beside);
                }
            }
        }
        found
    }

    /// `all` taken apart into pieces that hang together.
    pub fn pieces(&self, all: &Points) -> Vec<Points> {
        let (mut rest, mut pieces) = (*all, Vec::new());
        while let Some(point) = rest.iter().next() {
            let piece = self.flood(&rest, point);
            rest = rest.minus(&piece);
            pieces.push(piece);
        }
        pieces
    }

    /// The side to move plays on `point`.
    pub fn play(&self, position: &Position, point: Point) -> Result<Played, Refusal> {
        if !position.free().has(point) {
            return Err(Refusal::Taken);
        }
        if position.closed.has(point) {
            return Err(Refusal::Closed);
        }
        let (mut own, mut other) = match position.to_move {
            Color::Black => (position.black, position.white),
            Color::White => (position.white, position.black),
        };
        own.add(point);
        let free = |own: &Points, other: &Points| Points::all(position.size).minus(own).minus(other);
        let mut taken = Points::EMPTY;
        let now_free = free(&own, &other);
        for &beside in self.beside(point) {
            if other.has(beside) && !taken.has(beside) {
                let chain = self.flood(&other, beside);
                if !self.around(&chain).meets(&now_free) {
                    taken = taken.or(&chain);
                }
            }
        }
        other = other.minus(&taken);
        if !self.around(&self.flood(&own, point)).meets(&free(&own, &other)) {
            return Err(Refusal::Suicide);
        }
        let (black, white) = match position.to_move {
            Color::Black => (own, other),
            Color::White => (other, own),
        };
        let after = Position {
            black,
            white,
            key: position.key.minus(&taken),
            to_move: position.to_move.other(),
            ..*position
        };
        Ok(Played { after, taken })
    }
}

/// The same position with the other side to move.
pub fn passed(position: &Position) -> Position {
    Position {
        to_move: position.to_move.other(),
        ..*position
    }
}
