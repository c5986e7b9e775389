//! The solution step by step, with its branches; and *why?*, which plays a refutation by itself.

use super::desk::{Activity, Desk};
use super::picture::{Done, Tone};
use super::thought::Judgement;
use super::words::{Ending, Message};
use crate::board::Move;

/// Between two moves of *why?*, in milliseconds.
const PACE: u32 = 900;
/// Longer lines are not shown.
const LONGEST: usize = 30;

impl Desk {
    /// Shows every correct move of the position on the board, from the start of the problem.
    pub(super) fn open_solution(&mut self) {
        self.helped = true;
        self.settle(Done::Helped);
        self.reset();
        self.run.practice = true;
        self.show_solution();
    }

    /// Wants to know everything about the position on the board.
    pub(super) fn show_solution(&mut self) {
        self.activity = Activity::Solution;
        if self.game.verdict().is_none() {
            self.think(true);
        } else {
            self.thoughts.drop();
        }
    }

    /// The cursor goes to the best move as soon as it is known, so that the same key plays the main line.
    pub(super) fn point_at_best(&mut self) {
        if self.hint.point.is_some() {
            return;
        }
        if let Some(Judgement::Solved(solution)) = self.judgement()
            && let Some(best) = solution.best
        {
            self.cursor = best;
            self.hint.point = Some(best);
        }
    }

    /// Plays on by itself: from the mistake if there was one, else from the position on the board.
    pub(super) fn why(&mut self) {
        if let Some(ply) = self.wrong_at() {
            while self.ply() > ply + 1 && self.game.undo().is_some() {}
        }
        self.run.practice = true;
        self.message = None;
        self.changed();
        self.activity = Activity::Why;
        if self.game.verdict().is_none() {
            self.think(false);
        }
    }

    /// The next move at once.
    pub(super) fn hurry(&mut self) {
        self.clock = PACE;
        self.advance_why();
    }

    pub(super) fn advance_why(&mut self) {
        if self.clock < PACE || self.is_over() {
            return;
        }
        let chosen = match self.judgement() {
            None => return self.think(false),
            Some(Judgement::Unknown(guess)) => guess.and_then(|guess| guess.best),
            Some(Judgement::Solved(solution)) => solution.best,
        };
        let legal = chosen.filter(|&point| self.game.check(point).is_ok());
        self.place(legal.map_or(Move::Pass, Move::Play));
        if self.game.verdict().is_none() {
            self.think(false);
        }
    }

    /// Whether the line on the board has come to its end.
    pub(super) fn is_over(&self) -> bool {
        if self.game.verdict().is_some() || self.ply() >= LONGEST {
            return true;
        }
        match self.judgement() {
            Some(Judgement::Solved(solution)) => self.end_of(&solution).is_some(),
            Some(Judgement::Unknown(guess)) => guess.is_none(),
            None => false,
        }
    }

    /// What the position on the board comes to, if that is known.
    pub(super) fn ending_here(&self) -> Option<Ending> {
        if let Some(verdict) = self.game.verdict() {
            return Some(self.ending_of(verdict));
        }
        let judgement = self.judgement()?;
        let answer = &judgement.solution()?.answer;
        Some(Ending {
            outcome: answer.outcome,
            seki: answer.seki,
            verdict: None,
        })
    }

    /// Says that help was given where it changes nothing any more.
    pub(super) fn leave_to_free_play(&mut self) {
        self.reset();
        self.run.practice = true;
        self.activity = Activity::Free;
        self.say(Message::passing(Tone::Quiet, "Both colours are yours"));
    }
}
