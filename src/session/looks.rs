//! What looks natural on the board, by looks alone: an opinion that nobody relies on (`docs/learning.md`).

use super::picture::Mark;
use crate::board::{Point, PointSet};
use crate::instinct::{BIT, look};
use crate::problem::Problem;

/// How natural each point looks, in three steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Looks {
    /// The two bits of a point's step.
    steps: [PointSet; 2],
}

/// The marks by their steps.
const MARKS: [Option<Mark>; 4] = [
    None,
    Some(Mark::Possible),
    Some(Mark::Natural),
    Some(Mark::MostNatural),
];

/// The step of a move that looks so much less natural than the best one.
const fn step(behind: i16) -> usize {
    // Half as likely, an eighth, and a thirty-second.
    match behind / BIT {
        0 => 3,
        1 | 2 => 2,
        3 | 4 => 1,
        _ => 0,
    }
}

impl Looks {
    /// Nothing is to be seen.
    pub(super) const NONE: Looks = Looks {
        steps: [PointSet::EMPTY; 2],
    };

    /// How the moves of a position look that are legal.
    pub(super) fn of(position: &Problem, is_legal: impl Fn(Point) -> bool) -> Looks {
        let mut most = i16::MIN;
        look(position, &mut |seen| {
            if seen.score > most && is_legal(seen.point) {
                most = seen.score;
            }
        });
        let mut looks = Looks::NONE;
        look(position, &mut |seen| {
            // What looks better than the best is not legal.
            if seen.score > most || !is_legal(seen.point) {
                return;
            }
            let step = step(most - seen.score);
            for (bit, points) in looks.steps.iter_mut().enumerate() {
                if step >> bit & 1 != 0 {
                    points.insert(seen.point);
                }
            }
        });
        looks
    }

    /// How a point looks.
    pub(super) fn at(&self, point: Point) -> Option<Mark> {
        let [low, high] = self.steps.map(|points| usize::from(points.contains(point)));
        MARKS[2 * high + low]
    }
}
