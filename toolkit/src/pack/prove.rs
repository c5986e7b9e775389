//! Many problems solved at once, as many as there are threads.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use shikatsu::problem::Problem;

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

/// Solves all problems; `None` for those that nobody came to before the stop, or had no memory for.
pub(super) fn prove(
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
