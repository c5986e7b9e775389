//! One question after the other until the answer is complete.
//!
//! Each question is a proof. Most problems need only one or two for their outcome:
//!
//! 1. Can the defender get two eyes, whatever ko threats the attacker has? Then it is alive.
//! 2. Are the key stones captured, whatever ko threats the defender has? Then they are dead. If that was refuted
//!    without meeting a repetition, threats do not matter: alive, in seki.
//! 3. With the attacker's threats. Standing even so: alive, in seki. Otherwise it is ko, and whose is asked without
//!    threats.
//!
//! The first two in the order in which the side to move hopes for them. Then each first move is asked about, under the
//! threats that tell whether it keeps the outcome.

use super::game::{Goal, PASS, Threats, Tsumego};
use crate::board::{Color, Point, PointSet};
use crate::problem::{Answer, Outcome, Problem};
use crate::region::{Region, Stones};
use crate::search::{Aim, End, Limits, MoveId, Report, Search, Step, Table, WIN};

/// What is known of a problem, proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The outcome and every correct first move, or one of them if that was enough.
    pub answer: Answer,
    /// A correct move to play: of all that were judged the one with the shortest proof. `None` if only a pass is as good,
    /// or nothing helps.
    pub best: Option<Point>,
    /// How many plies deep the outcome's proof went.
    pub depth: u8,
}

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// There is more to do.
    More,
    /// Everything is proved.
    Solved(Solution),
    /// A limit was met first.
    Unknown,
}

/// A proof to be found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    /// Does the defender get two eyes, though the attacker has threats?
    Eyes,
    /// Are the key stones captured, with these threats?
    Captured(Threats),
    /// Does the first move on this cell keep the outcome?
    Keeps(u16),
}

/// Solves one problem, slice by slice.
#[derive(Debug)]
pub struct Solver<'r, const N: usize> {
    region: &'r Region<N>,
    game: Tsumego<'r, N>,
    search: Search,
    limits: Limits,
    defender: Color,
    to_move: Color,
    asked: Option<Question>,
    facts: Facts,
    nodes: u64,
    judges_all: bool,
    given_up: bool,
}

/// What was proved so far.
#[derive(Clone, Copy, Debug, Default)]
struct Facts {
    /// By threats: whether the key stones are captured.
    captured: [Option<bool>; 3],
    /// By threats: the move that the proof for the side to move begins with.
    first: [Option<MoveId>; 3],
    /// Whether the defender gets two eyes.
    eyes: Option<bool>,
    /// First moves are asked about in the order of their cells; this is the next one.
    next_cell: u16,
    moves: Option<PointSet>,
    best: Option<(Point, u8)>,
    depth: u8,
}

impl<'r, const N: usize> Solver<'r, N> {
    /// Prepares a problem, given with its region and stones.
    pub fn new(problem: &Problem, region: &'r Region<N>, stones: Stones<N>, limits: Limits) -> Solver<'r, N> {
        let setup = problem.setup();
        let defender = problem.defender();
        Solver {
            region,
            game: Tsumego::new(region, stones, &setup, defender),
            search: Search::default(),
            limits,
            defender,
            to_move: setup.to_move,
            asked: None,
            facts: Facts::default(),
            nodes: 0,
            judges_all: true,
            given_up: false,
        }
    }

    /// Lets it be content with one correct first move instead of judging them all.
    #[must_use]
    pub fn content_with_one(mut self) -> Solver<'r, N> {
        self.judges_all = false;
        self
    }

    /// Positions looked at so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Works off about `nodes` positions. The table must be the same in every step.
    pub fn step(&mut self, table: &mut Table<'_>, nodes: u32) -> Progress {
        let mut left = nodes;
        while left > 0 {
            if self.given_up {
                return Progress::Unknown;
            }
            let Some(question) = self.asked.or_else(|| self.next_question()) else {
                return Progress::Solved(self.solution());
            };
            if self.asked.is_none() && !self.ask(question) {
                continue;
            }
            let before = self.search.nodes();
            let step = self.search.step(&mut self.game, table, left);
            let spent = self.search.nodes() - before;
            self.nodes += spent;
            left = left.saturating_sub(spent.max(1) as u32);
            if let Step::Done(report) = step {
                self.asked = None;
                if report.end != End::Proved {
                    self.given_up = true;
                    continue;
                }
                let mover_wins = report.value >= WIN;
                let attacker_moves = self.game.to_move() != self.defender;
                self.learn(question, mover_wins == attacker_moves, &report);
            }
        }
        Progress::More
    }

    /// The outcome, as soon as it is proved.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.facts.eyes == Some(true) {
            return Some(Outcome::Alive);
        }
        let [nobody, defender, attacker] = self.facts.captured;
        match (defender?, attacker, nobody) {
            (true, ..) => Some(Outcome::Dead),
            (false, Some(false), _) => Some(Outcome::Alive),
            (false, Some(true), Some(true)) => Some(Outcome::KoAttacker),
            (false, Some(true), Some(false)) => Some(Outcome::KoDefender),
            _ => None,
        }
    }

    /// The next thing to find out; `None` if everything is known.
    fn next_question(&self) -> Option<Question> {
        let facts = &self.facts;
        let outcome = self.outcome();
        if outcome.is_none() || (outcome == Some(Outcome::Alive) && facts.eyes.is_none()) {
            let captured = Threats::ALL.map(Question::Captured);
            let [by_defender, by_attacker, by_nobody] = captured;
            let order = if self.to_move == self.defender {
                [Question::Eyes, by_defender, by_attacker, by_nobody]
            } else {
                [by_defender, Question::Eyes, by_attacker, by_nobody]
            };
            return order.into_iter().find(|&question| self.is_open(question));
        }
        let outcome = outcome?;
        let has_one = self.proof_move(outcome).is_some() || facts.best.is_some();
        if self.is_lost(outcome) || (has_one && !self.judges_all) {
            return None;
        }
        let cells = self.game.first_moves();
        cells
            .iter()
            .find(|&cell| cell >= usize::from(facts.next_cell))
            .map(|cell| Question::Keeps(cell as u16))
    }

    /// Whether a question about the setup was not answered yet.
    fn is_open(&self, question: Question) -> bool {
        match question {
            Question::Eyes => self.facts.eyes.is_none(),
            Question::Captured(threats) => self.facts.captured[threats as usize].is_none(),
            Question::Keeps(_) => false,
        }
    }

    /// Whether the side to move can gain nothing.
    fn is_lost(&self, outcome: Outcome) -> bool {
        let attacks = self.to_move != self.defender;
        outcome == if attacks { Outcome::Alive } else { Outcome::Dead }
    }

    /// The threats under which a first move shows that it keeps the outcome, and whether the key stones are then
    /// captured.
    fn test_of(&self, outcome: Outcome) -> (Threats, bool) {
        if self.to_move == self.defender {
            match outcome {
                Outcome::Alive | Outcome::Dead => (Threats::Attacker, false),
                Outcome::KoDefender => (Threats::Nobody, false),
                Outcome::KoAttacker => (Threats::Defender, false),
            }
        } else {
            match outcome {
                Outcome::Dead | Outcome::Alive => (Threats::Defender, true),
                Outcome::KoAttacker => (Threats::Nobody, true),
                Outcome::KoDefender => (Threats::Attacker, true),
            }
        }
    }

    /// Starts the search for a question. False if its first move is illegal.
    fn ask(&mut self, question: Question) -> bool {
        let begun = match question {
            Question::Captured(threats) => self.game.begin(None, threats, Goal::Capture),
            Question::Eyes => self.game.begin(None, Threats::Attacker, Goal::Eyes),
            Question::Keeps(cell) => {
                self.facts.next_cell = cell + 1;
                let (threats, _) = self
                    .outcome()
                    .map_or((Threats::Nobody, true), |o| self.test_of(o));
                self.game.begin(Some(MoveId(cell)), threats, Goal::Capture)
            }
        };
        if begun {
            let nodes = self.limits.nodes.saturating_sub(self.nodes);
            self.search.start(Aim::Proof, Limits { nodes, ..self.limits });
            self.asked = Some(question);
        }
        begun
    }

    fn learn(&mut self, question: Question, captured: bool, report: &Report) {
        match question {
            Question::Captured(threats) => {
                self.facts.captured[threats as usize] = Some(captured);
                self.facts.first[threats as usize] = report.best;
                self.facts.depth = self.facts.depth.max(report.depth);
                if !captured && report.pure {
                    self.facts.captured = [Some(false); 3];
                    self.facts.first = [report.best; 3];
                }
            }
            Question::Eyes => {
                self.facts.eyes = Some(!captured);
                if !captured {
                    self.facts.first[Threats::Attacker as usize] = report.best;
                }
                self.facts.depth = self.facts.depth.max(report.depth);
            }
            Question::Keeps(cell) => {
                let wanted = self.outcome().map(|outcome| self.test_of(outcome).1);
                if wanted == Some(captured) {
                    let point = self.region.point(cell.into());
                    self.facts.moves.get_or_insert(PointSet::EMPTY).insert(point);
                    if self
                        .facts
                        .best
                        .is_none_or(|(_, shortest)| report.depth < shortest)
                    {
                        self.facts.best = Some((point, report.depth));
                    }
                }
            }
        }
    }

    /// The move with which the outcome's proof began, for a side that has something to gain.
    fn proof_move(&self, outcome: Outcome) -> Option<Point> {
        let (threats, _) = self.test_of(outcome);
        let first = self.facts.first[threats as usize].filter(|_| !self.is_lost(outcome))?;
        (first != PASS).then(|| self.region.point(first.0.into()))
    }

    fn solution(&self) -> Solution {
        let outcome = self.outcome().expect("every question is answered");
        let (moves, best) = if self.judges_all {
            let moves = self.facts.moves.unwrap_or(PointSet::EMPTY);
            (moves, self.facts.best.map(|(point, _)| point))
        } else {
            // A proof may begin with a pass, or be over before it begins; then a move was looked for.
            let judged = self.facts.best.map(|(point, _)| point);
            let best = self.proof_move(outcome).or(judged);
            (best.into_iter().collect(), best)
        };
        Solution {
            answer: Answer {
                outcome,
                seki: outcome == Outcome::Alive && self.facts.eyes == Some(false),
                moves,
            },
            best,
            depth: self.facts.depth,
        }
    }
}
