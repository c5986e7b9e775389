//! What an SGF file leaves unsaid: who moves, which stones live or die, where one may play.
//!
//! Each answer is a guess that a person can overrule; `Entry::inferred` says which were made.
//! * `words`: the side to move and the goal, from what the comments say.
//! * `sections`: the goal, from the part of a book that a problem belongs to.
//! * `key`: the key stones, from the words and from who surrounds whom.
//! * `caught`: the stones that fall in the file's own lines.
//! * `bounds`: the outside points, from the key stones and the wall around them.
//! * `readings`: all that a problem may be about, if the first guess is not it.

mod bounds;
mod caught;
mod key;
mod readings;
mod sections;
mod sight;
mod words;

pub use bounds::Room;
pub(super) use bounds::outside;
pub(crate) use key::MOST_AT_STAKE;
pub(super) use key::key;
pub(crate) use readings::{MOST_STONES, is_about_few_stones};
pub use readings::{Reading, closed, openings, readings};
pub(crate) use sight::shut_in;
pub(super) use words::{Meant, sets_task};

use shikatsu::board::{Color, Point, PointSet, Setup};

/// A problem on a large board concerns a part of it. A region with more empty points than this share
/// of the board is open: nobody surrounds it.
const OPEN: usize = 2;

/// The points that can be reached from `start` without crossing a stone of `wall`.
fn flood(setup: &Setup, start: PointSet, wall: Color) -> PointSet {
    let mut reached = start;
    let mut edge: Vec<Point> = start.iter().collect();
    while let Some(point) = edge.pop() {
        for next in point.beside(setup.size) {
            if !setup.stones(wall).contains(next) && reached.insert(next) {
                edge.push(next);
            }
        }
    }
    reached
}

/// The points of a set that no stone stands on.
fn empty_of(setup: &Setup, set: &PointSet) -> PointSet {
    set.minus(&setup.black).minus(&setup.white)
}

fn is_open(setup: &Setup, region: &PointSet) -> bool {
    let lines = setup.size as usize;
    empty_of(setup, region).len() * OPEN > lines * lines
}

/// The points beside a set that do not belong to it.
fn border(set: &PointSet, size: u8) -> PointSet {
    set.iter()
        .flat_map(|point| point.beside(size))
        .filter(|&point| !set.contains(point))
        .collect()
}
