//! Status: dead, unsettled, alive or ko? Any problem can be asked about, since it is read out both ways.

use super::desk::{Activity, Desk, Sound};
use super::keys::Button;
use super::picture::{Done, Tone, Words};
use super::thought::{Judgement, Wish};
use super::words::{Message, words};
use crate::board::Color;
use crate::problem::{Answer, Outcome};

/// The answers, as they are shown.
pub(super) const CHOICES: [&str; 4] = ["Dead", "Unsettled", "Alive", "Ko"];
const DEAD: u8 = 0;
const UNSETTLED: u8 = 1;
const ALIVE: u8 = 2;
const KO: u8 = 3;

/// How far one is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    /// The question is open.
    Asking {
        /// The answer under the cursor.
        chosen: u8,
        /// It was given, and the solver is not ready.
        given: bool,
        /// What it comes to if the side to move begins.
        first: Option<Answer>,
        /// What it comes to if the other side begins.
        second: Option<Answer>,
    },
    /// The question is answered.
    Told {
        /// The true answer.
        truth: u8,
        /// If that is ko, the side that wins it if nobody has a threat; none if it is whoever begins.
        winner: Option<Color>,
        /// It was given.
        right: bool,
    },
}

impl Desk {
    /// Asks about the position, and reads it out meanwhile.
    pub(super) fn ask_status(&mut self) {
        self.activity = Activity::Status(Status::Asking {
            // Most problems are unsettled, so that must not be the answer that is offered.
            chosen: DEAD,
            given: false,
            first: None,
            second: None,
        });
        self.wish_status(false);
    }

    fn wish_status(&mut self, turned_about: bool) {
        self.thoughts.want(Wish {
            ply: 0,
            every_move: false,
            turned_about,
        });
    }

    pub(super) fn steer_status(&mut self, direction: Button) {
        if let Activity::Status(Status::Asking {
            chosen, given: false, ..
        }) = &mut self.activity
        {
            let count = CHOICES.len() as u8;
            *chosen = match direction {
                Button::Left | Button::Up => (*chosen + count - 1) % count,
                _ => (*chosen + 1) % count,
            };
        }
    }

    pub(super) fn choose_status(&mut self, choice: u8) {
        if let Activity::Status(Status::Asking {
            chosen, given: false, ..
        }) = &mut self.activity
        {
            *chosen = choice.min(KO);
        }
    }

    /// The answer under the cursor is given.
    pub(super) fn answer_status(&mut self) {
        if let Activity::Status(Status::Asking { given, .. }) = &mut self.activity {
            *given = true;
        }
        if let Activity::Status(status) = self.activity {
            self.advance_status(status);
        }
    }

    pub(super) fn advance_status(&mut self, status: Status) {
        let Status::Asking {
            chosen,
            given,
            mut first,
            mut second,
        } = status
        else {
            return;
        };
        let judgement = match first {
            None => self.thoughts.about(0),
            Some(_) => self.thoughts.about_turned(0),
        };
        match judgement.copied() {
            Some(Judgement::Solved(solution)) if first.is_none() => {
                first = Some(solution.answer);
                self.wish_status(true);
            }
            Some(Judgement::Solved(solution)) => second = Some(solution.answer),
            Some(Judgement::Unknown(_)) if given => {
                self.thoughts.drop();
                self.wish_status(false);
                self.activity = Activity::Status(Status::Asking {
                    chosen,
                    given: false,
                    first: None,
                    second: None,
                });
                return self.say(Message::passing(Tone::Plain, "Too hard for me to prove"));
            }
            _ => {}
        }
        self.activity = Activity::Status(Status::Asking {
            chosen,
            given,
            first,
            second,
        });
        if let (true, Some(first), Some(second)) = (given, first, second) {
            self.tell_status(chosen, &first, &second);
        }
    }

    fn tell_status(&mut self, chosen: u8, first: &Answer, second: &Answer) {
        let user_defends = self.showing.problem().to_move() == self.defender();
        let (defended, attacked) = if user_defends {
            (first, second)
        } else {
            (second, first)
        };
        let truth = truth(defended.outcome, attacked.outcome);
        let right = chosen == truth;
        self.settle(match (right, self.helped) {
            (false, _) => Done::Failed,
            (true, true) => Done::Helped,
            (true, false) => Done::Solved,
        });
        self.outbox.sound = Some(if right { Sound::Right } else { Sound::Wrong });
        self.thoughts.drop();
        let winner = ko_winner(defended.outcome, attacked.outcome, self.defender());
        self.activity = Activity::Status(Status::Told { truth, winner, right });
    }

    /// The answer as a sentence.
    pub(super) fn status_sentence(&self, truth: u8, winner: Option<Color>) -> Words {
        let defender = self.defender();
        match truth {
            DEAD => words(format_args!("{defender} is dead")),
            UNSETTLED => words(format_args!("It is unsettled")),
            ALIVE => words(format_args!("{defender} is alive")),
            _ => match winner {
                Some(winner) => words(format_args!("It is {winner}'s ko")),
                None => words(format_args!("Ko, for who begins")),
            },
        }
    }
}

/// The status, by what it comes to if the defender begins and if the attacker does.
fn truth(defended: Outcome, attacked: Outcome) -> u8 {
    match (defended, attacked) {
        (Outcome::Dead, _) => DEAD,
        (_, Outcome::Alive) => ALIVE,
        (Outcome::Alive, Outcome::Dead) => UNSETTLED,
        _ => KO,
    }
}

/// Who wins the ko if nobody has a threat; none if that is whoever begins.
fn ko_winner(defended: Outcome, attacked: Outcome, defender: Color) -> Option<Color> {
    let whose = |outcome| match outcome {
        Outcome::KoDefender => Some(defender),
        Outcome::KoAttacker => Some(defender.opponent()),
        Outcome::Dead | Outcome::Alive => None,
    };
    match (whose(defended), whose(attacked)) {
        (Some(one), Some(other)) if one != other => None,
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ko_belongs_to_the_side_that_wins_it_without_threats() {
        use Outcome::{Alive, Dead, KoAttacker, KoDefender};
        for (defended, attacked, winner) in [
            (Alive, KoAttacker, Some(Color::White)),
            (Alive, KoDefender, Some(Color::Black)),
            (KoAttacker, Dead, Some(Color::White)),
            (KoDefender, KoDefender, Some(Color::Black)),
            (KoDefender, KoAttacker, None),
        ] {
            assert_eq!(ko_winner(defended, attacked, Color::Black), winner);
        }
    }
}
