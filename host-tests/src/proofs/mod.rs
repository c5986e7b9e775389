//! Proofs for the checker to check: made by trying everything, bent, and held against the oracle.

mod maker;
mod outside;

use shikatsu::board::{Color as BoardColor, Point as BoardPoint, PointSet, Setup};
use shikatsu::problem::{Answer, Outcome, Problem};
use shikatsu_proof::{Claim, Color, Endless, Goal, Points, Position};

use crate::oracle::{Method, solve};
use crate::random::Random;

pub use maker::{make, pruned, shared};
pub use outside::{another_outside, random_position};

/// Everything that can be claimed.
pub const CLAIMS: [Claim; 5] = [
    claim(Goal::Capture, Endless::Loser),
    claim(Goal::Eyes, Endless::Loser),
    claim(Goal::Stand, Endless::Loser),
    claim(Goal::Stand, Endless::Winner),
    claim(Goal::Capture, Endless::Winner),
];

const fn claim(goal: Goal, endless: Endless) -> Claim {
    Claim { goal, endless }
}

/// The problem that a position states, if it is possible.
pub fn problem(position: &Position) -> Option<Problem> {
    let size = position.size;
    let set = |points: &Points| -> PointSet {
        points
            .iter()
            .map(|p| BoardPoint::new((p % u16::from(size)) as u8, (p / u16::from(size)) as u8))
            .collect()
    };
    let setup = Setup {
        size,
        black: set(&position.black),
        white: set(&position.white),
        outside: set(&position.closed),
        key: set(&position.key),
        to_move: match position.to_move {
            Color::Black => BoardColor::Black,
            Color::White => BoardColor::White,
        },
    };
    Problem::new(&setup).ok()
}

/// The oracle's answer, or `None` if that takes it more than `limit` positions.
pub fn ask_oracle(position: &Position, limit: u64) -> Option<Answer> {
    Some(solve(&problem(position)?, Method::Reuse, limit)?.answer)
}

/// Whether a claim is true by the oracle's answer.
pub fn holds(claim: Claim, answer: &Answer) -> bool {
    match (claim.goal, claim.endless) {
        (Goal::Capture, Endless::Loser) => answer.outcome == Outcome::Dead,
        (Goal::Capture, Endless::Winner) => answer.outcome != Outcome::Alive,
        (Goal::Eyes, _) => answer.outcome == Outcome::Alive && !answer.seki,
        (Goal::Stand, Endless::Loser) => answer.outcome == Outcome::Alive,
        (Goal::Stand, Endless::Winner) => answer.outcome != Outcome::Dead,
    }
}

/// One of two colours.
fn color(random: &mut Random) -> Color {
    random.pick(&[Color::Black, Color::White])
}
