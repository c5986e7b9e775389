//! Opens the wall around a group: a piece of it moves a line further out and is left open towards the centre, so that there is a way out
//! which has to be cut off.
//!
//! Whoever touches the outside is free. That is true to games only where a stone that comes through has somewhere to go. So a gap is two
//! points wide at least, lies on the third line or above it, and is a line away from the group: in a gap of one point the head of the
//! stone would be stopped from outside, and along the edge every wall can be closed.

use shikatsu::board::{Board, Cell, Color, Point, PointSet, Setup};

use super::random::Random;
use super::sight::Sight;

/// The longest piece of a wall that moves.
const LONGEST: usize = 5;
/// The lowest line for a gap.
const LOWEST: u8 = 3;
/// The four ways to go, as columns and rows.
const WAYS: [(i16, i16); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

fn step(point: Point, (right, down): (i16, i16), size: u8) -> Option<Point> {
    let column = i16::from(point.column()) + right;
    let row = i16::from(point.row()) + down;
    let is_there = |at: i16| (0..i16::from(size)).contains(&at);
    (is_there(column) && is_there(row)).then(|| Point::new(column as u8, row as u8))
}

/// The same with a piece of the wall further out; White defends. `None` if no wall can be opened there.
pub(super) fn loosen(setup: &Setup, random: &mut Random) -> Option<Setup> {
    let board = Board::new(setup);
    let sight = Sight::new(&board);
    let is_outside = |p: Option<Point>| p.is_some_and(|p| setup.outside.contains(p));
    let is_wall = |p: Point, way: (i16, i16)| {
        let inward = step(p, (-way.0, -way.1), setup.size);
        board.at(p) == Cell::Stone(Color::Black)
            && sight.is_safe(p)
            && is_outside(step(p, way, setup.size))
            && inward.is_some_and(|p| !setup.outside.contains(p) && !setup.black.contains(p))
    };
    let way = random.pick(&WAYS);
    let along = (way.1.abs(), way.0.abs());
    let starts: Vec<Point> = setup.black.iter().filter(|&p| is_wall(p, way)).collect();
    let start = *starts.get(random.below(starts.len().max(1)))?;
    let length = usize::from(random.between(2, LONGEST as u8));
    let mut air = vec![start];
    while let Some(next) = step(air[air.len() - 1], along, setup.size) {
        if air.len() == length || !is_wall(next, way) {
            break;
        }
        air.push(next);
    }
    if air.len() < 2 {
        return None;
    }
    let far: Vec<Point> = air.iter().filter_map(|&p| step(p, way, setup.size)).collect();
    let gap = gap(&far, sight, random);
    let mut opened = *setup;
    for &point in &air {
        opened.black.remove(point);
    }
    for &point in &gap {
        opened.outside.remove(point);
    }
    let lies_open = |p: &Point| setup.outside.contains(*p) && !gap.contains(p);
    for point in air.iter().flat_map(|p| p.beside(setup.size)).filter(lies_open) {
        opened.outside.remove(point);
        opened.black.insert(point);
    }
    Some(without_idle(&opened))
}

/// The same with one stone of the wall a step further out, or gone; White defends.
pub(super) fn nudge(setup: &Setup, random: &mut Random) -> Option<Setup> {
    let board = Board::new(setup);
    let sight = Sight::new(&board);
    let walls: Vec<Point> = setup.black.iter().filter(|&p| sight.is_safe(p)).collect();
    let stone = *walls.get(random.below(walls.len().max(1)))?;
    let mut nudged = *setup;
    nudged.black.remove(stone);
    let stays_open = sight.line(stone) >= LOWEST && random.chance(50);
    let lies_open = |p: &Point| setup.outside.contains(*p) && !stays_open;
    for point in stone.beside(setup.size).filter(lies_open) {
        nudged.outside.remove(point);
        nudged.black.insert(point);
    }
    Some(without_idle(&nudged))
}

/// Where the far line stays open: two or three points in a row, high enough. Nothing if there is no such place.
fn gap(far: &[Point], sight: Sight<'_>, random: &mut Random) -> Vec<Point> {
    let width = if far.len() > 3 && random.chance(40) { 3 } else { 2 };
    let places: Vec<&[Point]> = far
        .windows(width)
        .filter(|window| window.iter().all(|&p| sight.line(p) >= LOWEST))
        .collect();
    if places.is_empty() || random.chance(10) {
        return Vec::new();
    }
    random.pick(&places).to_vec()
}

/// Takes away stones of the attacker that touch neither room nor enemies: behind them is the outside, where all is his.
fn without_idle(setup: &Setup) -> Setup {
    let mut left = *setup;
    for stone in setup.black.iter() {
        let has_work = stone
            .beside(setup.size)
            .any(|p| !setup.outside.contains(p) && !setup.black.contains(p));
        if !has_work {
            left.black.remove(stone);
            left.outside.insert(stone);
        }
    }
    left
}

/// The empty points from which one step leads out.
pub(super) fn gaps(setup: &Setup) -> PointSet {
    let stones = setup.black.union(&setup.white);
    let is_open = |p: &Point| !setup.outside.contains(*p) && !stones.contains(*p);
    let leads_out = |p: &Point| {
        let mut beside = p.beside(setup.size);
        beside.any(|p| setup.outside.contains(p) && !stones.contains(p))
    };
    Point::all(setup.size).filter(is_open).filter(leads_out).collect()
}

/// Whether whoever comes to a gap has two ways on from there, and none of them along the edge.
pub(super) fn are_ways_out(gaps: &PointSet, setup: &Setup) -> bool {
    let board = Board::new(setup);
    let sight = Sight::new(&board);
    let leads_on = |p: &Point| gaps.contains(*p) || setup.outside.contains(*p) && !board.is_stone(*p);
    gaps.iter()
        .all(|gap| sight.line(gap) >= LOWEST && gap.beside(setup.size).filter(leads_on).count() >= 2)
}

#[cfg(test)]
mod tests {
    use super::super::shape::Shape;
    use super::*;

    #[test]
    fn an_opened_wall_leads_out_through_its_gap_alone() {
        let (mut opened, mut with_gaps) = (0, 0);
        for number in 0..600 {
            let mut random = Random::of_try(1, number);
            let closed = Shape::random(&mut random).setup();
            assert!(gaps(&closed).is_empty());
            let Some(open) = loosen(&closed, &mut random) else {
                continue;
            };
            opened += 1;
            let gaps = gaps(&open);
            with_gaps += usize::from(!gaps.is_empty());
            assert!(gaps.is_empty() || gaps.len() >= 2, "try {number}");
            assert!(are_ways_out(&gaps, &open), "try {number}");
            let touches_outside = |p: &Point| p.beside(open.size).any(|p| open.outside.contains(p));
            assert!(!closed.key.iter().any(|p| touches_outside(&p)), "try {number}");
            let stones = open.black.union(&open.white);
            assert!(stones.intersection(&open.outside).is_empty(), "try {number}");
            assert_eq!(open.white, closed.white);
        }
        assert!(opened > 200 && with_gaps > 50, "{opened}, {with_gaps}");
    }

    #[test]
    fn a_gap_of_one_point_is_no_way_out() {
        let board = Point::all(9).collect::<PointSet>();
        let inside: PointSet = [Point::new(4, 3), Point::new(4, 4)].into_iter().collect();
        let wall: PointSet = [(3, 3), (5, 3), (3, 4), (5, 4), (4, 2)]
            .map(|(column, row)| Point::new(column, row))
            .into_iter()
            .collect();
        let setup = Setup {
            black: wall,
            outside: board.minus(&inside).minus(&wall),
            ..Setup::empty(9)
        };
        let narrow = gaps(&setup);
        assert_eq!(narrow.len(), 1);
        assert!(!are_ways_out(&narrow, &setup));
        let mut wide = setup;
        wide.black.remove(Point::new(5, 4));
        assert!(are_ways_out(&gaps(&wide), &wide));
    }
}
