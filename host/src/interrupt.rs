//! Ctrl-C as a wish: the search ends between two slices, and what was found stays.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shikatsu_toolkit::solve::Stop;

/// Listens for Ctrl-C from now on. The second one ends the program at once, as does the first where it cannot be caught.
pub fn stop_on_interrupt() -> Stop {
    let flag = Arc::new(AtomicBool::new(false));
    platform::raise_on_interrupt(&flag);
    flag.into()
}

#[cfg(unix)]
mod platform {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use signal_hook::consts::SIGINT;
    use signal_hook::flag::{register, register_conditional_default};

    pub(super) fn raise_on_interrupt(flag: &Arc<AtomicBool>) {
        // In this order: the first signal finds the flag down and raises it, the second finds it up. If either fails,
        // Ctrl-C does what it always does.
        if register_conditional_default(SIGINT, Arc::clone(flag)).is_ok() {
            let _ = register(SIGINT, Arc::clone(flag));
        }
    }
}

#[cfg(not(unix))]
mod platform {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// There are no such signals here.
    pub(super) fn raise_on_interrupt(_flag: &Arc<AtomicBool>) {}
}
