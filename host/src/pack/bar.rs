//! How far the proofs have come, as a bar.

use std::time::{Duration, Instant};

use crate::solve::words::grouped;
use crate::ticker::Ticker;

/// The signs of a full bar.
const WIDTH: usize = 24;

/// The bar, on standard error. Short work never shows it.
#[derive(Debug)]
pub struct Bar {
    ticker: Ticker,
    begun: Instant,
}

impl Bar {
    /// A bar that shows itself where there is a terminal for it.
    pub fn new() -> Bar {
        Bar {
            ticker: Ticker::new(true),
            begun: Instant::now(),
        }
    }

    /// Shows how many of all are done, if it is time to.
    pub(super) fn show(&mut self, done: usize, all: usize, nodes: u64) {
        if self.ticker.is_due() {
            self.ticker.show(&text(done, all, nodes, self.begun.elapsed()));
        }
    }

    /// Makes room for something else.
    pub(super) fn hide(&mut self) {
        self.ticker.hide();
    }
}

impl Default for Bar {
    fn default() -> Bar {
        Bar::new()
    }
}

fn text(done: usize, all: usize, nodes: u64, time: Duration) -> String {
    let full = done * WIDTH / all.max(1);
    let bar = format!("{}{}", "#".repeat(full), "-".repeat(WIDTH - full));
    let seconds = time.as_secs();
    let nodes = grouped(nodes);
    format!("[{bar}] {done} of {all} solved, {nodes} nodes, {seconds} s; Ctrl-C stops")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_grows_with_the_work() {
        let time = Duration::from_secs(61);
        assert_eq!(
            text(6, 12, 1_234_567, time),
            "[############------------] 6 of 12 solved, 1,234,567 nodes, 61 s; Ctrl-C stops"
        );
        assert!(text(0, 0, 0, time).starts_with("[------------------------] 0 of 0"));
    }
}
