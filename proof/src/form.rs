//! What a proof is made of.

use crate::points::{MAX_SIZE, Point, Points};

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    /// Moves first in a game.
    Black,
    /// Moves second.
    White,
}

impl Color {
    /// The other player.
    #[must_use]
    pub fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

/// A position in full. Nobody plays on closed points; an empty closed point is a liberty that is never filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Lines of the board, 5 to 19.
    pub size: u8,
    /// Black's stones.
    pub black: Points,
    /// White's stones.
    pub white: Points,
    /// Points where nobody plays. A stone may stand on one.
    pub closed: Points,
    /// The key stones that still stand. A key stone that was captured does not come back, whatever is played on its point.
    pub key: Points,
    /// Whose turn it is.
    pub to_move: Color,
}

impl Position {
    /// An empty board.
    pub fn empty(size: u8) -> Position {
        Position {
            size,
            black: Points::EMPTY,
            white: Points::EMPTY,
            closed: Points::EMPTY,
            key: Points::EMPTY,
            to_move: Color::Black,
        }
    }

    /// The stones of `color`.
    pub fn stones(&self, color: Color) -> &Points {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// The point in this column from the left and this row from the top, both from 0.
    pub fn at(&self, column: u8, row: u8) -> Point {
        Point::from(row) * Point::from(self.size) + Point::from(column)
    }

    /// Points without a stone, the closed ones among them.
    pub fn free(&self) -> Points {
        Points::all(self.size).minus(&self.black).minus(&self.white)
    }

    /// The side that the key stones belong to, if they are stones of one colour.
    pub fn defender(&self) -> Option<Color> {
        let of = |stones: &Points| !self.key.is_empty() && self.key.is_within(stones);
        match (of(&self.black), of(&self.white)) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        }
    }

    /// Whether the size is one that boards have.
    pub(crate) fn has_size(&self) -> bool {
        (5..=MAX_SIZE).contains(&self.size)
    }
}

/// What the winner reaches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// The attacker captures all key stones.
    Capture,
    /// The defender gets a key stone to unconditional life.
    Eyes,
    /// The defender keeps a key stone from being captured, by unconditional life or without it.
    Stand,
}

/// Who wins play without end. Superko binds nobody: that side has all the threats it wants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Endless {
    /// The loser: the proof must come to an end on every way, and holds whoever has threats.
    Loser,
    /// The winner: the proof may go round in circles.
    Winner,
}

/// What is proved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Claim {
    /// What the winner reaches; this says who the winner is.
    pub goal: Goal,
    /// Who wins play without end.
    pub endless: Endless,
}

impl Claim {
    /// Whether proofs of this claim have zones. The other two claims are about the whole board: see `docs/formats.md`.
    pub fn is_local(&self) -> bool {
        !matches!(
            (self.goal, self.endless),
            (Goal::Capture, Endless::Winner) | (Goal::Stand, Endless::Loser)
        )
    }
}

/// The number of a node: its place in [`Proof::nodes`].
pub type Number = u32;

/// A position of the proof. Which one, the way to it says: what the first node that leads here makes. Others that lead here agree with it on its zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Why the winner wins here.
    pub step: Step,
    /// A zone to begin with. The checker adds what is missing and takes nothing away, so a larger one is weaker but never wrong. It settles which of several liberties is meant.
    pub zone: Points,
}

/// Why the winner wins a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// No key stone is left (whoever is to move).
    Taken,
    /// A key stone is in unconditional life by Benson's theorem (whoever is to move).
    Alive,
    /// The key stones die for want of room (whoever is to move).
    Dead,
    /// The winner is to move and plays this, which leads to the node.
    Plays(Point, Number),
    /// The winner is to move and passes. Only for [`Goal::Stand`].
    Passes(Number),
    /// The loser is to move.
    Replies {
        /// Where the loser's pass leads. Usually one node; of several, each move must be outside of the zone of one of them, or be answered.
        nulls: Vec<Number>,
        /// The loser's moves that have an answer, each with the node it leads to.
        moves: Vec<(Point, Number)>,
    },
}

impl Step {
    /// The nodes it leads to, each with the stone that is played, or none for a pass.
    pub fn ways(&self) -> Vec<(Option<Point>, Number)> {
        match self {
            Step::Taken | Step::Alive | Step::Dead => Vec::new(),
            Step::Plays(point, next) => vec![(Some(*point), *next)],
            Step::Passes(next) => vec![(None, *next)],
            Step::Replies { nulls, moves } => {
                let nulls = nulls.iter().map(|&next| (None, next));
                nulls
                    .chain(moves.iter().map(|&(point, next)| (Some(point), next)))
                    .collect()
            }
        }
    }

    /// The same step with other numbers.
    pub(crate) fn renumbered(&self, new: impl Fn(Number) -> Number) -> Step {
        match self {
            Step::Taken => Step::Taken,
            Step::Alive => Step::Alive,
            Step::Dead => Step::Dead,
            Step::Plays(point, next) => Step::Plays(*point, new(*next)),
            Step::Passes(next) => Step::Passes(new(*next)),
            Step::Replies { nulls, moves } => Step::Replies {
                nulls: nulls.iter().map(|&next| new(next)).collect(),
                moves: moves.iter().map(|&(point, next)| (point, new(next))).collect(),
            },
        }
    }
}

/// The most nodes that a proof may have.
pub const MAX_NODES: usize = 2_000_000;

/// A proof. Nothing of it is known to be true until [`check`](crate::check) says so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The position, which is that of node 0.
    pub position: Position,
    /// What is proved of it.
    pub claim: Claim,
    /// Every node is led to by an earlier one. Where play without end is the loser's, nodes lead to later ones only.
    pub nodes: Vec<Node>,
}
