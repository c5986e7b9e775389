//! Leaving in good order when the system asks for it: SIGTERM, SIGINT, SIGHUP.
//!
//! A thread of its own waits for them, since the main one may be held up by a terminal that is gone.

pub(super) use platform::close_on_signal;

#[cfg(unix)]
mod platform {
    use std::io;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// Calls `close` when a signal asks the program to end, and then ends it as that signal does.
    pub(in super::super) fn close_on_signal(close: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
        thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                close();
                // Nothing of a picture that is being drawn may follow.
                let _quiet = io::stdout().lock();
                let _ = emulate_default_handler(signal);
            }
        });
        Ok(())
    }
}

#[cfg(not(unix))]
mod platform {
    use std::io;

    /// There are no such signals here.
    pub(in super::super) fn close_on_signal(_close: impl FnOnce() + Send + 'static) -> io::Result<()> {
        Ok(())
    }
}
