//! The solution step by step, with its branches: every correct move is shown, and both colours play.

use super::line::is_at_its_end;
use super::verbs::{Activity, Face, Goal, Marks, Next, Request};
use crate::board::{Move, Point};
use crate::session::keys::{Button, Stroke};
use crate::session::picture::{Line, Standing};
use crate::session::tabletop::Tabletop;
use crate::session::words::key_line;

/// The solution is being looked at.
#[derive(Clone, Debug)]
pub(in crate::session) struct Solution {
    /// The best move here, once it is known and was pointed at.
    best: Option<Point>,
}

impl Solution {
    /// From the start of the problem. It costs the credit.
    pub(super) fn open(table: &mut Tabletop) -> Solution {
        table.credit().give_away();
        table.reset();
        table.credit().practise();
        Solution::begin(table)
    }

    /// Wants to know everything about the position on the board.
    fn show(&mut self, table: &mut Tabletop) {
        self.best = None;
        if table.game().verdict().is_none() {
            table.think(true);
        } else {
            table.stop_thinking();
        }
    }
}

impl Activity for Solution {
    fn begin(table: &mut Tabletop) -> Solution {
        let mut solution = Solution { best: None };
        solution.show(table);
        solution
    }

    fn stroke(&mut self, table: &mut Tabletop, stroke: Stroke) -> Next {
        match stroke {
            Stroke::Press(Button::A) if is_at_its_end(table) => return Next::Ask(Request::Next),
            Stroke::Press(Button::A) => return self.play(table, Move::Play(table.cursor())),
            Stroke::Hold(Button::A) => return self.play(table, Move::Pass),
            Stroke::Press(Button::B) if table.ply() == 0 => return Next::Go(Goal::Begin),
            Stroke::Press(Button::B) => {
                table.undo();
                self.show(table);
            }
            Stroke::Press(Button::X) => return Next::Go(Goal::Why),
            Stroke::Hold(Button::X) => {
                table.redo();
                self.show(table);
            }
            Stroke::Press(direction) => table.steer(direction),
            Stroke::Hold(_) => {}
        }
        Next::Stay
    }

    fn play(&mut self, table: &mut Tabletop, chosen: Move) -> Next {
        if table.place(chosen) {
            self.show(table);
        }
        Next::Stay
    }

    /// The cursor goes to the best move as soon as it is known, so that the same key plays the main line.
    fn hear(&mut self, table: &mut Tabletop) -> Next {
        if self.best.is_none()
            && let Some(best) = table.read_here().and_then(|reading| reading.best)
        {
            table.point_at(best);
            self.best = Some(best);
        }
        Next::Stay
    }

    fn marks(&self, table: &Tabletop) -> Marks {
        let mut marks = Marks::of(table);
        marks.best = self.best;
        if let Some(reading) = table.read_here() {
            marks.correct = reading.moves;
        }
        marks
    }

    fn face(&self, table: &Tabletop) -> Face {
        let turn = table.game().to_move();
        Face {
            title: super::line::title(table, None),
            stone: Some(turn),
            standing: Standing::Open,
            cursor: Some(turn),
            waits: true,
        }
    }

    fn line(&self, table: &Tabletop, _lingering: Option<Button>) -> Line {
        if is_at_its_end(table) {
            key_line(&[(Button::A, "next"), (Button::B, "back"), (Button::Y, "menu")])
        } else {
            key_line(&[(Button::A, "play"), (Button::B, "back"), (Button::X, "go on")])
        }
    }
}
