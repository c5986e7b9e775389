//! One problem for three solvers: alpha-beta, which is best in small closed regions; the prover, which is at home in the open; and proof numbers, which find out in
//! closed regions that something fails, and whose ko it is. They work in turns and tell each other what they have proved. Turns are counted in nodes, never in time, so the answer is the same whether they work one after the other or at the same time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use shikatsu::board::{Point, PointSet};
use shikatsu::problem::{Answer, Outcome, Problem};
use shikatsu::tsumego::Solution;
use shikatsu_proof::{Proof, check};
use shikatsu_prover::Side;

use super::parts::{AlphaBeta, Enclosed, Open};
use super::resistance::resistance;
use super::{Asked, Attempt, Effort, Found, Memory, Rests, Sight, Why};
use crate::entry::is_ko;
use crate::threads::Threads;

/// How many positions alpha-beta looks at in the time that the prover takes for one. So many does one of the prover's count for in a limit.
pub const COST: u64 = 8;
/// The same for proof numbers in closed regions.
pub const CLOSED_COST: u64 = 6;
/// How much more time they get there than each of the others.
const CLOSED_SHARE: u64 = 4;
/// With so many free points or fewer, alpha-beta goes first, by itself, for so many nodes: what is small it settles soonest.
const HEAD_STARTS: [(usize, u64); 2] = [(8, 16_384), (16, 4_096)];
/// With so many or fewer, proof numbers go next, by themselves, for so many nodes. After each of their turns others look at what they found.
const CLOSED_MOST: usize = 24;
const CLOSED_START: u64 = 200_000;
const CLOSED_TURN: u64 = 1024;
/// With more free points than this nothing is enclosed, and alpha-beta gets one part in so many of a turn: it gets lost there.
const OPEN: usize = 40;
const OPEN_PART: u64 = 8;
/// While first moves are judged in a closed region, most of which fail, the others get one part in so many of their turn.
const JUDGING_PART: u64 = 4;
/// The same where proof numbers went first and found that it is no capture, but not yet what it is. Most likely it is a ko, which the prover cannot tell and
/// alpha-beta is slow to find.
const KO_PART: u64 = 32;
/// Alpha-beta's nodes of the first turn; turns double until the last.
const FIRST_TURN: u64 = 4096;
const LAST_TURN: u64 = 32_768;

/// How a problem is solved together.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    /// What may be spent. A position of the prover counts as [`COST`].
    pub effort: Effort,
    /// The memory of the prover, in bytes; it takes what it needs of it. Proof numbers may take half as much.
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
    let setup = problem.setup();
    let stones = setup.black.union(&setup.white);
    let free = Point::all(setup.size).filter(|&p| !stones.contains(p) && !setup.outside.contains(p));
    let mut team = Team {
        problem,
        plan,
        free: free.count(),
        alpha: AlphaBeta::new(problem, &plan.effort, memory),
        open: Open::new(problem, plan.bytes),
        closed: Enclosed::new(problem, plan.bytes / 2),
    };
    let stopped = team.work(go_on);
    team.report(stopped)
}

struct Team<'a> {
    problem: &'a Problem,
    plan: &'a Plan<'a>,
    /// How many points are free to play on.
    free: usize,
    alpha: AlphaBeta<'a>,
    open: Open,
    closed: Enclosed,
}

impl Team<'_> {
    fn spent(&self) -> u64 {
        self.alpha.nodes() + COST * self.open.nodes() + CLOSED_COST * self.closed.nodes()
    }

    fn nodes(&self) -> u64 {
        self.alpha.nodes() + self.open.nodes() + self.closed.nodes()
    }

    /// Works until all is known, or until this keeps it from it.
    fn work(&mut self, go_on: &mut dyn FnMut(Sight) -> bool) -> Option<Why> {
        let free = self.free;
        let head_start = HEAD_STARTS.iter().find(|(most, _)| free <= *most);
        let head_start = head_start.map_or(0, |&(_, nodes)| nodes);
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
            } else if free <= CLOSED_MOST && self.closed.nodes() < CLOSED_START && !self.closed.is_done {
                self.closed.step(CLOSED_TURN.min(left / CLOSED_COST).max(1));
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
            if self.alpha.is_done && self.open.is_done && self.closed.is_done {
                return Some(Why::Shape);
            }
            if !go_on(self.sight()) {
                return Some(Why::Stopped);
            }
        }
    }

    /// A turn of all, at the same time if others can work. Alpha-beta gets one part in so many.
    fn turn(&mut self, nodes: u64, part: u64) {
        let others = if self.closed.is_done {
            1
        } else {
            self.others_part()
        };
        let (alpha, open) = (Mutex::new(&mut self.alpha), Mutex::new(&mut self.open));
        let closed = Mutex::new(&mut self.closed);
        let next = AtomicUsize::new(0);
        let work = |_: &mut dyn FnMut()| {
            loop {
                match next.fetch_add(1, Ordering::Relaxed) {
                    0 => {
                        if let Ok(mut alpha) = alpha.lock()
                            && !alpha.is_done
                        {
                            alpha.step((nodes / part.max(others)).max(1));
                        }
                    }
                    1 => {
                        if let Ok(mut open) = open.lock()
                            && !open.is_done
                        {
                            open.step((nodes / COST / others).max(1));
                        }
                    }
                    2 => {
                        if let Ok(mut closed) = closed.lock()
                            && !closed.is_done
                        {
                            closed.step((CLOSED_SHARE * nodes / CLOSED_COST).max(1));
                        }
                    }
                    _ => return,
                }
            }
        };
        self.plan.threads.share(3, &work, &mut || ());
    }

    /// The part of their turn that the others get while proof numbers are at work.
    fn others_part(&self) -> u64 {
        let judgement = self.closed.judgement();
        match judgement.outcome {
            Some(outcome) if is_lost(self.problem, outcome) => 1,
            Some(_) => JUDGING_PART,
            None if judgement.is_no_capture && self.free <= CLOSED_MOST => KO_PART,
            None => 1,
        }
    }

    /// What each has proved of the outcome, and whether stones that stand have two eyes.
    fn outcomes(&self) -> [(Option<Outcome>, Option<bool>); 3] {
        let finding = self.open.solver.finding();
        let by_win = finding.outcome.filter(|_| finding.win.is_some());
        let judgement = self.closed.judgement();
        [
            (self.alpha.outcome(), self.alpha.has_eyes()),
            // The prover's life is two eyes.
            (by_win, by_win.map(|_| true)),
            (judgement.outcome, judgement.eyes),
        ]
    }

    /// First moves that each has found to be correct and wrong.
    fn judged(&self) -> [(PointSet, PointSet); 3] {
        let finding = self.open.solver.finding();
        let judgement = self.closed.judgement();
        let by_alpha = self.alpha.proved();
        [
            (
                by_alpha.map_or(PointSet::EMPTY, |known| known.answer.moves),
                self.alpha.wrong(),
            ),
            (finding.correct, finding.wrong),
            (judgement.correct, judgement.wrong),
        ]
    }

    /// Whether one has proved the contrary of what another has.
    fn contradicts(&self) -> bool {
        let [alpha, open, closed] = self.outcomes();
        let refuted = [open, closed]
            .into_iter()
            .any(|(outcome, eyes)| outcome.is_some_and(|outcome| self.alpha.refutes(outcome, eyes)));
        let differ = |one: (Option<Outcome>, Option<bool>), other: (Option<Outcome>, Option<bool>)| {
            let lives = one.0 == Some(Outcome::Alive);
            let eyes = lives && one.1.zip(other.1).is_some_and(|(one, other)| one != other);
            one.0
                .zip(other.0)
                .is_some_and(|(one, other)| one != other || eyes)
        };
        if refuted || differ(alpha, open) || differ(alpha, closed) || differ(open, closed) {
            return true;
        }
        let outcome = alpha.0.or(open.0).or(closed.0);
        if outcome.is_none_or(|outcome| is_lost(self.problem, outcome)) {
            return false;
        }
        let judged = self.judged();
        let correct = judged.iter().fold(PointSet::EMPTY, |all, one| all.union(&one.0));
        judged.iter().any(|one| !one.1.intersection(&correct).is_empty())
    }

    fn exchange(&mut self) {
        let [alpha, open, closed] = self.outcomes();
        let judged = self.judged();
        let told = |one: usize, other: usize| {
            [one, other].into_iter().fold(PointSet::EMPTY, |all, i| {
                all.union(&judged[i].0).union(&judged[i].1)
            })
        };
        for (outcome, eyes) in [open, closed] {
            self.alpha.learn(outcome, eyes, &told(1, 2));
        }
        for (outcome, eyes) in [alpha, open] {
            self.closed.learn(outcome, eyes, &told(0, 1));
        }
        // Who wants a proof lets the prover find it.
        let by_closed = closed
            .0
            .filter(|&outcome| outcome != Outcome::Alive || closed.1.is_some());
        if !self.plan.with_proof
            && let Some(outcome) = self.alpha.whole_outcome().or(by_closed)
        {
            self.open.learn(outcome);
        }
        // Of a ko the prover knows nothing.
        self.open.is_done |= [alpha.0, closed.0].into_iter().flatten().any(is_ko);
    }

    /// What is proved, by whomever, and whether that is all.
    fn proved(&self) -> Option<(Solution, bool)> {
        let finding = self.open.solver.finding();
        let judgement = self.closed.judgement();
        let known = self.alpha.proved();
        let outcome = known.map(|known| known.answer.outcome);
        let outcome = outcome.or(finding.outcome).or(judgement.outcome)?;
        let lost = is_lost(self.problem, outcome);
        let judged = self.judged();
        let all_of = |which: fn(&(PointSet, PointSet)) -> PointSet| {
            judged
                .iter()
                .map(which)
                .fold(PointSet::EMPTY, |all, some| all.union(&some))
        };
        let (correct, wrong) = (all_of(|one| one.0), all_of(|one| one.1));
        let moves = if lost { PointSet::EMPTY } else { correct };
        let best = known
            .and_then(|known| known.best)
            .or(finding.win.and_then(|win| win.best).filter(|_| !lost))
            .or(moves.iter().next());
        let every = self.plan.effort.every_move;
        let left = finding.open.minus(&moves).minus(&wrong);
        let eyes = judgement.eyes.filter(|_| outcome == Outcome::Alive);
        // Whether two eyes are there is known by a win of the prover, by proof numbers, or when alpha-beta is done.
        let is_whole = finding.win.is_some() || outcome != Outcome::Alive || eyes.is_some();
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
                seki: known.is_some_and(|known| known.answer.seki) || eyes == Some(false),
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
        let outcome = outcome.or(self.closed.judgement().outcome);
        let is_asked = progress.nodes > 0 && !self.open.is_done;
        Sight {
            nodes: self.nodes(),
            outcome,
            asked: is_asked.then_some(Asked {
                lives: progress.question.winner == Side::Defender,
                after: progress.question.first,
                moves: progress.round,
            }),
            zone: finding.win.map(|win| win.zone.len()),
            judged: outcome.map(|_| {
                let judged = self.judged();
                let minus = |left: PointSet, one: &(PointSet, PointSet)| left.minus(&one.0).minus(&one.1);
                let left = judged.iter().fold(finding.open, minus);
                (share.all - left.len(), share.all)
            }),
        }
    }

    fn report(mut self, stopped: Option<Why>) -> Together {
        let nodes = self.nodes();
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
                rests: win
                    .or_else(|| self.closed.win().filter(|_| proved.is_some()))
                    .map(|win| Rests::of(self.problem, &win)),
            },
            proof: proof.filter(|_| wants_proof),
        }
    }
}

/// Whether the side to move can gain nothing.
pub(crate) fn is_lost(problem: &Problem, outcome: Outcome) -> bool {
    let attacks = problem.to_move() != problem.defender();
    outcome == if attacks { Outcome::Alive } else { Outcome::Dead }
}
