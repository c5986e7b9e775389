//! One line on the terminal that shows how far the work has come.

use std::time::{Duration, Instant};

use shikatsu_toolkit::solve::Sight;
use shikatsu_toolkit::solve::words::grouped;

use crate::ticker::Ticker;

/// The line, on standard error. Short work never shows it.
#[derive(Debug)]
pub struct Meter {
    ticker: Ticker,
    problems: usize,
    problem: usize,
    begun: Instant,
}

impl Meter {
    /// For so many problems; it shows itself only if it is `wanted` and there is a terminal for it.
    pub fn new(problems: usize, wanted: bool) -> Meter {
        Meter {
            ticker: Ticker::new(wanted),
            problems,
            problem: 0,
            begun: Instant::now(),
        }
    }

    /// The next problem begins.
    pub fn next(&mut self) {
        self.problem += 1;
        self.begun = Instant::now();
    }

    /// Shows what is known of it, if it is time to.
    pub fn show(&mut self, sight: Sight) {
        if self.ticker.is_due() {
            let text = self.text(sight, self.begun.elapsed());
            self.ticker.show(&text);
        }
    }

    /// Makes room for something else.
    pub fn hide(&mut self) {
        self.ticker.hide();
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
