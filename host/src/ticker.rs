//! One line on the terminal that comes and goes while work is going on.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How long a line stays before the next.
const PAUSE: Duration = Duration::from_millis(150);

/// The line, on standard error. It is gone when the ticker is.
#[derive(Debug)]
pub struct Ticker {
    shown: bool,
    wanted: bool,
    drawn: Instant,
}

impl Ticker {
    /// A line that shows itself only if it is `wanted` and there is a terminal that can move its cursor.
    pub fn new(wanted: bool) -> Ticker {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Ticker {
            shown: false,
            wanted: wanted && io::stderr().is_terminal() && !dumb,
            drawn: Instant::now(),
        }
    }

    /// Whether a line can be shown and is wanted at all.
    pub fn is_wanted(&self) -> bool {
        self.wanted
    }

    /// Whether it is time for the next line.
    pub fn is_due(&self) -> bool {
        self.wanted && self.drawn.elapsed() >= PAUSE
    }

    /// Shows a line.
    pub fn show(&mut self, text: &str) {
        draw(text);
        self.shown = true;
        self.drawn = Instant::now();
    }

    /// Makes room for something else.
    pub fn hide(&mut self) {
        if self.shown {
            draw("");
            self.shown = false;
        }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.hide();
    }
}

fn draw(text: &str) {
    // If standard error is closed, nobody wants to know.
    let _ = write!(io::stderr(), "\r\x1b[K{text}");
}
