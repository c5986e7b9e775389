//! Positions that are too open for the core's solver, given to the prover.

use shikatsu::board::PointSet;
use shikatsu::problem::{Answer, Outcome, Problem};
use shikatsu::tsumego::Solution;
use shikatsu_prover::{Finding, Solver};

use crate::solve::{Attempt, Found, Why};

/// What the tables of one prover take at most.
const BYTES: usize = 64 << 20;
/// After how many positions somebody may stop it. Always the same, so that the search is.
const SLICE: u64 = 5_000;

/// What the prover found: an answer if the outcome and every first move are proved, and all points that it rests on.
pub(super) fn ask(problem: &Problem, nodes: u64, go_on: &mut dyn FnMut() -> bool) -> (Attempt, PointSet) {
    let mut solver = Solver::new(problem, BYTES);
    let mut why = Why::Shape;
    while solver.step(SLICE) {
        if !go_on() {
            why = Why::Stopped;
            break;
        }
        if solver.progress().nodes >= nodes {
            why = Why::Nodes;
            break;
        }
    }
    let finding = solver.finding();
    let solution = solution(problem, &finding);
    let attempt = Attempt {
        found: match solution {
            Some(solution) if finding.open.is_empty() => Found::Proved(solution),
            _ => Found::Nothing(why),
        },
        so_far: solution,
        guess: None,
        nodes: solver.progress().nodes,
    };
    (attempt, finding.ground.union(&finding.correct))
}

/// The outcome, if it is proved, and the moves that were found to reach it.
fn solution(problem: &Problem, finding: &Finding) -> Option<Solution> {
    let outcome = finding.outcome?;
    let is_won = (outcome == Outcome::Alive) == (problem.to_move() == problem.defender());
    let best = finding.win.and_then(|win| win.best).filter(|_| is_won);
    Some(Solution {
        answer: Answer {
            outcome,
            // The prover knows only life with two eyes.
            seki: false,
            moves: finding.correct,
        },
        best,
        equals: best.into_iter().collect(),
        depth: 0,
    })
}
