//! What keys and fingers do to a desk: each key means what fits what is being done.

use super::desk::{Activity, Desk, Request, Sound};
use super::keys::{Button, Stroke};
use super::picture::{Target, Tone};
use super::reading::Reading;
use super::status::Status;
use super::trying::Phase;
use super::words::{Message, refusal, words};
use crate::board::{Move, Point};

impl Desk {
    /// A key was struck.
    pub(super) fn stroke(&mut self, stroke: Stroke) -> Option<Request> {
        match stroke {
            Stroke::Press(Button::A) => return self.take(),
            Stroke::Press(Button::B) => self.back(),
            Stroke::Press(Button::X) => return self.help(),
            Stroke::Press(Button::Y) => {}
            Stroke::Press(direction) => self.steer(direction),
            Stroke::Hold(Button::A) => self.play(Move::Pass),
            Stroke::Hold(Button::B) => {
                self.begin();
                self.say(Message::passing(Tone::Quiet, "From the start"));
            }
            Stroke::Hold(Button::X) => self.redo(),
            Stroke::Hold(_) => self.whole ^= true,
        }
        None
    }

    /// Something was pointed at.
    pub(super) fn touch(&mut self, target: Target) -> Option<Request> {
        match (target, self.activity) {
            (Target::Point(point), activity) if !matches!(activity, Activity::Status(_)) => {
                self.cursor = point;
                self.play(Move::Play(point));
                None
            }
            (Target::Choice(chosen), Activity::Status(_)) => {
                self.choose_status(chosen);
                self.take()
            }
            (Target::Key(button), _) => self.stroke(Stroke::Press(button)),
            _ => None,
        }
    }

    /// The key that means yes.
    fn take(&mut self) -> Option<Request> {
        match self.activity {
            Activity::Try(Phase::Over(_))
            | Activity::ReadOut(Reading::Holds)
            | Activity::Status(Status::Told { .. }) => return Some(Request::Next),
            Activity::Status(Status::Asking { .. }) => self.answer_status(),
            Activity::Why | Activity::Solution if self.is_over() => return Some(Request::Next),
            Activity::Why => self.hurry(),
            Activity::ReadOut(Reading::Fails { .. }) => self.begin(),
            _ => self.play(Move::Play(self.cursor)),
        }
        None
    }

    /// A move of whoever's turn it is, by hand.
    pub(super) fn play(&mut self, chosen: Move) {
        match self.activity {
            Activity::Try(phase) => self.your_move(phase, chosen),
            Activity::Free | Activity::Solution | Activity::ReadOut(Reading::Entering) => {
                if self.place(chosen) && self.activity == Activity::Solution {
                    self.show_solution();
                }
            }
            Activity::Why | Activity::Status(_) | Activity::ReadOut(_) => {}
        }
    }

    /// Puts a move on the board, or says why not.
    pub(super) fn place(&mut self, chosen: Move) -> bool {
        let made = self.game.make(chosen);
        match made {
            Ok(()) => {
                self.outbox.sound = Some(Sound::Stone);
                self.message = None;
                self.changed();
                if chosen == Move::Pass {
                    let passed = words(format_args!("{} passes", self.game.to_move().opponent()));
                    self.say(Message::passing(Tone::Plain, &passed));
                }
            }
            Err(illegal) => {
                self.outbox.sound = Some(Sound::No);
                self.say(Message::passing(Tone::Plain, refusal(illegal)));
            }
        }
        made.is_ok()
    }

    /// The key that goes back, or stops what takes long.
    fn back(&mut self) {
        match self.activity {
            Activity::Try(phase) => self.take_back(phase),
            Activity::Free | Activity::ReadOut(Reading::Entering) => {
                self.undo_one();
            }
            Activity::Solution if self.ply() == 0 => self.begin(),
            Activity::Solution => {
                self.undo_one();
                self.show_solution();
            }
            Activity::ReadOut(_) => {
                self.thoughts.drop();
                self.activity = Activity::ReadOut(Reading::Entering);
                self.message = None;
            }
            Activity::Why | Activity::Status(_) => self.begin(),
        }
    }

    pub(super) fn undo_one(&mut self) -> bool {
        let undone = self.game.undo().is_some();
        if undone {
            self.message = None;
            self.changed();
        } else {
            self.say(Message::passing(Tone::Quiet, "This is the start"));
        }
        undone
    }

    /// Makes a move again that was taken back; in a try with the answer to it.
    fn redo(&mut self) {
        if self.game.redoable() == 0 {
            self.say(Message::passing(Tone::Quiet, "Nothing to make again"));
            return;
        }
        match self.activity {
            Activity::Try(_) => self.redo_try(),
            Activity::Free | Activity::ReadOut(Reading::Entering) => {
                self.game.redo();
                self.changed();
            }
            Activity::Solution => {
                self.game.redo();
                self.changed();
                self.show_solution();
            }
            _ => {}
        }
    }

    fn steer(&mut self, direction: Button) {
        if let Activity::Status(_) = self.activity {
            return self.steer_status(direction);
        }
        let crop = self.crop();
        let (column, row) = (self.cursor.column(), self.cursor.row());
        let (column, row) = match direction {
            Button::Left => (column.saturating_sub(1), row),
            Button::Right => (column + 1, row),
            Button::Up => (column, row.saturating_sub(1)),
            _ => (column, row + 1),
        };
        self.cursor = Point::new(
            column.clamp(crop.left, crop.right),
            row.clamp(crop.top, crop.bottom),
        );
    }
}
