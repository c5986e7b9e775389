//! Many problems solved at once, one on each core.

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use shikatsu::problem::Problem;

use crate::sgf::Room;
use crate::solve::{Attempt, Effort, Memory, Stop, solve};

/// A solver with room for a whole board is large, and lives on its thread's stack.
const STACK: usize = 16 << 20;
/// How often the bar moves.
const TICK: Duration = Duration::from_millis(100);

/// Somebody who wants to know how far the proofs have come.
pub trait Watch {
    /// So many of all problems are done, and so many positions were looked at for those.
    fn proving(&mut self, done: usize, all: usize, nodes: u64);
    /// This round of proofs is over.
    fn proved(&mut self);
}

/// Who solves, and how long they try.
#[derive(Clone, Copy, Debug)]
pub struct Workers {
    /// How many work at the same time.
    pub count: usize,
    /// What may be spent on each problem.
    pub effort: Effort,
    /// The slots of each one's table.
    pub slots: usize,
}

impl Workers {
    /// As many as there are cores.
    pub fn on_all_cores(effort: Effort, slots: usize) -> Workers {
        Workers {
            count: thread::available_parallelism().map_or(1, NonZero::get),
            effort,
            slots,
        }
    }
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
    pub(super) workers: &'a Workers,
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
    workers: &Workers,
    stop: &Stop,
    watch: &mut dyn Watch,
) -> Vec<Option<Attempt>> {
    let mut attempts = vec![None; problems.len()];
    let (next, nodes) = (AtomicUsize::new(0), AtomicU64::new(0));
    thread::scope(|scope| {
        let (done, results) = mpsc::channel();
        for _ in 0..workers.count.clamp(1, problems.len().max(1)) {
            let done = done.clone();
            let (next, nodes) = (&next, &nodes);
            let work = move || {
                let Some(mut memory) = Memory::new(workers.slots) else {
                    return;
                };
                while !stop.is_wanted() {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(problem) = problems.get(place) else {
                        return;
                    };
                    let attempt = solve(problem, &workers.effort, &mut memory, &mut |_| !stop.is_wanted());
                    nodes.fetch_add(attempt.nodes, Ordering::Relaxed);
                    if done.send((place, attempt)).is_err() {
                        return;
                    }
                }
            };
            // Where there is no room for another one, the others do the work.
            let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        drop(done);
        let mut finished = 0;
        loop {
            match results.recv_timeout(TICK) {
                Ok((place, attempt)) => {
                    attempts[place] = Some(attempt);
                    finished += 1;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            watch.proving(finished, problems.len(), nodes.load(Ordering::Relaxed));
        }
    });
    watch.proved();
    attempts
}
