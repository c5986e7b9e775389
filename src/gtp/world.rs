//! The place where an engine runs, and what it is asked for.

use core::fmt::Write;

use super::clock::Effort;
use crate::board::{Color, Point, PointSet, Setup};
use crate::play::{Kifu, Thought};

/// Why a command is refused: what the controller gets to read.
pub type Complaint = &'static str;

/// A question about a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Can it be killed? GNU Go's code and a move.
    Attack,
    /// Can it be saved? GNU Go's code and a move.
    Defend,
    /// `alive`, `dead`, or `critical` with a move of the attacker and one of the defender.
    Status,
    /// All about it, for a program, with this side to move.
    Solve(Color),
}

/// The place where an engine runs.
pub trait World<const C: usize, const M: usize> {
    /// Begins to think about a move of `color`, with this effort and chance from this number. What was thought about before is forgotten.
    fn begin(&mut self, kifu: &Kifu<C, M>, color: Color, effort: Effort, seed: u32);

    /// Thinks for a while; returns what was found out once the effort is spent.
    fn think(&mut self) -> Option<Thought>;

    /// Reads a locked fight: the right moves of the side to move, and the best of them. There are no right ones if nothing helps, or nothing is
    /// needed; `None` if it is not known.
    fn read_fight(&mut self, _fight: &Setup) -> Option<(PointSet, Option<Point>)> {
        None
    }

    /// Reads a game from a file up to the move before `before`.
    fn load(&mut self, _file: &str, _before: Option<u32>, _kifu: &mut Kifu<C, M>) -> Result<(), Complaint> {
        Err("cannot load file")
    }

    /// Answers a question about the chain on `point`.
    fn solve(
        &mut self,
        _kifu: &Kifu<C, M>,
        _point: Point,
        _question: Question,
        _out: &mut dyn Write,
    ) -> Result<(), Complaint> {
        Err("there is no solver here")
    }
}
