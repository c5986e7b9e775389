//! When to pass and when to resign.

use super::kifu::Kifu;
use super::search::Progress;
use crate::board::{Color, Move, PointSet};

/// What to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// This move.
    Make(Move),
    /// It is hopeless.
    Resign,
}

/// What a search has found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The best move, and how it looks.
    pub found: Progress,
    /// The stones that most playouts took off the board.
    pub dead: PointSet,
    /// Whether it is clear whose every point is.
    pub is_settled: bool,
}

/// With fewer wins of a thousand it is hopeless.
const HOPELESS: u16 = 60;
/// Fewer playouts say nothing about hope.
const ENOUGH: u32 = 100;

/// How a move is chosen from what a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manners {
    /// Resign when it is hopeless.
    pub resigns: bool,
    /// Capture all dead stones before passing.
    pub cleans_up: bool,
}

/// What `color` should do in a game about which a search found this much.
pub fn choose<const C: usize, const M: usize>(
    kifu: &Kifu<C, M>,
    color: Color,
    thought: &Thought,
    manners: Manners,
) -> Choice {
    let found = thought.found;
    let as_it_stands = kifu.score(&PointSet::EMPTY);
    let other_passed = kifu.moves().next_back() == Some((color.opponent(), Move::Pass));
    // The game would be over, and won whatever is said about dead stones.
    if other_passed && as_it_stands.winner() == Some(color) {
        return Choice::Make(Move::Pass);
    }
    let score = kifu.score(&thought.dead);
    if thought.is_settled && (!manners.cleans_up || score == as_it_stands) {
        let is_lost = score.winner() == Some(color.opponent());
        // One who has lost may resign, but only the other may still err.
        if !is_lost || !manners.resigns {
            return Choice::Make(Move::Pass);
        }
    }
    let is_early = kifu.moves().len() < usize::from(kifu.size());
    if manners.resigns && found.playouts >= ENOUGH && found.wins < HOPELESS && !is_early {
        return Choice::Resign;
    }
    Choice::Make(found.best)
}
