//! A try: you play, the computer answers.
//!
//! ```text
//!            a move            judged             answered
//!   Yours ───────────► Judging ───────► Answering ────────► Yours …
//!     ▲                                     │
//!     └────── taken back ◄──── Over ◄───────┘  captured, conceded, or a ko that needs threats
//! ```
//!
//! While it is your turn the position is read out in the background, so that your move can be judged and a hint be given
//! soon; `judging` says how. It is over when the side to move is lost and has nothing left that would make the other think, and when you have won so
//! clearly that the answer could be ignored.

use super::desk::{Activity, Desk, Sound};
use super::judging::{ALSO_WORKS, IN_VAIN};
use super::picture::{Done, Standing, Tone};
use super::thought::{Judgement, Wish};
use super::words::{Ending, Message};
use crate::board::{Move, Point, PointSet, Verdict};
use crate::problem::Outcome;
use crate::tsumego::Solution;

/// An answer takes at least this long, in milliseconds: a move that comes at once looks like an accident.
const PAUSE: u32 = 200;

/// Whose turn it is in a try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// You are to move.
    Yours,
    /// You have moved, and whether that was right is not known yet.
    Judging,
    /// The computer is to move.
    Answering,
    /// It is decided.
    Over(Ending),
}

impl Desk {
    /// Waits for your move, and reads the position out meanwhile.
    pub(super) fn await_you(&mut self) {
        self.activity = Activity::Try(Phase::Yours);
        self.think(false);
    }

    /// How the try stands, for the sign in the strip.
    pub(super) fn standing(&self) -> Standing {
        let Activity::Try(phase) = self.activity else {
            return Standing::Open;
        };
        if self.user != self.showing.problem().to_move() {
            return Standing::Open;
        }
        let tells = self.tells() || matches!(phase, Phase::Over(_));
        if self.wrong_at().is_some() {
            return if tells { Standing::Wrong } else { Standing::Open };
        }
        let clean = !self.helped && matches!(self.counted, None | Some(Done::Solved));
        match phase {
            Phase::Over(_) if self.run.unread || self.plays_in_vain() => Standing::Open,
            Phase::Over(_) if clean => Standing::Right,
            Phase::Over(_) => Standing::Helped,
            _ if self.helped => Standing::Helped,
            _ => Standing::Open,
        }
    }

    pub(super) fn your_move(&mut self, phase: Phase, chosen: Move) {
        match phase {
            Phase::Yours => {
                if self.place(chosen) {
                    self.activity = Activity::Try(Phase::Judging);
                    self.hand_over();
                }
            }
            Phase::Judging | Phase::Answering => {
                self.say(Message::passing(Tone::Quiet, "One moment: it is not your turn"));
            }
            Phase::Over(_) => self.say(Message::passing(Tone::Quiet, "It is decided: B takes back")),
        }
    }

    pub(super) fn advance_try(&mut self, phase: Phase) {
        match phase {
            Phase::Yours => self.look_for_the_end(),
            Phase::Judging => self.hand_over(),
            Phase::Answering => self.answer(),
            Phase::Over(_) => {}
        }
    }

    /// Lets the computer answer, as soon as it is known what your move had to keep.
    fn hand_over(&mut self) {
        let ply = self.ply() - 1;
        let Some(judgement) = self.thoughts.about(ply).copied() else {
            return self.thoughts.want(Wish {
                ply,
                every_move: false,
                turned_about: false,
            });
        };
        self.run.before = judgement.solution().map(|solution| solution.answer.outcome);
        if ply == 0 {
            self.run.expected = self.run.before;
        }
        if let Some(verdict) = self.game.verdict() {
            self.weigh_verdict(verdict);
            return self.end(self.ending_of(verdict));
        }
        self.activity = Activity::Try(Phase::Answering);
        self.think(false);
    }

    /// The computer's move, once it is found.
    fn answer(&mut self) {
        let Some(judgement) = self.judgement() else {
            return self.think(false);
        };
        self.weigh(&judgement);
        if self.clock < PAUSE {
            return;
        }
        let reply = match &judgement {
            Judgement::Solved(solution) => match self.end_of(solution) {
                Some(ending) => return self.end(ending),
                None => self.pick(solution),
            },
            Judgement::Unknown(guess) => {
                let best = guess.and_then(|guess| guess.best).map(Move::Play);
                best.filter(|&best| self.is_legal(best)).unwrap_or(Move::Pass)
            }
        };
        let kept = self.message.take();
        if !self.place(reply) {
            self.place(Move::Pass);
        }
        self.message = kept;
        match self.game.verdict() {
            Some(verdict) => self.end(self.ending_of(verdict)),
            None => self.await_you(),
        }
    }

    /// The end, if the side to move has nothing left to try: it is lost and knows it, or it needs a ko threat.
    pub(super) fn end_of(&self, solution: &Solution) -> Option<Ending> {
        let answer = &solution.answer;
        let ending = Ending {
            outcome: answer.outcome,
            seki: answer.seki,
            verdict: None,
        };
        if self.is_lost(answer.outcome, self.game.to_move()) {
            // In a seki that stands, every move of the attacker gives something away: nobody would call that resistance.
            let is_seki = answer.seki && self.has_attackers_inside();
            return (solution.best.is_none() || is_seki).then_some(ending);
        }
        // In a ko with nothing to play, only a threat elsewhere would help.
        let is_ko = matches!(answer.outcome, Outcome::KoAttacker | Outcome::KoDefender);
        (is_ko && solution.best.is_none()).then_some(ending)
    }

    /// Whether a stone of the attacker stands where it can be captured: without one there is no seki yet.
    fn has_attackers_inside(&self) -> bool {
        let board = self.game.board();
        let attackers = board.stones(self.defender().opponent());
        attackers.iter().any(|stone| !board.has_outside_liberty(stone))
    }

    /// It may be over without another move of yours: you are lost and know it, or you have won and need not even answer.
    fn look_for_the_end(&mut self) {
        let (ply, Some(Judgement::Solved(solution))) = (self.ply(), self.judgement()) else {
            return;
        };
        if ply == 0 {
            return;
        }
        if let Some(ending) = self.end_of(&solution) {
            return self.end(ending);
        }
        let outcome = solution.answer.outcome;
        if !self.is_lost(outcome, self.user.opponent()) {
            return;
        }
        match self.thoughts.about_turned(ply).copied() {
            None => self.thoughts.want(Wish {
                ply,
                every_move: false,
                turned_about: true,
            }),
            Some(Judgement::Solved(ignored)) if ignored.answer.outcome == outcome => self.end(Ending {
                outcome,
                seki: ignored.answer.seki,
                verdict: None,
            }),
            Some(_) => {}
        }
    }

    /// One of the moves that are equally good, another one each time.
    fn pick(&mut self, solution: &Solution) -> Move {
        let is_legal = |point: &Point| self.game.check(*point).is_ok();
        let legal: PointSet = solution.equals.iter().filter(is_legal).collect();
        let chosen = legal.iter().nth(self.random.below(legal.len()));
        chosen.map_or(Move::Pass, Move::Play)
    }

    fn is_legal(&self, chosen: Move) -> bool {
        match chosen {
            Move::Play(point) => self.game.check(point).is_ok(),
            Move::Pass => true,
        }
    }

    /// The end as the board shows it.
    pub(super) fn ending_of(&self, verdict: Verdict) -> Ending {
        // What it came to before the newest move: a ko that is won was a ko until then.
        let before = if self.game.to_move() == self.user {
            self.run.after
        } else {
            self.run.before
        };
        let outcome = match (verdict, before) {
            (_, Some(ko @ (Outcome::KoAttacker | Outcome::KoDefender))) => ko,
            (Verdict::Dead, _) => Outcome::Dead,
            (Verdict::Stands, _) => Outcome::Alive,
        };
        Ending {
            outcome,
            seki: false,
            verdict: Some(verdict),
        }
    }

    fn end(&mut self, ending: Ending) {
        self.activity = Activity::Try(Phase::Over(ending));
        self.message = None;
        self.thoughts.drop();
        if self.plays_in_vain() {
            return self.say(Message::passing(Tone::Plain, IN_VAIN));
        }
        let is_right = self.wrong_at().is_none();
        if is_right && !self.run.unread {
            self.settle(if self.helped { Done::Helped } else { Done::Solved });
            if self.run.unlisted {
                self.say(Message::passing(Tone::Good, ALSO_WORKS));
            }
        }
        self.outbox.sound = Some(if is_right { Sound::Right } else { Sound::Wrong });
    }

    /// Takes your newest move back, with the answer to it; stops the computer if it thinks.
    pub(super) fn take_back(&mut self, phase: Phase) {
        let thinks = matches!(phase, Phase::Judging | Phase::Answering);
        self.run.unread = false;
        let mut undone = self.game.undo().is_some();
        if undone {
            while self.game.to_move() != self.user && self.game.undo().is_some() {}
            self.changed();
            self.message = None;
        } else if self.game.to_move() != self.user {
            // The computer plays first, and was stopped.
            undone = true;
            self.user = self.game.to_move();
            self.run.practice = true;
        }
        if !undone {
            self.say(Message::passing(Tone::Quiet, "This is the start"));
        } else if thinks {
            self.say(Message::passing(Tone::Quiet, "Stopped, and taken back"));
        }
        self.resume();
    }

    pub(super) fn redo_try(&mut self) {
        self.game.redo();
        while self.game.to_move() != self.user && self.game.redo().is_some() {}
        self.message = None;
        self.changed();
        self.resume();
    }

    /// Goes on with a try from whatever is on the board.
    pub(super) fn resume(&mut self) {
        if let Some(verdict) = self.game.verdict() {
            self.activity = Activity::Try(Phase::Over(self.ending_of(verdict)));
        } else if self.game.to_move() == self.user {
            self.await_you();
        } else if self.ply() > 0 {
            self.activity = Activity::Try(Phase::Judging);
            self.hand_over();
        } else {
            self.activity = Activity::Try(Phase::Answering);
            self.think(false);
        }
    }

    /// The other colour is yours from now on, and nothing is at stake.
    pub(super) fn change_sides(&mut self) {
        let user = self.user.opponent();
        if matches!(self.activity, Activity::Try(Phase::Over(_))) {
            self.reset();
        }
        self.user = user;
        self.was_helped();
        self.run.practice = true;
        self.changed();
        self.say(Message::passing(
            Tone::Quiet,
            "Sides changed: this does not count",
        ));
        self.resume();
    }

    /// Tries moves out from where the mistake was, or from the start, to see what they come to.
    pub(super) fn explore(&mut self) {
        let back_to = self.wrong_at().unwrap_or(0);
        if matches!(self.activity, Activity::Try(_)) {
            while self.ply() > back_to && self.game.undo().is_some() {}
        } else {
            self.reset();
        }
        self.settle(Done::Helped);
        self.run.practice = true;
        self.run.explores = true;
        self.changed();
        self.await_you();
        self.say(Message::passing(Tone::Plain, "Point at any place, press A"));
    }
}
