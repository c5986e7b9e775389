//! How likely a side wins, by the shapes on the board: learnt from positions that the search of closed regions settled.
//!
//! They come from the built-in problems, with some stones taken away by chance so that there is more room and less is joined. The weights of all
//! shapes of a position add up to the logarithm of the odds, and are fitted by the steps of `AdaGrad`.

use std::thread;

use shikatsu::board::{Point, PointSet};
use shikatsu::problem::Problem;
use shikatsu_prover::Closed;
use shikatsu_prover::chance::{SCALE, SHAPES, Settled, TABLES, Weights, first_twin};

use crate::lesson::group;
use crate::model::power;
use crate::random::Random;

/// How often each problem is changed by chance.
const CHANGES: usize = 3;
/// Fewer stones than that are taken away.
const FEWER: usize = 12;
/// What the search of one of them may take, and what it may remember in bytes.
const NODES: u64 = 60_000;
const MEMORY: usize = 64 << 20;
/// How often all positions are gone through, and how large the first steps are.
const ROUNDS: u32 = 6;
const STEP: f64 = 0.1;
/// The weights are the mean of those after each of the last rounds, so that it matters less which position came last.
const AVERAGED: u32 = 4;
/// How strongly weights are drawn to nought.
const DECAY: f64 = 1e-5;

/// A problem with some stones taken away. Chance says which, whether all stones of the group are key, and who is to move.
fn changed(problem: &Problem, random: &mut Random) -> Option<Problem> {
    let mut setup = problem.setup();
    let outside = setup.outside;
    let inside = |stones: &PointSet| stones.minus(&outside);
    let stones: Vec<Point> = inside(&setup.black.union(&setup.white)).iter().collect();
    let count = random.below(FEWER).min(stones.len().saturating_sub(3));
    for point in random.draw(&stones, count) {
        setup.black.remove(point);
        setup.white.remove(point);
        setup.key.remove(point);
    }
    if random.below(2) == 0 {
        setup.key = inside(setup.stones(problem.defender()));
    }
    if random.below(2) == 0 {
        setup.to_move = setup.to_move.opponent();
    }
    Problem::new(&setup).ok()
}

/// What a search by these weights settles on the way to the answer of a problem.
pub fn on_the_way(problem: &Problem, weights: &Weights) -> Vec<Settled> {
    let Some(mut closed) = Closed::with(problem, MEMORY, weights.clone()) else {
        return Vec::new();
    };
    closed.step(NODES);
    closed.settled()
}

/// What a search by these weights settles in problems changed by chance, each position with the number that twins of its problem share.
pub fn gather(problems: &[Problem], weights: &Weights, seed: u64) -> Vec<(u64, Settled)> {
    let of = |problem: &Problem| {
        let group = group(problem);
        let mut random = Random::new(seed ^ group);
        let changed: Vec<Problem> = (0..CHANGES)
            .filter_map(|_| changed(problem, &mut random))
            .collect();
        let settled = changed
            .into_iter()
            .flat_map(|problem| on_the_way(&problem, weights));
        settled.map(|settled| (group, settled)).collect::<Vec<_>>()
    };
    // All cores take part, and what comes out does not depend on how many there are.
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut found: Vec<(usize, Vec<(u64, Settled)>)> = thread::scope(|scope| {
        let of = &of;
        let work = |first: usize| {
            let mine = problems.iter().enumerate().skip(first).step_by(cores);
            scope.spawn(move || mine.map(|(at, problem)| (at, of(problem))).collect::<Vec<_>>())
        };
        let workers: Vec<_> = (0..cores).map(work).collect();
        let done = workers.into_iter().map(|worker| worker.join().expect("no panic"));
        done.flatten().collect()
    });
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().flat_map(|(_, settled)| settled).collect()
}

/// Weights by table and shape.
#[derive(Clone, Debug)]
pub struct Chances(Vec<f64>);

impl Chances {
    /// Learns from settled positions.
    pub fn learn(positions: &[&Settled], seed: u64) -> Chances {
        let twins: Vec<usize> = (0..SHAPES).map(first_twin).collect();
        let mut chances = Chances(vec![0.0; TABLES * SHAPES]);
        let mut mean = chances.clone();
        let mut squares = vec![1e-3; TABLES * SHAPES];
        let mut order: Vec<usize> = (0..positions.len()).collect();
        let mut random = Random::new(seed);
        for round in 0..ROUNDS {
            random.shuffle(&mut order);
            let step = STEP / f64::from(1 + round);
            for &place in &order {
                chances.take_in(positions[place], &twins, step, &mut squares);
            }
            if round >= ROUNDS - AVERAGED {
                for (mean, weight) in mean.0.iter_mut().zip(&chances.0) {
                    *mean += weight / f64::from(AVERAGED);
                }
            }
        }
        for table in 0..TABLES {
            for (shape, twin) in twins.iter().enumerate() {
                mean.0[table * SHAPES + shape] = mean.0[table * SHAPES + twin];
            }
        }
        mean
    }

    fn take_in(&mut self, settled: &Settled, twins: &[usize], step: f64, squares: &mut [f64]) {
        let start = settled.table * SHAPES;
        let at = |shape: &u16| start + twins[usize::from(*shape)];
        let sum: f64 = settled.shapes.iter().map(|shape| self.0[at(shape)]).sum();
        let slope = chance(sum) - f64::from(u8::from(settled.wins));
        for place in settled.shapes.iter().map(at) {
            let slope = slope + DECAY * self.0[place];
            squares[place] += slope * slope;
            self.0[place] -= step * slope / squares[place].sqrt();
        }
    }

    /// As whole numbers, a byte for each table and shape.
    pub fn whole(&self) -> Vec<u8> {
        let whole = |weight: &f64| (weight * f64::from(SCALE)).round().clamp(-127.0, 127.0) as i8 as u8;
        self.0.iter().map(whole).collect()
    }
}

/// How likely it is, by the logarithm of the odds.
fn chance(odds: f64) -> f64 {
    let small = power(-odds.abs());
    if odds < 0.0 {
        small / (1.0 + small)
    } else {
        1.0 / (1.0 + small)
    }
}

/// How good weights are: in how many of a hundred positions they name the winner, and the surprise in bits that is left of each, on average; and the
/// surprise without them, if only the share of wins is known for each table.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// How many positions there are.
    pub count: usize,
    /// Of a hundred, named rightly.
    pub right: f64,
    /// With weights.
    pub surprise: f64,
    /// Without.
    pub before: f64,
}

/// Measures weights on settled positions.
pub fn measure(weights: &[u8], positions: &[&Settled]) -> Figures {
    let mut counts = [[0_usize; 2]; TABLES];
    let (mut right, mut surprise) = (0, 0.0);
    for settled in positions {
        let start = settled.table * SHAPES;
        let weight = |shape: &u16| i32::from(weights[start + usize::from(*shape)] as i8);
        let sum: i32 = settled.shapes.iter().map(weight).sum();
        let odds = f64::from(sum) / f64::from(SCALE);
        right += usize::from((sum > 0) == settled.wins);
        surprise -= chance(if settled.wins { odds } else { -odds }).max(1e-9).log2();
        counts[settled.table][usize::from(settled.wins)] += 1;
    }
    let mut before = 0.0;
    for [failed, won] in counts {
        for part in [failed, won].into_iter().filter(|part| *part > 0) {
            before -= part as f64 * (part as f64 / (failed + won) as f64).log2();
        }
    }
    let count = positions.len();
    let all = count.max(1) as f64;
    Figures {
        count,
        right: 100.0 * right as f64 / all,
        surprise: surprise / all,
        before: before / all,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source;

    /// One shape always wins and another never does: that is what is learnt.
    #[test]
    fn what_always_wins_is_learnt() {
        let settled = |shape: u16, wins: bool| Settled {
            table: 2,
            shapes: vec![shape, 7],
            wins,
        };
        let (won, lost) = (settled(100, true), settled(300, false));
        let all = [&won, &lost].repeat(40);
        let weights = Chances::learn(&all, 1).whole();
        let figures = measure(&weights, &all);
        assert!(figures.right > 99.0 && figures.surprise < 0.5, "{figures:?}");
        assert!(figures.before > 0.99);
        assert!(weights[..SHAPES].iter().all(|&weight| weight == 0));
    }

    /// Positions and weights are the same to the last bit, here as on any other machine.
    #[test]
    fn every_machine_learns_the_same_chances() {
        let problems: Vec<Problem> = source::bank()
            .into_iter()
            .step_by(600)
            .map(|(problem, _)| problem)
            .collect();
        let all = gather(&problems, &Weights::none(), 1);
        let positions: Vec<&Settled> = all.iter().map(|(_, settled)| settled).collect();
        let weights = Chances::learn(&positions, 1).whole();
        let digest = crate::random::digest(weights);
        assert_eq!((positions.len(), digest), (6053, 6_599_691_366_999_785_006));
    }
}
