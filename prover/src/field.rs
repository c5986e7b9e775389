//! The cells that a question is about, and everything about them that never changes.
//!
//! A chain that touches an empty outside point can never be captured. It is a wall: it leaves the picture, and what remains
//! of it is that a friendly stone beside it is *immune*. All other points that may be played on or captured are cells, numbered line
//! by line with one number left free between two lines, so that to step sideways never leads into another line.
//!
//! A field may be **cropped**: everything beyond a rectangle then counts as empty and outside. That gives both sides safety they may not
//! have. So nothing that was proved is believed if its zone touches the [`rim`](Field::rim) of the crop.

use shikatsu::board::{Board, Color, Point, PointSet, Setup};
use shikatsu::instinct::Stand;
use shikatsu::problem::Problem;

use crate::looks::{Looks, There};
use crate::position::{Position, Side};
use crate::set::Set;

/// A rectangle of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    pub(crate) left: u8,
    pub(crate) right: u8,
    pub(crate) top: u8,
    pub(crate) bottom: u8,
}

impl Frame {
    /// The smallest one with all these points; the first point for none.
    pub(crate) fn around(points: &PointSet) -> Frame {
        let mut frame: Option<Frame> = None;
        for point in points.iter() {
            let (column, row) = (point.column(), point.row());
            let old = frame.unwrap_or(Frame {
                left: column,
                right: column,
                top: row,
                bottom: row,
            });
            frame = Some(Frame {
                left: old.left.min(column),
                right: old.right.max(column),
                top: old.top.min(row),
                bottom: old.bottom.max(row),
            });
        }
        frame.unwrap_or(Frame {
            left: 0,
            right: 0,
            top: 0,
            bottom: 0,
        })
    }

    /// The smallest one with all that can change in a problem. Walls and what lies behind them cannot.
    pub(crate) fn of(problem: &Problem) -> Frame {
        let setup = problem.setup();
        let (outside, walls) = walls_of(&setup);
        let fixed = outside.union(&walls);
        Frame::around(
            &Point::all(setup.size)
                .filter(|&point| !fixed.contains(point))
                .collect(),
        )
    }

    /// The same with a margin on all sides, as far as the board reaches.
    pub(crate) fn grown(self, margin: u8, size: u8) -> Frame {
        Frame {
            left: self.left.saturating_sub(margin),
            right: (self.right + margin).min(size - 1),
            top: self.top.saturating_sub(margin),
            bottom: (self.bottom + margin).min(size - 1),
        }
    }

    /// What two have in common; they must have something.
    pub(crate) fn common(self, other: Frame) -> Frame {
        Frame {
            left: self.left.max(other.left),
            right: self.right.min(other.right),
            top: self.top.max(other.top),
            bottom: self.bottom.min(other.bottom),
        }
    }

    pub(crate) fn has(self, point: Point) -> bool {
        (self.left..=self.right).contains(&point.column()) && (self.top..=self.bottom).contains(&point.row())
    }

    /// How many numbers its cells take.
    pub(crate) fn numbers(self) -> usize {
        let columns = usize::from(self.right - self.left) + 2;
        columns * (usize::from(self.bottom - self.top) + 1)
    }
}

/// Geometry, walls, hash keys.
#[derive(Clone, Debug)]
pub(crate) struct Field<const N: usize> {
    frame: Frame,
    stride: u32,
    pub(crate) cells: Set<N>,
    /// The cells that may be played on when they are empty.
    pub(crate) playable: Set<N>,
    /// By side: the cells where its stones can never be captured.
    pub(crate) immune: [Set<N>; 2],
    /// By side: the cells beside something of the other side, or nobody's, that never changes.
    pub(crate) leaks: [Set<N>; 2],
    /// Cells beside what only the crop made unchanging.
    pub(crate) rim: Set<N>,
    /// Cells beside anything that never changes.
    pub(crate) fringe: Set<N>,
    /// Cells on the edge of the board.
    pub(crate) edge: Set<N>,
    /// By side: how many of a cell's diagonals are held by walls of the other side.
    pub(crate) wall_corners: [Vec<u8>; 2],
    /// How natural moves look.
    pub(crate) looks: Looks,
    beside: Vec<Set<N>>,
    corners: Vec<Set<N>>,
    keys: Vec<[u64; 3]>,
    pub(crate) turn_key: u64,
    /// Whether a key stone is part of a wall, so that it can never fall.
    pub(crate) safe_key: bool,
}

/// What an empty or filled point is to a field.
fn walls_of(setup: &Setup) -> (PointSet, PointSet) {
    let board = Board::new(setup);
    let stones = setup.black.union(&setup.white);
    let empty_outside = setup.outside.minus(&stones);
    let is_wall = |stone: Point| !board.liberties(stone).intersection(&empty_outside).is_empty();
    (
        empty_outside,
        stones.iter().filter(|&stone| is_wall(stone)).collect(),
    )
}

impl<const N: usize> Field<N> {
    /// The field of a problem within `frame`, and its first position. `None` if it does not fit into `N` words, or if the crop
    /// would make a key stone immune.
    pub(crate) fn new(problem: &Problem, frame: Frame) -> Option<(Field<N>, Position<N>)> {
        let setup = problem.setup();
        let size = setup.size;
        let beyond: PointSet = Point::all(size).filter(|&point| !frame.has(point)).collect();
        let (true_outside, true_walls) = walls_of(&setup);
        // A wall beyond the frame is still a wall. Were it an empty point like all else there, stones beside it would seem to have a liberty for ever.
        let gone = beyond.minus(&true_walls);
        let cropped = Setup {
            black: setup.black.minus(&gone),
            white: setup.white.minus(&gone),
            outside: setup.outside.union(&beyond),
            key: setup.key.minus(&beyond),
            ..setup
        };
        let (outside, walls) = walls_of(&cropped);
        let falsely_safe = setup.key.intersection(&walls.union(&beyond)).minus(&true_walls);
        if !falsely_safe.is_empty() || frame.numbers() > Set::<N>::CAPACITY {
            return None;
        }
        let stride = u32::from(frame.right - frame.left) + 2;
        let numbers = frame.numbers();
        let defender = problem.defender();
        let mut field = Field {
            frame,
            stride,
            cells: Set::EMPTY,
            playable: Set::EMPTY,
            immune: [Set::EMPTY; 2],
            leaks: [Set::EMPTY; 2],
            rim: Set::EMPTY,
            fringe: Set::EMPTY,
            edge: Set::EMPTY,
            wall_corners: [vec![0; numbers], vec![0; numbers]],
            looks: Looks::new(0),
            beside: vec![Set::EMPTY; numbers],
            corners: vec![Set::EMPTY; numbers],
            keys: hash_keys(numbers),
            turn_key: 0x6a09_e667_f3bc_c909,
            safe_key: !setup.key.intersection(&true_walls).is_empty(),
        };
        let is_cell = |p: Point| frame.has(p) && !outside.contains(p) && !walls.contains(p);
        let cells: Vec<Point> = Point::all(size).filter(|&p| is_cell(p)).collect();
        for &point in &cells {
            field.cells.insert(field.cell(point));
        }
        let color_of = |side: usize| if side == 0 { defender } else { defender.opponent() };
        for &point in &cells {
            let at = field.cell(point);
            if !setup.outside.contains(point) {
                field.playable.insert(at);
            }
            for beside in point.beside(size) {
                if is_cell(beside) {
                    let there = field.cell(beside);
                    field.beside[at].insert(there);
                    continue;
                }
                field.fringe.insert(at);
                if !true_outside.contains(beside) && !true_walls.contains(beside) {
                    field.rim.insert(at);
                }
                for side in 0..2 {
                    let own = cropped.stones(color_of(side)).contains(beside);
                    if own || outside.contains(beside) {
                        field.immune[side].insert(at);
                    }
                    if !own {
                        field.leaks[side].insert(at);
                    }
                }
            }
            field.add_corners(point, size, &is_cell, &|side, p| {
                outside.contains(p) || cropped.stones(color_of(side)).contains(p)
            });
        }
        field.set_looks(&cells, &setup, defender);
        let set = |points: &PointSet| {
            points
                .iter()
                .filter(|&p| is_cell(p))
                .map(|p| field.cell(p))
                .collect::<Set<N>>()
        };
        let stones = [
            set(cropped.stones(defender)),
            set(cropped.stones(defender.opponent())),
        ];
        let turn = if problem.to_move() == defender {
            Side::Defender
        } else {
            Side::Attacker
        };
        let position = Position::new(&field, stones, set(&cropped.key), turn);
        Some((field, position))
    }

    /// Stones beyond the crop are seen as they are: looks are only an opinion.
    fn set_looks(&mut self, cells: &[Point], setup: &Setup, defender: Color) {
        let look_up = |point: Point| match self.cell_of(point) {
            Some(cell) => There::Cell(cell as u16),
            None => There::Fixed(Stand::of(setup, defender, point)),
        };
        let mut looks = Looks::new(self.beside.len());
        for &point in cells {
            looks.set(self.cell(point), point, setup.size, &look_up);
        }
        self.looks = looks;
    }

    fn add_corners(
        &mut self,
        point: Point,
        size: u8,
        is_cell: &dyn Fn(Point) -> bool,
        holds: &dyn Fn(usize, Point) -> bool,
    ) {
        let (at, column, row) = (self.cell(point), point.column(), point.row());
        let mut corners = 0;
        for (x, y) in [
            (column.wrapping_sub(1), row.wrapping_sub(1)),
            (column + 1, row.wrapping_sub(1)),
            (column.wrapping_sub(1), row + 1),
            (column + 1, row + 1),
        ] {
            if x >= size || y >= size {
                continue;
            }
            corners += 1;
            let corner = Point::new(x, y);
            if is_cell(corner) {
                let there = self.cell(corner);
                self.corners[at].insert(there);
            } else {
                for side in 0..2 {
                    self.wall_corners[side][at] += u8::from(holds(1 - side, corner));
                }
            }
        }
        if corners < 4 {
            self.edge.insert(at);
        }
    }

    /// The number of a point within the frame.
    pub(crate) fn cell(&self, point: Point) -> usize {
        let (column, row) = (point.column() - self.frame.left, point.row() - self.frame.top);
        usize::from(row) * self.stride as usize + usize::from(column)
    }

    /// The cell of a point, if it is one.
    pub(crate) fn cell_of(&self, point: Point) -> Option<usize> {
        let cell = self.frame.has(point).then(|| self.cell(point))?;
        self.cells.has(cell).then_some(cell)
    }

    /// The point of a cell.
    pub(crate) fn point(&self, cell: usize) -> Point {
        let (row, column) = (cell / self.stride as usize, cell % self.stride as usize);
        Point::new(self.frame.left + column as u8, self.frame.top + row as u8)
    }

    /// The points of a set of cells.
    pub(crate) fn points(&self, cells: Set<N>) -> PointSet {
        (cells & self.cells).iter().map(|cell| self.point(cell)).collect()
    }

    /// The cells beside a cell.
    #[inline]
    pub(crate) fn around(&self, cell: usize) -> Set<N> {
        self.beside[cell]
    }

    /// The cells diagonal to a cell.
    #[inline]
    pub(crate) fn corners(&self, cell: usize) -> Set<N> {
        self.corners[cell]
    }

    /// The cells beside those of a set; some of the set may be among them.
    #[expect(clippy::inline_always, reason = "a handful of shifts, in the innermost loops")]
    #[inline(always)]
    pub(crate) fn near(&self, set: Set<N>) -> Set<N> {
        (set.up(1) | set.down(1) | set.up(self.stride) | set.down(self.stride)) & self.cells
    }

    /// The cells with one of the set to the left, to the right, above and below: by rows and by columns.
    #[expect(clippy::inline_always, reason = "a handful of shifts, in the innermost loops")]
    #[inline(always)]
    pub(crate) fn sides(&self, set: Set<N>) -> ([Set<N>; 2], [Set<N>; 2]) {
        (
            [set.up(1), set.down(1)],
            [set.up(self.stride), set.down(self.stride)],
        )
    }

    /// The numbers just before those of a set, in the row and in the column, and how many numbers lie between.
    #[inline]
    pub(crate) fn before(&self, set: Set<N>) -> [(Set<N>, usize); 2] {
        [(set.down(1), 1), (set.down(self.stride), self.stride as usize)]
    }

    /// The cells of `ground` that hang together with those of `seed` that are in it.
    #[inline]
    pub(crate) fn flood(&self, ground: Set<N>, seed: Set<N>) -> Set<N> {
        let mut all = seed & ground;
        loop {
            let grown = all | self.near(all) & ground;
            if grown.is(all) {
                return all;
            }
            all = grown;
        }
    }

    /// The chain of a stone and its liberties, if it has at most `most` of them and no stone of it is immune. Otherwise what was seen of the chain
    /// until that was clear.
    #[inline]
    pub(crate) fn weak_chain(
        &self,
        stones: Set<N>,
        seed: Set<N>,
        empty: Set<N>,
        immune: Set<N>,
        most: u32,
    ) -> Result<(Set<N>, Set<N>), Set<N>> {
        let mut chain = seed;
        loop {
            let near = self.near(chain);
            let liberties = near & empty;
            if liberties.len() > most || chain.meets(immune) {
                return Err(chain);
            }
            let grown = chain | near & stones;
            if grown.is(chain) {
                return Ok((chain, liberties));
            }
            chain = grown;
        }
    }

    /// What a stone of a side on a cell, or its being a key stone (2), adds to a hash.
    #[inline]
    pub(crate) fn hash_key(&self, cell: usize, what: usize) -> u64 {
        self.keys[cell][what]
    }
}

/// Numbers that look random, the same every time (the `splitmix64` steps).
fn hash_keys(numbers: usize) -> Vec<[u64; 3]> {
    let mut seed = 0x1234_5678_9abc_def0_u64;
    let mut next = || {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let once = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let twice = (once ^ (once >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        twice ^ (twice >> 31)
    };
    (0..numbers).map(|_| [next(), next(), next()]).collect()
}

#[cfg(test)]
mod tests {
    use shikatsu::problem::read_text;

    use super::*;

    /// The attacker's wall on the right, with the outside behind it.
    const TEXT: &str = "--x-ox***\n-o--ox***\n--ooox***\nooxxx****\nxxx******\n*********\n*********\n*********\n*********\nA6 x\n";

    #[test]
    fn walls_and_what_lies_behind_them_need_no_place() {
        let (problem, _) = read_text(TEXT).expect("a problem");
        let frame = Frame::of(&problem);
        assert_eq!((frame.left, frame.top, frame.right, frame.bottom), (0, 0, 4, 3));
        let all = Point::all(problem.size()).collect();
        let (tight, _) = Field::<1>::new(&problem, frame).expect("it fits");
        let (whole, _) = Field::<2>::new(&problem, Frame::around(&all)).expect("it fits");
        assert_eq!(tight.points(tight.cells), whole.points(whole.cells));
        assert_eq!(tight.points(tight.immune[0]), whole.points(whole.immune[0]));
        assert_eq!(tight.points(tight.leaks[0]), whole.points(whole.leaks[0]));
        assert!(tight.rim.is_empty(), "nothing is cut off");
    }

    #[test]
    fn a_wall_just_beyond_the_frame_saves_nobody_who_touches_it() {
        let (problem, _) = read_text(TEXT).expect("a problem");
        let frame = |right: u8| Frame {
            left: 0,
            right,
            top: 0,
            bottom: 4,
        };
        let corner = Point::new(4, 0);
        for right in [4, 5] {
            let (field, _) = Field::<8>::new(&problem, frame(right)).expect("it fits");
            let cell = field.cell(corner);
            assert!(!field.immune[0].has(cell), "up to column {right}");
            assert!(field.immune[1].has(cell), "up to column {right}");
            assert!(field.leaks[0].has(cell), "up to column {right}");
            assert!(!field.leaks[1].has(cell), "up to column {right}");
            assert!(!field.rim.has(cell), "up to column {right}");
        }
    }
}
