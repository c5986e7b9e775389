//! Positions that nobody can leave: a few points behind walls that can never be captured.
//!
//! White defends, Black attacks. Every point that belongs to none of the parts is empty and outside.

use std::collections::BTreeSet;

use shikatsu::board::{Color, Point, PointSet, Setup, Symmetry};
use shikatsu::problem::Problem;

use crate::random::{Random, remove_captured};

/// Lines of the board: room for six points in a row behind two walls.
pub const SIZE: u8 = 13;

/// Where on the board a shape lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the top left corner.
    Corner,
    /// On the upper edge.
    Edge,
    /// Away from all edges.
    Centre,
}

impl Place {
    /// All of them.
    pub const ALL: [Place; 3] = [Place::Corner, Place::Edge, Place::Centre];

    /// The top left point of a shape that lies here.
    pub const fn origin(self) -> (u8, u8) {
        match self {
            Place::Corner => (0, 0),
            Place::Edge => (3, 0),
            Place::Centre => (3, 3),
        }
    }
}

/// The points beside `set` or, with `diagonals`, at a corner of one of its points; none of its own.
pub fn around(set: &PointSet, diagonals: bool) -> PointSet {
    let touches = |p: Point, q: Point| {
        let (columns, rows) = (p.column().abs_diff(q.column()), p.row().abs_diff(q.row()));
        if diagonals {
            columns.max(rows) == 1
        } else {
            columns + rows == 1
        }
    };
    Point::all(SIZE)
        .filter(|&p| !set.contains(p) && set.iter().any(|q| touches(p, q)))
        .collect()
}

/// A shape with the defender's ring around it, all of it key stones, and the attacker's wall around that.
#[derive(Clone, Debug)]
pub struct Walled {
    shape: Vec<Point>,
    setup: Setup,
}

impl Walled {
    /// The shape, whose points are offsets from the place's origin. With `dame`, one point of the wall, chosen by
    /// this number, is free to play on: a liberty of the ring from without.
    pub fn new(cells: &[(u8, u8)], place: Place, dame: Option<usize>) -> Walled {
        let (left, top) = place.origin();
        let shape: Vec<Point> = cells
            .iter()
            .map(|&(column, row)| Point::new(left + column, top + row))
            .collect();
        let inside: PointSet = shape.iter().copied().collect();
        let ring = around(&inside, true);
        let body = inside.union(&ring);
        let mut wall = around(&body, true);
        let mut playable = body;
        if let Some(number) = dame {
            let touching: Vec<Point> = around(&ring, false).minus(&inside).iter().collect();
            let free = touching[number % touching.len()];
            wall.remove(free);
            playable.insert(free);
            let behind: PointSet = [free].into_iter().collect();
            wall.extend(around(&behind, true).minus(&body).iter());
        }
        let all: PointSet = Point::all(SIZE).collect();
        let setup = Setup {
            black: wall,
            white: ring,
            outside: all.minus(&playable).minus(&wall),
            key: ring,
            ..Setup::empty(SIZE)
        };
        Walled { shape, setup }
    }

    /// How many ways there are to fill the shape.
    pub fn fillings(&self) -> usize {
        3_usize.pow(self.shape.len() as u32)
    }

    /// The problem with this filling, a number in base three; `None` if some stones have no liberty.
    pub fn filled(&self, filling: usize, to_move: Color) -> Option<Problem> {
        let mut setup = Setup {
            to_move,
            ..self.setup
        };
        let mut rest = filling;
        for &point in &self.shape {
            match rest % 3 {
                1 => setup.black.insert(point),
                2 => setup.white.insert(point),
                _ => true,
            };
            rest /= 3;
        }
        Problem::new(&setup).ok()
    }
}

/// All connected shapes of so many points, as offsets, each moved to the top left. Of those that one of `turns` takes
/// into each other there is only one.
pub fn polyominoes(points: usize, turns: &[Symmetry]) -> Vec<Vec<(u8, u8)>> {
    let mut shapes = BTreeSet::from([vec![(0, 0)]]);
    for _ in 1..points {
        let mut larger = BTreeSet::new();
        for shape in &shapes {
            let moved: Vec<(u8, u8)> = shape.iter().map(|&(column, row)| (column + 1, row + 1)).collect();
            for &(column, row) in &moved {
                for next in [
                    (column + 1, row),
                    (column - 1, row),
                    (column, row + 1),
                    (column, row - 1),
                ] {
                    if !moved.contains(&next) {
                        larger.insert(at_the_origin([&moved[..], &[next]].concat()));
                    }
                }
            }
        }
        shapes = larger;
    }
    let is_first = |shape: &Vec<(u8, u8)>| {
        let turned = turns.iter().map(|&turn| {
            let points = shape
                .iter()
                .map(|&(column, row)| turn.apply(Point::new(column, row), SIZE));
            at_the_origin(points.map(|p| (p.column(), p.row())).collect())
        });
        turned.min().is_none_or(|first| *shape <= first)
    };
    shapes.into_iter().filter(is_first).collect()
}

fn at_the_origin(mut shape: Vec<(u8, u8)>) -> Vec<(u8, u8)> {
    let left = shape.iter().map(|cell| cell.0).min().unwrap_or(0);
    let top = shape.iter().map(|cell| cell.1).min().unwrap_or(0);
    for cell in &mut shape {
        *cell = (cell.0 - left, cell.1 - top);
    }
    shape.sort_unstable();
    shape
}

/// A connected shape of `cells` points within `columns` × `rows`, as offsets.
fn blob(random: &mut Random, cells: usize, columns: u8, rows: u8) -> Vec<(u8, u8)> {
    let mut shape = vec![(random.between(0, columns - 1), random.between(0, rows - 1))];
    while shape.len() < cells {
        let (column, row) = random.pick(&shape);
        let next = match random.below(4) {
            0 => (column + 1, row),
            1 => (column, row + 1),
            2 => (column.wrapping_sub(1), row),
            _ => (column, row.wrapping_sub(1)),
        };
        if next.0 < columns && next.1 < rows && !shape.contains(&next) {
            shape.push(next);
        }
    }
    shape
}

/// A random position: a region with stones of both colours and a few empty points, safe walls around it, and one to
/// five key stones anywhere in the region.
pub fn random_position(random: &mut Random) -> Option<Problem> {
    let mut setup = Setup::empty(SIZE);
    let inside = if random.chance(40) {
        fill_with_chains(&mut setup, random)
    } else {
        fill_with_ring(&mut setup, random)
    };
    let body = inside.union(&setup.black).union(&setup.white);
    let all: PointSet = Point::all(SIZE).collect();
    setup.outside = all.minus(&body);
    setup.to_move = random.color();
    remove_captured(&mut setup);
    let white: Vec<Point> = setup.white.intersection(&inside).iter().collect();
    if white.is_empty() {
        return None;
    }
    for _ in 0..random.between(1, 5) {
        setup.key.insert(random.pick(&white));
    }
    Problem::new(&setup).ok()
}

/// Puts a blob of so many points somewhere.
fn random_shape(random: &mut Random, cells: usize) -> Vec<Point> {
    let (left, top) = random.pick(&Place::ALL).origin();
    let put = |(column, row)| Point::new(left + column, top + row);
    blob(random, cells, 5, 4).into_iter().map(put).collect()
}

fn put(setup: &mut Setup, point: Point, color: Color) {
    match color {
        Color::Black => setup.black.insert(point),
        Color::White => setup.white.insert(point),
    };
}

/// A region that is mostly chains, Black's wall around it, with a few safe stones of White in some. Says which points
/// are the region's.
fn fill_with_chains(setup: &mut Setup, random: &mut Random) -> PointSet {
    let empties = usize::from(random.between(3, 6));
    let cells = empties + usize::from(random.between(3, 9));
    let shape = random_shape(random, cells);
    let inside: PointSet = shape.iter().copied().collect();
    let (safe, share) = (random.pick(&[0, 0, 10, 20]), random.pick(&[50, 65, 75, 85]));
    for point in around(&inside, true).iter() {
        let color = if random.chance(safe) {
            Color::White
        } else {
            Color::Black
        };
        put(setup, point, color);
    }
    for &point in &shape[empties..] {
        let color = if random.chance(share) {
            Color::White
        } else {
            Color::Black
        };
        put(setup, point, color);
    }
    inside
}

/// A small region with White's ring around it, which has gaps, and Black's wall around that. Says which points
/// can change.
fn fill_with_ring(setup: &mut Setup, random: &mut Random) -> PointSet {
    let cells = usize::from(random.between(3, 8));
    let shape: PointSet = random_shape(random, cells).into_iter().collect();
    let ring = around(&shape, true);
    let body = shape.union(&ring);
    for point in around(&body, true).iter() {
        put(setup, point, Color::Black);
    }
    let gaps = random.pick(&[4, 10, 15]);
    for point in ring.iter() {
        if !random.chance(gaps) {
            put(setup, point, Color::White);
        } else if random.chance(60) {
            put(setup, point, Color::Black);
        }
    }
    let stones = random.pick(&[20, 40, 55]);
    for point in shape.iter().filter(|_| random.chance(stones)).collect::<Vec<_>>() {
        let color = random.color();
        put(setup, point, color);
    }
    body
}

/// Whether the key stones are several chains.
pub fn is_parted(problem: &Problem) -> bool {
    let setup = problem.setup();
    let first: PointSet = setup.key.first().into_iter().collect();
    let chain = first.grown(setup.stones(problem.defender()));
    !setup.key.minus(&chain).is_empty()
}
