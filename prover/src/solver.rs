//! A whole problem: who wins it, and which first moves do.

use shikatsu::board::{Board, Move, Point, PointSet};
use shikatsu::problem::{Outcome, Problem};
use shikatsu_proof::Proof;

use crate::position::Side;
use crate::prover::{Answer, Progress, Prover, Question};
use crate::zone::Win;

/// What is proved of a problem so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Finding {
    /// [`Outcome::Alive`] or [`Outcome::Dead`], whoever has threats. `None` if neither is proved: it may be a ko, a seki, or too hard.
    pub outcome: Option<Outcome>,
    /// What the outcome rests on. Its best move is the one to play, if the side to move wins.
    pub win: Option<Win>,
    /// What all of this rests on: the zones of the outcome, of the pass, and of every first move that was judged.
    pub ground: PointSet,
    /// First moves that keep the win.
    pub correct: PointSet,
    /// First moves that are refuted.
    pub wrong: PointSet,
    /// First moves of which nothing is known yet.
    pub open: PointSet,
}

/// How many of the first moves are judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Correct or wrong.
    pub judged: usize,
    /// All that can be played.
    pub all: usize,
}

/// What is being asked.
enum Stage {
    /// Who wins?
    Outcome,
    /// What if the winner, who is to move, passes?
    Pass,
    /// What if it plays this, the first of the list?
    Moves(Vec<Point>),
    Done,
}

/// How many nodes a question gets before it is another one's turn.
const SLICE: u64 = 10_000;
/// With more first moves than this nothing is enclosed. Few captures are found there, so the question of life gets more slices: so many at first, and
/// so many after some time, since captures that are found at all are found soon.
const OPEN: usize = 40;
const OPEN_SLICES: [u64; 2] = [3, 7];
const SOON: u64 = 200_000;

/// Solves a problem in slices.
pub struct Solver {
    prover: Prover,
    /// The side to move.
    mover: Side,
    all: PointSet,
    takes: PointSet,
    finding: Finding,
    stage: Stage,
    /// Which of the two sides is asked about now.
    for_mover: bool,
    /// What became of both sides' questions at this stage.
    hopeless: [bool; 2],
    /// Nodes that this question may take before it is put off, and when that is.
    patience: u64,
    deadline: u64,
    slice_ends: u64,
}

impl Solver {
    /// A solver whose tables take at most about so many bytes.
    pub fn new(problem: &Problem, bytes: usize) -> Solver {
        let setup = problem.setup();
        let board = Board::new(&setup);
        let stones = setup.black.union(&setup.white);
        let playable = |point: &Point| !stones.contains(*point) && !setup.outside.contains(*point);
        let (mut all, mut takes) = (PointSet::EMPTY, PointSet::EMPTY);
        for point in Point::all(setup.size).filter(playable) {
            let mut after = board.clone();
            if after.play(point, problem.to_move()).is_ok() {
                all.insert(point);
                let theirs = problem.to_move().opponent();
                if after.stones(theirs) != *setup.stones(theirs) {
                    takes.insert(point);
                }
            }
        }
        let mover = if problem.to_move() == problem.defender() {
            Side::Defender
        } else {
            Side::Attacker
        };
        Solver {
            prover: Prover::new(problem, bytes / 2),
            mover,
            all,
            takes,
            finding: Finding {
                open: all,
                ..Finding::default()
            },
            stage: Stage::Outcome,
            for_mover: true,
            hopeless: [false; 2],
            patience: 4 * SLICE,
            deadline: u64::MAX,
            slice_ends: SLICE,
        }
    }

    /// Works for about so many nodes. True while there is more to do.
    pub fn step(&mut self, nodes: u64) -> bool {
        let end = self.nodes() + nodes;
        while !matches!(self.stage, Stage::Done) && self.nodes() < end {
            self.work(end - self.nodes());
        }
        !matches!(self.stage, Stage::Done)
    }

    fn nodes(&self) -> u64 {
        self.prover.progress().nodes
    }

    fn first(&self) -> Option<Move> {
        match &self.stage {
            Stage::Outcome | Stage::Done => None,
            Stage::Pass => Some(Move::Pass),
            Stage::Moves(moves) => moves.first().copied().map(Move::Play),
        }
    }

    fn work(&mut self, nodes: u64) {
        let winner = if self.for_mover {
            self.mover
        } else {
            self.mover.opponent()
        };
        let asked = Question {
            winner,
            first: self.first(),
        };
        if self.prover.progress().question != asked || self.prover.answer() != Answer::More {
            self.prover.ask(asked);
        }
        let left = self.slice_ends.saturating_sub(self.nodes()).max(1);
        match self.prover.step(nodes.min(left)) {
            Answer::More => {}
            Answer::Won(win) => return self.settle(winner, win),
            Answer::Unknown => self.hopeless[usize::from(self.for_mover)] = true,
        }
        if self.hopeless == [true; 2] || self.nodes() >= self.deadline {
            return self.put_off();
        }
        if self.nodes() >= self.slice_ends || self.hopeless[usize::from(self.for_mover)] {
            if !self.hopeless[usize::from(!self.for_mover)] {
                self.for_mover = !self.for_mover;
            }
            self.slice_ends = self.nodes() + self.slice();
        }
    }

    /// How long the question that is asked now may take.
    fn slice(&self) -> u64 {
        let of_life = self.for_mover == (self.mover == Side::Defender);
        let whole = matches!(self.stage, Stage::Outcome);
        if whole && of_life && self.all.len() > OPEN {
            OPEN_SLICES[usize::from(self.nodes() > SOON)] * SLICE
        } else {
            SLICE
        }
    }

    fn enter(&mut self, stage: Stage) {
        self.stage = stage;
        self.hopeless = [false; 2];
        self.deadline = match self.stage {
            Stage::Outcome | Stage::Done => u64::MAX,
            Stage::Pass | Stage::Moves(_) => self.nodes() + self.patience,
        };
        // What is put to the test is mostly wrong.
        self.for_mover = matches!(self.stage, Stage::Outcome);
        self.slice_ends = self.nodes() + self.slice();
    }

    /// Takes in that a side wins what was asked.
    fn settle(&mut self, winner: Side, win: Win) {
        let mover_wins = winner == self.mover;
        self.finding.ground = self.finding.ground.union(&win.zone);
        match &mut self.stage {
            Stage::Outcome => {
                self.finding.win = Some(win);
                self.finding.outcome = Some(match winner {
                    Side::Defender => Outcome::Alive,
                    Side::Attacker => Outcome::Dead,
                });
                if !mover_wins {
                    // Whatever is played, the other side wins.
                    (self.finding.wrong, self.finding.open) = (self.all, PointSet::EMPTY);
                    return self.enter(Stage::Done);
                }
                if let Some(best) = win.best {
                    self.judge(best, true);
                }
                self.enter(Stage::Pass);
            }
            Stage::Pass => {
                // What does not touch the zone is as good as a pass.
                let mut like_a_pass = self.finding.open.minus(&win.zone);
                if mover_wins {
                    like_a_pass = like_a_pass.minus(&self.takes);
                }
                for point in like_a_pass.iter() {
                    self.judge(point, mover_wins);
                }
                self.next_moves();
            }
            Stage::Moves(moves) => {
                let point = moves.remove(0);
                let rest = std::mem::take(moves);
                self.judge(point, mover_wins);
                self.go_on(rest);
            }
            Stage::Done => {}
        }
    }

    fn judge(&mut self, point: Point, is_correct: bool) {
        self.finding.open.remove(point);
        if is_correct {
            self.finding.correct.insert(point);
        } else {
            self.finding.wrong.insert(point);
        }
    }

    /// Leaves a question that takes too long, or leads nowhere.
    fn put_off(&mut self) {
        let hopeless = self.hopeless == [true; 2];
        match &mut self.stage {
            Stage::Outcome | Stage::Done => self.enter(Stage::Done),
            Stage::Pass => self.next_moves(),
            Stage::Moves(moves) => {
                let point = moves.remove(0);
                let rest = std::mem::take(moves);
                if hopeless {
                    // It stays open, but is not asked again.
                    self.all.remove(point);
                }
                self.go_on(rest);
            }
        }
    }

    fn go_on(&mut self, rest: Vec<Point>) {
        if rest.is_empty() {
            self.patience *= 4;
            self.next_moves();
        } else {
            self.enter(Stage::Moves(rest));
        }
    }

    /// Asks about all moves that are open still.
    fn next_moves(&mut self) {
        let open: Vec<Point> = self.finding.open.intersection(&self.all).iter().collect();
        self.enter(if open.is_empty() {
            Stage::Done
        } else {
            Stage::Moves(open)
        });
    }

    /// Takes an outcome as proved that somebody else has proved, and goes on with the first moves. Then there is no proof of it here.
    pub fn take(&mut self, outcome: Outcome) {
        let winner = match outcome {
            Outcome::Alive => Side::Defender,
            Outcome::Dead => Side::Attacker,
            Outcome::KoAttacker | Outcome::KoDefender => return,
        };
        if self.finding.outcome.is_some() {
            return;
        }
        self.finding.outcome = Some(outcome);
        if winner == self.mover {
            self.enter(Stage::Pass);
        } else {
            (self.finding.wrong, self.finding.open) = (self.all, PointSet::EMPTY);
            self.enter(Stage::Done);
        }
    }

    /// What is proved so far.
    pub fn finding(&self) -> Finding {
        self.finding
    }

    /// What is being asked, and the work so far.
    pub fn progress(&self) -> Progress {
        self.prover.progress()
    }

    /// How many of the first moves are judged.
    pub fn share(&self) -> Share {
        let open = self.finding.open.len();
        let judged = self.finding.correct.len() + self.finding.wrong.len();
        Share {
            judged,
            all: judged + open,
        }
    }

    /// The proof of the outcome.
    pub fn proof(&mut self) -> Option<Proof> {
        let winner = match self.finding.outcome? {
            Outcome::Alive => Side::Defender,
            Outcome::Dead => Side::Attacker,
            _ => return None,
        };
        let before = self.prover.progress().question;
        self.prover.ask(Question { winner, first: None });
        self.prover.step(1);
        let proof = self.prover.proof();
        if !matches!(self.stage, Stage::Done) {
            self.prover.ask(before);
        }
        proof
    }
}
