//! What may be wrong with an SGF file, and where.

use std::fmt;

use shikatsu::board::{Illegal, MAX_SIZE, MIN_SIZE};
use shikatsu::problem::Fault;

use super::parse::SyntaxFault;
use super::trees::{Node, Place, Value};
use crate::overrides::Misfit;

/// Why a game of an SGF file is no problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SgfError {
    /// The grammar is broken; the rest of the file is lost.
    Syntax {
        /// Where it breaks.
        place: Place,
        /// How.
        fault: SyntaxFault,
    },
    /// A game says something impossible.
    Game(Box<GameError>),
}

/// What is wrong with a game, and the node and property that say it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameError {
    /// The game of the file, from 0.
    pub game: usize,
    /// The node of the game in file order, from 1.
    pub node: usize,
    /// The property with its value, as `AB[zz]`, if one is to blame.
    pub property: Option<String>,
    /// The place in the file.
    pub place: Place,
    /// What is wrong.
    pub fault: GameFault,
}

/// What may be wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameFault {
    /// `GM` names another game than Go.
    NotGo,
    /// `SZ` is no size that a board has.
    Size,
    /// `SZ` has two sides that differ.
    NotSquare,
    /// `PL` is no colour.
    Color,
    /// No point of the board has that name.
    Point,
    /// One node sets two stones on this point, or a stone twice.
    Duplicate(String),
    /// Nothing stands on the board: a game, perhaps, from its first move on.
    NoStone,
    /// What stands above the problem, and belongs to its position, is at fault.
    Above,
    /// No key stone is marked, and none could be made out.
    NoGroup,
    /// The position is impossible, at this point.
    Position(Fault, Option<String>),
    /// What the command line says does not go with it.
    Misfit(Misfit),
    /// The stated answer has this move, which nobody could play.
    Answer(String, Illegal),
}

impl SgfError {
    /// The place in the file.
    pub fn place(&self) -> Place {
        match self {
            SgfError::Syntax { place, .. } => *place,
            SgfError::Game(error) => error.place,
        }
    }

    /// A fault of a value.
    pub(super) fn value(game: usize, first: usize, value: Value<'_>, fault: GameFault) -> SgfError {
        let name = value.property.name();
        let quoted = value.raw().chars().take(LONGEST);
        let mut raw: String = quoted.map(|c| if c.is_control() { ' ' } else { c }).collect();
        if value.raw().chars().nth(LONGEST).is_some() {
            raw.push('…');
        }
        SgfError::Game(Box::new(GameError {
            game,
            node: value.property.node.index() - first + 1,
            property: Some(format!("{name}[{raw}]")),
            place: value.place(),
            fault,
        }))
    }

    /// A fault of a whole node.
    pub(super) fn node(game: usize, first: usize, node: Node<'_>, fault: GameFault) -> SgfError {
        SgfError::Game(Box::new(GameError {
            game,
            node: node.index() - first + 1,
            property: None,
            place: node.place(),
            fault,
        }))
    }
}

/// How much of a value a message quotes, in characters.
const LONGEST: usize = 20;

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SgfError::Syntax { place, fault } => write!(f, "{place}: {fault}"),
            SgfError::Game(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, node {}", self.game + 1, self.node)?;
        if let Some(property) = &self.property {
            write!(f, ", {property}")?;
        }
        write!(f, " ({}): {}", self.place, self.fault)
    }
}

impl fmt::Display for GameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameFault::NotGo => f.write_str("this is not a game of Go"),
            GameFault::Size => write!(f, "a board has {MIN_SIZE} to {MAX_SIZE} lines"),
            GameFault::NotSquare => f.write_str("the board is not square"),
            GameFault::Color => f.write_str("the side to move is B or W"),
            GameFault::Point => f.write_str("there is no such point on the board"),
            GameFault::Duplicate(point) => write!(f, "duplicate stones: {point} is set twice"),
            GameFault::NoStone => {
                f.write_str("no stone stands on the board before the first move: this is no problem")
            }
            GameFault::Above => f.write_str("stones that are set up above it are at fault"),
            GameFault::NoGroup => f.write_str("no key stone is marked, and no surrounded group was found"),
            GameFault::Position(fault, None) => fault.fmt(f),
            GameFault::Position(fault, Some(point)) => write!(f, "{point}: {fault}"),
            GameFault::Misfit(misfit) => misfit.fmt(f),
            GameFault::Answer(point, reason) => write!(f, "the stated answer {point}: {reason}"),
        }
    }
}

impl std::error::Error for SgfError {}
impl std::error::Error for GameError {}
