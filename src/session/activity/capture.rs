//! Played out to the capture: who has never played does not see why stones are dead before they leave the board.
//!
//! The computer takes them move by move (*show me*), or one side is the player's and the computer answers (*play on*). Each move of the
//! computer that takes is proved before it is seen: after it the stones are still dead, however they resist. Until then the
//! stone that is tried out is hidden.

use super::verbs::{Activity, Face, Goal, Marks, Next, Request};
use crate::board::{Color, Move, Point, PointSet};
use crate::session::event::Sound;
use crate::session::judge::{Ending, Judge};
use crate::session::keys::{Button, Stroke};
use crate::session::picture::{Line, Tone, Words};
use crate::session::tabletop::Tabletop;
use crate::session::thought::Judgement;
use crate::session::words::{Message, key_line, words};

/// Between two moves of the computer, in milliseconds; less when it answers the player.
const PACE: u32 = 900;
const ANSWER: u32 = 300;
/// Longer games are not played out.
const LONGEST: usize = 90;

/// A position is played out.
#[derive(Clone, Debug)]
pub(in crate::session) struct Capture {
    /// The colour that is the player's, if one is.
    user: Option<Color>,
    /// The move that is being tried out.
    trial: Option<Point>,
    /// Moves here that would let the stones go.
    refuted: PointSet,
    /// Nothing more is to be shown.
    is_over: bool,
    /// What the position comes to, as far as it is known.
    title: Words,
}

impl Capture {
    /// Goes on from the position on the board. Nothing is at stake.
    pub(super) fn open(table: &mut Tabletop, user: Option<Color>, title: Words) -> Capture {
        table.credit().practise();
        table.hush();
        table.stop_thinking();
        let mut capture = Capture {
            user,
            trial: None,
            refuted: PointSet::EMPTY,
            is_over: false,
            title,
        };
        if capture.is_users_turn(table) {
            table.say(Message::passing(Tone::Plain, "Play on until they are off"));
        }
        capture.look(table);
        capture
    }

    fn is_users_turn(&self, table: &Tabletop) -> bool {
        self.user == Some(table.game().to_move())
    }

    /// Wants to know about the position on the board; ends where there is nothing left to play.
    fn look(&mut self, table: &mut Tabletop) {
        table.stop_thinking();
        if let Some(ending) = table.judge().ended(None) {
            self.title = table.judge().sentence(ending);
        }
        if table.game().verdict().is_some() || table.ply() >= LONGEST {
            self.is_over = true;
        } else {
            table.think(false);
        }
    }

    /// The computer's move, once it is known.
    fn go_on(&mut self, table: &mut Tabletop) {
        if self.is_over {
            return;
        }
        let Some(known) = table.known_here() else {
            return table.think(false);
        };
        let Judgement::Read(reading) = known else {
            self.is_over = true;
            return table.say(Message::passing(Tone::Plain, "Too hard for me to prove"));
        };
        if self.trial.is_none() {
            let ending = Ending {
                worth: reading.worth,
                verdict: None,
            };
            self.title = table.judge().sentence(ending);
        }
        let defender = table.showing().problem().defender();
        if let Some(point) = self.trial {
            let holds = table.judge().is_lost(reading.worth, defender);
            return self.weigh(table, point, holds);
        }
        let pace = if self.user.is_some() { ANSWER } else { PACE };
        if self.is_users_turn(table) || table.clock() < pace {
            return;
        }
        let best = reading.best.filter(|&best| table.game().check(best).is_ok());
        let takes = table.game().to_move() != defender && table.judge().is_lost(reading.worth, defender);
        match best {
            Some(best) => self.make(table, Move::Play(best)),
            None if takes => self.try_next(table),
            None => self.make(table, Move::Pass),
        }
    }

    fn make(&mut self, table: &mut Tabletop, chosen: Move) {
        self.refuted = PointSet::EMPTY;
        if !table.place(chosen) {
            self.is_over = true;
        } else if chosen == Move::Pass && self.user.is_some() {
            let passer = table.game().to_move().opponent();
            let told = words(format_args!("{passer} passes: now capture"));
            table.say(Message::lasting(Tone::Plain, told));
        }
        self.look(table);
    }

    /// Tries the next move that may take the stones.
    fn try_next(&mut self, table: &mut Tabletop) {
        let Some(point) = next_candidate(table, &self.refuted) else {
            self.is_over = true;
            return table.say(Message::passing(Tone::Plain, "There is nothing to take"));
        };
        if table.place(Move::Play(point)) {
            self.trial = Some(point);
        } else {
            self.refuted.insert(point);
        }
        if table.game().verdict().is_some() {
            self.trial = None;
        }
        self.look(table);
    }

    /// The move that was tried out holds, or it is taken back.
    fn weigh(&mut self, table: &mut Tabletop, point: Point, holds: bool) {
        self.trial = None;
        if holds {
            self.refuted = PointSet::EMPTY;
            table.changed();
        } else {
            let ply = table.ply() - 1;
            table.undo_to(ply);
            self.refuted.insert(point);
            table.stop_thinking();
            self.try_next(table);
        }
    }

    /// Takes the player's newest move back, with the answer to it.
    fn take_back(&mut self, table: &mut Tabletop, user: Color) {
        if self.trial.take().is_some() {
            let ply = table.ply() - 1;
            table.undo_to(ply);
        }
        table.undo_until(user);
        self.refuted = PointSet::EMPTY;
        self.is_over = false;
        self.look(table);
    }
}

impl Activity for Capture {
    fn begin(table: &mut Tabletop) -> Capture {
        let title = table.showing().task();
        Capture::open(table, None, title)
    }

    fn stroke(&mut self, table: &mut Tabletop, stroke: Stroke) -> Next {
        match (stroke, self.user) {
            (Stroke::Press(Button::A), _) if self.is_over => return Next::Ask(Request::Next),
            (Stroke::Press(Button::A), Some(_)) => return self.play(table, Move::Play(table.cursor())),
            // The next move at once.
            (Stroke::Press(Button::A), None) => {
                table.set_clock(PACE);
                self.go_on(table);
            }
            (Stroke::Press(Button::B), Some(user)) if table.ply() > 0 => self.take_back(table, user),
            (Stroke::Press(Button::B), _) => return Next::Go(Goal::Begin),
            (Stroke::Press(Button::X), Some(_)) if !self.is_over => return Next::Go(Goal::ShowMe),
            (Stroke::Press(Button::X), _) if self.is_over && table.showing().has_lesson() => {
                return Next::Ask(Request::Lesson);
            }
            // Who attacks does not pass: two passes would let the stones stand.
            (Stroke::Hold(Button::A), Some(user)) if user == table.showing().problem().defender() => {
                return self.play(table, Move::Pass);
            }
            (Stroke::Press(Button::X) | Stroke::Hold(_), _) => {}
            (Stroke::Press(direction), _) => table.steer(direction),
        }
        Next::Stay
    }

    fn play(&mut self, table: &mut Tabletop, chosen: Move) -> Next {
        if self.is_over || !self.is_users_turn(table) || self.trial.is_some() {
            return Next::Stay;
        }
        if table.place(chosen) {
            self.look(table);
            if table.game().verdict().is_some() {
                table.make_sound(Sound::Right);
            }
        }
        Next::Stay
    }

    fn hear(&mut self, table: &mut Tabletop) -> Next {
        self.go_on(table);
        Next::Stay
    }

    fn moves(&self, table: &Tabletop) -> bool {
        !self.is_over && !self.is_users_turn(table)
    }

    fn think_anew(&mut self, table: &mut Tabletop) {
        self.look(table);
    }

    fn marks(&self, table: &Tabletop) -> Marks {
        let mut marks = Marks::of(table);
        if let Some(point) = self.trial {
            marks.hidden.insert(point);
        }
        marks
    }

    fn face(&self, table: &Tabletop) -> Face {
        let turn = table.game().to_move();
        let seen = if self.trial.is_some() {
            turn.opponent()
        } else {
            turn
        };
        let cursor = self.user.filter(|_| !self.is_over);
        Face {
            title: self.title.clone(),
            stone: (!self.is_over).then_some(seen),
            standing: table.earned().standing(),
            cursor,
            waits: false,
        }
    }

    fn line(&self, table: &Tabletop, _lingering: Option<Button>) -> Line {
        if self.is_over {
            let again = (Button::B, "back");
            return if table.showing().has_lesson() {
                key_line(&[(Button::A, "next"), again, (Button::X, "lesson")])
            } else {
                key_line(&[(Button::A, "next"), again, (Button::Y, "menu")])
            };
        }
        match self.user {
            Some(_) => key_line(&[(Button::A, "play"), (Button::B, "back"), (Button::X, "show me")]),
            None => key_line(&[(Button::A, "go on"), (Button::B, "again"), (Button::Y, "menu")]),
        }
    }

    fn is_over(&self) -> bool {
        true
    }
}

/// The next point that may take the key stones: where they breathe, where the attacker stands already first, then anywhere.
fn next_candidate(table: &Tabletop, refuted: &PointSet) -> Option<Point> {
    let (game, board) = (table.game(), table.game().board());
    let attacker = game.to_move();
    let mut breath = PointSet::EMPTY;
    for stone in game.key_stones().iter() {
        breath = breath.union(&board.liberties(stone));
    }
    let friends = |point: Point| {
        let stones = board.stones(attacker);
        point
            .beside(board.size())
            .filter(|&side| stones.contains(side))
            .count()
    };
    let free =
        Point::all(board.size()).filter(|&point| !refuted.contains(point) && game.check(point).is_ok());
    free.max_by_key(|&point| (breath.contains(point), friends(point)))
}
