//! Problems solved on a computer: how much may be spent, and what came of it.
//!
//! The proofs are the core's; here are the memory it works in, the way to stop it, and what is said about the answer.
//!
//! * [`solve`] gives one problem to the core's solver, in slices, so that somebody can watch and stop it.
//! * [`together`] gives it to the core's solver and to the prover for open positions, in turns: what either proves is proved.
//! * [`line::principal`] plays the answer on. [`json`] writes it for programs, [`words`] for people.
//! * [`Stop`] is the wish to stop.

pub mod json;
pub mod line;
mod parts;
mod resistance;
mod rests;
mod stop;
mod together;
pub mod words;

pub use rests::Rests;
pub use stop::Stop;
pub(crate) use together::is_lost;
pub use together::{CLOSED_COST, COST, Plan, Together, together};

use shikatsu::board::Move;
use shikatsu::problem::{Outcome, Problem};
use shikatsu::region::Region;
use shikatsu::search::{Limits, Slot, Table};
use shikatsu::tsumego::{DEVICE_SLOTS, DEVICE_WORDS, Guess, Knowledge, Solution, Task, Thinker, Thinking};

/// How many positions the handheld looks at before it gives up.
pub const DEVICE_NODES: u64 = 2_000_000;

/// The slots that the table begins with; it grows with the positions looked at. Most problems need no more, a small table stays
/// in the processor's cache, and to clear a large one takes longer than to solve them.
const FIRST_SLOTS: usize = DEVICE_SLOTS;

/// What may be spent on a problem, besides the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// When to give up.
    pub limits: Limits,
    /// Which regions are tried at all.
    pub regions: Regions,
    /// After how many positions the watcher is asked again.
    pub slice: u32,
    /// Whether every first move is judged, or one correct one is enough.
    pub every_move: bool,
    /// The pieces of knowledge that are switched on.
    pub knows: Knowledge,
}

/// How large a problem may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Regions {
    /// As large as a board.
    Any,
    /// As large as the handheld has room for: 128 points.
    Device,
}

/// What came of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// The whole answer, proved.
    Proved(Solution),
    /// Nothing, for this reason.
    Nothing(Why),
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The positions were used up.
    Nodes,
    /// The depth or the breadth allowed is not enough.
    Shape,
    /// The region has no room in the memory.
    TooLarge,
    /// Somebody stopped it.
    Stopped,
    /// The time was up.
    Time,
    /// Two solvers proved the contrary of each other. That is a fault of this program, and nothing it says of the problem can be trusted.
    Contradiction,
}

/// What came of a problem, and what it cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// The answer, if there is one.
    pub found: Found,
    /// What is proved though the answer is not complete: the outcome, and moves that reach it.
    pub so_far: Option<Solution>,
    /// How things look, where no outcome is proved.
    pub guess: Option<Guess>,
    /// Positions looked at.
    pub nodes: u64,
    /// What the outcome rests on, where that is known.
    pub rests: Option<Rests>,
}

impl Attempt {
    /// The whole answer, if it was proved.
    pub const fn solution(&self) -> Option<&Solution> {
        match &self.found {
            Found::Proved(solution) => Some(solution),
            Found::Nothing(_) => None,
        }
    }

    /// The answer as far as it was proved: at least the outcome.
    pub fn proved(&self) -> Option<&Solution> {
        self.solution().or(self.so_far.as_ref())
    }

    /// Whether it was stopped, or solvers contradict each other: then there is no use in asking anybody else.
    pub(crate) fn is_broken_off(&self) -> bool {
        matches!(self.found, Found::Nothing(Why::Stopped | Why::Contradiction))
    }

    /// Knows nothing any more, since somebody contradicts it: nobody is believed then.
    pub(crate) const fn give_up(&mut self) {
        self.found = Found::Nothing(Why::Contradiction);
        (self.so_far, self.guess, self.rests) = (None, None, None);
    }

    /// The move to play, a pass if nothing is better. `None` if no move is judged yet, though the outcome may be proved.
    pub fn best(&self) -> Option<Move> {
        let is_whole = self.solution().is_some();
        let known = self.proved().filter(|known| is_whole || known.best.is_some());
        known.map(|known| words::best(known.best))
    }
}

/// What is known while a problem is being solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    /// Positions looked at so far.
    pub nodes: u64,
    /// The outcome, as soon as it is proved; what remains is to judge the first moves.
    pub outcome: Option<Outcome>,
    /// What the prover is asked at the moment, if it is at work.
    pub asked: Option<Asked>,
    /// The points of the zone of the outcome's proof.
    pub zone: Option<usize>,
    /// How many of the first moves are judged, and how many there are.
    pub judged: Option<(usize, usize)>,
}

/// A question to the prover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    /// Whether it is to be proved that the key stones live; else that they die.
    pub lives: bool,
    /// After this first move, if any.
    pub after: Option<Move>,
    /// How many moves of the winner are looked ahead.
    pub moves: u32,
}

/// Memory for the table. It is taken from the system when a problem first needs it, since most need little.
#[derive(Debug)]
pub struct Memory {
    slots: Vec<Slot>,
    count: usize,
}

impl Memory {
    /// Room for so many slots; `None` if the system does not have it.
    pub fn new(count: usize) -> Option<Memory> {
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).ok()?;
        Some(Memory { slots, count })
    }

    /// The first `count` slots, or all if there are not so many.
    fn first(&mut self, count: usize) -> &mut [Slot] {
        let count = count.min(self.count);
        if self.slots.len() < count {
            self.slots.resize(count, Slot::EMPTY);
        }
        &mut self.slots[..count]
    }
}

/// Solves one problem in a table that grows up to what `memory` has room for. `go_on` is asked between slices.
pub fn solve(
    problem: &Problem,
    effort: &Effort,
    memory: &mut Memory,
    go_on: &mut dyn FnMut(Sight) -> bool,
) -> Attempt {
    solve_after(&[], problem, effort, memory, go_on)
}

/// The same for a position in the middle of a problem: those before it, by their hashes, must not come back.
pub fn solve_after(
    past: &[u64],
    problem: &Problem,
    effort: &Effort,
    memory: &mut Memory,
    go_on: &mut dyn FnMut(Sight) -> bool,
) -> Attempt {
    let mut attempt = Attempt {
        found: Found::Nothing(Why::TooLarge),
        so_far: None,
        guess: None,
        nodes: 0,
        rests: None,
    };
    let has_room = effort.regions == Regions::Any || Region::<DEVICE_WORDS>::new(problem).is_some();
    let thinker = Thinker::new(&Task {
        problem,
        past,
        limits: effort.limits,
        knows: effort.knows,
        every_move: effort.every_move,
        expected: None,
        // What is measured for the handheld is measured as the handheld does it when it has to answer.
        suits_large: effort.regions == Regions::Any,
        instinct: effort.regions == Regions::Any,
    });
    let Some(mut thinker) = thinker.filter(|_| has_room) else {
        return attempt;
    };
    let most_slots = memory.count;
    let mut table = Table::new(memory.first(FIRST_SLOTS));
    attempt.found = loop {
        let can_grow = table.size() >= FIRST_SLOTS && 2 * table.size() <= most_slots;
        let grows_at = if can_grow { table.size() as u64 } else { u64::MAX };
        // Never beyond the position at which it grows, so that the search is the same whatever the slices are.
        let slice = grows_at.saturating_sub(thinker.nodes()).min(effort.slice.into());
        match thinker.step(&mut table, slice as u32) {
            Thinking::Solved(solution) => break Found::Proved(solution),
            Thinking::Unknown if thinker.nodes() >= effort.limits.nodes => break Found::Nothing(Why::Nodes),
            Thinking::Unknown => break Found::Nothing(Why::Shape),
            Thinking::More => {}
        }
        let sight = Sight {
            nodes: thinker.nodes(),
            outcome: thinker.outcome(),
            asked: None,
            zone: None,
            judged: None,
        };
        if !go_on(sight) {
            break Found::Nothing(Why::Stopped);
        }
        if sight.nodes >= grows_at {
            let larger = 2 * table.size();
            table = Table::grown(memory.first(larger));
        }
    };
    attempt.so_far = thinker.so_far();
    attempt.guess = thinker.guess();
    attempt.nodes = thinker.nodes();
    attempt
}
