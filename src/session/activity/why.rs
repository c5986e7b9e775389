//! *Why?* plays the refutation of a mistake by itself, move after move. Without a mistake it plays on from the position on the board.

use super::line::{is_at_its_end, title};
use super::run::Run;
use super::verbs::{Activity, Face, Goal, Marks, Next, Request};
use crate::board::Move;
use crate::session::judge::Judge;
use crate::session::keys::{Button, Stroke};
use crate::session::picture::{Line, Standing};
use crate::session::reading::Reading;
use crate::session::tabletop::Tabletop;
use crate::session::thought::Judgement;
use crate::session::words::key_line;

/// Between two moves, in milliseconds.
const PACE: u32 = 900;
/// When the bar of the thinking solver is shown: before that, the pause is part of the show.
const PATIENCE: u32 = 300;

/// A line plays by itself.
#[derive(Clone, Debug)]
pub(in crate::session) struct Why {
    run: Run,
}

impl Why {
    /// Goes back to the mistake of a run, and on from there.
    pub(super) fn open(table: &mut Tabletop, run: Run) -> Why {
        if let Some(ply) = run.wrong_at(table) {
            table.undo_to(ply + 1);
        }
        table.credit().practise();
        table.hush();
        table.changed();
        if table.game().verdict().is_none() {
            table.think(false);
        }
        Why { run }
    }

    fn go_on(table: &mut Tabletop) {
        if table.clock() < PACE || is_at_its_end(table) {
            return;
        }
        let chosen = match table.known_here() {
            None => return table.think(false),
            Some(Judgement::Unknown(guess)) => guess.and_then(|guess| guess.best),
            Some(Judgement::Read(reading)) => reading.best,
        };
        let legal = chosen.filter(|&point| table.game().check(point).is_ok());
        table.place(legal.map_or(Move::Pass, Move::Play));
        if table.game().verdict().is_none() {
            table.think(false);
        }
    }
}

impl Activity for Why {
    fn begin(table: &mut Tabletop) -> Why {
        let run = Run::new(table);
        Why::open(table, run)
    }

    fn stroke(&mut self, table: &mut Tabletop, stroke: Stroke) -> Next {
        match stroke {
            Stroke::Press(Button::A) if is_at_its_end(table) => return Next::Ask(Request::Next),
            Stroke::Press(Button::A) => {
                // The next move at once.
                table.set_clock(PACE);
                Why::go_on(table);
            }
            Stroke::Press(Button::B) => return Next::Go(Goal::Begin),
            Stroke::Press(Button::X) if ends_in_death(table) => return Next::Go(Goal::ShowMe),
            Stroke::Press(Button::X) | Stroke::Hold(_) => {}
            Stroke::Press(direction) => table.steer(direction),
        }
        Next::Stay
    }

    fn play(&mut self, _table: &mut Tabletop, _chosen: Move) -> Next {
        Next::Stay
    }

    fn hear(&mut self, table: &mut Tabletop) -> Next {
        Why::go_on(table);
        Next::Stay
    }

    fn moves(&self, _table: &Tabletop) -> bool {
        true
    }

    fn marks(&self, table: &Tabletop) -> Marks {
        let mut marks = Marks::of(table);
        marks.wrong = self.run.wrong_point(table);
        marks
    }

    fn face(&self, table: &Tabletop) -> Face {
        Face {
            title: title(table, self.run.before_newest(table)),
            stone: Some(table.game().to_move()),
            standing: Standing::Open,
            cursor: None,
            waits: table.clock() > PATIENCE,
        }
    }

    fn line(&self, table: &Tabletop, _lingering: Option<Button>) -> Line {
        if ends_in_death(table) {
            return key_line(&[(Button::A, "next"), (Button::B, "again"), (Button::X, "show me")]);
        }
        let first = if is_at_its_end(table) { "next" } else { "go on" };
        key_line(&[(Button::A, first), (Button::B, "again"), (Button::Y, "menu")])
    }

    fn run(&self) -> Option<&Run> {
        Some(&self.run)
    }
}

/// Whether the line has come to its end, and dead stones are left on the board.
fn ends_in_death(table: &Tabletop) -> bool {
    let defender = table.showing().problem().defender();
    let is_dead = |reading: Reading| table.judge().is_lost(reading.worth, defender);
    let is_on_board = table.game().verdict().is_none();
    is_on_board && is_at_its_end(table) && table.read_here().is_some_and(is_dead)
}
