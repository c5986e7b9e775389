//! What a solver is given to do.

use super::knowledge::Knowledge;
use crate::problem::{Answer, Problem};
use crate::search::Limits;

/// What to think about.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The position, and who is to move.
    pub problem: &'a Problem,
    /// What stood on the board before, as [`crate::board::Game::past`] gives it: superko forbids bringing it back. Empty for
    /// a problem by itself.
    pub past: &'a [u64],
    /// When to give up.
    pub limits: Limits,
    /// The pieces of knowledge that are switched on.
    pub knows: Knowledge,
    /// Whether every first move is judged, or one correct move is enough.
    pub every_move: bool,
    /// The answer that is claimed, by a pack for example. It is never believed, but the search first tries to prove it.
    pub expected: Option<Answer>,
    /// Whether proofs of the outcome are looked for in the way that is best for large problems: deep at once, even if nothing is
    /// expected, and with [fewer positions](crate::search::Search::spare_nodes). The proof that is found may not be the shortest, and
    /// levels are measured without this.
    pub suits_large: bool,
    /// Whether moves are tried in the order that was learnt, or in the one that the older programs knew. No outcome depends on it. The learnt one takes a
    /// third fewer positions. The older one is for levels, which are measured in positions, and for answers: it finds the moves that resist.
    pub instinct: bool,
}

impl<'a> Task<'a> {
    /// Everything about a problem by itself, without limits.
    pub const fn of(problem: &'a Problem) -> Task<'a> {
        Task {
            problem,
            past: &[],
            limits: Limits::NONE,
            knows: Knowledge::ALL,
            every_move: true,
            expected: None,
            suits_large: false,
            instinct: true,
        }
    }
}
