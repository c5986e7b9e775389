//! Notices when the trainer hangs, and restarts the chip.

use embassy_rp::Peri;
use embassy_rp::peripherals::WATCHDOG;
use embassy_rp::watchdog::ResetReason;
use embassy_time::{Duration, Timer};
use portable_atomic::{AtomicBool, Ordering};

/// A trainer that is silent for so long hangs.
const PATIENCE: Duration = Duration::from_secs(4);
/// How often it is looked at.
const LOOK: Duration = Duration::from_millis(1500);

/// The trainer sets it whenever it comes round.
static ALIVE: AtomicBool = AtomicBool::new(false);

/// Says that the trainer is well.
pub(crate) fn i_am_well() {
    ALIVE.store(true, Ordering::Relaxed);
}

/// The chip's watchdog.
pub(crate) struct Watchdog {
    inner: embassy_rp::watchdog::Watchdog,
}

impl Watchdog {
    pub(crate) fn new(watchdog: Peri<'static, WATCHDOG>) -> Watchdog {
        Watchdog {
            inner: embassy_rp::watchdog::Watchdog::new(watchdog),
        }
    }

    /// From now on the trainer has to say that it is well. It begins before anything is looked at that may make the chip hang.
    pub(crate) fn start(&mut self) {
        self.inner.pause_on_debug(true);
        self.inner.start(PATIENCE);
    }

    /// Whether it restarted the chip because nothing moved any more.
    pub(crate) fn found_a_hang(&self) -> bool {
        self.inner.reset_reason() == Some(ResetReason::TimedOut)
    }
}

/// Feeds the watchdog as long as the trainer is well.
#[embassy_executor::task]
pub(crate) async fn keep_watch(mut watchdog: Watchdog) -> ! {
    loop {
        Timer::after(LOOK).await;
        if ALIVE.load(Ordering::Relaxed) {
            ALIVE.store(false, Ordering::Relaxed);
            watchdog.inner.feed(PATIENCE);
        }
    }
}
