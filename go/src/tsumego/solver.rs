//! One question after the other until the answer is complete.
//!
//! Each question is a proof. Most problems need only one or two for their outcome:
//!
//! 1. Can the defender get two eyes, whatever ko threats the attacker has? Then it is alive.
//! 2. Are the key stones captured, whatever ko threats the defender has? Then they are dead. If that was refuted
//!    without meeting a repetition, threats do not matter: alive, in seki.
//! 3. Are they captured if the attacker has threats? If not even then: alive, in seki. Otherwise it is ko, and a search without
//!    threats tells whose.
//!
//! Of the first two, the one that the side to move hopes for comes first. Then each first move is asked about, under the
//! threats that show whether it keeps the outcome.

use super::facts::{Facts, Guess, Solution, Thinking};
use super::game::{PASS, Tsumego};
use super::question::{Goal, Question, Threats};
use super::room::LifeSearch;
use super::task::Task;
use crate::board::{Color, Point, PointSet};
use crate::problem::{Answer, Outcome};
use crate::search::{End, Limits, MoveId, Report, Step, Table, WIN};

/// A move that takes no more positions than this to refute is no resistance: a pass does as well.
const NO_RESISTANCE: u64 = 1;

/// How deep the first round of a proof looks if its result is expected, or if the task suits large problems. Chosen by measuring, see
/// `docs/solver.md`.
const DEEP_START: u8 = 10;

/// Solves one problem, slice by slice.
#[derive(Debug)]
pub struct Solver<const N: usize> {
    pub(super) game: Tsumego<N>,
    search: LifeSearch,
    limits: Limits,
    defender: Color,
    to_move: Color,
    pub(super) asked: Option<Question>,
    pub(super) facts: Facts,
    nodes: u64,
    judges_all: bool,
    /// Why the proof was given up, once it was.
    pub(super) given_up: Option<End>,
    /// The answer that is claimed, if any.
    expected: Option<Answer>,
    suits_large: bool,
}

impl<const N: usize> Solver<N> {
    /// Prepares a task; `None` if its region does not fit into `N` words.
    pub fn new(task: &Task<'_>) -> Option<Solver<N>> {
        let mut solver = Solver::idle();
        solver.start(task).then_some(solver)
    }

    /// A solver without a task: the memory for one. It must not be asked anything.
    pub(super) const fn idle() -> Solver<N> {
        Solver {
            game: Tsumego::new(),
            search: LifeSearch::new(),
            limits: Limits::NONE,
            defender: Color::White,
            to_move: Color::Black,
            asked: None,
            facts: Facts::NONE,
            nodes: 0,
            judges_all: true,
            given_up: None,
            expected: None,
            suits_large: false,
        }
    }

    /// Prepares a task in place of any before. False if its region does not fit into `N` words.
    // What it needs of the stack to look at a board should not add up where several sizes are tried.
    #[inline(never)]
    pub(super) fn start(&mut self, task: &Task<'_>) -> bool {
        if !self.game.set(task) {
            return false;
        }
        self.limits = task.limits;
        self.defender = task.problem.defender();
        self.to_move = task.problem.to_move();
        self.asked = None;
        self.facts = Facts::NONE;
        self.nodes = 0;
        self.judges_all = task.every_move;
        self.given_up = None;
        self.expected = task.expected;
        self.suits_large = task.suits_large;
        true
    }

    /// How things look, by the static evaluation. It is there once a limit was reached.
    pub const fn guess(&self) -> Option<Guess> {
        self.facts.guess
    }

    /// Why nothing was proved, once that is clear: the depth or the nodes allowed were used up, or the solver had
    /// [no room](End::Room) to look further.
    pub const fn gave_up(&self) -> Option<End> {
        self.given_up
    }

    /// Positions looked at so far, for proofs and preferences.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Works off about `nodes` positions. The table must be the same in every step.
    pub fn step(&mut self, table: &mut Table<'_>, nodes: u32) -> Thinking {
        let mut left = nodes;
        while left > 0 {
            let next = if self.given_up.is_some() {
                self.facts.guess.is_none().then_some(Question::Guess)
            } else {
                self.next_question()
            };
            let Some(question) = self.asked.or(next) else {
                return match self.outcome() {
                    Some(outcome) if self.given_up.is_none() => Thinking::Solved(self.solution(outcome)),
                    _ => Thinking::Unknown,
                };
            };
            if self.asked.is_none() && !self.ask(question) {
                continue;
            }
            let before = self.search.nodes();
            let step = self.search.step(&mut self.game, table, left);
            let spent = self.search.nodes() - before;
            if question != Question::Guess {
                self.nodes += spent;
            }
            left = left.saturating_sub(spent.max(1) as u32);
            if let Step::Done(report) = step {
                self.asked = None;
                if question.budget().is_some() {
                    self.prefer(question, &report);
                    continue;
                }
                if report.end != End::Proved {
                    self.given_up = Some(report.end);
                    continue;
                }
                let mover_wins = report.value >= WIN;
                let attacker_moves = self.game.to_move() != self.defender;
                self.learn(question, mover_wins == attacker_moves, &report);
            }
        }
        Thinking::More
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

    /// What is proved so far, as soon as the outcome is: its moves are correct, but there may be others.
    pub fn so_far(&self) -> Option<Solution> {
        let outcome = self.outcome()?;
        let mut solution = self.solution(outcome);
        if let Some(point) = self.proof_move(outcome) {
            solution.answer.moves.insert(point);
            if solution.best.is_none() {
                solution.best = Some(point);
                solution.equals.insert(point);
            }
        }
        Some(solution)
    }

    /// The next thing to find out; `None` if everything is known.
    fn next_question(&self) -> Option<Question> {
        let facts = &self.facts;
        let outcome = self.outcome();
        if outcome.is_none() || (outcome == Some(Outcome::Alive) && facts.eyes.is_none()) {
            return self
                .questions()
                .into_iter()
                .find(|&question| self.is_open(question));
        }
        let outcome = outcome?;
        let has_one = self.proof_move(outcome).is_some() || facts.best.is_some();
        let mut cells = self.game.first_moves().iter();
        let next = cells.find(|&cell| cell >= usize::from(facts.next_cell));
        let next = next.map(|cell| cell as u16);
        let has_time = self.nodes < self.limits.nodes;
        if self.is_lost(outcome) {
            return next.filter(|_| has_time).map(Question::Resists);
        }
        if has_one && !self.judges_all {
            return None;
        }
        next.map(Question::Keeps)
            .or_else(|| self.next_estate(outcome).filter(|_| has_time))
    }

    /// The questions about the outcome. First come those that settle what is expected, or else what the side to move hopes for.
    fn questions(&self) -> [Question; 4] {
        let [by_defender, by_attacker, by_nobody] = Threats::ALL.map(Question::Captured);
        let eyes_first = match self.expected {
            None => self.to_move == self.defender,
            Some(answer) => answer.outcome == Outcome::Alive && !answer.seki,
        };
        match self.expected.map(|answer| answer.outcome) {
            _ if eyes_first => [Question::Eyes, by_defender, by_attacker, by_nobody],
            None | Some(Outcome::Alive) => [by_defender, Question::Eyes, by_attacker, by_nobody],
            // Stones that can be captured at all do not get two eyes, so that need not be asked.
            Some(_) => [by_defender, by_attacker, by_nobody, Question::Eyes],
        }
    }

    /// How deep the first round of a search looks. Where it is known what should be proved, shallow rounds would only fail, and in
    /// larger problems they mostly fail anyway. For correct moves it matters how short their proofs are, so they start at the bottom.
    fn first_depth(&self, question: Question) -> u8 {
        let should_fail = |cell: u16| {
            let point = self.game.region().point(cell.into());
            self.expected.is_some_and(|answer| !answer.moves.contains(point))
        };
        let is_deep = match question {
            Question::Eyes | Question::Captured(_) => self.suits_large || self.expected.is_some(),
            Question::Keeps(cell) => should_fail(cell),
            _ => false,
        };
        if is_deep { DEEP_START } else { 0 }
    }

    /// The next correct move whose territory is to be compared, where there is a choice.
    fn next_estate(&self, outcome: Outcome) -> Option<Question> {
        let moves = self.facts.moves?;
        let lives = outcome == Outcome::Alive && self.facts.eyes == Some(true);
        if !lives || moves.len() < 2 {
            return None;
        }
        let cells = moves.iter().map(|point| self.game.region().cell(point) as u16);
        let next = cells.filter(|&cell| cell >= self.facts.next_estate).min();
        next.map(Question::Territory)
    }

    /// Whether a question about the setup was not answered yet.
    fn is_open(&self, question: Question) -> bool {
        match question {
            Question::Eyes => self.facts.eyes.is_none(),
            Question::Captured(threats) => self.facts.captured[threats as usize].is_none(),
            _ => false,
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
            Question::Resists(cell) => {
                self.facts.next_cell = cell + 1;
                let threats = if self.to_move == self.defender {
                    Threats::Defender
                } else {
                    Threats::Attacker
                };
                self.game.begin(Some(MoveId(cell)), threats, Goal::Capture)
            }
            Question::Territory(cell) => {
                self.facts.next_estate = cell + 1;
                // If one side had threats, passing twice would lose.
                self.game
                    .begin(Some(MoveId(cell)), Threats::Nobody, Goal::Territory)
            }
            Question::Guess => self.game.begin(None, Threats::Nobody, Goal::Guess),
        };
        if begun {
            let (aim, depth) = question.aim();
            let left = self.limits.nodes.saturating_sub(self.nodes);
            let nodes = match question {
                Question::Guess => question.budget().unwrap_or(left),
                _ => question.budget().map_or(left, |budget| left.min(budget)),
            };
            let limits = Limits {
                nodes,
                depth: self.limits.depth.min(depth),
                ..self.limits
            };
            self.search.start(aim, limits);
            self.search.skip_to(self.first_depth(question));
            if self.suits_large && matches!(question, Question::Eyes | Question::Captured(_)) {
                self.search.spare_nodes();
            }
            self.asked = Some(question);
        }
        begun
    }

    /// Takes in what decides between equally good moves.
    fn prefer(&mut self, question: Question, report: &Report) {
        let point = |cell: u16| self.game.region().point(cell.into());
        match question {
            Question::Resists(cell) => {
                let most = self.facts.hardest.map_or(NO_RESISTANCE, |(work, _)| work);
                let at = point(cell);
                if report.nodes > most {
                    self.facts.hardest = Some((report.nodes, at));
                }
                if report.nodes > NO_RESISTANCE {
                    self.facts.compare(at, report.nodes.cmp(&most));
                }
            }
            Question::Territory(cell) => {
                // After the defender's move the attacker is to move, and values are the mover's.
                let (size, at) = (-report.value, point(cell));
                let is_shortest = self.facts.best.is_some_and(|(shortest, _)| shortest == at);
                let is_larger = self
                    .facts
                    .largest
                    .is_none_or(|(largest, _)| size > largest || (size == largest && is_shortest));
                let most = self.facts.largest.map(|(largest, _)| largest);
                self.facts.compare(at, Some(size).cmp(&most));
                if is_larger {
                    self.facts.largest = Some((size, at));
                }
            }
            _ => {
                let best = report.best.filter(|&id| id != PASS);
                self.facts.guess = Some(Guess {
                    best: best.map(|id| point(id.0)),
                    value: report.value,
                });
            }
        }
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
                    let point = self.game.region().point(cell.into());
                    self.facts.moves.get_or_insert(PointSet::EMPTY).insert(point);
                    let shortest = self.facts.best.map_or(u8::MAX, |(_, shortest)| shortest);
                    self.facts.compare(point, shortest.cmp(&report.depth));
                    if report.depth < shortest {
                        self.facts.best = Some((point, report.depth));
                    }
                }
            }
            Question::Territory(_) | Question::Resists(_) | Question::Guess => {}
        }
    }

    /// The move with which the outcome's proof began, for a side that has something to gain.
    fn proof_move(&self, outcome: Outcome) -> Option<Point> {
        let (threats, _) = self.test_of(outcome);
        let first = self.facts.first[threats as usize].filter(|_| !self.is_lost(outcome))?;
        let is_move = first != PASS && self.game.may_begin_with(first);
        is_move.then(|| self.game.region().point(first.0.into()))
    }

    fn solution(&self, outcome: Outcome) -> Solution {
        let (moves, best) = if self.judges_all {
            let moves = self.facts.moves.unwrap_or(PointSet::EMPTY);
            let shortest = self.facts.best.map(|(point, _)| point);
            (moves, self.facts.largest.map(|(_, point)| point).or(shortest))
        } else {
            // A proof may begin with a pass, or be over before it begins; then a move was looked for.
            let judged = self.facts.best.map(|(point, _)| point);
            let best = self.proof_move(outcome).or(judged);
            (best.into_iter().collect(), best)
        };
        let best = if self.is_lost(outcome) {
            self.facts.hardest.map(|(_, point)| point)
        } else {
            best
        };
        let were_compared = self.judges_all || self.is_lost(outcome);
        let equals = self.facts.equals.filter(|_| were_compared);
        Solution {
            answer: Answer {
                outcome,
                seki: outcome == Outcome::Alive && self.facts.eyes == Some(false),
                moves,
            },
            best,
            equals: equals.unwrap_or_else(|| best.into_iter().collect()),
            depth: self.facts.depth,
        }
    }
}
