//! How likely the side wins that is asked about: an opinion about what to look at first. It decides nothing.
//!
//! A **shape** is what stands on a cell and on the points around it, up to nine of them: nothing, a defender or an attacker, a digit each of a number to
//! base three. Every shape has a weight that was learnt from settled positions (`docs/learning.md`). The weights of all cells add up to the logarithm
//! of how many times likelier a win is than a failure. A stone changes nine shapes at the most, so a move costs little to judge.

use std::sync::Arc;

use shikatsu::board::Point;
use shikatsu::instinct::Stand;
use shikatsu::problem::Problem;

use super::numbers::{EVEN_BITS, Numbers};
use super::question::Question;
use crate::field::Field;
use crate::position::{Position, Side};
use crate::set::Set;

/// How many points a shape has in the middle of the board, at its edge and in its corner. The shapes are numbered in this order.
const POINTS: [usize; 3] = [9, 6, 4];
const INNER: usize = 3_usize.pow(9);
const EDGE: usize = INNER + 3_usize.pow(6);
/// How many shapes there are.
pub const SHAPES: usize = EDGE + 3_usize.pow(4);
/// How many tables of weights there are: for life and for capture, with the defender and with the attacker to move.
pub const TABLES: usize = 4;
/// What a weight of one is written as.
pub const SCALE: i32 = 32;

/// `cargo xtask learn --chances` wrote it: table by table a byte for each shape.
static BUILT_IN: &[u8; TABLES * SHAPES] = include_bytes!("chances.bin");

/// A shape of an inner point seen in a mirror, and with rows and columns exchanged.
const MIRRORED: [usize; 9] = [2, 1, 0, 5, 4, 3, 8, 7, 6];
const EXCHANGED: [usize; 9] = [0, 3, 6, 1, 4, 7, 2, 5, 8];

/// The first among the shapes that are the same but for a turn or a reflection: they share one weight.
pub fn first_twin(shape: usize) -> usize {
    let kind = usize::from(shape >= INNER) + usize::from(shape >= EDGE);
    let start = [0, INNER, EDGE][kind];
    let count = POINTS[kind];
    let mut digits = [0; 9];
    let mut rest = shape - start;
    for digit in &mut digits[..count] {
        *digit = rest % 3;
        rest /= 3;
    }
    let number = |digits: &[usize]| digits.iter().rev().fold(0, |number, digit| number * 3 + digit);
    let turned = |digits: [usize; 9], by: &[usize]| {
        let mut turned = [0; 9];
        for (to, &from) in turned.iter_mut().zip(by) {
            *to = digits[from];
        }
        turned
    };
    let first = match kind {
        0 => {
            let mut first = usize::MAX;
            for _ in 0..4 {
                let mirrored = turned(digits, &MIRRORED);
                first = first.min(number(&digits)).min(number(&mirrored));
                // A mirror and an exchange make a quarter turn.
                digits = turned(mirrored, &EXCHANGED);
            }
            first
        }
        1 => number(&digits[..6]).min(number(&turned(digits, &MIRRORED[..6])[..6])),
        _ => number(&digits[..4]).min(number(&turned(digits, &[0, 2, 1, 3])[..4])),
    };
    start + first
}

/// A position of which the answer is known: what chances are learnt from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settled {
    /// Which of the tables is about it.
    pub table: usize,
    /// The shape of each cell.
    pub shapes: Vec<u16>,
    /// Whether the side wins that is asked about.
    pub wins: bool,
}

/// The table for a question with this side to move.
const fn table_of(question: Question, turn: Side) -> usize {
    2 * matches!(question, Question::Capture) as usize + turn as usize
}

/// What is known of shapes: table by table a byte for each of them.
#[derive(Clone)]
pub enum Weights {
    /// What is built in.
    BuiltIn,
    /// Of somebody who is learning, and wants to see what is settled.
    Learner(Arc<[u8]>),
}

impl Weights {
    /// No shape has a weight.
    pub fn none() -> Weights {
        Weights::Learner(vec![0; TABLES * SHAPES].into())
    }

    fn of(&self, table: usize) -> &[u8] {
        let all: &[u8] = match self {
            Weights::BuiltIn => BUILT_IN,
            Weights::Learner(weights) => weights,
        };
        &all[table * SHAPES..(table + 1) * SHAPES]
    }
}

/// The shape of each place in a position. It lies where it is used: nothing is allocated for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shapes<const N: usize>([[u16; 64]; N]);

impl<const N: usize> Shapes<N> {
    #[inline]
    fn of(&self, cell: usize) -> u16 {
        self.0[cell >> 6][cell & 63]
    }

    #[inline]
    fn add(&mut self, cell: usize, what: u16) {
        self.0[cell >> 6][cell & 63] += what;
    }

    #[inline]
    fn take(&mut self, cell: usize, what: u16) {
        self.0[cell >> 6][cell & 63] -= what;
    }
}

/// What stands around each cell of a field, but for the stones that come and go.
pub(super) struct Ground<const N: usize> {
    /// Without any stone on a cell.
    bare: Shapes<N>,
    /// By cell: the cells whose shapes a stone there changes, and what a defender adds to each. An attacker adds twice as much. Where there are fewer
    /// than nine, the rest adds nothing to the first cell.
    touched: Vec<[(u16, u16); 9]>,
    weights: Weights,
}

/// The points of a shape on a board, in the order of its digits. At an edge the line of the edge comes first.
fn points_of(point: Point, size: u8) -> (usize, Vec<Point>) {
    let (x, y) = (i32::from(point.column()), i32::from(point.row()));
    let last = i32::from(size) - 1;
    let inwards = |at: i32| {
        if at == 0 {
            Some(1)
        } else if at == last {
            Some(-1)
        } else {
            None
        }
    };
    let steps: Vec<(i32, i32)> = match (inwards(x), inwards(y)) {
        (Some(dx), Some(dy)) => vec![(0, 0), (dx, 0), (0, dy), (dx, dy)],
        (None, Some(dy)) => [0, dy]
            .into_iter()
            .flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)))
            .collect(),
        (Some(dx), None) => [0, dx]
            .into_iter()
            .flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)))
            .collect(),
        (None, None) => (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).collect(),
    };
    let start = match steps.len() {
        9 => 0,
        6 => INNER,
        _ => EDGE,
    };
    let point = |(dx, dy): (i32, i32)| Point::new((x + dx) as u8, (y + dy) as u8);
    (start, steps.into_iter().map(point).collect())
}

impl<const N: usize> Ground<N> {
    pub(super) fn new(field: &Field<N>, problem: &Problem, weights: Weights) -> Ground<N> {
        let (setup, defender) = (problem.setup(), problem.defender());
        let places = Set::<N>::CAPACITY;
        let mut bare = Shapes([[0; 64]; N]);
        let mut touching = vec![Vec::new(); places];
        for cell in field.cells.iter() {
            let (start, points) = points_of(field.point(cell), setup.size);
            let (mut shape, mut power) = (start, 1);
            for point in points {
                match (field.cell_of(point), Stand::of(&setup, defender, point)) {
                    (Some(there), _) => touching[there].push((cell as u16, power as u16)),
                    (None, Stand::Defender) => shape += power,
                    // The attacker's walls, and what lies behind them.
                    (None, _) => shape += 2 * power,
                }
                power *= 3;
            }
            bare.add(cell, shape as u16);
        }
        let touched = touching.into_iter().map(|touching: Vec<(u16, u16)>| {
            let mut all = [(0, 0); 9];
            for (place, one) in all.iter_mut().zip(touching) {
                *place = one;
            }
            all
        });
        Ground {
            bare,
            touched: touched.collect(),
            weights,
        }
    }

    /// The shape of each place in a position.
    pub(super) fn shapes(&self, position: &Position<N>) -> Shapes<N> {
        self.after(&self.bare, [Set::EMPTY; 2], position.stones)
    }

    /// The shapes when these stones have become those, which is quick if few have changed.
    pub(super) fn after(&self, shapes: &Shapes<N>, before: [Set<N>; 2], now: [Set<N>; 2]) -> Shapes<N> {
        let mut shapes = *shapes;
        for side in 0..2 {
            let by = side as u16 + 1;
            for cell in now[side].minus(before[side]).iter() {
                for &(there, step) in &self.touched[cell] {
                    shapes.add(usize::from(there), by * step);
                }
            }
            for cell in before[side].minus(now[side]).iter() {
                for &(there, step) in &self.touched[cell] {
                    shapes.take(usize::from(there), by * step);
                }
            }
        }
        shapes
    }

    /// Whether somebody wants to learn from what is settled.
    pub(super) const fn is_for_lessons(&self) -> bool {
        matches!(self.weights, Weights::Learner(_))
    }

    /// A position as something to learn from.
    pub(super) fn settled(
        &self,
        position: &Position<N>,
        cells: Set<N>,
        question: Question,
        wins: bool,
    ) -> Settled {
        let shapes = self.shapes(position);
        Settled {
            table: table_of(question, position.turn),
            shapes: cells.iter().map(|cell| shapes.of(cell)).collect(),
            wins,
        }
    }

    /// The chances where these shapes are, if this side is to move.
    pub(super) fn chances<'a>(
        &'a self,
        shapes: &'a Shapes<N>,
        cells: Set<N>,
        question: Question,
        turn: Side,
    ) -> Chances<'a, N> {
        let weights = self.weights.of(table_of(question, turn));
        let (mut now, mut sum) = ([[0; 64]; N], 0);
        for cell in cells.iter() {
            let weight = weights[usize::from(shapes.of(cell))] as i8;
            now[cell >> 6][cell & 63] = weight;
            sum += i32::from(weight);
        }
        Chances {
            ground: self,
            weights,
            shapes,
            now,
            sum,
        }
    }

    /// Between the chances of two questions, if this side is to move.
    pub(super) fn between<'a>(
        &'a self,
        shapes: &'a Shapes<N>,
        cells: Set<N>,
        questions: [Question; 2],
        turn: Side,
    ) -> Between<'a, N> {
        let [one, other] = questions.map(|question| self.chances(shapes, cells, question, turn));
        Between(one, other)
    }
}

/// The chances in a position, and after each stone that captures nothing.
pub(super) struct Chances<'a, const N: usize> {
    ground: &'a Ground<N>,
    weights: &'a [u8],
    shapes: &'a Shapes<N>,
    /// By place: the weight of its shape as it is.
    now: [[i8; 64]; N],
    sum: i32,
}

impl<const N: usize> Chances<'_, N> {
    /// With the stones as they are.
    pub(super) fn now(&self) -> Numbers {
        numbers(self.sum)
    }

    /// With one more stone of a side.
    pub(super) fn with(&self, cell: usize, side: Side) -> Numbers {
        numbers(self.sum_with(cell, side))
    }

    fn sum_with(&self, cell: usize, side: Side) -> i32 {
        let by = side as u16 + 1;
        let change = |&(there, step): &(u16, u16)| {
            let there = usize::from(there);
            if step == 0 {
                return 0;
            }
            let shape = self.shapes.of(there) + by * step;
            i32::from(self.weights[usize::from(shape)] as i8) - i32::from(self.now[there >> 6][there & 63])
        };
        self.sum + self.ground.touched[cell].iter().map(change).sum::<i32>()
    }
}

/// Chances between those of a side, and those of the other one for the contrary. Both know less about what lies between, so they are believed half as much.
pub(super) struct Between<'a, const N: usize>(Chances<'a, N>, Chances<'a, N>);

impl<const N: usize> Between<'_, N> {
    /// With the stones as they are.
    pub(super) fn now(&self) -> Numbers {
        Self::numbers(self.0.sum, self.1.sum)
    }

    /// With one more stone of a side.
    pub(super) fn with(&self, cell: usize, side: Side) -> Numbers {
        Self::numbers(self.0.sum_with(cell, side), self.1.sum_with(cell, side))
    }

    fn numbers(sum: i32, contrary: i32) -> Numbers {
        numbers((sum - contrary) / 4)
    }
}

/// The numbers double and halve with every one in the logarithm, from what is even up to the square of it and down to one.
fn numbers(sum: i32) -> Numbers {
    Numbers {
        proof: 1 + power(-sum),
        disproof: 1 + power(sum),
    }
}

/// About two to the power of a number written with [`SCALE`], times what is even: whole numbers only, the same on every machine.
fn power(number: i32) -> u32 {
    let most = EVEN_BITS as i32 * SCALE;
    let above = (number.clamp(-most, most) + most) as u32;
    let (whole, part) = (above / SCALE as u32, above % SCALE as u32);
    ((SCALE as u32 + part) << whole) / SCALE as u32
}

#[cfg(test)]
mod tests {
    use shikatsu::board::PointSet;
    use shikatsu::problem::read_text;

    use super::*;
    use crate::field::Frame;

    #[test]
    fn numbers_grow_with_the_odds_and_never_settle_anything() {
        assert_eq!(power(0), 256);
        assert_eq!(power(SCALE), 512);
        assert_eq!(power(-SCALE), 128);
        for sum in -10_000..10_000 {
            assert!(power(sum) <= power(sum + 1));
            assert!(!numbers(sum).is_settled());
        }
    }

    #[test]
    fn a_stone_changes_the_chances_as_if_all_were_looked_at_again() {
        // In a corner, at an edge, and on the other side of the board.
        let texts = [
            "--x-ox***\n-o--ox***\n--ooox***\nooxxx****\nxxx******\n*********\n*********\n*********\n*********\nA6 x\n",
            "*********\n*********\n*********\n*********\n*********\n*********\n**xxxxxx*\n*xxo--ox*\n*xo-x--ox\nD2 o\n",
        ];
        let mut moves = 0;
        for text in texts {
            let (problem, _) = read_text(text).expect("a problem");
            let all: PointSet = Point::all(problem.size()).collect();
            let (field, position) = Field::<2>::new(&problem, Frame::around(&all)).expect("it fits");
            let ground = Ground::new(&field, &problem, Weights::BuiltIn);
            let cells = field.cells;
            let (mover, other) = (position.turn, position.turn.opponent());
            for question in [Question::Eyes, Question::Capture] {
                let shapes = ground.shapes(&position);
                let chances = ground.chances(&shapes, cells, question, other);
                for cell in (position.empty(&field) & field.playable).iter() {
                    let Some(child) = position.play(&field, cell) else {
                        continue;
                    };
                    let afresh = ground.shapes(&child);
                    assert_eq!(ground.after(&shapes, position.stones, child.stones), afresh);
                    assert_eq!(ground.after(&afresh, child.stones, position.stones), shapes);
                    if child.of(other) == position.of(other) {
                        let afresh = ground.chances(&afresh, cells, question, other).now();
                        assert_eq!(chances.with(cell, mover), afresh);
                        moves += 1;
                    }
                }
            }
        }
        assert!(moves >= 20, "{moves}");
    }

    #[test]
    fn twins_stay_at_their_place_and_share_a_weight() {
        let home = |shape: usize| usize::from(shape >= INNER) + usize::from(shape >= EDGE);
        for shape in 0..SHAPES {
            let first = first_twin(shape);
            assert_eq!(home(first), home(shape));
            assert_eq!(first_twin(first), first);
            assert!(first <= shape);
            for table in 0..TABLES {
                assert_eq!(BUILT_IN[table * SHAPES + first], BUILT_IN[table * SHAPES + shape]);
            }
        }
        // By counting what each of the eight, two and two turns and reflections leaves as it is.
        let count = |from: usize, to: usize| (from..to).filter(|&shape| first_twin(shape) == shape).count();
        assert_eq!(count(0, INNER), (19_683 + 4 * 729 + 243 + 2 * 27) / 8);
        assert_eq!(count(INNER, EDGE), usize::midpoint(729, 81));
        assert_eq!(count(EDGE, SHAPES), usize::midpoint(81, 27));
    }
}
