//! Questions to the solver, with the handheld's table: what it costs here is what it costs there.

use shikatsu::problem::Problem;
use shikatsu::region::Region;
use shikatsu::search::{Limits, Slot, Table};
use shikatsu::tsumego::{DEVICE_SLOTS, DEVICE_WORDS, Solution, Task, Thinker, Thinking};

/// Positions that the handheld looked at in a second when the bank was chosen, in regions of up to so many points: one, two and four of its words.
/// It has become faster since (`docs/solver-figures.md`); with these the choice stays what it was.
const NODES_A_SECOND: [(usize, u64); 3] = [(32, 33_700), (64, 20_400), (128, 11_500)];
/// What the handheld may take for one position, in milliseconds: less than the two seconds that are promised.
const PATIENCE: u64 = 1_500;

/// A proof, and what it took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof {
    pub(super) solution: Solution,
    pub(super) nodes: u64,
}

/// A solver with its table.
pub(super) struct Prober {
    thinker: Box<Thinker>,
    slots: Vec<Slot>,
}

impl Prober {
    pub(super) fn new() -> Prober {
        Prober {
            thinker: Box::new(Thinker::IDLE),
            slots: vec![Slot::EMPTY; DEVICE_SLOTS],
        }
    }

    /// Everything about a position, or one move if that is enough; `None` if `nodes` positions do not suffice.
    pub(super) fn ask(
        &mut self,
        problem: &Problem,
        past: &[u64],
        every_move: bool,
        nodes: u64,
    ) -> Option<Proof> {
        let task = Task {
            past,
            limits: Limits {
                nodes,
                ..Limits::NONE
            },
            every_move,
            // Levels are measured in positions, so these have to stay what they are.
            instinct: false,
            ..Task::of(problem)
        };
        if !self.thinker.start(&task) {
            return None;
        }
        let mut table = Table::new(&mut self.slots);
        loop {
            match self.thinker.step(&mut table, u32::MAX) {
                Thinking::More => {}
                Thinking::Unknown => return None,
                Thinking::Solved(solution) => {
                    return Some(Proof {
                        solution,
                        nodes: self.thinker.nodes(),
                    });
                }
            }
        }
    }
}

/// Positions that the handheld looks at in a second in this problem's region; `None` if that is too large for it.
pub(super) fn device_rate(problem: &Problem) -> Option<u64> {
    let (region, _) = Region::<DEVICE_WORDS>::new(problem)?;
    let fits = |(most, _): &&(usize, u64)| region.points() <= *most;
    Some(NODES_A_SECOND.iter().find(fits)?.1)
}

/// How many positions the handheld can look at before somebody becomes impatient.
pub(super) fn device_nodes(problem: &Problem) -> Option<u64> {
    Some(device_rate(problem)? * PATIENCE / 1000)
}

/// Positions after one move of an open problem. What the handheld cannot read in two seconds goes into a book of replies, so it is more than that;
/// and regions of so many points.
const WITH_A_BOOK: u64 = 250_000;
const POINTS_WITH_A_BOOK: usize = 64;

/// What may be looked at for one position if there can be a book of replies; `None` if the region is too large.
pub(super) fn book_nodes(problem: &Problem) -> Option<u64> {
    let (region, _) = Region::<DEVICE_WORDS>::new(problem)?;
    (region.points() <= POINTS_WITH_A_BOOK).then_some(WITH_A_BOOK)
}
