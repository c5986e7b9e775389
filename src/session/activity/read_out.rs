//! Read it out: a whole line, both colours, before anything answers. Then the solver says where it first fails.
//!
//! A move fails when what the position comes to changes by it. So the positions along the line are compared, from the
//! first on; where two neighbours differ, the move between them was the mistake.

use super::run::IN_VAIN;
use super::verbs::{Activity, Face, Goal, Marks, Next, Request};
use crate::board::{Move, Point};
use crate::record::Mode;
use crate::session::event::Sound;
use crate::session::judge::Judge;
use crate::session::keys::{Button, Stroke};
use crate::session::picture::{Line, Standing, Tone};
use crate::session::reading::Worth;
use crate::session::tabletop::Tabletop;
use crate::session::thought::{Judgement, Wish};
use crate::session::words::{Message, key_line, quiet_line, words};

/// How far one is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::session) enum ReadOut {
    /// The line is being entered.
    Entering,
    /// The positions are looked at one by one.
    Checking {
        /// The position that is looked at: the one after this many moves.
        ply: usize,
        /// What the one before it comes to.
        before: Option<Worth>,
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

impl ReadOut {
    /// Starts to check the line.
    fn check(&mut self, table: &mut Tabletop) {
        if table.ply() == 0 {
            return table.say(Message::passing(
                Tone::Plain,
                "Play your line first, both colours",
            ));
        }
        self.look_at(table, 0, None);
    }

    fn look_at(&mut self, table: &mut Tabletop, ply: usize, before: Option<Worth>) {
        *self = ReadOut::Checking { ply, before };
        table.want(Wish {
            ply,
            every_move: false,
            turned_about: false,
        });
    }

    fn compare(&mut self, table: &mut Tabletop, ply: usize, before: Option<Worth>) {
        let last = table.ply();
        let decided = table.judge().ended_worth(before).filter(|_| ply == last);
        let here = match (decided, table.known(ply)) {
            (Some(worth), _) => worth,
            (None, None) => return,
            (None, Some(Judgement::Unknown(_))) => return self.give_up(table, ply),
            (None, Some(Judgement::Read(reading))) => reading.worth,
        };
        if before.is_some_and(|before| before != here) {
            *self = ReadOut::Failing { ply: ply - 1 };
            return table.want(Wish {
                ply: ply - 1,
                every_move: true,
                turned_about: false,
            });
        }
        if ply == 0 {
            table.expect(Some(here));
        }
        if ply < last {
            return self.look_at(table, ply + 1, Some(here));
        }
        let to_move = table.game().to_move();
        let known = table.known(ply);
        let is_clear = known
            .and_then(|known| known.reading().copied())
            .is_some_and(|reading| {
                // The author may let the other side have the last move.
                let is_settled = table.is_by_the_book() || table.judge().is_lost(here, to_move);
                is_settled && reading.best.is_none()
            });
        self.reach_the_end(table, decided.is_some() || is_clear);
    }

    /// Every move that was entered is right. `is_over` is whether nothing is left to be read.
    fn reach_the_end(&mut self, table: &mut Tabletop, is_over: bool) {
        let user = table.showing().problem().to_move();
        table.stop_thinking();
        *self = ReadOut::Entering;
        if is_over && table.is_in_vain(user) {
            table.say(Message::passing(Tone::Plain, IN_VAIN));
        } else if is_over {
            *self = ReadOut::Holds;
            table.credit().settle(true);
            table.make_sound(Sound::Right);
        } else {
            table.say(Message::passing(Tone::Good, "Right so far: read on to the end"));
        }
    }

    fn give_up(&mut self, table: &mut Tabletop, ply: usize) {
        table.stop_thinking();
        *self = ReadOut::Entering;
        let words = if table.is_by_the_book() {
            words(format_args!("Move {ply} is not in the book"))
        } else {
            words(format_args!("Too hard for me after move {ply}"))
        };
        table.say(Message {
            left: Some(4000),
            ..Message::lasting(Tone::Plain, words)
        });
    }

    /// Goes back to where the line fails and says what would have been better.
    fn tell_failure(&mut self, table: &mut Tabletop, ply: usize) {
        let Some(known) = table.known(ply) else {
            return;
        };
        let played = match table.game().moves().nth(ply) {
            Some(Move::Play(point)) => Some(point),
            _ => None,
        };
        let better = known.reading().and_then(|reading| reading.best);
        table.undo_to(ply);
        table.stop_thinking();
        table.credit().settle(false);
        table.make_sound(Sound::Wrong);
        *self = ReadOut::Fails { played, better };
        let number = ply + 1;
        let words = match better {
            Some(better) => {
                let name = table.about_point(better, "");
                words(format_args!("Move {number} fails: {name} is better"))
            }
            None => words(format_args!("Move {number} fails")),
        };
        table.say(Message::lasting(Tone::Bad, words));
    }
}

impl Activity for ReadOut {
    fn is_asked_for(table: &Tabletop) -> bool {
        table.settings().mode == Mode::ReadOut
    }

    fn begin(_table: &mut Tabletop) -> ReadOut {
        ReadOut::Entering
    }

    fn stroke(&mut self, table: &mut Tabletop, stroke: Stroke) -> Next {
        match (stroke, *self) {
            (Stroke::Press(Button::A), ReadOut::Holds) => return Next::Ask(Request::Next),
            (Stroke::Press(Button::A), ReadOut::Fails { .. }) => return Next::Go(Goal::Begin),
            (Stroke::Press(Button::A), _) => return self.play(table, Move::Play(table.cursor())),
            (Stroke::Hold(Button::A), _) => return self.play(table, Move::Pass),
            (Stroke::Press(Button::B), ReadOut::Entering) => {
                table.undo();
            }
            (Stroke::Press(Button::B), _) => {
                table.stop_thinking();
                table.hush();
                *self = ReadOut::Entering;
            }
            (Stroke::Press(Button::X), ReadOut::Entering) => self.check(table),
            (Stroke::Press(Button::X), ReadOut::Fails { .. }) => return Next::Go(Goal::Solution),
            (Stroke::Hold(Button::X), ReadOut::Entering) => table.redo(),
            (Stroke::Press(direction), _) => table.steer(direction),
            (Stroke::Hold(_), _) => {}
        }
        Next::Stay
    }

    fn play(&mut self, table: &mut Tabletop, chosen: Move) -> Next {
        if *self == ReadOut::Entering {
            table.place(chosen);
        }
        Next::Stay
    }

    fn hear(&mut self, table: &mut Tabletop) -> Next {
        match *self {
            ReadOut::Checking { ply, before } => self.compare(table, ply, before),
            ReadOut::Failing { ply } => self.tell_failure(table, ply),
            ReadOut::Entering | ReadOut::Fails { .. } | ReadOut::Holds => {}
        }
        Next::Stay
    }

    fn marks(&self, table: &Tabletop) -> Marks {
        let mut marks = Marks::of(table);
        if let ReadOut::Fails { played, better } = *self {
            marks.wrong = played;
            marks.best = better;
        }
        marks
    }

    fn face(&self, table: &Tabletop) -> Face {
        let turn = table.game().to_move();
        Face {
            title: match self {
                ReadOut::Holds => words(format_args!("Your reading holds")),
                _ => table.showing().task(),
            },
            stone: (*self != ReadOut::Holds).then_some(turn),
            standing: match self {
                ReadOut::Fails { .. } => Standing::Wrong,
                ReadOut::Holds => Standing::Right,
                _ => Standing::Open,
            },
            cursor: (*self == ReadOut::Entering).then_some(turn),
            waits: matches!(self, ReadOut::Checking { .. } | ReadOut::Failing { .. }),
        }
    }

    fn line(&self, table: &Tabletop, _lingering: Option<Button>) -> Line {
        match self {
            ReadOut::Entering if table.ply() == 0 => quiet_line("Play the whole line, both colours"),
            ReadOut::Entering => key_line(&[(Button::A, "play"), (Button::B, "back"), (Button::X, "check")]),
            ReadOut::Holds => key_line(&[(Button::A, "next"), (Button::B, "back"), (Button::Y, "menu")]),
            _ => key_line(&[(Button::A, "again"), (Button::B, "back"), (Button::X, "solution")]),
        }
    }
}
