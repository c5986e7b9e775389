//! Leaving in good order when the system asks for it: SIGTERM, SIGINT, SIGHUP.
//!
//! A thread of its own waits for them, since the main one may be held up by a terminal that is gone. If that terminal is
//! merely stalled, it holds up whoever gives it back as well: that is waited for, but not for long.

pub(super) use platform::{close_on_signal, stop};

#[cfg(unix)]
mod platform {
    use std::io;
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// How long a terminal may take to be given back.
    const PATIENCE: Duration = Duration::from_secs(1);

    /// Calls `close` when a signal asks the program to end, and then ends it as that signal does.
    pub(in super::super) fn close_on_signal(close: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
        thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                try_for(PATIENCE, move || {
                    close();
                    // Nothing of a picture that is being drawn may follow: the lock is never given back.
                    std::mem::forget(io::stdout().lock());
                });
                let _ = emulate_default_handler(signal);
            }
        });
        Ok(())
    }

    /// Stops the program until somebody has it go on.
    pub(in super::super) fn stop() {
        let _ = emulate_default_handler(SIGTSTP);
    }

    /// Does `work` in a thread of its own and waits for its end, at most for `patience`.
    fn try_for(patience: Duration, work: impl FnOnce() + Send + 'static) {
        let (done, end) = mpsc::channel();
        thread::spawn(move || {
            work();
            let _ = done.send(());
        });
        // Done, too late or panicked: there is nothing more to wait for.
        let _ = end.recv_timeout(patience);
    }

    #[cfg(test)]
    mod tests {
        use std::sync::atomic::{AtomicBool, Ordering};

        use super::*;

        static DONE: AtomicBool = AtomicBool::new(false);

        #[test]
        fn work_is_waited_for_until_it_ends() {
            try_for(Duration::from_mins(10), || DONE.store(true, Ordering::SeqCst));
            assert!(DONE.load(Ordering::SeqCst));
        }

        #[test]
        fn work_that_never_ends_is_given_up() {
            try_for(Duration::from_millis(1), || {
                loop {
                    thread::park();
                }
            });
        }
    }
}

#[cfg(not(unix))]
mod platform {
    use std::io;

    /// Nothing stops here.
    pub(in super::super) fn stop() {}

    /// There are no such signals here.
    pub(in super::super) fn close_on_signal(_close: impl FnOnce() + Send + 'static) -> io::Result<()> {
        Ok(())
    }
}
