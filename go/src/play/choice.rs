//! When to pass and when to resign.

use super::kifu::Kifu;
use super::score::Score;
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

/// What has to be known of a game to choose a move in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Facts {
    /// Lines of the board.
    pub(super) size: u8,
    /// Moves so far.
    pub(super) moves: usize,
    /// The other side has just passed.
    pub(super) other_passed: bool,
    /// The score of the stones on the board.
    pub(super) as_it_stands: Score,
    /// The score without the dead ones.
    pub(super) without_dead: Score,
}

/// What `color` should do in a game about which a search found this much.
pub fn choose<const C: usize, const M: usize>(
    kifu: &Kifu<C, M>,
    color: Color,
    thought: &Thought,
    manners: Manners,
) -> Choice {
    let facts = Facts {
        size: kifu.size(),
        moves: kifu.moves().len(),
        other_passed: kifu.moves().next_back() == Some((color.opponent(), Move::Pass)),
        as_it_stands: kifu.score(&PointSet::EMPTY),
        without_dead: kifu.score(&thought.dead),
    };
    decide(&facts, color, thought, manners)
}

/// The same for a game of which only this is known.
pub(super) fn decide(facts: &Facts, color: Color, thought: &Thought, manners: Manners) -> Choice {
    let found = thought.found;
    // The game would be over, and won whatever is said about dead stones.
    if facts.other_passed && facts.as_it_stands.winner() == Some(color) {
        return Choice::Make(Move::Pass);
    }
    let may_resign = manners.resigns && found.playouts >= ENOUGH;
    if thought.is_settled && (!manners.cleans_up || facts.without_dead == facts.as_it_stands) {
        let is_lost = facts.without_dead.winner() == Some(color.opponent());
        // One who has lost may resign, but only the other may still err.
        if !is_lost || !may_resign {
            return Choice::Make(Move::Pass);
        }
    }
    let is_early = facts.moves < usize::from(facts.size);
    if may_resign && found.wins < HOPELESS && !is_early {
        return Choice::Resign;
    }
    Choice::Make(found.best)
}
