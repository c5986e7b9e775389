//! One line on the terminal that shows how far the work has come.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use super::Sight;
use super::words::grouped;

/// How long a line stays before the next.
const PAUSE: Duration = Duration::from_millis(150);

/// The line, on standard error. Short work never shows it.
#[derive(Debug)]
pub struct Meter {
    shown: bool,
    wanted: bool,
    problems: usize,
    problem: usize,
    begun: Instant,
    drawn: Instant,
}

impl Meter {
    /// For so many problems; it shows itself only if it is `wanted` and there is a terminal that can move its cursor.
    pub fn new(problems: usize, wanted: bool) -> Meter {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let now = Instant::now();
        Meter {
            shown: false,
            wanted: wanted && io::stderr().is_terminal() && !dumb,
            problems,
            problem: 0,
            begun: now,
            drawn: now,
        }
    }

    /// The next problem begins.
    pub fn next(&mut self) {
        self.problem += 1;
        self.begun = Instant::now();
    }

    /// Shows what is known of it, if it is time to.
    pub fn show(&mut self, sight: Sight) {
        if !self.wanted || self.drawn.elapsed() < PAUSE {
            return;
        }
        self.draw(&self.text(sight, self.begun.elapsed()));
        self.shown = true;
        self.drawn = Instant::now();
    }

    /// Makes room for something else.
    pub fn hide(&mut self) {
        if self.shown {
            self.draw("");
            self.shown = false;
        }
    }

    fn draw(&self, text: &str) {
        debug_assert!(self.wanted);
        // If standard error is closed, nobody wants to know.
        let _ = write!(io::stderr(), "\r\x1b[K{text}");
    }

    fn text(&self, sight: Sight, time: Duration) -> String {
        let Meter {
            problem, problems, ..
        } = self;
        let a_second = (sight.nodes as f64 / time.as_secs_f64().max(0.001)) as u64;
        let known = sight.outcome.map_or(String::new(), |outcome| {
            format!("; it is {outcome}, now the moves")
        });
        format!(
            "Problem {problem} of {problems}: {} nodes, {} a second{known}",
            grouped(sight.nodes),
            grouped(a_second)
        )
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.hide();
    }
}

#[cfg(test)]
mod tests {
    use shikatsu::problem::Outcome;

    use super::*;

    #[test]
    fn the_line_tells_the_problem_the_nodes_and_what_is_known() {
        let mut meter = Meter::new(12, false);
        meter.next();
        meter.next();
        let mut sight = Sight {
            nodes: 3_000_000,
            outcome: None,
        };
        let time = Duration::from_secs(2);
        assert_eq!(
            meter.text(sight, time),
            "Problem 2 of 12: 3,000,000 nodes, 1,500,000 a second"
        );
        sight.outcome = Some(Outcome::Dead);
        assert_eq!(
            meter.text(sight, time),
            "Problem 2 of 12: 3,000,000 nodes, 1,500,000 a second; it is dead, now the moves"
        );
    }
}
