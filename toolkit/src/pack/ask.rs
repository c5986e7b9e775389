//! What is asked about a problem on its way into a pack.

use shikatsu::board::{Point, PointSet, Setup};
use shikatsu::problem::Problem;

/// A problem, and what its file says about how to ask.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) problem: &'a Problem,
    /// First moves that the file shows.
    pub(super) shown: PointSet,
    /// First moves of which one at least has to win, or it was misread: what the file calls right, if it was read with a guess. Empty if nobody can say.
    pub(super) wanted: PointSet,
    /// Whether it is an answer, too, that nothing works.
    pub(super) may_fail: bool,
    /// Whether the file names no answer that what is found could be held against.
    pub(super) is_silent: bool,
    /// Whether it is only asked to see if the answer of another one makes sense. The handheld never reads it.
    pub(super) is_aside: bool,
}

/// The empty points where one may play.
pub(super) fn room_of(setup: &Setup) -> PointSet {
    let board: PointSet = Point::all(setup.size).collect();
    board
        .minus(&setup.outside)
        .minus(&setup.black)
        .minus(&setup.white)
}

pub(super) fn beside(points: &PointSet, size: u8) -> PointSet {
    points.iter().flat_map(|point| point.beside(size)).collect()
}
