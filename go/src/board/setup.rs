//! The position a game starts from.

use super::{Color, Point, PointSet, Symmetry};

/// Where the stones stand at the start, which points are out of bounds, which stones it is about, and who begins.
///
/// Plain data: it may be impossible, and then a board made from it makes no sense. `Problem` is the checked
/// form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Lines of the board.
    pub size: u8,
    /// Black's stones.
    pub black: PointSet,
    /// White's stones.
    pub white: PointSet,
    /// Points where neither side may play; an empty one is a liberty all the same.
    pub outside: PointSet,
    /// The stones that live or die, all of one colour.
    pub key: PointSet,
    /// Who moves first.
    pub to_move: Color,
}

impl Setup {
    /// An empty board of `size` lines, Black to move.
    pub const fn empty(size: u8) -> Setup {
        Setup {
            size,
            black: PointSet::EMPTY,
            white: PointSet::EMPTY,
            outside: PointSet::EMPTY,
            key: PointSet::EMPTY,
            to_move: Color::Black,
        }
    }

    /// The stones of one colour.
    pub const fn stones(&self, color: Color) -> &PointSet {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// Whether the side to move may play on this empty point as its first move, as far as suicide goes. A [`Board`](super::Board) tells the same
    /// and takes a hundred times the room.
    pub fn breathes(&self, point: Point) -> bool {
        let (own, other) = (self.stones(self.to_move), self.stones(self.to_move.opponent()));
        let stone: PointSet = [point].into_iter().collect();
        let board: PointSet = Point::all(self.size).collect();
        let empty = board.minus(own).minus(other).minus(&stone);
        let has_liberty = |chain: &PointSet| !chain.beside(&empty).is_empty();
        if has_liberty(&stone.grown(own)) {
            return true;
        }
        let mut beside = stone.beside(other).iter();
        beside.any(|foe| !has_liberty(&[foe].into_iter().collect::<PointSet>().grown(other)))
    }

    /// The same position, turned.
    #[must_use]
    pub fn turned(&self, symmetry: Symmetry) -> Setup {
        let turn = |set: &PointSet| symmetry.apply_set(set, self.size);
        Setup {
            black: turn(&self.black),
            white: turn(&self.white),
            outside: turn(&self.outside),
            key: turn(&self.key),
            ..*self
        }
    }

    /// The same position with the colours exchanged.
    #[must_use]
    pub const fn swapped(&self) -> Setup {
        Setup {
            black: self.white,
            white: self.black,
            to_move: self.to_move.opponent(),
            ..*self
        }
    }
}
