//! A solver for any task: the smallest one that the region fits into, which is the fastest.

use super::facts::{Guess, Solution, Thinking};
use super::solver::Solver;
use super::task::Task;
use crate::board::{MAX_SIZE, PointSet};
use crate::problem::Outcome;
use crate::region::Word;
use crate::search::{End, Table};

/// The slots of the handheld's table: 96 KiB.
pub const DEVICE_SLOTS: usize = 8192;

/// The words of the largest region that the handheld has room for, 128 points: four on the handheld itself.
pub const DEVICE_WORDS: usize = words(128);

/// The words of a region that is a whole board of the largest size.
pub const BOARD_WORDS: usize = words(MAX_SIZE as usize * MAX_SIZE as usize);

/// The words that a set of this many points takes.
const fn words(points: usize) -> usize {
    points.div_ceil(Word::BITS as usize)
}

/// A [`Solver`] of any size up to `MOST` words, and its memory.
///
/// It is large. Where the stack is small, keep an idle one somewhere else and [`start`](SizedThinker::start) it there.
#[derive(Debug)]
pub struct SizedThinker<const MOST: usize>(Size<MOST>);

/// One with room for every region there is.
pub type Thinker = SizedThinker<BOARD_WORDS>;

/// One with the handheld's room.
pub type DeviceThinker = SizedThinker<DEVICE_WORDS>;

// With a tag of its own, an idle thinker is all zeros, and a static one takes no flash.
#[repr(u8)]
#[derive(Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "there is no heap to put the larger ones on"
)]
enum Size<const MOST: usize> {
    Idle,
    One(Solver<1>),
    Two(Solver<2>),
    Four(Solver<4>),
    Most(Solver<MOST>),
}

/// The solvers of fixed sizes at work. Whoever uses a generic function compiles it in his own way, and the trainer is built for size; these are
/// plain functions, so they are compiled here, for speed.
macro_rules! at_work {
    ($words:literal, $begin:ident, $work:ident) => {
        #[inline(never)]
        fn $begin(solver: &mut Solver<$words>, task: &Task<'_>) -> bool {
            solver.start(task)
        }

        #[inline(never)]
        fn $work(solver: &mut Solver<$words>, table: &mut Table<'_>, nodes: u32) -> Thinking {
            solver.step(table, nodes)
        }
    };
}

at_work!(1, begin_one, work_one);
at_work!(2, begin_two, work_two);
at_work!(4, begin_four, work_four);

/// Does the same for a solver of any size, or something else if there is none.
macro_rules! with {
    ($size:expr, $solver:ident => $does:expr, else $idle:expr) => {
        match $size {
            Size::Idle => $idle,
            Size::One($solver) => $does,
            Size::Two($solver) => $does,
            Size::Four($solver) => $does,
            Size::Most($solver) => $does,
        }
    };
}

impl<const MOST: usize> SizedThinker<MOST> {
    /// One that has nothing to do.
    pub const IDLE: Self = SizedThinker(Size::Idle);

    /// Whether the largest size is none of the others. If not, its code is not needed.
    const HAS_A_SIZE_OF_ITS_OWN: bool = !matches!(MOST, 1 | 2 | 4);

    /// One at work on a task; `None` if the region is too large.
    pub fn new(task: &Task<'_>) -> Option<Self> {
        let mut thinker = Self::IDLE;
        thinker.start(task).then_some(thinker)
    }

    /// Begins a task in place of any before. False if its region is too large; it is then idle.
    pub fn start(&mut self, task: &Task<'_>) -> bool {
        // Idle solvers are copied from where constants are kept: made here, each would take its own size of the stack.
        self.0 = const { Size::One(Solver::idle()) };
        let mut fits = self.restart(task);
        if !fits && MOST >= 2 {
            self.0 = const { Size::Two(Solver::idle()) };
            fits = self.restart(task);
        }
        if !fits && MOST >= 4 {
            self.0 = const { Size::Four(Solver::idle()) };
            fits = self.restart(task);
        }
        if !fits && Self::HAS_A_SIZE_OF_ITS_OWN {
            self.0 = const { Size::Most(Solver::idle()) };
            fits = self.restart(task);
        }
        if !fits {
            self.0 = Size::Idle;
        }
        fits
    }

    /// Begins a task with a solver of the current size. False if that is too small.
    fn restart(&mut self, task: &Task<'_>) -> bool {
        match &mut self.0 {
            Size::Idle => false,
            Size::One(solver) => begin_one(solver, task),
            Size::Two(solver) => begin_two(solver, task),
            Size::Four(solver) => begin_four(solver, task),
            Size::Most(solver) => Self::HAS_A_SIZE_OF_ITS_OWN && solver.start(task),
        }
    }

    /// Works off about `nodes` positions. The table must be the same in every step, and empty before the first. Without
    /// a task the answer is always unknown.
    pub fn step(&mut self, table: &mut Table<'_>, nodes: u32) -> Thinking {
        match &mut self.0 {
            Size::One(solver) => work_one(solver, table, nodes),
            Size::Two(solver) => work_two(solver, table, nodes),
            Size::Four(solver) => work_four(solver, table, nodes),
            Size::Most(solver) if Self::HAS_A_SIZE_OF_ITS_OWN => solver.step(table, nodes),
            Size::Most(_) | Size::Idle => Thinking::Unknown,
        }
    }

    /// The outcome, as soon as it is proved.
    pub fn outcome(&self) -> Option<Outcome> {
        with!(&self.0, solver => solver.outcome(), else None)
    }

    /// What is proved so far; see [`Solver::so_far`].
    pub fn so_far(&self) -> Option<Solution> {
        with!(&self.0, solver => solver.so_far(), else None)
    }

    /// How things look. It is there once a limit was reached.
    pub fn guess(&self) -> Option<Guess> {
        with!(&self.0, solver => solver.guess(), else None)
    }

    /// Why nothing was proved; see [`Solver::gave_up`].
    pub fn gave_up(&self) -> Option<End> {
        with!(&self.0, solver => solver.gave_up(), else None)
    }

    /// Takes an outcome as proved; see [`Solver::take`].
    pub fn take(&mut self, outcome: Outcome, eyes: Option<bool>) {
        with!(&mut self.0, solver => solver.take(outcome, eyes), else ());
    }

    /// Whether this outcome cannot be; see [`Solver::refutes`].
    pub fn refutes(&self, outcome: Outcome, eyes: Option<bool>) -> bool {
        with!(&self.0, solver => solver.refutes(outcome, eyes), else false)
    }

    /// Whether the defender can make two eyes; see [`Solver::has_eyes`].
    pub fn has_eyes(&self) -> Option<bool> {
        with!(&self.0, solver => solver.has_eyes(), else None)
    }

    /// First moves that were judged; see [`Solver::judged`].
    pub fn judged(&self) -> PointSet {
        with!(&self.0, solver => solver.judged(), else PointSet::EMPTY)
    }

    /// Does not ask about these first moves; see [`Solver::pass_over`].
    pub fn pass_over(&mut self, judged: &PointSet) {
        with!(&mut self.0, solver => solver.pass_over(judged), else ());
    }

    /// Looks for no more proofs; see [`Solver::give_up`].
    pub fn give_up(&mut self) {
        with!(&mut self.0, solver => solver.give_up(), else ());
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        with!(&self.0, solver => solver.nodes(), else 0)
    }
}
