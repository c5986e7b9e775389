//! Unconditional life on a whole board (Benson, 1976), with sets of points.
//!
//! `life` does the same inside the region of a problem, where walls and key stones matter. Here the board is all there is.

use super::field::Field;
use crate::board::{Color, Point, PointSet};

/// The stones of `color` that cannot be captured even if it always passes.
#[cold]
pub fn living<const C: usize>(field: &Field<C>, color: Color) -> PointSet {
    let all: PointSet = Point::all(field.size()).collect();
    let pick = |wanted: &dyn Fn(Point) -> bool| -> PointSet { all.iter().filter(|&p| wanted(p)).collect() };
    let empty = pick(&|p| field.at(p).is_none());
    let own = pick(&|p| field.at(p) == Some(color));
    living_on(field.size(), &own, &empty)
}

/// The same of a position that is told by the stones of one side and the empty points.
#[cold]
pub(super) fn living_on(size: u8, own: &PointSet, empty: &PointSet) -> PointSet {
    let all: PointSet = Point::all(size).collect();
    let ground = minus(&all, own);
    // What lives so far, and the areas that only living chains enclose.
    let (mut alive, mut areas) = (*own, ground);
    loop {
        let mut still = PointSet::EMPTY;
        let mut rest = alive;
        while let Some(first) = rest.first() {
            let chain = one(first).grown(own);
            rest = minus(&rest, &chain);
            if vital_areas(&chain, &areas, empty) >= 2 {
                still = still.union(&chain);
            }
        }
        // An area that a chain without life helps to enclose is none.
        let lost = minus(own, &still);
        let open = lost.beside(&ground).grown(&ground);
        let closed = minus(&ground, &open);
        if still == alive && closed == areas {
            return still;
        }
        (alive, areas) = (still, closed);
    }
}

/// How many areas have all their empty points beside the chain, counted up to two.
#[cold]
fn vital_areas(chain: &PointSet, areas: &PointSet, empty: &PointSet) -> usize {
    let mut many = 0;
    let mut rest = chain.beside(areas);
    while let Some(first) = rest.first() {
        let area = one(first).grown(areas);
        rest = minus(&rest, &area);
        let room = area.intersection(empty);
        if minus(&room, &chain.beside(&room)).is_empty() {
            many += 1;
            if many == 2 {
                break;
            }
        }
    }
    many
}

fn one(point: Point) -> PointSet {
    [point].into_iter().collect()
}

#[cold]
fn minus(from: &PointSet, what: &PointSet) -> PointSet {
    from.iter().filter(|&point| !what.contains(point)).collect()
}
