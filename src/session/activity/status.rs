//! Status: dead, unsettled, alive or ko? Any problem can be asked about, since it is read out both ways.

use heapless::Vec;

use super::verbs::{Activity, Extra, Face, Goal, Next, Request};
use crate::board::{Color, Move};
use crate::problem::{Answer, Outcome};
use crate::record::Mode;
use crate::session::event::Sound;
use crate::session::keys::{Button, Stroke};
use crate::session::life::outcome;
use crate::session::picture::{Line, Standing, Target, Tone, Words};
use crate::session::showing::Taught;
use crate::session::tabletop::Tabletop;
use crate::session::thought::{Judgement, Wish};
use crate::session::words::{Message, key_line, words};

/// The answers, by what they are called.
const NAMES: [&str; 4] = ["Dead", "Unsettled", "Alive", "Ko"];
const DEAD: u8 = 0;
const UNSETTLED: u8 = 1;
const ALIVE: u8 = 2;
const KO: u8 = 3;

/// How far one is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::session) enum Status {
    /// The question is open.
    Asking(Question),
    /// The question is answered.
    Told {
        /// The true answer.
        truth: u8,
        /// If that is ko, the side that wins it if neither has a threat; none if it is the side that begins.
        winner: Option<Color>,
        /// It was given.
        right: bool,
    },
}

/// An open question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::session) struct Question {
    /// The place of the answer under the cursor. Nothing is preselected: that would be a hint, right or wrong.
    chosen: Option<u8>,
    /// It was given, and the solver is not ready.
    given: bool,
    /// What it comes to if the side to move begins.
    first: Option<Outcome>,
    /// What it comes to if the other side begins.
    second: Option<Outcome>,
}

impl Question {
    /// Nothing is known, and nothing was given.
    const fn new(chosen: Option<u8>) -> Question {
        Question {
            chosen,
            given: false,
            first: None,
            second: None,
        }
    }

    fn steer(&mut self, direction: Button, count: u8) {
        let forwards = matches!(direction, Button::Right | Button::Down);
        self.chosen = Some(match self.chosen {
            None if forwards => 0,
            None => count - 1,
            Some(chosen) if forwards => (chosen + 1) % count,
            Some(chosen) => (chosen + count - 1) % count,
        });
    }
}

/// The answers that are offered, as they are shown: a lesson has only those that were taught before it, and the truth.
fn offered(table: &Tabletop) -> &'static [u8] {
    let showing = table.showing();
    let is_plain = |answer: &Answer| matches!(answer.outcome, Outcome::Dead | Outcome::Alive);
    let is_known_plain = showing.entry.answer.as_ref().is_some_and(is_plain);
    let Taught { unsettled, ko } = showing.taught;
    let has_ko = ko || !is_known_plain;
    let has_unsettled = unsettled || !is_known_plain || !table.is_settled();
    match (has_unsettled, has_ko) {
        (false, false) => &[DEAD, ALIVE],
        (false, true) => &[DEAD, ALIVE, KO],
        (true, false) => &[DEAD, UNSETTLED, ALIVE],
        (true, true) => &[DEAD, UNSETTLED, ALIVE, KO],
    }
}

/// The answer at a place of the list that is shown.
fn meant(table: &Tabletop, place: u8) -> u8 {
    offered(table).get(usize::from(place)).copied().unwrap_or(DEAD)
}

/// Wants to know what the problem comes to, with the side to move or with the other one.
fn read(table: &mut Tabletop, turned_about: bool) {
    table.want(Wish {
        ply: 0,
        every_move: false,
        turned_about,
    });
}

impl Status {
    /// The question, as long as it can be answered.
    fn open_question(&mut self) -> Option<&mut Question> {
        match self {
            Status::Asking(question) if !question.given => Some(question),
            _ => None,
        }
    }

    /// The answer under the cursor is given.
    fn answer(&mut self, table: &mut Tabletop) -> Next {
        match self {
            Status::Told { .. } => Next::Ask(Request::Next),
            Status::Asking(Question { chosen: None, .. }) => {
                table.say(Message::passing(Tone::Plain, "Choose one with left and right"));
                Next::Stay
            }
            Status::Asking(question) => {
                question.given = true;
                self.hear(table)
            }
        }
    }

    fn advance(&mut self, table: &mut Tabletop, mut question: Question) {
        let known = match question.first {
            None => table.known(0),
            Some(_) => table.known_turned(0),
        };
        match known {
            Some(Judgement::Read(reading)) if question.first.is_none() => {
                question.first = Some(outcome(reading.worth));
                read(table, true);
            }
            Some(Judgement::Read(reading)) => question.second = Some(outcome(reading.worth)),
            Some(Judgement::Unknown(_)) if question.given => {
                table.stop_thinking();
                read(table, false);
                *self = Status::Asking(Question::new(question.chosen));
                return table.say(Message::passing(Tone::Plain, "Too hard for me to prove"));
            }
            _ => {}
        }
        *self = Status::Asking(question);
        let chosen = question.chosen.filter(|_| question.given);
        if let (Some(chosen), Some(first), Some(second)) = (chosen, question.first, question.second) {
            let chosen = meant(table, chosen);
            self.tell(table, chosen, first, second);
        }
    }

    fn tell(&mut self, table: &mut Tabletop, chosen: u8, first: Outcome, second: Outcome) {
        let problem = table.showing().problem();
        let defender = problem.defender();
        let (defended, attacked) = if problem.to_move() == defender {
            (first, second)
        } else {
            (second, first)
        };
        let truth = truth(defended, attacked);
        let right = chosen == truth;
        table.credit().settle(right);
        table.make_sound(if right { Sound::Right } else { Sound::Wrong });
        table.stop_thinking();
        if truth == ALIVE {
            table.tell_life(true);
        }
        let winner = ko_winner(defended, attacked, defender);
        *self = Status::Told { truth, winner, right };
    }
}

impl Activity for Status {
    fn is_asked_for(table: &Tabletop) -> bool {
        // Where no move does better than another, there is only one thing to ask.
        // The book's word is about moves.
        !table.is_by_the_book() && (table.settings().mode == Mode::Status || table.is_settled())
    }

    fn begin(table: &mut Tabletop) -> Status {
        // What lives for good would be the answer.
        table.tell_life(false);
        read(table, false);
        Status::Asking(Question::new(None))
    }

    fn stroke(&mut self, table: &mut Tabletop, stroke: Stroke) -> Next {
        match stroke {
            Stroke::Press(Button::A) => self.answer(table),
            Stroke::Press(Button::B) if self.open_question().is_some() => Next::Ask(Request::Front),
            Stroke::Press(Button::B) => Next::Go(Goal::Begin),
            Stroke::Press(Button::X) => match self {
                Status::Told { .. } if table.showing().has_lesson() => Next::Ask(Request::Lesson),
                Status::Told { .. } => Next::Go(Goal::Solution),
                Status::Asking(_) if table.showing().has_primer() => Next::Ask(Request::Primer),
                Status::Asking(_) => Next::Stay,
            },
            Stroke::Press(direction) => {
                let count = offered(table).len() as u8;
                if let Some(question) = self.open_question() {
                    question.steer(direction, count);
                    table.hush();
                }
                Next::Stay
            }
            Stroke::Hold(_) => Next::Stay,
        }
    }

    fn play(&mut self, _table: &mut Tabletop, _chosen: Move) -> Next {
        Next::Stay
    }

    fn touch(&mut self, table: &mut Tabletop, target: Target) -> Next {
        match target {
            Target::Choice(choice) => {
                let last = offered(table).len() as u8 - 1;
                if let Some(question) = self.open_question() {
                    question.chosen = Some(choice.min(last));
                }
                self.answer(table)
            }
            Target::Key(button) => self.stroke(table, Stroke::Press(button)),
            Target::Point(_) | Target::Item(_) => Next::Stay,
        }
    }

    fn hear(&mut self, table: &mut Tabletop) -> Next {
        if let Status::Asking(question) = *self {
            self.advance(table, question);
        }
        Next::Stay
    }

    fn face(&self, table: &Tabletop) -> Face {
        let defender = table.showing().problem().defender();
        Face {
            title: match *self {
                Status::Asking(_) => words(format_args!("How does {defender} stand?")),
                Status::Told { truth, winner, .. } => sentence(defender, truth, winner),
            },
            stone: None,
            standing: match *self {
                Status::Asking(_) => Standing::Open,
                Status::Told { right: true, .. } => Standing::Right,
                Status::Told { right: false, .. } => Standing::Wrong,
            },
            cursor: None,
            waits: matches!(self, Status::Asking(Question { given: true, .. })),
        }
    }

    fn line(&self, table: &Tabletop, _lingering: Option<Button>) -> Line {
        match self {
            Status::Asking(question) => {
                let names: Vec<&str, 4> = offered(table)
                    .iter()
                    .map(|&answer| NAMES[usize::from(answer)])
                    .collect();
                Line::choice(&names, question.chosen)
            }
            Status::Told { .. } => {
                let help = if table.showing().has_lesson() {
                    "lesson"
                } else {
                    "solution"
                };
                key_line(&[(Button::A, "next"), (Button::B, "again"), (Button::X, help)])
            }
        }
    }

    fn offers(&self, _table: &Tabletop, extra: Extra) -> bool {
        extra == Extra::Capture && matches!(self, Status::Told { truth: DEAD, .. })
    }

    fn is_over(&self) -> bool {
        matches!(self, Status::Told { .. })
    }
}

/// The answer as a sentence.
fn sentence(defender: Color, truth: u8, winner: Option<Color>) -> Words {
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

/// The status, by what it comes to if the defender begins and if the attacker does.
fn truth(defended: Outcome, attacked: Outcome) -> u8 {
    match (defended, attacked) {
        (Outcome::Dead, _) => DEAD,
        (_, Outcome::Alive) => ALIVE,
        (Outcome::Alive, Outcome::Dead) => UNSETTLED,
        _ => KO,
    }
}

/// Who wins the ko if neither side has a threat; none if that is the side that begins.
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
