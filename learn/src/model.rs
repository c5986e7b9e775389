//! Weights for the parts of moves, fitted to lessons.
//!
//! Each lesson asks: how likely does the model call one of the right moves? The steps of `AdaGrad` make that likelier, lesson by lesson, in an order that
//! the seed decides. Plain arithmetic only, so every machine finds the same weights to the last bit.

use shikatsu::instinct::{PARTS, Weights, parts, table};
use shikatsu::tsumego::{BOARD_WORDS, first_moves};

use crate::lesson::Lesson;
use crate::random::Random;

/// How often all lessons are gone through.
const ROUNDS: u32 = 12;
/// How large the first steps are.
const STEP: f64 = 0.15;
/// How strongly weights are drawn to nought.
const DECAY: f64 = 1e-4;
/// What a weight is multiplied by to be a whole number.
const SCALE: f64 = 16.0;

/// A move of a lesson.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Whether it keeps the outcome.
    pub is_right: bool,
    /// Its parts.
    pub parts: [usize; PARTS],
    /// Its rank in the order of before.
    pub known: i16,
}

/// A lesson as the model sees it.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// 0 if the attacker is to move, 1 if the defender is.
    pub side: usize,
    /// How many moves the problem is away.
    pub depth: usize,
    /// Every legal move.
    pub moves: Vec<Shown>,
}

impl Exercise {
    /// What the model sees of a lesson; `None` if that has no right or no wrong move.
    pub fn new(lesson: &Lesson) -> Option<Exercise> {
        let mut moves = Vec::new();
        first_moves::<BOARD_WORDS>(&lesson.problem, &mut |first| {
            let is_right = lesson.right.contains(first.look.point);
            if is_right || lesson.wrong.contains(first.look.point) {
                moves.push(Shown {
                    is_right,
                    parts: parts(first.look.seen).map(tied),
                    known: first.known.unwrap_or(i16::MIN),
                });
            }
        });
        let has = |right: bool| moves.iter().any(|shown| shown.is_right == right);
        (has(true) && has(false)).then(|| Exercise {
            side: usize::from(lesson.defends()),
            depth: lesson.depth,
            moves,
        })
    }
}

/// The first among the parts that are the same but for a turn or a reflection: they share one weight.
pub fn tied(part: usize) -> usize {
    // A corner and its two sides, seen in a mirror.
    let mirrored = |three: usize| three >> 4 | three & 0xc | (three & 3) << 4;
    match part {
        table::QUARTERS..table::PLACES => {
            let quarter = part - table::QUARTERS;
            let far = quarter >> 6;
            let other = mirrored(quarter & 0x3f) | (far >> 2 | (far & 3) << 2) << 6;
            table::QUARTERS + quarter.min(other)
        }
        table::PLACES..table::END => {
            let (row, column) = ((part - table::PLACES) / 5, (part - table::PLACES) % 5);
            table::PLACES + 5 * row.min(column) + row.max(column)
        }
        _ => part,
    }
}

/// Weights for both sides.
#[derive(Clone, Debug)]
pub struct Model {
    weights: [Vec<f64>; 2],
    /// The tables that take part.
    uses: fn(usize) -> bool,
}

impl Model {
    /// Learns from the exercises, by the parts that `uses` allows.
    pub fn learn(exercises: &[&Exercise], uses: fn(usize) -> bool, seed: u64) -> Model {
        let mut model = Model {
            weights: [vec![0.0; table::END], vec![0.0; table::END]],
            uses,
        };
        let mut squares = [vec![1e-3; table::END], vec![1e-3; table::END]];
        let mut order: Vec<usize> = (0..exercises.len()).collect();
        let mut random = Random::new(seed);
        for round in 0..ROUNDS {
            random.shuffle(&mut order);
            let step = STEP / (1.0 + 0.5 * f64::from(round));
            for &place in &order {
                model.take_in(exercises[place], step, &mut squares);
            }
        }
        model
    }

    fn take_in(&mut self, exercise: &Exercise, step: f64, squares: &mut [Vec<f64>; 2]) {
        let scores: Vec<f64> = exercise
            .moves
            .iter()
            .map(|shown| self.score(exercise, shown))
            .collect();
        let most = scores.iter().copied().fold(f64::MIN, f64::max);
        let shares: Vec<f64> = scores.iter().map(|score| power(score - most)).collect();
        let all: f64 = shares.iter().sum();
        let right: f64 = shares
            .iter()
            .zip(&exercise.moves)
            .filter(|(_, shown)| shown.is_right)
            .map(|(share, _)| share)
            .sum();
        let (weights, squares) = (&mut self.weights[exercise.side], &mut squares[exercise.side]);
        for (share, shown) in shares.iter().zip(&exercise.moves) {
            let wanted = if shown.is_right { share / right } else { 0.0 };
            let slope = share / all - wanted;
            for &part in shown.parts.iter().filter(|part| (self.uses)(**part)) {
                let slope = slope + DECAY * weights[part];
                squares[part] += slope * slope;
                weights[part] -= step * slope / squares[part].sqrt();
            }
        }
    }

    /// How likely a move looks, as a logarithm.
    pub fn score(&self, exercise: &Exercise, shown: &Shown) -> f64 {
        let weights = &self.weights[exercise.side];
        let used = shown.parts.iter().filter(|part| (self.uses)(**part));
        used.map(|&part| weights[part]).sum()
    }

    /// As whole numbers, with a place for every part.
    pub fn whole(&self) -> Weights {
        let mut whole = [[0; table::END]; 2];
        for (side, weights) in whole.iter_mut().zip(&self.weights) {
            for (part, weight) in side.iter_mut().enumerate() {
                *weight = (weights[tied(part)] * SCALE).round().clamp(-127.0, 127.0) as i8;
            }
        }
        whole
    }
}

/// The exponential of a number that is not positive, by plain arithmetic: a library's may differ in the last bit from one machine to the next.
pub(crate) fn power(exponent: f64) -> f64 {
    if exponent < -40.0 {
        return 0.0;
    }
    // e to the power of x is the 64th power of e to the power of x/64.
    let small = exponent / 64.0;
    let mut term = 1.0;
    let mut sum = 1.0;
    for factor in 1..12 {
        term *= small / f64::from(factor);
        sum += term;
    }
    for _ in 0..6 {
        sum *= sum;
    }
    sum
}

#[cfg(test)]
mod tests {
    use shikatsu::instinct::WEIGHTS;

    use super::*;
    use crate::lesson::Teacher;
    use crate::source;

    #[test]
    fn what_is_tied_stays_in_its_table_and_is_its_own_first() {
        let starts = [table::QUARTERS, table::PLACES];
        let home = |part: usize| starts.iter().filter(|start| **start <= part).count();
        for part in 0..table::END {
            assert_eq!(home(tied(part)), home(part));
            assert_eq!(tied(tied(part)), tied(part));
            assert!(tied(part) <= part);
        }
        // Of 1,024 quarters 64 are their own mirror images, and the others come in pairs; there are 15 places.
        let count = |from: usize, to: usize| (from..to).filter(|&part| tied(part) == part).count();
        assert_eq!(count(table::QUARTERS, table::PLACES), 544);
        assert_eq!(count(table::PLACES, table::END), 15);
    }

    #[test]
    fn the_weights_that_are_built_in_have_one_orientation() {
        for side in &WEIGHTS {
            assert!((0..table::END).all(|part| side[part] == side[tied(part)]));
        }
    }

    #[test]
    fn the_exponential_is_one() {
        for exponent in [0.0, -0.3, -1.0, -5.5, -20.0] {
            let (ours, library) = (power(exponent), f64::exp(exponent));
            assert!((ours / library - 1.0).abs() < 1e-12, "{exponent}");
        }
    }

    /// Lessons and weights are the same to the last bit, here as on any other machine.
    #[test]
    fn every_machine_learns_the_same() {
        let mut teacher = Teacher::default();
        let problems = source::bank().into_iter().step_by(250);
        let lessons: Vec<Lesson> = problems
            .flat_map(|(problem, _)| teacher.lessons(&problem, 1))
            .collect();
        let exercises: Vec<Exercise> = lessons.iter().filter_map(Exercise::new).collect();
        let all: Vec<&Exercise> = exercises.iter().collect();
        let weights = Model::learn(&all, |_| true, 1).whole();
        // A digest: each byte times a power of 31.
        let digest = weights.as_flattened().iter().fold(0_u64, |digest, &weight| {
            digest.wrapping_mul(31).wrapping_add(weight as u8 as u64)
        });
        assert_eq!((exercises.len(), digest), (76, 613_366_198_718_211_656));
    }

    /// Two kinds of move, of which one is always right: that is what is learnt, in the same way every time.
    #[test]
    fn what_is_always_right_is_learnt_the_same_every_time() {
        let shown = |part: usize, is_right: bool| Shown {
            is_right,
            parts: [part; PARTS],
            known: 0,
        };
        let exercise = Exercise {
            side: 1,
            depth: 0,
            moves: vec![shown(5, true), shown(6, false)],
        };
        let all = vec![&exercise; 50];
        let model = Model::learn(&all, |_| true, 1);
        let (right, wrong) = (
            model.score(&exercise, &exercise.moves[0]),
            model.score(&exercise, &exercise.moves[1]),
        );
        assert!(right > wrong + 1.0, "{right} {wrong}");
        assert_eq!(model.whole(), Model::learn(&all, |_| true, 1).whole());
        assert!(model.whole()[0].iter().all(|&weight| weight == 0));
    }
}
