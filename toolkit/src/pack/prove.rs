//! Many problems solved at once, as many as there are threads.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use shikatsu::problem::Problem;

use crate::sgf::Room;
use crate::solve::{Attempt, Effort, Memory, Stop, solve};
use crate::threads::Threads;

/// Somebody who wants to know how far the proofs have come.
pub trait Watch {
    /// So many of all problems are done, and so many positions were looked at for those.
    fn proving(&mut self, done: usize, all: usize, nodes: u64);
    /// This round of proofs is over.
    fn proved(&mut self);
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
}

/// Whoever proves what a reading comes to. What it can cope with decides which readings are worth a try.
pub(super) trait Prover {
    /// The rooms it is asked about, the likeliest first.
    fn rooms(&self) -> &'static [Room];

    /// Solves all problems; `None` for those that nobody came to before the stop, or had no memory for.
    fn prove(&mut self, problems: &[&Problem]) -> Vec<Option<Attempt>>;
}

/// The core's solver on all cores. It reads every point of a room, so generous ones are too much for it.
pub(super) struct OnCores<'a> {
    pub(super) workers: &'a Workers<'a>,
    pub(super) stop: &'a Stop,
    pub(super) watch: &'a mut dyn Watch,
}

impl Prover for OnCores<'_> {
    fn rooms(&self) -> &'static [Room] {
        &[
            Room::Usual,
            Room::Tight,
            Room::Tightest,
            Room::Wider(1),
            Room::Wider(2),
        ]
    }

    fn prove(&mut self, problems: &[&Problem]) -> Vec<Option<Attempt>> {
        if problems.is_empty() {
            return Vec::new();
        }
        prove(problems, self.workers, self.stop, self.watch)
    }
}

/// Solves all problems; `None` for those that nobody came to before the stop, or had no memory for.
fn prove(
    problems: &[&Problem],
    workers: &Workers<'_>,
    stop: &Stop,
    watch: &mut dyn Watch,
) -> Vec<Option<Attempt>> {
    let Workers {
        threads,
        effort,
        slots,
    } = *workers;
    let attempts = Mutex::new(vec![None; problems.len()]);
    let (next, done, nodes) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicU64::new(0));
    let share = |breathe: &mut dyn FnMut()| {
        let Some(mut memory) = Memory::new(slots) else {
            return;
        };
        while !stop.is_wanted() {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(problem) = problems.get(place) else {
                return;
            };
            let attempt = solve(problem, &effort, &mut memory, &mut |_| {
                breathe();
                !stop.is_wanted()
            });
            attempts.lock().unwrap_or_else(PoisonError::into_inner)[place] = Some(attempt);
            nodes.fetch_add(attempt.nodes, Ordering::Relaxed);
            done.fetch_add(1, Ordering::Relaxed);
        }
    };
    threads.share(problems.len(), &share, &mut || {
        let (done, nodes) = (done.load(Ordering::Relaxed), nodes.load(Ordering::Relaxed));
        watch.proving(done, problems.len(), nodes);
    });
    watch.proved();
    attempts.into_inner().unwrap_or_else(PoisonError::into_inner)
}
