//! Read it out: a whole line, both colours, before anything answers. Then the solver says where it first fails.
//!
//! A move fails when what the position comes to changes by it. So the outcomes of the positions along the line are compared,
//! from the first on; where they differ, the move between them was the mistake.

use super::desk::{Activity, Desk, Sound};
use super::judging::IN_VAIN;
use super::picture::{Done, Tone};
use super::thought::{Judgement, Wish};
use super::words::{Message, words};
use crate::board::{Move, Point, Verdict};
use crate::problem::Outcome;

/// How far one is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    /// The line is being entered.
    Entering,
    /// The positions are looked at one by one.
    Checking {
        /// The position that is looked at: after so many moves.
        ply: usize,
        /// What the one before it comes to.
        before: Option<Outcome>,
    },
    /// This move is a mistake, and the right ones are looked for.
    Failing {
        /// Its number, from 0.
        ply: usize,
    },
    /// This move is a mistake.
    Fails {
        /// The move on the board that was played.
        played: Option<Point>,
        /// A better one.
        better: Option<Point>,
    },
    /// Every move is right, to the end.
    Holds,
}

impl Desk {
    /// Starts to check the line.
    pub(super) fn check_reading(&mut self) {
        if self.ply() == 0 {
            return self.say(Message::passing(
                Tone::Plain,
                "Play your line first, both colours",
            ));
        }
        self.look_at(0, None);
    }

    fn look_at(&mut self, ply: usize, before: Option<Outcome>) {
        self.activity = Activity::ReadOut(Reading::Checking { ply, before });
        self.thoughts.want(Wish {
            ply,
            every_move: false,
            turned_about: false,
        });
    }

    pub(super) fn advance_reading(&mut self, reading: Reading) {
        match reading {
            Reading::Checking { ply, before } => self.compare(ply, before),
            Reading::Failing { ply } => self.tell_failure(ply),
            Reading::Entering | Reading::Fails { .. } | Reading::Holds => {}
        }
    }

    fn compare(&mut self, ply: usize, before: Option<Outcome>) {
        let last = self.ply();
        let decided = self.game.verdict().filter(|_| ply == last);
        let here = match (decided, self.thoughts.about(ply).copied()) {
            (Some(verdict), _) => outcome_of(verdict, before),
            (None, None) => return,
            (None, Some(Judgement::Unknown(_))) => return self.give_up_reading(ply),
            (None, Some(Judgement::Solved(solution))) => solution.answer.outcome,
        };
        if before.is_some_and(|before| before != here) {
            self.activity = Activity::ReadOut(Reading::Failing { ply: ply - 1 });
            self.thoughts.want(Wish {
                ply: ply - 1,
                every_move: true,
                turned_about: false,
            });
            return;
        }
        if ply == 0 {
            self.run.expected = Some(here);
        }
        if ply < last {
            return self.look_at(ply + 1, Some(here));
        }
        let judgement = self.thoughts.about(ply).copied();
        let is_clear = judgement
            .and_then(|judgement| judgement.solution().copied())
            .is_some_and(|solution| self.is_lost(here, self.game.to_move()) && solution.best.is_none());
        let is_over = decided.is_some() || is_clear;
        if is_over && self.plays_in_vain() {
            self.activity = Activity::ReadOut(Reading::Entering);
            self.thoughts.drop();
            self.say(Message::passing(Tone::Plain, IN_VAIN));
        } else if is_over {
            self.activity = Activity::ReadOut(Reading::Holds);
            self.thoughts.drop();
            self.settle(if self.helped { Done::Helped } else { Done::Solved });
            self.outbox.sound = Some(Sound::Right);
        } else {
            self.activity = Activity::ReadOut(Reading::Entering);
            self.thoughts.drop();
            self.say(Message::passing(Tone::Good, "Right so far: read on to the end"));
        }
    }

    fn give_up_reading(&mut self, ply: usize) {
        self.thoughts.drop();
        self.activity = Activity::ReadOut(Reading::Entering);
        let words = words(format_args!("Too hard for me after move {ply}"));
        self.say(Message {
            left: Some(4000),
            ..Message::lasting(Tone::Plain, words)
        });
    }

    /// Goes back to where the line fails and says what would have been better.
    fn tell_failure(&mut self, ply: usize) {
        let Some(judgement) = self.thoughts.about(ply).copied() else {
            return;
        };
        let played = self.game.moves().nth(ply).and_then(|chosen| match chosen {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        });
        let better = judgement.solution().and_then(|solution| solution.best);
        while self.ply() > ply && self.game.undo().is_some() {}
        self.changed();
        self.thoughts.drop();
        self.settle(Done::Failed);
        self.outbox.sound = Some(Sound::Wrong);
        self.activity = Activity::ReadOut(Reading::Fails { played, better });
        let number = ply + 1;
        let words = match better {
            Some(better) => {
                let name = self.about_point(better, "");
                words(format_args!("Move {number} fails: {name} is better"))
            }
            None => words(format_args!("Move {number} fails")),
        };
        self.say(Message::lasting(Tone::Bad, words));
    }
}

/// What a decided position comes to, in the terms of the one before it: a ko won is still that ko.
fn outcome_of(verdict: Verdict, before: Option<Outcome>) -> Outcome {
    match (verdict, before) {
        (Verdict::Dead, Some(Outcome::KoAttacker)) => Outcome::KoAttacker,
        (Verdict::Stands, Some(Outcome::KoDefender)) => Outcome::KoDefender,
        (Verdict::Dead, _) => Outcome::Dead,
        (Verdict::Stands, _) => Outcome::Alive,
    }
}
