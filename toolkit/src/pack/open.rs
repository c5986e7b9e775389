//! Positions that are too open for the core's solver, given to the prover.

use shikatsu::board::PointSet;
use shikatsu::problem::{Answer, Outcome, Problem};
use shikatsu::tsumego::Solution;
use shikatsu_prover::{Finding, Solver};

use crate::solve::{Attempt, Found, Rests, Why};

/// What the tables of one prover take at most.
const BYTES: usize = 64 << 20;
/// After how many positions somebody may stop it. Always the same, so that the search is.
const SLICE: u64 = 5_000;

/// Once the outcome is known, the first moves may take so many times what it may.
const FOR_MOVES: u64 = 6;

/// What the prover has to say.
pub(super) struct Word {
    /// An answer only if the outcome and every first move are proved.
    pub(super) attempt: Attempt,
    /// All points that it rests on.
    pub(super) ground: PointSet,
}

/// Asks the prover, which may look at so many positions for the outcome.
pub(super) fn ask(problem: &Problem, nodes: u64, go_on: &mut dyn FnMut() -> bool) -> Word {
    let mut solver = Solver::new(problem, BYTES);
    let mut why = Why::Shape;
    while solver.step(SLICE) {
        if !go_on() {
            why = Why::Stopped;
            break;
        }
        let is_known = solver.finding().outcome.is_some();
        let most = nodes.saturating_mul(if is_known { 1 + FOR_MOVES } else { 1 });
        if solver.progress().nodes >= most {
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
        rests: finding.win.map(|win| Rests::of(problem, &win)),
        nodes: solver.progress().nodes,
    };
    let ground = finding.ground.union(&finding.correct);
    Word { attempt, ground }
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
