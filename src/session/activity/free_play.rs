//! Free play: both colours, and the computer does not answer. Two people can share the device this way.

use super::verbs::{Activity, Face, Goal, Marks, Next};
use crate::board::Move;
use crate::session::keys::{Button, Stroke};
use crate::session::picture::{Line, Standing, Tone};
use crate::session::tabletop::Tabletop;
use crate::session::words::{Message, key_line};

/// Both colours are played by hand.
#[derive(Clone, Debug)]
pub(in crate::session) struct FreePlay;

impl FreePlay {
    /// Leaves whatever was being done. Nothing is at stake from here on.
    pub(super) fn open(table: &mut Tabletop) -> FreePlay {
        table.reset();
        table.credit().practise();
        table.say(Message::passing(Tone::Quiet, "Both colours are yours"));
        FreePlay
    }
}

impl Activity for FreePlay {
    fn is_asked_for(table: &Tabletop) -> bool {
        !table.settings().opponent
    }

    fn begin(_table: &mut Tabletop) -> FreePlay {
        FreePlay
    }

    fn stroke(&mut self, table: &mut Tabletop, stroke: Stroke) -> Next {
        match stroke {
            Stroke::Press(Button::A) => return self.play(table, Move::Play(table.cursor())),
            Stroke::Hold(Button::A) => return self.play(table, Move::Pass),
            Stroke::Press(Button::B) => {
                table.undo();
            }
            Stroke::Press(Button::X) => return Next::Go(Goal::Solution),
            Stroke::Hold(Button::X) => table.redo(),
            Stroke::Press(direction) => table.steer(direction),
            Stroke::Hold(_) => {}
        }
        Next::Stay
    }

    fn play(&mut self, table: &mut Tabletop, chosen: Move) -> Next {
        table.place(chosen);
        Next::Stay
    }

    fn marks(&self, table: &Tabletop) -> Marks {
        let mut marks = Marks::of(table);
        marks.looks = *table.looks();
        marks
    }

    fn face(&self, table: &Tabletop) -> Face {
        let turn = table.game().to_move();
        Face {
            title: table.showing().task(),
            stone: Some(turn),
            standing: Standing::Open,
            cursor: Some(turn),
            waits: false,
        }
    }

    fn line(&self, _table: &Tabletop, _lingering: Option<Button>) -> Line {
        key_line(&[(Button::A, "play"), (Button::B, "back"), (Button::Y, "menu")])
    }
}
