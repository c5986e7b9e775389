//! How natural the moves of a position look.

use super::{Ground, Surroundings, score};
use crate::board::Point;
use crate::problem::Problem;
use crate::region::Region;

/// A move, as it looks.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Where it is.
    pub point: Point,
    /// What surrounds it.
    pub seen: Surroundings,
    /// How natural it looks: the higher, the more.
    pub score: i16,
}

/// Shows every empty point on which the first move may be tried, in a region of up to `N` words. Some may be suicide. False if the region is larger.
pub fn look<const N: usize>(problem: &Problem, each: &mut dyn FnMut(Look)) -> bool {
    let Some((region, stones)) = Region::<N>::new(problem) else {
        return false;
    };
    let mut ground = Ground::NOTHING;
    ground.set(problem, &region);
    let scene = ground.with(&region, &stones, problem.defender());
    let defends = problem.to_move() == problem.defender();
    for cell in (stones.empty(&region) & region.playable()).iter() {
        let seen = scene.around(&region, cell);
        each(Look {
            point: region.point(cell),
            seen,
            score: score(seen, defends),
        });
    }
    true
}
