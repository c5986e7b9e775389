//! One line on the terminal that shows how far the work has come.

use std::time::{Duration, Instant};

use shikatsu::board::Move;
use shikatsu_toolkit::solve::Sight;
use shikatsu_toolkit::solve::words::grouped;

use crate::ticker::Ticker;

/// The line, on standard error. Short work never shows it.
#[derive(Debug)]
pub struct Meter {
    ticker: Ticker,
    problems: usize,
}

impl Meter {
    /// For so many problems; it shows itself only if it is `wanted` and there is a terminal for it.
    pub fn new(problems: usize, wanted: bool) -> Meter {
        Meter {
            ticker: Ticker::new(wanted),
            problems,
        }
    }

    /// Shows what is known of a problem that was begun then, if it is time to.
    pub fn show(&mut self, problem: usize, sight: Sight, begun: Instant) {
        if self.ticker.is_due() {
            let text = self.text(problem, sight, begun.elapsed());
            self.ticker.show(&text);
        }
    }

    /// Makes room for something else.
    pub fn hide(&mut self) {
        self.ticker.hide();
    }

    fn text(&self, problem: usize, sight: Sight, time: Duration) -> String {
        let problems = self.problems;
        let a_second = (sight.nodes as f64 / time.as_secs_f64().max(0.001)) as u64;
        let zone = sight
            .zone
            .map_or(String::new(), |points| format!(" by {points} points"));
        let known = sight.outcome.map_or(String::new(), |outcome| {
            let judged = sight.judged.map_or(String::new(), |(judged, all)| {
                format!(", {judged} of {all} judged")
            });
            format!("; it is {outcome}{zone}, now the moves{judged}")
        });
        let asked = sight.asked.map_or(String::new(), |asked| {
            let what = if asked.lives { "life" } else { "death" };
            let after = match asked.after {
                None => String::new(),
                Some(Move::Pass) => " after a pass".to_string(),
                Some(Move::Play(_)) => " after a first move".to_string(),
            };
            format!("; looking for {what}{after} in {} moves", asked.moves)
        });
        format!(
            "Problem {problem} of {problems}: {} nodes, {} a second{known}{asked}",
            grouped(sight.nodes),
            grouped(a_second)
        )
    }
}

#[cfg(test)]
mod tests {
    use shikatsu::problem::Outcome;
    use shikatsu_toolkit::solve::Asked;

    use super::*;

    #[test]
    fn the_line_tells_the_problem_the_nodes_and_what_is_known() {
        let meter = Meter::new(12, false);
        let mut sight = Sight {
            nodes: 3_000_000,
            outcome: None,
            asked: None,
            zone: None,
            judged: None,
        };
        let time = Duration::from_secs(2);
        assert_eq!(
            meter.text(2, sight, time),
            "Problem 2 of 12: 3,000,000 nodes, 1,500,000 a second"
        );
        sight.outcome = Some(Outcome::Dead);
        assert_eq!(
            meter.text(2, sight, time),
            "Problem 2 of 12: 3,000,000 nodes, 1,500,000 a second; it is dead, now the moves"
        );
        sight.zone = Some(23);
        sight.judged = Some((4, 17));
        sight.asked = Some(Asked {
            lives: false,
            after: Some(Move::Pass),
            moves: 5,
        });
        assert_eq!(
            meter.text(2, sight, time),
            "Problem 2 of 12: 3,000,000 nodes, 1,500,000 a second; it is dead by 23 points, now the moves, 4 of 17 judged; \
             looking for death after a pass in 5 moves"
        );
    }
}
