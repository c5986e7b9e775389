//! One problem for two solvers: alpha-beta, which is best in small closed regions and knows ko and seki, and the prover, which is at home in
//! the open. They work in turns of about the same processor time and tell each other what they have proved. Turns are counted in
//! nodes, never in time, so the answer is the same whether they work one after the other or at the same time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use shikatsu::board::{Point, PointSet};
use shikatsu::problem::{Answer, Outcome, Problem};
use shikatsu::tsumego::Solution;
use shikatsu_proof::{Proof, check};
use shikatsu_prover::Side;

use super::parts::{AlphaBeta, Open};
use super::resistance::resistance;
use super::{Asked, Attempt, Effort, Found, Memory, Rests, Sight, Why};
use crate::threads::Threads;

/// How many positions alpha-beta looks at in the time that the prover takes for one. So many does one of the prover's count for in a limit.
pub const COST: u64 = 8;
/// With so many free points or fewer, alpha-beta goes first, by itself, for so many nodes.
const SMALL: usize = 16;
const HEAD_START: u64 = 400_000;
/// With more free points than this nothing is enclosed, and alpha-beta gets one part in so many of a turn: it gets lost there.
const OPEN: usize = 40;
const OPEN_PART: u64 = 8;
/// Alpha-beta's nodes of the first turn; turns double until the last.
const FIRST_TURN: u64 = 4096;
const LAST_TURN: u64 = 32_768;

/// How a problem is solved together.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    /// What may be spent. A position of the prover counts as [`COST`].
    pub effort: Effort,
    /// The memory of the prover, in bytes; it takes what it needs of it.
    pub bytes: usize,
    /// Whether a proof of the outcome is wanted, even if that takes longer than the answer.
    pub with_proof: bool,
    /// Those who work at the same time.
    pub threads: &'a dyn Threads,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Together {
    /// The answer.
    pub attempt: Attempt,
    /// The proof of the outcome, if it was wanted and found. It is not checked yet.
    pub proof: Option<Proof>,
}

/// Solves one problem. `go_on` is asked between turns.
pub fn together(
    problem: &Problem,
    plan: &Plan<'_>,
    memory: &mut Memory,
    go_on: &mut dyn FnMut(Sight) -> bool,
) -> Together {
    let mut pair = Pair {
        problem,
        plan,
        alpha: AlphaBeta::new(problem, &plan.effort, memory),
        open: Open::new(problem, plan.bytes),
    };
    let stopped = pair.work(go_on);
    pair.report(stopped)
}

struct Pair<'a> {
    problem: &'a Problem,
    plan: &'a Plan<'a>,
    alpha: AlphaBeta<'a>,
    open: Open,
}

impl Pair<'_> {
    fn spent(&self) -> u64 {
        self.alpha.nodes() + COST * self.open.nodes()
    }

    /// Works until all is known, or until this keeps it from it.
    fn work(&mut self, go_on: &mut dyn FnMut(Sight) -> bool) -> Option<Why> {
        let setup = self.problem.setup();
        let stones = setup.black.union(&setup.white);
        let free = Point::all(setup.size).filter(|&p| !stones.contains(p) && !setup.outside.contains(p));
        let free = free.count();
        let head_start = if free <= SMALL { HEAD_START } else { 0 };
        let part = if free > OPEN { OPEN_PART } else { 1 };
        let mut turn = FIRST_TURN;
        loop {
            let left = self.plan.effort.limits.nodes.saturating_sub(self.spent());
            if left == 0 {
                return Some(Why::Nodes);
            }
            let is_first = self.alpha.nodes() < head_start && !self.alpha.is_done;
            if is_first {
                self.alpha.step(turn.min(left));
            } else {
                self.turn(turn.min(left), part);
                turn = (2 * turn).min(LAST_TURN);
            }
            if self.contradicts() {
                return Some(Why::Contradiction);
            }
            self.exchange();
            if self.is_complete() {
                return None;
            }
            if self.alpha.is_done && self.open.is_done {
                return Some(Why::Shape);
            }
            if !go_on(self.sight()) {
                return Some(Why::Stopped);
            }
        }
    }

    /// A turn of both, at the same time if somebody else can work. Alpha-beta gets one part in so many.
    fn turn(&mut self, nodes: u64, part: u64) {
        let (alpha, open) = (Mutex::new(&mut self.alpha), Mutex::new(&mut self.open));
        let next = AtomicUsize::new(0);
        let share = |_: &mut dyn FnMut()| {
            loop {
                match next.fetch_add(1, Ordering::Relaxed) {
                    0 => {
                        if let Ok(mut alpha) = alpha.lock()
                            && !alpha.is_done
                        {
                            alpha.step((nodes / part).max(1));
                        }
                    }
                    1 => {
                        if let Ok(mut open) = open.lock()
                            && !open.is_done
                        {
                            open.step((nodes / COST).max(1));
                        }
                    }
                    _ => return,
                }
            }
        };
        self.plan.threads.share(2, &share, &mut || ());
    }

    /// Whether one has proved the contrary of what the other has.
    fn contradicts(&self) -> bool {
        let finding = self.open.solver.finding();
        let by_win = finding.outcome.filter(|_| finding.win.is_some());
        if by_win.is_some_and(|outcome| self.alpha.refutes(outcome)) {
            return true;
        }
        let Some(known) = self.alpha.proved() else {
            return false;
        };
        let outcomes = by_win.is_some_and(|outcome| outcome != known.answer.outcome || known.answer.seki);
        let lost = is_lost(self.problem, known.answer.outcome);
        let moves = !lost
            && (!known.answer.moves.intersection(&finding.wrong).is_empty()
                || !self.alpha.wrong().intersection(&finding.correct).is_empty());
        outcomes || moves
    }

    fn exchange(&mut self) {
        self.alpha.learn(&self.open.solver.finding());
        // Who wants a proof lets the prover find it.
        if !self.plan.with_proof
            && let Some(outcome) = self.alpha.whole_outcome()
        {
            self.open.learn(outcome);
        }
        // Of a ko the prover knows nothing.
        self.open.is_done |= matches!(
            self.alpha.outcome(),
            Some(Outcome::KoAttacker | Outcome::KoDefender)
        );
    }

    /// What is proved, by whomever, and whether that is all.
    fn proved(&self) -> Option<(Solution, bool)> {
        let finding = self.open.solver.finding();
        let known = self.alpha.proved();
        let outcome = known.map(|known| known.answer.outcome).or(finding.outcome)?;
        let lost = is_lost(self.problem, outcome);
        let of_both = known
            .map_or(PointSet::EMPTY, |known| known.answer.moves)
            .union(&finding.correct);
        let moves = if lost { PointSet::EMPTY } else { of_both };
        let best = known
            .and_then(|known| known.best)
            .or(finding.win.and_then(|win| win.best).filter(|_| !lost))
            .or(moves.iter().next());
        let every = self.plan.effort.every_move;
        let left = finding.open.minus(&moves).minus(&self.alpha.wrong());
        // That two eyes are there or not is known by a win of the prover, or when alpha-beta is done.
        let is_whole = finding.win.is_some() || outcome != Outcome::Alive;
        let is_judged = lost || left.is_empty() || (!every && !moves.is_empty());
        let is_complete = self.alpha.solved.is_some() || (is_whole && is_judged);
        let moves = if every {
            moves
        } else {
            best.filter(|&best| moves.contains(best)).into_iter().collect()
        };
        let solution = Solution {
            answer: Answer {
                outcome,
                seki: known.is_some_and(|known| known.answer.seki),
                moves,
            },
            best,
            equals: known.map_or_else(|| best.into_iter().collect(), |known| known.equals),
            depth: known.map_or(0, |known| known.depth),
        };
        Some((solution, is_complete))
    }

    fn is_complete(&self) -> bool {
        let Some((solution, true)) = self.proved() else {
            return false;
        };
        let has_proof =
            matches!(solution.answer.outcome, Outcome::Alive | Outcome::Dead) && !solution.answer.seki;
        let waits = self.plan.with_proof && has_proof && !self.open.is_done;
        !waits || self.open.solver.finding().win.is_some()
    }

    fn sight(&self) -> Sight {
        let (progress, share) = (self.open.solver.progress(), self.open.solver.share());
        let finding = self.open.solver.finding();
        let outcome = self.alpha.outcome().or(finding.outcome);
        let is_asked = progress.nodes > 0 && !self.open.is_done;
        Sight {
            nodes: self.alpha.nodes() + progress.nodes,
            outcome,
            asked: is_asked.then_some(Asked {
                lives: progress.question.winner == Side::Defender,
                after: progress.question.first,
                moves: progress.round,
            }),
            zone: finding.win.map(|win| win.zone.len()),
            judged: outcome.map(|_| {
                let left = finding.open.minus(&self.alpha.wrong());
                let known = self.alpha.proved();
                let left = known.map_or(left, |known| left.minus(&known.answer.moves));
                (share.all - left.len(), share.all)
            }),
        }
    }

    fn report(mut self, stopped: Option<Why>) -> Together {
        let nodes = self.alpha.nodes() + self.open.nodes();
        let mut proved = self.proved().filter(|_| stopped != Some(Why::Contradiction));
        let win = self.open.solver.finding().win.filter(|_| proved.is_some());
        let proof = win.and_then(|_| self.open.solver.proof());
        // Nothing is called proved that the checker refuses, which shares no code with the prover.
        let is_refused = proof.as_ref().is_some_and(|proof| check(proof).is_err());
        let stopped = if is_refused {
            Some(Why::Contradiction)
        } else {
            stopped
        };
        proved = proved.filter(|_| !is_refused);
        if let (Some((solution, _)), Some(proof)) = (&mut proved, &proof)
            && solution.depth == 0
        {
            let (depth, resists) = resistance(proof);
            solution.depth = depth;
            if is_lost(self.problem, solution.answer.outcome) {
                solution.best = solution.best.or(resists);
            }
        }
        let found = match (proved, stopped) {
            // Only the proof may be missing.
            (Some((solution, true)), _) => Found::Proved(solution),
            (_, why) => Found::Nothing(why.unwrap_or(Why::Shape)),
        };
        let wants_proof = self.plan.with_proof && win.is_some();
        let guess = match proved {
            None if stopped != Some(Why::Contradiction) => self.alpha.guess(),
            _ => None,
        };
        Together {
            attempt: Attempt {
                found,
                so_far: proved.map(|(solution, _)| solution),
                guess,
                nodes,
                rests: win.map(|win| Rests::of(self.problem, &win)),
            },
            proof: proof.filter(|_| wants_proof),
        }
    }
}

/// Whether the side to move can gain nothing.
fn is_lost(problem: &Problem, outcome: Outcome) -> bool {
    let attacks = problem.to_move() != problem.defender();
    outcome == if attacks { Outcome::Alive } else { Outcome::Dead }
}
