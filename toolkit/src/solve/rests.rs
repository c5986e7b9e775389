//! On what an answer rests.

use shikatsu::board::{Board, Point, PointSet};
use shikatsu::problem::Problem;
use shikatsu_prover::Win;

/// What the proof of an outcome looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rests {
    /// Every legal position that is the same on these points has the same outcome.
    pub zone: PointSet,
    /// Stones beside the zone that count as safe, since they touch a point where nobody plays.
    pub walls: PointSet,
    /// Whether the proof leans on no wall and no bound: it holds for any outside.
    pub any_outside: bool,
}

impl Rests {
    /// What a win of the prover rests on.
    pub(crate) fn of(problem: &Problem, win: &Win) -> Rests {
        let setup = problem.setup();
        let (board, stones) = (Board::new(&setup), setup.black.union(&setup.white));
        let never_filled = setup.outside.minus(&stones);
        // Key stones that are safe themselves are all that it rests on.
        let is_near = |stone: Point| {
            let is_beside = || stone.beside(setup.size).any(|p| win.zone.contains(p));
            setup.key.contains(stone) || win.zone.contains(stone) || is_beside()
        };
        let is_safe = |stone: Point| !board.liberties(stone).intersection(&never_filled).is_empty();
        let walls = stones.iter().filter(|&stone| is_near(stone) && is_safe(stone));
        Rests {
            zone: win.zone,
            walls: if win.any_outside {
                PointSet::EMPTY
            } else {
                walls.collect()
            },
            any_outside: win.any_outside,
        }
    }
}
