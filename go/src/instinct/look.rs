//! How natural the moves of a position look.

use super::{Stand, Surroundings, score};
use crate::board::Point;
use crate::problem::Problem;

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

/// Shows every empty point on which the first move may be tried. Some may be suicide.
///
/// It looks at the board itself, point by point. That is slower than a [`Scene`](super::Scene), but it needs hardly any memory.
pub fn look(problem: &Problem, each: &mut dyn FnMut(Look)) {
    let (setup, defender) = (problem.setup(), problem.defender());
    let defends = problem.to_move() == defender;
    let stand = |point: Point| Stand::of(&setup, defender, point);
    for point in Point::all(setup.size) {
        if setup.outside.contains(point) || stand(point) != Stand::Nothing {
            continue;
        }
        let seen = Surroundings::of(point, setup.size, &stand);
        each(Look {
            point,
            seen,
            score: score(seen, defends),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::Ground;
    use super::*;
    use crate::problem::read_text;
    use crate::region::Region;
    use crate::tsumego::BOARD_WORDS;

    #[test]
    fn the_board_and_the_lines_of_a_region_show_the_same() {
        for text in super::super::tests::TEXTS {
            let (problem, _) = read_text(text).expect("a problem");
            let (region, stones) = Region::<BOARD_WORDS>::new(&problem).expect("it fits");
            let mut ground = Ground::NOTHING;
            ground.set(&problem, &region);
            let scene = ground.with(&region, &stones, problem.defender());
            let mut cells = stones.empty(&region) & region.playable();
            look(&problem, &mut |first| {
                let cell = region.cell(first.point);
                assert!(cells.contains(cell));
                cells.remove(cell);
                assert_eq!(first.seen, scene.around(&region, cell));
            });
            assert!(cells.is_empty());
        }
    }
}
