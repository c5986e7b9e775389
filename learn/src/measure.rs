//! How good an order is: the area under the curve, and how often its first move is right.

use shikatsu::instinct::{WEIGHTS, Weights};

use crate::model::{Exercise, Shown};

/// What an order is worth on some exercises.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figures {
    /// How many exercises there are.
    pub exercises: usize,
    /// How often a right move comes before a wrong one of the same position, on average: the area under the curve.
    pub area: f64,
    /// The area under one curve for the moves of all positions together.
    pub pooled: f64,
    /// How often a right move comes first.
    pub first: f64,
}

/// An order of moves: the higher, the earlier.
pub type Rank<'a> = dyn Fn(&Exercise, &Shown) -> f64 + 'a;

/// The order of these weights.
pub fn by(weights: &Weights) -> impl Fn(&Exercise, &Shown) -> f64 + '_ {
    |exercise, shown| {
        let weights = &weights[exercise.side];
        shown.parts.iter().map(|&part| f64::from(weights[part])).sum()
    }
}

/// The order that is built in.
pub fn built_in(exercise: &Exercise, shown: &Shown) -> f64 {
    by(&WEIGHTS)(exercise, shown)
}

/// The order of before.
pub fn before(_: &Exercise, shown: &Shown) -> f64 {
    f64::from(shown.known)
}

/// No order: every move is as good as any other.
pub const fn none(_: &Exercise, _: &Shown) -> f64 {
    0.0
}

/// Measures an order.
pub fn measure(exercises: &[&Exercise], rank: &Rank<'_>) -> Figures {
    let (mut area, mut first) = (0.0, 0.0);
    let mut pool = Vec::new();
    for exercise in exercises {
        let moves: Vec<(f64, bool)> = exercise
            .moves
            .iter()
            .map(|shown| (rank(exercise, shown), shown.is_right))
            .collect();
        area += area_under(&moves);
        let most = moves.iter().map(|(rank, _)| *rank).fold(f64::MIN, f64::max);
        let best: Vec<bool> = moves
            .iter()
            .filter(|(rank, _)| rank.total_cmp(&most).is_eq())
            .map(|(_, right)| *right)
            .collect();
        first += best.iter().filter(|right| **right).count() as f64 / best.len() as f64;
        pool.extend(moves);
    }
    let count = exercises.len().max(1) as f64;
    Figures {
        exercises: exercises.len(),
        area: area / count,
        pooled: area_under(&pool),
        first: first / count,
    }
}

/// How many in a hundred wrong moves, and right ones, come before each place of the order: the points of its curve, from nought to all.
pub fn curve(moves: &[(f64, bool)]) -> Vec<(f64, f64)> {
    let mut sorted = moves.to_vec();
    sorted.sort_by(|one, other| other.0.total_cmp(&one.0));
    let right = moves.iter().filter(|(_, right)| *right).count().max(1) as f64;
    let wrong = moves.iter().filter(|(_, right)| !right).count().max(1) as f64;
    let (mut points, mut passed) = (vec![(0.0, 0.0)], (0.0, 0.0));
    for equals in sorted.chunk_by(|one, other| one.0.total_cmp(&other.0).is_eq()) {
        let rights = equals.iter().filter(|(_, right)| *right).count() as f64;
        passed = (
            passed.0 + (equals.len() as f64 - rights) / wrong,
            passed.1 + rights / right,
        );
        points.push(passed);
    }
    points
}

fn area_under(moves: &[(f64, bool)]) -> f64 {
    let points = curve(moves);
    points
        .windows(2)
        .map(|pair| (pair[1].0 - pair[0].0) * f64::midpoint(pair[0].1, pair[1].1))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_is_how_often_a_right_move_comes_first() {
        let perfect = [(3.0, true), (2.0, false), (1.0, false)];
        let worst = [(1.0, true), (2.0, false), (3.0, false)];
        let between = [(2.0, true), (3.0, false), (1.0, false), (2.0, false)];
        let even = [(1.0, true), (1.0, false), (1.0, false)];
        let areas = [&perfect[..], &worst, &between, &even].map(area_under);
        for (area, wanted) in areas.into_iter().zip([1.0, 0.0, 0.5, 0.5]) {
            assert!((area - wanted).abs() < 1e-9, "{areas:?}");
        }
    }
}
