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
//! soon; `run` says how, and `try_face` what is seen of it. It is over when the side to move is lost and has nothing left that would make the other think, and when you have won so
//! clearly that the answer could be ignored.

use super::fade;
use super::hint::Hint;
use super::run::Run;
use super::try_face::Sight;
use super::verbs::{Activity, Extra, Face, Goal, Marks, Next, Request};
use crate::board::{Move, Point, PointSet};
use crate::record::Mode;
use crate::session::judge::{Ending, Judge};
use crate::session::keys::{Button, Stroke};
use crate::session::picture::{Line, Tone};
use crate::session::reading::Reading;
use crate::session::tabletop::Tabletop;
use crate::session::thought::{Judgement, Wish};
use crate::session::words::{Message, quiet_line};

/// An answer takes at least this long, in milliseconds: a move that comes at once looks like an accident.
const PAUSE: u32 = 200;

/// Whose turn it is in a try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// You are to move.
    Yours,
    /// You have moved, and whether that was right is not known yet.
    Judging,
    /// The computer is to move.
    Answering,
    /// It is decided.
    Over(Ending),
}

/// A try under way.
#[derive(Clone, Debug)]
pub(in crate::session) struct Try {
    phase: Phase,
    run: Run,
    hint: Hint,
}

impl Try {
    /// Tries moves out from where the mistake was, or from the start, to see what they come to.
    pub(super) fn explore(&mut self, table: &mut Tabletop) {
        table.undo_to(self.run.wrong_at(table).unwrap_or(0));
        table.credit().count_as_helped();
        table.credit().practise();
        self.run.explore();
        self.stones_changed(table);
        self.await_you(table);
        table.say(Message::passing(Tone::Plain, "Point at any place, press A"));
    }

    /// Waits for your move, and reads the position out meanwhile.
    fn await_you(&mut self, table: &mut Tabletop) {
        self.phase = Phase::Yours;
        table.think(false);
    }

    /// What was given or known about the stones that were there is void.
    fn stones_changed(&mut self, table: &Tabletop) {
        self.run.stones_changed(table);
        self.hint = Hint::NONE;
    }

    /// Lets the computer answer, as soon as it is known what your move had to keep.
    fn hand_over(&mut self, table: &mut Tabletop) {
        let ply = table.ply() - 1;
        let Some(known) = table.known(ply) else {
            return table.want(Wish {
                ply,
                every_move: false,
                turned_about: false,
            });
        };
        self.run.begin_from(table, &known);
        if let Some(ending) = self.run.ended(table) {
            self.run.weigh_end(table, ending);
            return self.end(table, ending);
        }
        self.phase = Phase::Answering;
        table.think(false);
    }

    /// The computer's move, once it is found.
    fn answer(&mut self, table: &mut Tabletop) {
        let Some(known) = table.known_here() else {
            return table.think(false);
        };
        self.run.weigh(table, &known);
        if table.clock() < PAUSE {
            return;
        }
        let reply = match &known {
            Judgement::Read(reading) => {
                let conceded = table.judge().conceded(reading);
                if let Some(ending) = conceded {
                    return self.end(table, ending);
                }
                pick(table, reading)
            }
            Judgement::Unknown(None) if table.is_by_the_book() => return self.refuse(table),
            Judgement::Unknown(guess) => {
                let best = guess.and_then(|guess| guess.best);
                let legal = best.filter(|&best| table.game().check(best).is_ok());
                legal.map_or(Move::Pass, Move::Play)
            }
        };
        if !table.place_silently(reply) {
            table.place_silently(Move::Pass);
        }
        self.stones_changed(table);
        match self.run.ended(table) {
            Some(ending) => self.end(table, ending),
            None => self.await_you(table),
        }
    }

    /// Takes a move back that the book says nothing about. What was said of it stays.
    fn refuse(&mut self, table: &mut Tabletop) {
        let said = table.judge().shrug(Move::Pass, false);
        self.run.taken_back();
        table.undo_until(self.run.user());
        self.stones_changed(table);
        table.say(Message::passing(Tone::Plain, said));
        self.await_you(table);
    }

    /// It may be over without another move of yours: you are lost and know it, or you have won and need not even answer.
    fn look_for_the_end(&mut self, table: &mut Tabletop) {
        let (ply, Some(reading)) = (table.ply(), table.read_here()) else {
            return;
        };
        if ply == 0 {
            return;
        }
        let conceded = table.judge().conceded(&reading);
        if let Some(ending) = conceded {
            return self.end(table, ending);
        }
        let has_lost = table.judge().is_lost(reading.worth, self.run.user());
        if has_lost && table.is_by_the_book() {
            // The author has refuted it. *Why?* plays the rest of the line.
            let ending = Ending {
                worth: reading.worth,
                verdict: None,
            };
            return self.end(table, ending);
        }
        let has_won = table.judge().is_lost(reading.worth, self.run.user().opponent());
        if !has_won || !table.judge().reads_both_ways() {
            return;
        }
        match table.known_turned(ply) {
            None => table.want(Wish {
                ply,
                every_move: false,
                turned_about: true,
            }),
            Some(Judgement::Read(ignored)) if ignored.worth == reading.worth => {
                let ending = Ending {
                    worth: ignored.worth,
                    verdict: None,
                };
                self.end(table, ending);
            }
            Some(_) => {}
        }
    }

    fn end(&mut self, table: &mut Tabletop, ending: Ending) {
        self.phase = Phase::Over(ending);
        table.hush();
        table.stop_thinking();
        let defender = table.showing().problem().defender();
        if table.judge().is_lost(ending.worth, defender.opponent()) {
            table.tell_life(true);
        }
        self.run.finish(table);
    }

    /// Takes your newest move back, with the answer to it; stops the computer if it thinks.
    fn take_back(&mut self, table: &mut Tabletop) {
        let thinks = matches!(self.phase, Phase::Judging | Phase::Answering);
        self.run.taken_back();
        let turn = table.game().to_move();
        let mut undone = table.undo_until(self.run.user());
        if undone {
            self.stones_changed(table);
        } else if turn != self.run.user() {
            // The computer plays first, and was stopped.
            undone = true;
            self.run.take_side(turn);
            table.credit().practise();
        }
        if !undone {
            table.say(Message::passing(Tone::Quiet, "This is the start"));
        } else if thinks {
            table.say(Message::passing(Tone::Quiet, "Stopped, and taken back"));
        }
        self.resume(table);
    }

    /// Makes a move again that was taken back, with the answer to it.
    fn redo(&mut self, table: &mut Tabletop) {
        table.redo_until(self.run.user());
        self.stones_changed(table);
        self.resume(table);
    }

    /// Goes on from whatever is on the board.
    fn resume(&mut self, table: &mut Tabletop) {
        if let Some(ending) = self.run.ended(table) {
            self.phase = Phase::Over(ending);
        } else if table.game().to_move() == self.run.user() {
            self.await_you(table);
        } else if table.ply() > 0 {
            self.phase = Phase::Judging;
            self.hand_over(table);
        } else {
            self.phase = Phase::Answering;
            table.think(false);
        }
    }

    /// The other colour is yours from now on, and nothing is at stake.
    fn change_sides(&mut self, table: &mut Tabletop) {
        let user = self.run.user().opponent();
        if self.is_over() {
            table.reset();
            self.run = Run::new(table);
        }
        self.run.take_side(user);
        table.credit().was_helped();
        table.credit().practise();
        table.changed();
        self.stones_changed(table);
        table.say(Message::passing(
            Tone::Quiet,
            "Sides changed: this does not count",
        ));
        self.resume(table);
    }

    /// The key that helps, whatever that is at the moment.
    fn help(&mut self, table: &mut Tabletop) -> Next {
        let is_wrong = self.run.wrong_at(table).is_some();
        if self.is_over() {
            return match is_wrong {
                true => Next::Go(Goal::Why),
                false if self.sight().shows_capture(table) => Next::Go(Goal::ShowMe),
                false if table.showing().has_lesson() => Next::Ask(Request::Lesson),
                false => Next::Go(Goal::Solution),
            };
        }
        if is_wrong && self.run.tells(table) {
            // A hint would come too late.
            return Next::Go(Goal::Why);
        }
        if self.sight().reads_first(table) {
            return Next::Ask(Request::Primer);
        }
        self.ask_for_a_hint(table);
        Next::Stay
    }

    fn ask_for_a_hint(&mut self, table: &mut Tabletop) {
        fade::peek(table);
        self.hint.ask();
        if self.phase == Phase::Yours {
            // Points that look likely are of no use if they are right as well.
            table.think(true);
        }
        self.give_hint(table);
    }

    fn give_hint(&mut self, table: &mut Tabletop) {
        if self.phase == Phase::Yours {
            let in_vain = table.is_in_vain(self.run.user());
            self.hint.give(table, in_vain);
        }
    }

    /// In the first lessons the learner takes the dead stones off the board.
    fn goes_on_to_the_capture(&self, table: &Tabletop) -> bool {
        let showing = table.showing();
        let attacks = self.run.user() != showing.problem().defender();
        let is_lesson = showing.is_course && showing.has_primer();
        is_lesson && attacks && self.run.wrong_at(table).is_none() && self.sight().can_be_captured(table)
    }

    fn sight(&self) -> Sight<'_> {
        Sight {
            run: &self.run,
            hint: &self.hint,
            ending: match self.phase {
                Phase::Over(ending) => Some(ending),
                _ => None,
            },
        }
    }
}

impl Activity for Try {
    /// Of what is left, everything begins with a try.
    fn is_asked_for(_table: &Tabletop) -> bool {
        true
    }

    fn begin(table: &mut Tabletop) -> Try {
        let mut begun = Try {
            phase: Phase::Yours,
            run: Run::new(table),
            hint: Hint::NONE,
        };
        begun.await_you(table);
        if table.is_by_the_book() && table.settings().mode == Mode::Status {
            table.say(Message::passing(
                Tone::Plain,
                "The book names no status: solve it",
            ));
        }
        begun
    }

    fn stroke(&mut self, table: &mut Tabletop, stroke: Stroke) -> Next {
        match stroke {
            Stroke::Press(Button::A) if self.is_over() => return Next::Ask(Request::Next),
            Stroke::Press(Button::A) => return self.play(table, Move::Play(table.cursor())),
            Stroke::Hold(Button::A) => return self.play(table, Move::Pass),
            // There is nothing to take back: back means out.
            Stroke::Press(Button::B) if table.ply() == 0 && self.phase == Phase::Yours => {
                return Next::Ask(Request::Front);
            }
            Stroke::Press(Button::B) => self.take_back(table),
            Stroke::Press(Button::X) => return self.help(table),
            Stroke::Hold(Button::X) => self.redo(table),
            Stroke::Press(direction) => table.steer(direction),
            Stroke::Hold(_) => {}
        }
        Next::Stay
    }

    fn play(&mut self, table: &mut Tabletop, chosen: Move) -> Next {
        match self.phase {
            Phase::Yours => {
                if table.place(chosen) {
                    if table.settings().natural {
                        // It was chosen among moves that were marked.
                        table.credit().was_helped();
                    }
                    self.stones_changed(table);
                    self.phase = Phase::Judging;
                    self.hand_over(table);
                }
            }
            Phase::Judging | Phase::Answering => {
                table.say(Message::passing(Tone::Quiet, "One moment: it is not your turn"));
            }
            Phase::Over(_) => table.say(Message::passing(Tone::Quiet, "It is decided: B takes back")),
        }
        Next::Stay
    }

    fn hear(&mut self, table: &mut Tabletop) -> Next {
        match self.phase {
            Phase::Yours => self.look_for_the_end(table),
            Phase::Judging => self.hand_over(table),
            Phase::Answering => self.answer(table),
            Phase::Over(_) => {}
        }
        self.give_hint(table);
        if self.goes_on_to_the_capture(table) {
            return Next::Go(Goal::PlayOn);
        }
        Next::Stay
    }

    fn moves(&self, table: &Tabletop) -> bool {
        match self.phase {
            Phase::Judging | Phase::Answering => true,
            Phase::Yours => fade::is_under_way(table),
            Phase::Over(_) => false,
        }
    }

    fn think_anew(&mut self, table: &mut Tabletop) {
        if self.phase == Phase::Yours {
            table.think(false);
        }
    }

    fn marks(&self, table: &Tabletop) -> Marks {
        self.sight().marks(table)
    }

    fn face(&self, table: &Tabletop) -> Face {
        let user = self.run.user();
        Face {
            title: self.sight().title(table),
            stone: match self.phase {
                Phase::Over(_) => None,
                Phase::Judging => Some(user.opponent()),
                Phase::Yours | Phase::Answering => Some(table.game().to_move()),
            },
            standing: self.sight().standing(table),
            cursor: (!self.is_over()).then_some(user),
            waits: match self.phase {
                Phase::Judging | Phase::Answering => true,
                Phase::Yours => self.hint.is_awaited(),
                Phase::Over(_) => false,
            },
        }
    }

    fn line(&self, table: &Tabletop, lingering: Option<Button>) -> Line {
        match lingering {
            Some(Button::A) if self.phase == Phase::Yours => quiet_line("Hold to pass"),
            Some(Button::B) => quiet_line("Hold to restart"),
            _ => self.sight().keys(table),
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    fn run(&self) -> Option<&Run> {
        Some(&self.run)
    }

    fn offers(&self, table: &Tabletop, extra: Extra) -> bool {
        match extra {
            Extra::Hint | Extra::Sides => true,
            Extra::Capture => self.sight().can_be_captured(table),
            Extra::Resign => false,
        }
    }

    fn give(&mut self, table: &mut Tabletop, extra: Extra) {
        match extra {
            Extra::Hint => self.ask_for_a_hint(table),
            Extra::Sides => self.change_sides(table),
            Extra::Capture | Extra::Resign => {}
        }
    }
}

/// One of the moves that are equally good, another one each time.
fn pick(table: &mut Tabletop, reading: &Reading) -> Move {
    let is_legal = |point: &Point| table.game().check(*point).is_ok();
    let legal: PointSet = reading.equals.iter().filter(is_legal).collect();
    let chosen = legal.iter().nth(table.chance(legal.len()));
    chosen.map_or(Move::Pass, Move::Play)
}
