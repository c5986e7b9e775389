//! How far long work has come, as a bar.

use std::time::{Duration, Instant};

use shikatsu_toolkit::pack::Watch;
use shikatsu_toolkit::solve::words::grouped;

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

    /// How long the work has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Shows how much of all is done, with words about it, if it is time to.
    pub(crate) fn show(&mut self, done: usize, all: usize, words: impl FnOnce(Duration) -> String) {
        if self.ticker.is_due() {
            let words = words(self.elapsed());
            self.ticker.show(&format!("{} {words}", bar(done, all)));
        }
    }

    /// Shows words alone, at once: the work has to wait, and somebody may have to do something about it.
    pub(crate) fn wait(&mut self, words: &str) {
        if self.ticker.is_wanted() {
            self.ticker.show(words);
        }
    }

    /// Makes room for something else.
    pub(crate) fn hide(&mut self) {
        self.ticker.hide();
    }
}

impl Watch for Bar {
    fn proving(&mut self, done: usize, all: usize, nodes: u64) {
        self.show(done, all, |time| {
            let (nodes, seconds) = (grouped(nodes), time.as_secs());
            format!("{done} of {all} solved, {nodes} nodes, {seconds} s; Ctrl-C stops")
        });
    }

    fn proved(&mut self) {
        self.hide();
    }
}

impl Default for Bar {
    fn default() -> Bar {
        Bar::new()
    }
}

fn bar(done: usize, all: usize) -> String {
    let full = (done * WIDTH / all.max(1)).min(WIDTH);
    format!("[{}{}]", "#".repeat(full), "-".repeat(WIDTH - full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_grows_with_the_work() {
        assert_eq!(bar(0, 12), "[------------------------]");
        assert_eq!(bar(6, 12), "[############------------]");
        assert_eq!(bar(12, 12), "[########################]");
        assert_eq!(bar(0, 0), "[------------------------]");
        assert_eq!(bar(13, 12), bar(12, 12));
    }
}
