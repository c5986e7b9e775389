//! The threads of this computer.

use std::num::NonZero;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use shikatsu_toolkit::threads::{Alone, Share, Threads};

/// A solver with room for a whole board is large, and lives on its thread's stack.
const STACK: usize = 16 << 20;
/// How often the caller looks at how far the work has come.
const TICK: Duration = Duration::from_millis(100);

/// So many threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cores(pub NonZero<usize>);

impl Cores {
    /// As many as there are cores.
    pub fn all() -> Cores {
        Cores(thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN))
    }
}

impl Threads for Cores {
    fn share(&self, most: usize, share: Share<'_>, meanwhile: &mut dyn FnMut()) {
        let count = self.0.get().min(most.max(1));
        let started = thread::scope(|scope| {
            // Nothing is ever sent: it is closed when the last thread has ended.
            let (working, ended) = mpsc::channel::<()>();
            let mut started = 0;
            for _ in 0..count {
                let working = working.clone();
                let work = move || {
                    let _working = working;
                    share(&mut || ());
                };
                // Where there is no room for another one, the others do the work.
                let spawned = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
                started += usize::from(spawned.is_ok());
            }
            drop(working);
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                meanwhile();
            }
            started
        });
        if started == 0 {
            return Alone.share(most, share, meanwhile);
        }
        meanwhile();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Counts a thousand things together, and says how many shares there were.
    fn shares(threads: &dyn Threads, most: usize) -> usize {
        let (shares, things) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let mut seen = 0;
        let share = |breathe: &mut dyn FnMut()| {
            shares.fetch_add(1, Ordering::Relaxed);
            while things.fetch_add(1, Ordering::Relaxed) < 1000 {
                breathe();
            }
        };
        threads.share(most, &share, &mut || seen = things.load(Ordering::Relaxed));
        assert!(seen >= 1000, "the last look is at finished work, not at {seen}");
        shares.into_inner()
    }

    #[test]
    fn there_are_as_many_shares_as_threads_but_no_more_than_are_of_use() {
        let three = Cores(NonZero::new(3).unwrap());
        assert_eq!(shares(&three, 100), 3);
        assert_eq!(shares(&three, 2), 2);
        assert_eq!(shares(&three, 0), 1);
        assert_eq!(shares(&Alone, 100), 1);
    }
}
