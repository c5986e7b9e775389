//! The three solvers as parts that work in slices of nodes, each by itself.

use shikatsu::board::PointSet;
use shikatsu::problem::{Outcome, Problem};
use shikatsu::search::Table;
use shikatsu::tsumego::{Solution, Task, Thinker, Thinking};
use shikatsu_prover::{Closed, Judgement, Solver, Win};

use super::{Effort, FIRST_SLOTS, Memory, Regions};

/// The core's alpha-beta, with a table that grows.
pub(super) struct AlphaBeta<'a> {
    thinker: Box<Thinker>,
    memory: &'a mut Memory,
    /// The slots in use.
    slots: usize,
    pub(super) solved: Option<Solution>,
    pub(super) is_done: bool,
    /// First moves that it was told not to ask about.
    told: PointSet,
}

impl<'a> AlphaBeta<'a> {
    pub(super) fn new(problem: &Problem, effort: &Effort, memory: &'a mut Memory) -> AlphaBeta<'a> {
        let task = Task {
            problem,
            past: &[],
            limits: effort.limits,
            knows: effort.knows,
            every_move: effort.every_move,
            expected: None,
            suits_large: effort.regions == Regions::Any,
            instinct: true,
        };
        let mut thinker = Box::new(Thinker::IDLE);
        let fits = thinker.start(&task);
        let slots = Table::new(memory.first(FIRST_SLOTS)).size();
        AlphaBeta {
            thinker,
            memory,
            slots,
            solved: None,
            is_done: !fits,
            told: PointSet::EMPTY,
        }
    }

    /// Looks at about so many positions.
    pub(super) fn step(&mut self, nodes: u64) {
        let end = self.nodes() + nodes;
        while !self.is_done && self.nodes() < end {
            let can_grow = self.slots >= FIRST_SLOTS && 2 * self.slots <= self.memory.count;
            if can_grow && self.nodes() >= self.slots as u64 {
                self.slots *= 2;
                Table::grown(self.memory.first(self.slots));
            }
            // Never beyond the position at which it grows, so that the search is the same whatever the slices are.
            let grows_at = if can_grow { self.slots as u64 } else { u64::MAX };
            let slice = grows_at.min(end).saturating_sub(self.nodes()).max(1);
            let mut table = Table::kept(self.memory.first(self.slots));
            match self.thinker.step(&mut table, slice.min(u32::MAX.into()) as u32) {
                Thinking::More => {}
                Thinking::Unknown => self.is_done = true,
                Thinking::Solved(solution) => (self.solved, self.is_done) = (Some(solution), true),
            }
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.thinker.nodes()
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.thinker.outcome()
    }

    /// Whether this outcome cannot be, by what is proved so far.
    pub(super) fn refutes(&self, outcome: Outcome, eyes: Option<bool>) -> bool {
        self.thinker.refutes(outcome, eyes)
    }

    /// Whether stones that stand have two eyes.
    pub(super) fn has_eyes(&self) -> Option<bool> {
        self.thinker.has_eyes()
    }

    /// The outcome, if nothing about it is left to find out: of stones that stand, whether they have two eyes.
    pub(super) fn whole_outcome(&self) -> Option<Outcome> {
        let is_whole = |outcome: &Outcome| *outcome != Outcome::Alive || self.thinker.has_eyes().is_some();
        self.outcome().filter(is_whole)
    }

    /// What is proved, as soon as the outcome is.
    pub(super) fn proved(&self) -> Option<Solution> {
        self.solved.or_else(|| self.thinker.so_far())
    }

    /// First moves that it found to be wrong.
    pub(super) fn wrong(&self) -> PointSet {
        let correct = self.proved().map_or(PointSet::EMPTY, |known| known.answer.moves);
        self.thinker.judged().minus(&correct).minus(&self.told)
    }

    /// Takes in what another part knows: the outcome, whether stones that stand have two eyes, and judged first moves.
    pub(super) fn learn(&mut self, outcome: Option<Outcome>, eyes: Option<bool>, judged: &PointSet) {
        if let Some(outcome) = outcome
            && self.solved.is_none()
        {
            let was_open = self.outcome().is_none();
            self.thinker.take(outcome, eyes);
            // What was too hard before is no longer asked.
            self.is_done &= !was_open;
        }
        if self.outcome().is_some() && !self.is_done {
            self.told = self.told.union(&judged.minus(&self.thinker.judged()));
            self.thinker.pass_over(judged);
        }
    }

    /// An opinion, where nothing is proved.
    pub(super) fn guess(&mut self) -> Option<shikatsu::tsumego::Guess> {
        if self.outcome().is_none() && self.thinker.guess().is_none() {
            self.thinker.give_up();
            let mut table = Table::kept(self.memory.first(self.slots));
            self.thinker.step(&mut table, GUESSING);
        }
        self.thinker.guess()
    }
}

/// Enough for a guess.
const GUESSING: u32 = 4096;

/// The prover for open positions.
pub(super) struct Open {
    pub(super) solver: Solver,
    pub(super) is_done: bool,
}

impl Open {
    pub(super) fn new(problem: &Problem, bytes: usize) -> Open {
        Open {
            solver: Solver::new(problem, bytes),
            is_done: false,
        }
    }

    pub(super) fn step(&mut self, nodes: u64) {
        self.is_done = !self.solver.step(nodes);
    }

    pub(super) fn nodes(&self) -> u64 {
        self.solver.progress().nodes
    }

    pub(super) fn learn(&mut self, outcome: Outcome) {
        if self.solver.finding().outcome.is_none() {
            self.solver.take(outcome);
            self.is_done = false;
        }
    }
}

/// The proof-number search for closed regions; nothing at all in larger ones.
pub(super) struct Enclosed {
    solver: Option<Closed>,
    pub(super) is_done: bool,
}

impl Enclosed {
    pub(super) fn new(problem: &Problem, bytes: usize) -> Enclosed {
        let solver = Closed::new(problem, bytes);
        Enclosed {
            is_done: solver.is_none(),
            solver,
        }
    }

    pub(super) fn step(&mut self, nodes: u64) {
        self.is_done = !self.solver.as_mut().is_some_and(|solver| solver.step(nodes));
    }

    pub(super) fn nodes(&self) -> u64 {
        self.solver.as_ref().map_or(0, Closed::nodes)
    }

    pub(super) fn judgement(&self) -> Judgement {
        self.solver.as_ref().map(Closed::judgement).unwrap_or_default()
    }

    pub(super) fn win(&self) -> Option<Win> {
        self.solver.as_ref().and_then(Closed::win)
    }

    /// Takes in what another part knows.
    pub(super) fn learn(&mut self, outcome: Option<Outcome>, eyes: Option<bool>, judged: &PointSet) {
        let Some(solver) = &mut self.solver else {
            return;
        };
        if let Some(outcome) = outcome {
            let was_open = solver.judgement().outcome.is_none();
            solver.take(outcome, eyes);
            self.is_done &= !was_open;
        }
        solver.pass_over(judged);
    }
}
