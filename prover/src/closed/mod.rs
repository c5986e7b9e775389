//! Closed regions, by proof numbers: every legal move is looked at, or shown to be no better than one that failed. There is no limit of steps.
//!
//! What the rest of this crate does is to find wins. Here failures are facts too, so all four outcomes are told, and where a question fails there is no
//! deepening that pays again and again for what is found once. That is what large kos need, and groups of several chains.
//!
//! ```text
//!   numbers ← question ← chance, lives, quiet ← search, seen (one question, the other side has threats) ← whose (no threats) ← room ← Closed
//!                                    ↖ scout (life in a small part of an open position), and nearby: which part
//! ```

pub mod chance;
mod child;
mod lives;
mod nearby;
mod numbers;
mod question;
mod quiet;
mod room;
pub(crate) mod scout;
mod search;
mod seen;
mod whose;

use shikatsu::board::{Board, Color, Point, PointSet};
use shikatsu::problem::{Outcome, Problem};

use crate::field::{Field, Frame};
use crate::set::Set;
use crate::zone::Win;
use chance::{Ground, Settled, Weights};
use room::{Room, Worker};

/// What is proved of a closed problem so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Judgement {
    /// Who wins, and under which threats.
    pub outcome: Option<Outcome>,
    /// Of stones that stand: whether they have two eyes. If not, it is a seki.
    pub eyes: Option<bool>,
    /// It was found here that the defender, with threats, saves the key stones. So they stand, or it is a ko. Of use while the outcome is open.
    pub is_no_capture: bool,
    /// First moves that keep the outcome.
    pub correct: PointSet,
    /// First moves that do not.
    pub wrong: PointSet,
}

/// Solves a problem whose region is closed, in slices.
pub struct Closed(Box<dyn Worker>);

impl Closed {
    /// With more free points than that it would only get lost.
    pub const MOST_FREE: usize = 40;

    /// Whether a problem has no more free points than that.
    pub fn is_for(problem: &Problem) -> bool {
        free(problem).len() <= Closed::MOST_FREE
    }

    /// One whose tables take at most about so many bytes; `None` if the region is too large.
    pub fn new(problem: &Problem, bytes: usize) -> Option<Closed> {
        Closed::with(problem, bytes, Weights::BuiltIn)
    }

    /// One for a position in the middle of a game. `past` is what stood on the board before, the oldest first: superko forbids to bring it back.
    pub fn after(past: &[Board], problem: &Problem, bytes: usize) -> Option<Closed> {
        Closed::made(problem, past, bytes, Weights::BuiltIn)
    }

    /// One that goes by these weights. If they are a learner's, it keeps some of what it settles for [`Closed::settled`].
    pub fn with(problem: &Problem, bytes: usize, weights: Weights) -> Option<Closed> {
        Closed::made(problem, &[], bytes, weights)
    }

    fn made(problem: &Problem, past: &[Board], bytes: usize, weights: Weights) -> Option<Closed> {
        if !Closed::is_for(problem) {
            return None;
        }
        let frame = Frame::of(problem);
        let worker = match frame.numbers() {
            0..=64 => worker::<1>(problem, past, frame, bytes, weights),
            65..=128 => worker::<2>(problem, past, frame, bytes, weights),
            129..=192 => worker::<3>(problem, past, frame, bytes, weights),
            _ => worker::<6>(problem, past, frame, bytes, weights),
        };
        worker.map(Closed)
    }

    /// Some of the positions that were settled since the last call, if a learner asked for them.
    pub fn settled(&mut self) -> Vec<Settled> {
        self.0.settled()
    }

    /// Works for about so many nodes. True while there is more to do.
    pub fn step(&mut self, nodes: u64) -> bool {
        self.0.step(nodes)
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.0.nodes()
    }

    /// What is proved so far.
    pub fn judgement(&self) -> Judgement {
        self.0.judgement()
    }

    /// On what it rests that the key stones get two eyes or are captured, if that was found here. It names no move.
    pub fn win(&self) -> Option<Win> {
        self.0.win()
    }

    /// Takes an outcome as proved that somebody else has proved, and goes on with the first moves. Of stones that stand, whether they have two eyes.
    pub fn take(&mut self, outcome: Outcome, eyes: Option<bool>) {
        self.0.take(outcome, eyes);
    }

    /// Does not ask about these first moves: somebody else has judged them.
    pub fn pass_over(&mut self, judged: &PointSet) {
        self.0.pass_over(judged);
    }
}

/// The points inside on which no stone stands.
fn free(problem: &Problem) -> PointSet {
    let setup = problem.setup();
    let stones = setup.black.union(&setup.white);
    Point::all(setup.size)
        .filter(|&point| !setup.outside.contains(point) && !stones.contains(point))
        .collect()
}

fn worker<const N: usize>(
    problem: &Problem,
    past: &[Board],
    frame: Frame,
    bytes: usize,
    weights: Weights,
) -> Option<Box<dyn Worker>> {
    let (field, root) = Field::<N>::new(problem, frame)?;
    let ground = Ground::new(&field, problem, weights);
    let past = past.iter().filter_map(|board| moment(&field, problem, board));
    let past = past.collect();
    Some(Box::new(Room::new(field, ground, root, past, bytes)))
}

/// What stood before, as cells. `None` if that can never come back, since something else stands where nothing changes any more.
fn moment<const N: usize>(field: &Field<N>, problem: &Problem, board: &Board) -> Option<[Set<N>; 2]> {
    let (setup, cells) = (problem.setup(), field.points(field.cells));
    let is_same = |color: Color| board.stones(color).minus(&cells) == setup.stones(color).minus(&cells);
    let set = |color: Color| {
        let there = board.stones(color).intersection(&cells);
        there.iter().filter_map(|point| field.cell_of(point)).collect()
    };
    let defender = problem.defender();
    Color::BOTH
        .into_iter()
        .all(is_same)
        .then(|| [set(defender), set(defender.opponent())])
}
