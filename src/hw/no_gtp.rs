//! In place of `gtp` where the image has no room for it: text at the USB port is not answered.

use shikatsu::search::Slot;

/// Nobody who plays.
pub(crate) struct Gtp;

/// Nobody hears it.
#[allow(clippy::unused_async, reason = "the other one waits")]
pub(crate) async fn tell(_text: &[u8]) {}

/// Nobody was there.
pub(crate) fn hang_up() {}

#[allow(clippy::unused_self, reason = "the other one has something to ask")]
impl Gtp {
    pub(crate) fn new() -> Gtp {
        Gtp
    }

    /// The table is never in use.
    pub(crate) const fn is_thinking(&self) -> bool {
        false
    }

    /// There is never anything to do.
    pub(crate) fn turn<'a>(&mut self, _lend: impl FnOnce() -> &'a mut [Slot]) -> bool {
        false
    }
}
