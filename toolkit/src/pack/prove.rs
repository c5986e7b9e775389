//! Many problems solved at once, as many as there are threads.
//!
//! Small rooms are the core's solver's, wide ones the prover's for open positions; what one leaves unknown the other is asked about. What is
//! proved in the open is then closed, so that the handheld can read it.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use shikatsu::problem::{Answer, Outcome, Problem};
use shikatsu::search::{Limits, Slot};
use shikatsu::tsumego::{DEVICE_SLOTS, Knowledge};

use super::ask::{Asked, room_of};
use super::bind::{Patience, bind};
use super::close::{close, written};
use super::journal;
use super::open::{BYTES, ask};
use super::opinion::PASSABLE_MOVES;
use crate::sgf::Room;
use crate::solve::{Attempt, Effort, Found, Memory, Plan, Regions, Stop, Why, solve, together};
use crate::threads::{Alone, Threads};

/// Somebody who wants to know how far the proofs have come.
pub trait Watch {
    /// So many of all problems are done, and so many positions were looked at for those.
    fn proving(&mut self, done: usize, all: usize, nodes: u64);
    /// This round of proofs is over.
    fn proved(&mut self);
    /// The line that was learned about this question before, if there is one: then nobody is asked again.
    fn remembered(&mut self, _question: &str) -> Option<String> {
        None
    }
    /// A line to remember.
    fn learned(&mut self, _line: &str) {}
}

/// Positions for each problem, in each way to read it, where nobody says otherwise. docs/packs.md has what each of these brings.
pub const NODES: u64 = 200_000;
/// Positions of the prover for open positions.
pub const OPEN_NODES: u64 = 10_000;
/// Positions for what neither knows. Nearly all of it goes to proof numbers, of which each position counts for six: in closed rooms they find in the same
/// time what alpha-beta takes ten times as long for.
pub const TOGETHER_NODES: u64 = 600_000;
/// Positions for each reading of what nobody has proved then that is worth patience.
pub const PATIENT_NODES: u64 = 6_000_000;
/// Positions for each position that the handheld could not read, on the way to a book of replies.
const SLOW_NODES: u64 = 1_000_000;

/// The slots of a worker's table: 16 MiB.
pub const SLOTS: usize = (16 << 20) / size_of::<Slot>();
/// After how many positions Ctrl-C is looked at.
const SLICE: u32 = 4096;

/// How problems of packs are solved, within these limits.
pub const fn effort(limits: Limits) -> Effort {
    Effort {
        limits,
        // What has no room on the handheld is no use to it.
        regions: Regions::Device,
        slice: SLICE,
        every_move: true,
        knows: Knowledge::ALL,
    }
}

/// The answer of a problem and the book of replies that the handheld needs for it, empty if it needs none, as they go into the pack of a manifest.
/// `None` if `nodes` positions do not suffice for the answer, or no book holds all that it cannot read in time.
pub fn answerable(problem: &Problem, nodes: u64) -> Option<(Answer, Vec<u8>)> {
    let effort = effort(Limits {
        nodes,
        ..Limits::NONE
    });
    let mut memory = Memory::new(SLOTS)?;
    let attempt = solve(problem, &effort, &mut memory, &mut |_| true);
    let answer = attempt.solution()?.answer;
    let proof = Proof {
        attempt,
        handheld: Handheld::AsItIs,
        passes: false,
    };
    let proof = for_the_handheld(proof, problem, &effort, &mut memory, &mut || true);
    match proof.handheld {
        Handheld::AsItIs => Some((answer, Vec::new())),
        Handheld::Bound(_, book) => Some((answer, book)),
        Handheld::Closed(_) | Handheld::TooLarge => None,
    }
}

/// Who solves, and how long they try.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    /// Those who work at the same time.
    pub threads: &'a dyn Threads,
    /// What may be spent on each problem.
    pub effort: Effort,
    /// The slots of each one's table.
    pub slots: usize,
    /// The positions that the prover for open positions may look at for each problem; with 0 it is not asked.
    pub open_nodes: u64,
    /// What may be spent by all solvers together on each problem that none of them knows alone; with 0 they are not asked.
    pub together_nodes: u64,
}

/// How the handheld copes with a problem that was proved.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "there is one for each problem, beside the problem itself"
)]
pub enum Handheld {
    /// It can read it as it is.
    AsItIs,
    /// It reads this instead: the same, closed around the points that the answer rests on.
    Closed(Problem),
    /// The same, with this book of replies, as a pack holds it.
    Bound(Problem, Vec<u8>),
    /// It cannot.
    TooLarge,
}

impl Handheld {
    /// The problem that the handheld reads in place of this one.
    pub(super) const fn problem(&self, original: &Problem) -> Problem {
        match self {
            Handheld::Closed(problem) | Handheld::Bound(problem, _) => *problem,
            Handheld::AsItIs | Handheld::TooLarge => *original,
        }
    }
}

/// What came of a problem.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    pub(super) attempt: Attempt,
    pub(super) handheld: Handheld,
    /// Whether the side to move wins in the open even if it passes: then nothing is to be found.
    pub(super) passes: bool,
}

impl Proof {
    fn outcome(&self) -> Option<Outcome> {
        self.attempt.proved().map(|known| known.answer.outcome)
    }

    /// Knows nothing any more if another one knows otherwise, and says so: where two differ, nobody is believed.
    fn gives_up_against(&mut self, other: &Proof) -> bool {
        let contradicts = self
            .outcome()
            .zip(other.outcome())
            .is_some_and(|(one, other)| one != other);
        if contradicts {
            self.attempt.found = Found::Nothing(Why::Contradiction);
            self.attempt.so_far = None;
        }
        contradicts
    }
}

/// With more empty points than this a room is the prover's first, and with more than that its alone.
pub(super) const WIDE: usize = 20;
pub(super) const HOPELESS: usize = 32;
/// With more than this proof numbers would need longer than there is time for many readings.
const ROOMY: usize = 24;

/// Whoever proves what a reading comes to. What it can cope with decides which readings are worth a try.
pub(super) trait Prover {
    /// The rooms it is asked about, the likeliest first.
    fn rooms(&self) -> &'static [Room];

    /// Solves all problems; `None` for those that nobody came to before the stop, or had no memory for.
    fn prove(&mut self, asked: &[Asked<'_>]) -> Vec<Option<Proof>>;
}

/// The core's solver and the prover on all cores. The core's solver reads every point of a room, so generous ones are too much for it.
pub(super) struct OnCores<'a> {
    pub(super) workers: &'a Workers<'a>,
    /// So much is read that the handheld may not be able to: then it is asked about every move.
    pub(super) is_patient: bool,
    pub(super) stop: &'a Stop,
    pub(super) watch: &'a mut dyn Watch,
}

impl Prover for OnCores<'_> {
    fn rooms(&self) -> &'static [Room] {
        if self.workers.open_nodes > 0 {
            return &[
                Room::Usual,
                Room::Tight,
                Room::Tightest,
                Room::Fight,
                Room::Generous,
                Room::Wider(1),
                Room::Wider(2),
            ];
        }
        &[
            Room::Usual,
            Room::Tight,
            Room::Tightest,
            Room::Fight,
            Room::Wider(1),
            Room::Wider(2),
        ]
    }

    fn prove(&mut self, asked: &[Asked<'_>]) -> Vec<Option<Proof>> {
        if asked.is_empty() {
            return Vec::new();
        }
        prove(asked, self.workers, self.is_patient, self.stop, self.watch)
    }
}

/// Solves all problems; `None` for those that nobody came to before the stop, or had no memory for.
fn prove(
    asked: &[Asked<'_>],
    workers: &Workers<'_>,
    is_patient: bool,
    stop: &Stop,
    watch: &mut dyn Watch,
) -> Vec<Option<Proof>> {
    let Workers {
        threads,
        effort,
        slots,
        open_nodes,
        together_nodes,
    } = *workers;
    let questions: Vec<String> = asked
        .iter()
        .map(|asked| journal::question(asked, workers))
        .collect();
    let remembered = asked.iter().zip(&questions).map(|(asked, question)| {
        let line = watch.remembered(question)?;
        journal::proof(&line, asked.problem)
    });
    let remembered: Vec<Option<Proof>> = remembered.collect();
    let mut is_told: Vec<bool> = remembered.iter().map(Option::is_some).collect();
    let is_known = is_told.clone();
    let proofs = Mutex::new(remembered);
    let (next, done, nodes) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicU64::new(0));
    let share = |breathe: &mut dyn FnMut()| {
        let Some(mut memory) = Memory::new(slots) else {
            return;
        };
        while !stop.is_wanted() {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(asked) = asked.get(place) else {
                return;
            };
            if is_known[place] {
                done.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            let go_on = &mut || {
                breathe();
                !stop.is_wanted()
            };
            let mut proof = if is_patient && open_nodes > 0 {
                prove_together(asked.problem, &effort, &mut memory, go_on)
            } else {
                prove_one(asked, &effort, open_nodes, &mut memory, go_on)
            };
            if is_patient && !asked.is_aside {
                proof = for_the_handheld(proof, asked.problem, &effort, &mut memory, go_on);
            }
            if !is_patient && together_nodes > 0 && proof.attempt.solution().is_none() {
                proof = prove_better(proof, asked, &effort, together_nodes, &mut memory, go_on);
            }
            nodes.fetch_add(proof.attempt.nodes, Ordering::Relaxed);
            proofs.lock().unwrap_or_else(PoisonError::into_inner)[place] = Some(proof);
            done.fetch_add(1, Ordering::Relaxed);
        }
    };
    threads.share(asked.len(), &share, &mut || {
        // A copy, so that nobody waits while something is written.
        let so_far = proofs.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for (place, proof) in so_far.iter().enumerate().filter(|(_, proof)| proof.is_some()) {
            let is_new = !std::mem::replace(&mut is_told[place], true);
            let (question, size) = (&questions[place], asked[place].problem.size());
            let new = proof.as_ref().filter(|_| is_new);
            if let Some(line) = new.and_then(|proof| journal::line(question, proof, size)) {
                watch.learned(&line);
            }
        }
        let (done, nodes) = (done.load(Ordering::Relaxed), nodes.load(Ordering::Relaxed));
        watch.proving(done, asked.len(), nodes);
    });
    watch.proved();
    proofs.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// What was read at length, with a book of replies where the handheld needs one.
fn for_the_handheld(
    mut proof: Proof,
    problem: &Problem,
    effort: &Effort,
    memory: &mut Memory,
    go_on: &mut dyn FnMut() -> bool,
) -> Proof {
    let Some(solution) = proof.attempt.solution().copied() else {
        // The outcome may be known, and a move that reaches it.
        if proof.attempt.proved().is_some_and(|known| known.best.is_some()) {
            proof.handheld = Handheld::TooLarge;
        }
        return proof;
    };
    // Even where the whole answer is quick: here a move is wrong as soon as it does not reach that, and there it is asked what it comes to.
    let patience = Patience {
        memory,
        nodes: SLOW_NODES,
    };
    let book = Memory::new(DEVICE_SLOTS).and_then(|mut small| {
        let bound = bind(problem, &solution, effort, &mut small, Some(patience), go_on)?;
        // Two ways to the same answer: where they differ, nobody is believed.
        let is_same = bound.solution.answer == solution.answer;
        proof.attempt.nodes += bound.nodes;
        written(&bound, problem).filter(|_| is_same)
    });
    proof.handheld = match book {
        None if !go_on() => {
            proof.attempt.found = Found::Nothing(Why::Stopped);
            return proof;
        }
        None => Handheld::TooLarge,
        Some(book) if book.is_empty() => Handheld::AsItIs,
        Some(book) => Handheld::Bound(*problem, book),
    };
    proof
}

/// Asks both in turns, so that what one finds helps the other.
fn prove_together(
    problem: &Problem,
    effort: &Effort,
    memory: &mut Memory,
    go_on: &mut dyn FnMut() -> bool,
) -> Proof {
    let plan = Plan {
        effort: *effort,
        bytes: BYTES,
        with_proof: false,
        threads: &Alone,
    };
    Proof {
        attempt: together(problem, &plan, memory, &mut |_| go_on()).attempt,
        handheld: Handheld::AsItIs,
        passes: false,
    }
}

/// Asks all of them together about a room that is not too large, after each alone has not known. What is worth it is made ready for the handheld.
fn prove_better(
    before: Proof,
    asked: &Asked<'_>,
    effort: &Effort,
    nodes: u64,
    memory: &mut Memory,
    go_on: &mut dyn FnMut() -> bool,
) -> Proof {
    let is_over = matches!(
        before.attempt.found,
        Found::Nothing(Why::Stopped | Why::Contradiction)
    );
    if is_over || room_of(&asked.problem.setup()).len() > ROOMY {
        return before;
    }
    let mut longer = *effort;
    longer.limits.nodes = nodes;
    let mut proof = prove_together(asked.problem, &longer, memory, go_on);
    proof.attempt.nodes += before.attempt.nodes;
    proof.passes = before.passes;
    if proof.attempt.found == Found::Nothing(Why::Stopped) {
        return proof;
    }
    if proof.gives_up_against(&before) {
        return proof;
    }
    let Some(solution) = proof.attempt.solution() else {
        let nodes = proof.attempt.nodes;
        let mut known = if before.outcome().is_some() { before } else { proof };
        known.attempt.nodes = nodes;
        return known;
    };
    if asked.is_aside {
        return proof;
    }
    // A book of replies takes long. Nobody needs one for a reading that will not be taken.
    let is_likely = !asked.is_silent || (1..=PASSABLE_MOVES).contains(&solution.answer.moves.len());
    if is_likely {
        return for_the_handheld(proof, asked.problem, effort, memory, go_on);
    }
    proof.handheld = Handheld::TooLarge;
    proof
}

/// Asks whoever is likelier to know first, and then the other.
fn prove_one(
    asked: &Asked<'_>,
    effort: &Effort,
    open_nodes: u64,
    memory: &mut Memory,
    go_on: &mut dyn FnMut() -> bool,
) -> Proof {
    let free = room_of(&asked.problem.setup()).len();
    let is_wide = open_nodes > 0 && free > WIDE;
    let mut spent = 0;
    let mut first: Option<Proof> = None;
    for in_the_open in [is_wide, !is_wide] {
        if in_the_open && open_nodes == 0 || !in_the_open && is_wide && free > HOPELESS {
            continue;
        }
        let mut proof = if in_the_open {
            prove_in_the_open(asked, effort, open_nodes, go_on)
        } else {
            Proof {
                attempt: solve(asked.problem, effort, memory, &mut |_| go_on()),
                handheld: Handheld::AsItIs,
                passes: false,
            }
        };
        spent += proof.attempt.nodes;
        if first.as_ref().is_some_and(|first| proof.gives_up_against(first)) {
            proof.attempt.nodes = spent;
            return proof;
        }
        let is_over = match proof.attempt.found {
            // The other one may find that the handheld can read it after all.
            Found::Proved(_) => proof.handheld != Handheld::TooLarge,
            Found::Nothing(why) => why == Why::Stopped,
        };
        // Of two that know nothing the first one's reason counts, but an outcome is worth more than none.
        let worth = |proof: &Proof| {
            (
                proof.attempt.solution().is_some(),
                proof.attempt.proved().is_some(),
            )
        };
        if let Some(before) = first
            .take()
            .filter(|before| worth(before) >= worth(&proof) && !is_over)
        {
            proof = before;
        }
        proof.attempt.nodes = spent;
        first = Some(proof);
        if is_over {
            break;
        }
    }
    first.unwrap_or_else(|| unreachable!("one of them is always asked"))
}

/// What the prover finds, and the problem closed for the handheld with the answer that it finds there.
fn prove_in_the_open(
    asked: &Asked<'_>,
    effort: &Effort,
    open_nodes: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Proof {
    let found = ask(asked, open_nodes, go_on);
    let mut attempt = found.attempt;
    let Some(known) = attempt.so_far else {
        return Proof {
            attempt,
            handheld: Handheld::AsItIs,
            passes: false,
        };
    };
    let closed = close(asked, &known, &found.ground, effort, go_on);
    let handheld = closed.map_or(Handheld::TooLarge, |closed| {
        attempt.nodes += closed.nodes;
        attempt.found = Found::Proved(closed.solution);
        if closed.book.is_empty() {
            Handheld::Closed(closed.problem)
        } else {
            Handheld::Bound(closed.problem, closed.book)
        }
    });
    Proof {
        attempt,
        handheld,
        passes: found.passes,
    }
}

#[cfg(test)]
mod tests;
