//! Right and wrong.
//!
//! A move is right when the position after it comes to the same as the position before it, with best play on both sides. Both are
//! proved, the second one while the answer is looked for; so no list of correct moves is needed, and none is trusted.

use super::desk::{Activity, Desk, Sound};
use super::picture::{Done, Tone, Words};
use super::thought::Judgement;
use super::words::{Ending, Message, words};
use crate::board::{Color, Move, Verdict};
use crate::problem::Outcome;
use crate::tsumego::Solution;

/// Said of a correct move that the pack does not list.
pub(super) const ALSO_WORKS: &str = "Also works: not in the pack";
/// Said where nothing can be gained, and yet a stone was played.
pub(super) const IN_VAIN: &str = "Nothing works: this does not count";

impl Desk {
    /// What a position comes to, in words.
    pub(super) fn sentence(&self, ending: Ending) -> Words {
        let has_own_words = !self.showing.entry.task.is_empty();
        ending.sentence(self.defender(), !has_own_words && !self.is_in_the_open())
    }

    /// Whether a key stone has a liberty outside, where nobody can take it.
    fn is_in_the_open(&self) -> bool {
        let board = self.game.board();
        self.game
            .key_stones()
            .iter()
            .any(|key| board.has_outside_liberty(key))
    }

    /// Whether mistakes and right moves are told at once.
    pub(super) const fn tells(&self) -> bool {
        self.settings.tell_at_once || self.run.explores
    }

    /// Says what your newest move came to, once, as soon as the position after it is read out.
    pub(super) fn weigh(&mut self, after: &Judgement) {
        // The computer may have the first move of all.
        let Some(chosen) = self.game.last_move() else {
            return;
        };
        let ply = self.ply() - 1;
        if self.run.weighed == Some(ply) {
            return;
        }
        self.run.weighed = Some(ply);
        match (self.run.before, after) {
            (Some(before), Judgement::Solved(after)) => self.compare_outcomes(before, after, ply, chosen),
            _ => self.ask_the_pack(ply, chosen),
        }
    }

    fn compare_outcomes(&mut self, before: Outcome, after: &Solution, ply: usize, chosen: Move) {
        let outcome = after.answer.outcome;
        self.run.after = Some(outcome);
        if outcome != before {
            self.blame(ply, chosen);
        } else if !self.is_lost(before, self.user) {
            self.praise(ply, chosen);
        } else if ply == 0 && self.plays_in_vain() {
            // That is half of the answer.
            self.was_helped();
            let words = words(format_args!("{IN_VAIN}"));
            self.say(Message::lasting(Tone::Plain, words));
        }
        let is_ko = matches!(outcome, Outcome::KoAttacker | Outcome::KoDefender);
        if (self.tells() && is_ko) || self.run.explores {
            let sentence = self.sentence(Ending {
                outcome,
                seki: after.answer.seki,
                verdict: None,
            });
            let words = match chosen {
                Move::Play(point) if self.run.explores => {
                    self.about_point(point, &words(format_args!(": {sentence}")))
                }
                _ => sentence,
            };
            let is_wrong = self.wrong_at() == Some(ply);
            self.say(Message::lasting(
                if is_wrong { Tone::Bad } else { Tone::Good },
                words,
            ));
        }
    }

    /// Your newest move ended the game.
    pub(super) fn weigh_verdict(&mut self, verdict: Verdict) {
        let Some(chosen) = self.game.last_move() else {
            return;
        };
        let ply = self.ply() - 1;
        self.run.weighed = Some(ply);
        let winner: Color = match verdict {
            Verdict::Dead => self.defender().opponent(),
            Verdict::Stands => self.defender(),
        };
        let was_lost = self
            .run
            .before
            .is_none_or(|before| self.is_lost(before, self.user));
        if winner != self.user && !was_lost {
            self.blame(ply, chosen);
        }
    }

    /// Without a proof there is still what the pack says about the first move.
    fn ask_the_pack(&mut self, ply: usize, chosen: Move) {
        self.run.unread = true;
        let answer = self.showing.entry.answer;
        let answer = answer.filter(|answer| ply == 0 && !answer.moves.is_empty());
        let text = match (answer, chosen) {
            (Some(answer), Move::Play(point)) if answer.moves.contains(point) => {
                "Not proved; the pack says: right"
            }
            (Some(_), _) => "Not proved; the pack says: wrong",
            (None, _) => "Too hard for me to prove",
        };
        self.say(Message::lasting(Tone::Plain, words(format_args!("{text}"))));
    }

    fn praise(&mut self, ply: usize, chosen: Move) {
        let Move::Play(point) = chosen else {
            return;
        };
        let listed = self
            .showing
            .entry
            .answer
            .filter(|_| ply == 0)
            .map(|answer| answer.moves);
        let is_listed = listed.is_none_or(|moves| moves.is_empty() || moves.contains(point));
        self.run.unlisted |= !is_listed;
        if self.tells() || !is_listed {
            let praise = if is_listed { "Right so far" } else { ALSO_WORKS };
            self.say(Message::lasting(Tone::Good, words(format_args!("{praise}"))));
        }
    }

    fn blame(&mut self, ply: usize, chosen: Move) {
        if self.wrong_at().is_some() {
            return;
        }
        self.run.wrong = Some((ply, chosen));
        self.settle(Done::Failed);
        if self.tells() {
            self.outbox.sound = Some(Sound::Wrong);
            self.say(Message::lasting(
                Tone::Bad,
                words(format_args!("Wrong: see how it goes")),
            ));
        }
    }

    /// The first result of a showing is what counts.
    pub(super) fn settle(&mut self, done: Done) {
        if self.counted.is_none() && !self.run.practice {
            self.counted = Some(done);
            self.outbox.settled = Some(done);
        }
    }

    /// Somebody helped: that costs the credit, if it is still open.
    pub(super) const fn was_helped(&mut self) {
        self.helped = true;
    }

    /// The mistake that is on the board, as the number of its move.
    pub(super) fn wrong_at(&self) -> Option<usize> {
        let (ply, wrong) = self.run.wrong?;
        (self.game.moves().nth(ply) == Some(wrong)).then_some(ply)
    }

    /// Whether nothing could be gained from the start, and yet a stone was played: nobody can call that right. To pass would be.
    pub(super) fn plays_in_vain(&self) -> bool {
        let is_yours = self.user == self.showing.problem().to_move();
        let is_lost = |outcome| self.is_lost(outcome, self.user);
        let is_stone = matches!(self.game.moves().next(), Some(Move::Play(_)));
        is_yours && is_stone && self.run.expected.is_some_and(is_lost)
    }

    /// Your newest move, if it is known to be right.
    pub(super) fn right_move(&self) -> Option<Move> {
        let ply = self.run.weighed?;
        let is_trying = matches!(self.activity, Activity::Try(_));
        let is_right = self.wrong_at().is_none() && !self.run.unread && !self.plays_in_vain() && is_trying;
        let is_newest = self.ply() <= ply + 2;
        self.game.moves().nth(ply).filter(|_| is_right && is_newest)
    }
}
