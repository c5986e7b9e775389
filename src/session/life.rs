//! Life and death as a judge.
//!
//! A move is right when the position after it comes to the same as the position before it, with best play on both sides. Both are
//! proved, the second one while the answer is looked for. So no list of correct moves is needed, and none is trusted.

use super::judge::{After, Ending, Judge, Reader, Weight};
use super::picture::Words;
use super::reading::{Guess, Reading, Worth};
use super::thought::{Job, News, Position};
use super::words::words;
use crate::board::{Color, Game, Move, Verdict};
use crate::pack::library::Entry;
use crate::problem::Outcome;
use crate::search::Table;
use crate::tsumego::{SizedThinker, Task, Thinking};

/// The judge of a problem, with the position on the table.
#[derive(Clone, Copy)]
pub(super) struct LifeAndDeath<'a> {
    entry: &'a Entry,
    game: &'a Game,
}

impl<'a> LifeAndDeath<'a> {
    pub(super) const fn new(entry: &'a Entry, game: &'a Game) -> LifeAndDeath<'a> {
        LifeAndDeath { entry, game }
    }

    fn defender(&self) -> Color {
        self.entry.problem.defender()
    }

    /// Whether a stone of the attacker stands where it can be captured. Without one there is no seki yet.
    fn has_attackers_inside(&self) -> bool {
        let board = self.game.board();
        let attackers = board.stones(self.defender().opponent());
        attackers.iter().any(|stone| !board.has_outside_liberty(stone))
    }

    /// Whether it is a matter of eyes. Otherwise it is one of running, joining and catching, where one does not say that stones live.
    fn is_about_eyes(&self) -> bool {
        let board = self.game.board();
        let in_the_open = || {
            self.game
                .key_stones()
                .iter()
                .any(|key| board.has_outside_liberty(key))
        };
        self.entry.task.is_empty() && !in_the_open()
    }

    fn winner(&self, verdict: Verdict) -> Color {
        match verdict {
            Verdict::Dead => self.defender().opponent(),
            Verdict::Stands => self.defender(),
        }
    }
}

impl Judge for LifeAndDeath<'_> {
    fn is_lost(&self, worth: Worth, color: Color) -> bool {
        let lost = if color == self.defender() {
            Outcome::Dead
        } else {
            Outcome::Alive
        };
        outcome(worth) == lost
    }

    fn is_between(&self, worth: Worth) -> bool {
        is_ko(outcome(worth))
    }

    fn ended(&self, before: Option<Worth>) -> Option<Ending> {
        let verdict = self.game.verdict()?;
        let came_to = match (verdict, before.map(outcome)) {
            // A ko that is won was a ko until then.
            (_, Some(ko)) if is_ko(ko) => ko,
            (Verdict::Dead, _) => Outcome::Dead,
            (Verdict::Stands, _) => Outcome::Alive,
        };
        Some(Ending {
            worth: played_out(came_to),
            verdict: Some(verdict),
        })
    }

    fn ended_worth(&self, before: Option<Worth>) -> Option<Worth> {
        // A ko won is still that ko.
        let came_to = match (self.game.verdict()?, before.map(outcome)) {
            (Verdict::Dead, Some(Outcome::KoAttacker)) => Outcome::KoAttacker,
            (Verdict::Stands, Some(Outcome::KoDefender)) => Outcome::KoDefender,
            (Verdict::Dead, _) => Outcome::Dead,
            (Verdict::Stands, _) => Outcome::Alive,
        };
        Some(played_out(came_to))
    }

    fn conceded(&self, reading: &Reading) -> Option<Ending> {
        let is_over = if self.is_lost(reading.worth, self.game.to_move()) {
            // In a seki that stands, every move of the attacker gives something away. That is no resistance.
            let is_seki = is_seki(reading.worth) && self.has_attackers_inside();
            reading.best.is_none() || is_seki
        } else {
            // In a ko with nothing to play, only a threat elsewhere would help.
            is_ko(outcome(reading.worth)) && reading.best.is_none()
        };
        is_over.then_some(Ending {
            worth: reading.worth,
            verdict: None,
        })
    }

    fn reads_both_ways(&self) -> bool {
        true
    }

    fn weigh(&self, color: Color, before: Option<&Reading>, _chosen: Move, after: After<'_>) -> Weight {
        let was_lost = before.is_some_and(|before| self.is_lost(before.worth, color));
        match (before, after) {
            (Some(before), After::Read(after)) if after.worth != before.worth => Weight::Wrong,
            (Some(_), After::Read(_)) if was_lost => Weight::Idle,
            (Some(_), After::Read(_)) => Weight::Right,
            (
                Some(_),
                After::Ended(Ending {
                    verdict: Some(verdict),
                    ..
                }),
            ) if self.winner(verdict) != color && !was_lost => Weight::Wrong,
            (_, After::Ended(_)) => Weight::Idle,
            (None, After::Read(_)) | (_, After::Unread) => Weight::Unknown,
        }
    }

    /// Without a proof there is still what the pack says about the first move.
    fn shrug(&self, chosen: Move, first: bool) -> &'static str {
        let listed = self.entry.answer.map(|answer| answer.moves);
        match (listed.filter(|moves| first && !moves.is_empty()), chosen) {
            (Some(moves), Move::Play(point)) if moves.contains(point) => "Not proved; the pack says: right",
            (Some(_), _) => "Not proved; the pack says: wrong",
            (None, _) => "Too hard for me to prove",
        }
    }

    fn sentence(&self, ending: Ending) -> Words {
        let by_eyes = self.is_about_eyes();
        let (defender, attacker) = (self.defender(), self.defender().opponent());
        match (outcome(ending.worth), ending.verdict) {
            (Outcome::Dead, Some(_)) => words(format_args!("{defender} is captured")),
            (Outcome::Dead, None) if !by_eyes => words(format_args!("{defender} is caught")),
            (Outcome::Dead, None) => words(format_args!("{defender} is dead")),
            (Outcome::Alive, _) if !by_eyes => words(format_args!("{defender} is safe")),
            (Outcome::Alive, _) if is_seki(ending.worth) => words(format_args!("{defender} lives in seki")),
            (Outcome::Alive, _) => words(format_args!("{defender} lives")),
            (_, Some(Verdict::Dead)) => words(format_args!("{attacker} wins the ko")),
            (_, Some(Verdict::Stands)) => words(format_args!("{defender} wins the ko")),
            (Outcome::KoAttacker, None) => takes_first(attacker),
            (Outcome::KoDefender, None) => takes_first(defender),
        }
    }
}

impl<const MOST: usize> Reader for SizedThinker<MOST> {
    #[inline(never)]
    fn start(&mut self, job: &Job) -> bool {
        let Position::Life(life) = &job.position else {
            return false;
        };
        let task = Task {
            problem: &life.problem,
            past: &job.past,
            limits: job.limits,
            knows: life.knows,
            every_move: life.every_move,
            expected: life.expected,
            suits_large: false,
            // Where a single move is wanted it is the answer, and moves that resist well are found in the older order.
            instinct: life.every_move,
        };
        SizedThinker::start(self, &task)
    }

    fn step(&mut self, table: &mut Table<'_>, nodes: u32) -> News {
        match SizedThinker::step(self, table, nodes) {
            Thinking::More => News::Working(self.nodes()),
            Thinking::Solved(solution) => News::Read(Reading {
                worth: Worth::Life {
                    outcome: solution.answer.outcome,
                    seki: solution.answer.seki,
                },
                moves: solution.answer.moves,
                best: solution.best,
                equals: solution.equals,
            }),
            Thinking::Unknown => News::Unknown {
                guess: self.guess().map(|guess| Guess::of(guess.best)),
            },
        }
    }
}

/// What the key stones come to.
pub(super) const fn outcome(worth: Worth) -> Outcome {
    match worth {
        Worth::Life { outcome, .. } => outcome,
        Worth::Row(_) => unreachable!(),
    }
}

const fn is_seki(worth: Worth) -> bool {
    matches!(worth, Worth::Life { seki: true, .. })
}

/// What a game comes to that was played to its end.
const fn played_out(outcome: Outcome) -> Worth {
    Worth::Life { outcome, seki: false }
}

const fn is_ko(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::KoAttacker | Outcome::KoDefender)
}

fn takes_first(favoured: Color) -> Words {
    words(format_args!("Ko: {favoured} takes first"))
}
