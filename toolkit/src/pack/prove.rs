//! Many problems solved at once, as many as there are threads.
//!
//! Small rooms are the core's solver's, wide ones the prover's for open positions; what one leaves unknown the other is asked about. What is
//! proved in the open is then closed, so that the handheld can read it.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use shikatsu::problem::{Answer, Problem};
use shikatsu::search::{Limits, Slot};
use shikatsu::tsumego::Knowledge;

use super::ask::Asked;
use super::journal;
use super::slow::Patience;
use crate::sgf::Room;
use crate::solve::{Effort, Memory, Regions, Stop, solve};
use crate::threads::Threads;

mod handheld;
mod last;
mod ways;

pub use handheld::Handheld;
pub(super) use handheld::Proof;
use handheld::{SLOW, for_the_handheld};
use last::prove_at_last;
pub(super) use ways::{HOPELESS, WIDE};
use ways::{Means, prove_patiently, prove_usually};

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

/// Positions for each problem, in each way to read it, where nobody says otherwise. docs/packs.md says who is asked for how long, docs/collections.md what that brings.
pub const NODES: u64 = 200_000;
/// Positions of the prover for open positions.
pub const OPEN_NODES: u64 = 10_000;
/// Positions for what neither knows. Nearly all of it goes to proof numbers, of which each position counts for six: in closed rooms they find in the same
/// time what alpha-beta takes ten times as long for.
pub const TOGETHER_NODES: u64 = 600_000;
/// Positions for each reading of what nobody has proved then that is worth patience.
pub const PATIENT_NODES: u64 = 6_000_000;
/// Positions for what is left at the end: about half a minute.
pub const LAST_NODES: u64 = 60_000_000;
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
    // Packs of a manifest rest on the core's solver alone.
    let patience = Patience {
        memory: &mut memory,
        limits: SLOW,
        by_proof_numbers: false,
    };
    let proof = for_the_handheld(proof, problem, &effort, patience, &mut || true);
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

impl Workers<'_> {
    const fn means(&self) -> Means {
        Means {
            effort: self.effort,
            open_nodes: self.open_nodes,
            together_nodes: self.together_nodes,
        }
    }
}

/// Whoever proves what a reading comes to. What it can cope with decides which readings are worth a try.
pub(super) trait Prover {
    /// The rooms it is asked about, the likeliest first.
    fn rooms(&self) -> &'static [Room];

    /// Solves all problems; `None` for those that nobody came to before the stop, or had no memory for.
    fn prove(&mut self, asked: &[Asked<'_>]) -> Vec<Option<Proof>>;
}

/// How hard problems are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Zeal {
    /// By each solver alone, and by all together where that does not do.
    Usual,
    /// At length. The handheld may not be able to read that much, so it is asked about every move.
    Patient,
    /// About ten times as long, for what is left at the end.
    Last,
}

/// The core's solver and the prover on all cores. The core's solver reads every point of a room, so generous ones are too much for it.
pub(super) struct OnCores<'a> {
    pub(super) workers: &'a Workers<'a>,
    pub(super) zeal: Zeal,
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
        prove(asked, self.workers, self.zeal, self.stop, self.watch)
    }
}

/// Solves all problems; `None` for those that nobody came to before the stop, or had no memory for.
fn prove(
    asked: &[Asked<'_>],
    workers: &Workers<'_>,
    zeal: Zeal,
    stop: &Stop,
    watch: &mut dyn Watch,
) -> Vec<Option<Proof>> {
    let Workers { threads, slots, .. } = *workers;
    let means = workers.means();
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
            let proof = match zeal {
                Zeal::Usual => prove_usually(asked, &means, &mut memory, go_on),
                Zeal::Patient => prove_patiently(asked, &means, &mut memory, go_on),
                Zeal::Last => prove_at_last(asked, &means, &mut memory, go_on),
            };
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

#[cfg(test)]
mod tests;
