//! The principal line: best play on both sides, from a position of a game on.
//!
//! 1. After each move the position is solved as a problem of its own, with its past and a small effort.
//! 2. Each side plays the best move: one that achieves the outcome, or resists longest in a lost position. Where only
//!    a ko threat elsewhere helps, that is a pass.
//! 3. The line ends with the game's verdict, or when the effort is used up.
//!
//! The line is an illustration; the outcome and the first moves are what is proved.

use heapless::Vec;

use super::facts::Thinking;
use super::task::Task;
use super::thinker::SizedThinker;
use crate::board::{Game, MAX_PLIES, Move};
use crate::problem::Problem;
use crate::search::{Limits, Table};

/// What a line may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// The most moves it plays.
    pub plies: usize,
    /// What may be spent on one position.
    pub nodes: u64,
    /// What may be spent on the whole line.
    pub nodes_in_all: u64,
}

impl Reach {
    /// A line worth showing, in a second or two on the handheld.
    pub const SHORT: Reach = Reach {
        plies: 20,
        nodes: 30_000,
        nodes_in_all: 60_000,
    };
}

/// A line being played, slice by slice.
///
/// The game, the thinker and the table are lent to each step, and must be as the last one left them.
#[derive(Debug)]
pub struct PlayedLine {
    problem: Problem,
    left: Reach,
    /// Whether the thinker is at work on the position on the board.
    thinks: bool,
}

impl PlayedLine {
    /// The line of a game that began with `problem`.
    pub const fn new(problem: Problem, reach: Reach) -> PlayedLine {
        PlayedLine {
            problem,
            left: reach,
            thinks: false,
        }
    }

    /// Looks at about `nodes` positions and plays the moves it finds on `game`. False once the line has ended.
    pub fn step<const MOST: usize>(
        &mut self,
        game: &mut Game,
        thinker: &mut SizedThinker<MOST>,
        table: &mut Table<'_>,
        nodes: u32,
    ) -> bool {
        let mut left = u64::from(nodes);
        while left > 0 {
            if !self.thinks {
                if self.left.plies == 0 || game.verdict().is_some() {
                    return false;
                }
                // The attacker has given up, and two passes end it.
                let has_given_up = game.last_move() == Some(Move::Pass);
                if has_given_up && game.to_move() == self.problem.defender() {
                    return game.pass().is_ok() && game.verdict().is_none();
                }
                if !self.begin(game, thinker) {
                    return false;
                }
                table.clear();
                self.thinks = true;
            }
            let before = thinker.nodes();
            let progress = thinker.step(table, left.min(u64::from(u32::MAX)) as u32);
            left = left.saturating_sub((thinker.nodes() - before).max(1));
            match progress {
                Thinking::More => {}
                Thinking::Unknown => return false,
                Thinking::Solved(solution) => {
                    self.thinks = false;
                    self.left.plies -= 1;
                    self.left.nodes_in_all = self.left.nodes_in_all.saturating_sub(thinker.nodes());
                    let best = solution.best.map_or(Move::Pass, Move::Play);
                    if game.make(best).is_err() {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Gives the thinker the position on the board. False if that is no problem, or one that is too large.
    fn begin<const MOST: usize>(&self, game: &Game, thinker: &mut SizedThinker<MOST>) -> bool {
        let Some(here) = self.problem.at(game, game.to_move()) else {
            return false;
        };
        let past: Vec<u64, MAX_PLIES> = game.past().collect();
        thinker.start(&Task {
            past: &past,
            limits: Limits {
                nodes: self.left.nodes.min(self.left.nodes_in_all),
                ..Limits::NONE
            },
            every_move: false,
            // Levels know the themes of the line, so it stays what it is.
            instinct: false,
            ..Task::of(&here)
        })
    }
}
