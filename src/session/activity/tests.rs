//! A small mode that exists in tests only. It shows what a new one takes: this file, and its name in the list of `registry`.
//!
//! *Count*: how many liberties do the key stones have? It is asked where the problem's own words are "count".

use super::verbs::{Activity, Face, Goal, Marks, Next, Request};
use crate::board::{Cell, Move, Point, PointSet};
use crate::pack::library::{Entry, Library, PackIndex, ProblemIndex, problem_number};
use crate::problem::read_text;
use crate::record::{Keeper, Name};
use crate::session::event::{Event, Sound};
use crate::session::keeper::Notebook;
use crate::session::keys::{Button, Stroke};
use crate::session::picture::{Line, Mark, Screen, Standing};
use crate::session::tabletop::Tabletop;
use crate::session::words::{key_line, words};
use crate::session::{Desk, Session, text};
use std::string::String;

/// The liberties are being counted.
#[derive(Clone, Copy, Debug)]
pub(in crate::session) struct Count {
    guess: usize,
    told: bool,
}

impl Count {
    fn liberties(table: &Tabletop) -> PointSet {
        let board = table.game().board();
        let keys = table.game().key_stones();
        let is_beside = |point: &Point| {
            let near =
                |key: Point| key.column().abs_diff(point.column()) + key.row().abs_diff(point.row()) == 1;
            board.at(*point) == Cell::Empty && keys.iter().any(near)
        };
        Point::all(table.showing().problem().size())
            .filter(is_beside)
            .collect()
    }
}

impl Activity for Count {
    fn is_asked_for(table: &Tabletop) -> bool {
        table.showing().entry.task == "count"
    }

    fn begin(_table: &mut Tabletop) -> Count {
        Count {
            guess: 0,
            told: false,
        }
    }

    fn stroke(&mut self, table: &mut Tabletop, stroke: Stroke) -> Next {
        match stroke {
            Stroke::Press(Button::A) if self.told => return Next::Ask(Request::Next),
            Stroke::Press(Button::A) => {
                self.told = true;
                let is_right = self.guess == Count::liberties(table).len();
                table.credit().settle(is_right);
                table.make_sound(if is_right { Sound::Right } else { Sound::Wrong });
            }
            Stroke::Press(Button::B) => return Next::Go(Goal::Begin),
            Stroke::Press(Button::X) => return Next::Go(Goal::Solution),
            Stroke::Press(Button::Right) => self.guess += 1,
            _ => {}
        }
        Next::Stay
    }

    fn play(&mut self, _table: &mut Tabletop, _chosen: Move) -> Next {
        Next::Stay
    }

    fn marks(&self, table: &Tabletop) -> Marks {
        let mut marks = Marks::of(table);
        if self.told {
            marks.correct = Count::liberties(table);
        }
        marks
    }

    fn face(&self, table: &Tabletop) -> Face {
        let is_right = self.guess == Count::liberties(table).len();
        Face {
            title: words(format_args!("How many liberties? {}", self.guess)),
            stone: None,
            standing: match (self.told, is_right) {
                (false, _) => Standing::Open,
                (true, true) => Standing::Right,
                (true, false) => Standing::Wrong,
            },
            cursor: None,
            waits: false,
        }
    }

    fn line(&self, _table: &Tabletop, _lingering: Option<Button>) -> Line {
        key_line(&[(Button::A, "take"), (Button::Right, "more")])
    }

    fn is_over(&self) -> bool {
        self.told
    }
}

/// One pack with two problems: the first is to be counted, the second to be solved.
struct TwoProblems;

impl Library for TwoProblems {
    fn packs(&self) -> PackIndex {
        1
    }

    fn pack_name(&self, _pack: PackIndex) -> Name {
        Name::new()
    }

    fn pack_id(&self, _pack: PackIndex) -> u32 {
        7
    }

    fn len(&self, _pack: PackIndex) -> ProblemIndex {
        2
    }

    fn problem_id(&self, pack: PackIndex, problem: ProblemIndex) -> u32 {
        problem_number(&self.load(pack, problem).unwrap().problem)
    }

    fn load(&self, _pack: PackIndex, problem: ProblemIndex) -> Option<Entry> {
        let (task, text) = match problem {
            0 => ("count", "-----\n-xxx-\nxxoox\nxo-ox\nxooox\nB2 x\n"),
            _ => ("", "-----\n-xxx-\nxxoox\nxo--x\nxooox\nB2 x\n"),
        };
        Some(Entry {
            problem: read_text(text).unwrap().0,
            name: Name::new(),
            level: None,
            answer: None,
            task: task.try_into().unwrap(),
            lesson: heapless::String::new(),
            text: heapless::String::new(),
            is_by_the_book: false,
        })
    }
}

/// A player who has been here before, and wants the problems as they are written.
fn player() -> Notebook<16> {
    let mut notebook = Notebook::new();
    let mut profile = notebook.profile();
    profile.welcomed = true;
    profile.settings.transforms = false;
    notebook.keep_profile(&profile);
    notebook
}

fn press(session: &mut Session<'_>, buttons: &[Button]) {
    for &button in buttons {
        session.on(Event::Stroke(Stroke::Press(button)));
    }
}

fn said(session: &Session<'_>) -> String {
    let mut out = String::new();
    text::write(&session.picture(), &mut out).unwrap();
    out
}

#[test]
fn a_mode_of_ones_own_is_asked_shown_counted_and_left_like_any_other() {
    let mut notebook = player();
    let mut desk = std::boxed::Box::new(Desk::NOTHING);
    let mut session = Session::new(&TwoProblems, &mut notebook, &mut desk, 1);
    assert!(
        said(&session).contains("How many liberties? 0"),
        "{}",
        said(&session)
    );
    press(&mut session, &[Button::Right, Button::Right]);
    assert!(
        said(&session).contains("How many liberties? 2"),
        "{}",
        said(&session)
    );

    // B begins again, by a transition that names no activity.
    press(&mut session, &[Button::B, Button::Right]);
    assert!(
        said(&session).contains("How many liberties? 1"),
        "{}",
        said(&session)
    );

    let effects = session.on(Event::Stroke(Stroke::Press(Button::A)));
    assert_eq!(effects.sound, Some(Sound::Right));
    let Screen::Board(board) = session.picture().screen else {
        panic!("{}", said(&session));
    };
    assert_eq!(board.strip.state, Standing::Right);
    let liberty = Point::from_vertex("C2", 5).unwrap();
    assert_eq!(board.spot(liberty).mark, Some(Mark::Correct));

    // The next problem does not ask for it, and is tried as usual.
    press(&mut session, &[Button::A]);
    assert!(said(&session).contains("Black to kill"), "{}", said(&session));
    drop(session);
    assert_eq!(notebook.profile().tries, (1, 1));
}

#[test]
fn a_mode_of_ones_own_leads_to_the_solution() {
    let mut notebook = player();
    let mut desk = std::boxed::Box::new(Desk::NOTHING);
    let mut session = Session::new(&TwoProblems, &mut notebook, &mut desk, 1);
    press(&mut session, &[Button::X]);
    assert!(session.wish().is_some(), "the solution wants to know the moves");
    press(&mut session, &[Button::B]);
    assert!(
        said(&session).contains("How many liberties? 0"),
        "{}",
        said(&session)
    );
}
