//! Positions that are too open for the core's solver, given to the prover.
//!
//! A win in the open is found soon or never, and it rests on few points. That a move *fails* there is another matter: somebody has to be killed
//! with half a board to run to. So the prover is asked for wins only: the outcome, then the pass and every first move near by. What fails is
//! found where the problem is [closed](super::close).

use shikatsu::board::{Move, Point, PointSet};
use shikatsu::problem::{Answer, Outcome, Problem};
use shikatsu::tsumego::Solution;
use shikatsu_proof::check;
use shikatsu_prover::{Answer as Word, Prover, Question, Side, Win};

use super::ask::{Asked, beside, room_of};
use crate::solve::{Attempt, Found, Rests, Why};

/// What the tables of one prover take at most, for each side.
pub(super) const BYTES: usize = 32 << 20;
/// After how many positions somebody may stop it. Always the same, so that the search is.
const SLICE: u64 = 2_000;

/// What share of the positions for the outcome each first move may take, one that the file shows and another.
const FOR_SHOWN: u64 = 2;
const FOR_OTHERS: u64 = 8;
/// How many times as many all of these together may take.
const FOR_ALL_OTHERS: u64 = 4;
/// Of so many moves that the file calls right it is asked whether they win, until one does.
const MOST_WANTED: usize = 2;

/// What was found in the open.
pub(super) struct InTheOpen {
    /// The outcome, and first moves that reach it. It is never a whole answer: nothing is said about what fails.
    pub(super) attempt: Attempt,
    /// All points that this rests on.
    pub(super) ground: PointSet,
    /// Whether the side to move wins even if it passes.
    pub(super) passes: bool,
}

/// Asks the prover, which may look at so many positions for the outcome.
pub(super) fn ask(asked: &Asked<'_>, nodes: u64, go_on: &mut dyn FnMut() -> bool) -> InTheOpen {
    let problem = asked.problem;
    let mover = mover(problem);
    let mut inquiry = Inquiry::new(problem, BYTES, go_on);
    let mut won = first_win(asked, &mut inquiry, mover, nodes).map(|win| (mover, win));
    if won.is_none() && asked.may_fail {
        let other = mover.opponent();
        won = inquiry.win(other, None, nodes).map(|win| (other, win));
    }
    let (mut correct, mut ground) = (PointSet::EMPTY, PointSet::EMPTY);
    let mut passes = false;
    if let Some((winner, win)) = won {
        ground = win.zone;
        if winner == mover {
            correct.extend(win.best);
            let most = inquiry.nodes() + FOR_ALL_OTHERS * nodes;
            for (first, share) in others(asked, &win) {
                if inquiry.nodes() >= most {
                    break;
                }
                if let Some(also) = inquiry.win(mover, Some(first), nodes / share) {
                    ground = ground.union(&also.zone);
                    match first {
                        Move::Play(point) => {
                            ground.insert(point);
                            correct.insert(point);
                        }
                        Move::Pass => passes = true,
                    }
                }
            }
        }
    }
    let solution = won.map(|(winner, win)| Solution {
        answer: Answer {
            outcome: outcome(winner),
            // The prover knows only life with two eyes.
            seki: false,
            moves: correct,
        },
        best: win.best.filter(|_| winner == mover),
        equals: correct,
        depth: 0,
    });
    let attempt = Attempt {
        found: Found::Nothing(if inquiry.is_stopped {
            Why::Stopped
        } else {
            Why::Nodes
        }),
        so_far: solution,
        guess: None,
        // The zone of a win after a move says nothing exact about the position before it.
        rests: won
            .filter(|_| asked.wanted.is_empty())
            .map(|(_, win)| Rests::of(problem, &win)),
        nodes: inquiry.nodes(),
    };
    InTheOpen {
        attempt,
        ground,
        passes,
    }
}

/// A win of the side to move. Where the file says by which move, nothing else is asked: another win would be of another problem.
fn first_win(asked: &Asked<'_>, inquiry: &mut Inquiry<'_>, mover: Side, nodes: u64) -> Option<Win> {
    let wanted = asked.wanted.intersection(&room_of(&asked.problem.setup()));
    if asked.wanted.is_empty() {
        return inquiry.win(mover, None, nodes);
    }
    wanted.iter().take(MOST_WANTED).find_map(|point| {
        let mut win = inquiry.win(mover, Some(Move::Play(point)), nodes)?;
        win.zone.insert(point);
        win.best = Some(point);
        Some(win)
    })
}

/// The side to move.
pub(super) fn mover(problem: &Problem) -> Side {
    if problem.to_move() == problem.defender() {
        Side::Defender
    } else {
        Side::Attacker
    }
}

/// What the key stones come to if this side wins.
pub(super) const fn outcome(winner: Side) -> Outcome {
    match winner {
        Side::Defender => Outcome::Alive,
        Side::Attacker => Outcome::Dead,
    }
}

/// The pass and the first moves that are asked about once a win is known, each with its share of positions.
fn others(asked: &Asked<'_>, win: &Win) -> impl Iterator<Item = (Move, u64)> {
    let setup = asked.problem.setup();
    let near = win.zone.union(&beside(&win.zone, setup.size));
    let playable = room_of(&setup);
    let shown = asked.shown.intersection(&playable);
    let near = near.intersection(&playable).minus(&shown);
    let is_new = move |point: &Point| Some(*point) != win.best;
    let of = |points: PointSet, share| {
        let points: Vec<Point> = points.iter().filter(is_new).collect();
        points.into_iter().map(move |point| (Move::Play(point), share))
    };
    of(shown, FOR_SHOWN)
        .chain([(Move::Pass, FOR_OTHERS)])
        .chain(of(near, FOR_OTHERS))
}

/// One prover, asked again and again.
pub(super) struct Inquiry<'a> {
    prover: Prover,
    go_on: &'a mut dyn FnMut() -> bool,
    is_stopped: bool,
}

impl<'a> Inquiry<'a> {
    pub(super) fn new(problem: &Problem, bytes: usize, go_on: &'a mut dyn FnMut() -> bool) -> Inquiry<'a> {
        Inquiry {
            prover: Prover::new(problem, bytes),
            go_on,
            is_stopped: false,
        }
    }

    /// Positions looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.prover.progress().nodes
    }

    /// Whether the checker, which shares no code with the prover, accepts the win that was found last.
    pub(super) fn is_checked(&self) -> bool {
        self.prover.proof().is_some_and(|proof| check(&proof).is_ok())
    }

    /// The win of a side, after a first move if there is one; `None` if it is not found within so many positions.
    pub(super) fn win(&mut self, winner: Side, first: Option<Move>, nodes: u64) -> Option<Win> {
        if self.is_stopped || !self.prover.ask(Question { winner, first }) {
            return None;
        }
        let end = self.prover.progress().nodes + nodes;
        loop {
            let left = end.saturating_sub(self.prover.progress().nodes);
            match self.prover.step(left.min(SLICE)) {
                Word::Won(win) => return Some(win),
                Word::Unknown => return None,
                Word::More => {}
            }
            self.is_stopped = !(self.go_on)();
            if self.is_stopped || self.prover.progress().nodes >= end {
                return None;
            }
        }
    }
}
