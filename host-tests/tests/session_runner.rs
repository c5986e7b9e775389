//! The loop that every place shares, in worlds made up for it.

use std::collections::VecDeque;

use shikatsu::pack::Bank;
use shikatsu::pack::library::Library;
use shikatsu::record::Keeper;
use shikatsu::search::{Slot, Table};
use shikatsu::session::judge::Reader;
use shikatsu::session::keeper::Notebook;
use shikatsu::session::keys::{Button, Stroke};
use shikatsu::session::picture::{Line, Screen, Target};
use shikatsu::session::reading::Guess;
use shikatsu::session::thought::{Job, News};
use shikatsu::session::{
    Desk, Effects, Event, Mind, MindWith, Rest, Runner, Session, Sound, Turn, World, text,
};

/// A world in which everything is laid down beforehand.
#[derive(Default)]
struct Script {
    ms: u16,
    events: VecDeque<Event>,
    /// Slices that are left in this turn, and how large they are.
    slices: u32,
    nodes: u32,
    /// How often another slice was asked for.
    asked: Vec<u32>,
    effects: Vec<Effects>,
}

impl World for Script {
    fn elapsed(&mut self) -> u16 {
        std::mem::take(&mut self.ms)
    }

    fn event(&mut self, _session: &Session<'_>) -> Option<Event> {
        self.events.pop_front()
    }

    fn slice(&mut self, slices: u32) -> Option<u32> {
        self.asked.push(slices);
        self.slices = self.slices.checked_sub(1)?;
        Some(self.nodes)
    }

    fn act(&mut self, effects: Effects) {
        self.effects.push(effects);
    }
}

/// A place to run in: the first problem of the bank that has a move to find.
struct Place {
    notebook: Notebook<16>,
    slots: Vec<Slot>,
    desk: Box<Desk>,
}

impl Place {
    fn new(sound: bool) -> Place {
        let mut notebook = Notebook::new();
        let mut profile = notebook.profile();
        profile.welcomed = true;
        profile.settings.transforms = false;
        profile.settings.sound = sound;
        // Of the second pack: these have no lesson before the first move.
        profile.place = Some(Bank.id(1, 0));
        notebook.keep_profile(&profile);
        Place {
            notebook,
            slots: vec![Slot::EMPTY; 8192],
            desk: Box::new(Desk::NOTHING),
        }
    }

    fn run<R: Reader, T>(&mut self, mind: &mut MindWith<R>, play: impl FnOnce(&mut Runner<'_, R>) -> T) -> T {
        let session = Session::new(&Bank, &mut self.notebook, &mut self.desk, 1);
        play(&mut Runner::new(session, mind, Table::new(&mut self.slots)))
    }
}

fn said<R: Reader>(runner: &Runner<'_, R>) -> String {
    let mut out = String::new();
    text::write(&runner.picture(), &mut out).unwrap();
    out
}

/// Thinks until there is nothing to think about.
fn settle<R: Reader>(runner: &mut Runner<'_, R>) {
    let mut world = Script {
        slices: u32::MAX,
        nodes: 4096,
        ..Script::default()
    };
    runner.turn(&mut world);
}

#[test]
fn time_that_went_by_before_a_key_does_not_make_it_a_long_press() {
    Place::new(true).run(&mut Mind::new(), |runner| {
        settle(runner);
        let mut world = Script {
            // After a long nap a key wakes the trainer, and is up again.
            ms: 1000,
            events: [Event::Down(Button::B), Event::Up(Button::B)].into(),
            ..Script::default()
        };
        runner.turn(&mut world);
        // A long press of B would start again.
        assert!(said(runner).contains("Continue"), "{}", said(runner));
    });
}

#[test]
fn a_turn_tells_whether_the_picture_is_wanted_at_once_and_how_long_to_rest() {
    Place::new(true).run(&mut Mind::new(), |runner| {
        // A new problem is read out in the background.
        assert_eq!(runner.rest(), Rest::None);
        let mut world = Script {
            slices: 1,
            nodes: 1,
            ..Script::default()
        };
        let thinking = Turn {
            is_urgent: false,
            rest: Rest::None,
        };
        assert_eq!(runner.turn(&mut world), thinking);
        // What is found out is wanted at once, and then nothing moves any more.
        let mut world = Script {
            slices: u32::MAX,
            nodes: 4096,
            ..Script::default()
        };
        let found_out = Turn {
            is_urgent: true,
            rest: Rest::Long,
        };
        assert_eq!(runner.turn(&mut world), found_out);
        let still = Turn {
            is_urgent: false,
            rest: Rest::Long,
        };
        assert_eq!(runner.turn(&mut Script::default()), still);
        // A key is urgent, and a key that is down moves: it may become a long press.
        let mut world = Script {
            events: [Event::Down(Button::A)].into(),
            ..Script::default()
        };
        let pressed = Turn {
            is_urgent: true,
            rest: Rest::Frame,
        };
        assert_eq!(runner.turn(&mut world), pressed);
    });
}

#[test]
fn the_world_is_asked_before_every_slice_and_not_again_when_there_is_nothing_to_think_about() {
    Place::new(true).run(&mut Mind::new(), |runner| {
        let mut world = Script {
            slices: 3,
            nodes: 1,
            ..Script::default()
        };
        runner.turn(&mut world);
        assert_eq!(world.asked, [0, 1, 2, 3]);
        settle(runner);
        let mut idle = Script {
            slices: 3,
            nodes: 1,
            ..Script::default()
        };
        runner.turn(&mut idle);
        assert_eq!(idle.asked, [0]);
    });
}

#[test]
fn sounds_reach_the_world_only_where_they_are_wanted() {
    for wanted in [true, false] {
        Place::new(wanted).run(&mut Mind::new(), |runner| {
            let Screen::Board(board) = runner.picture().screen else {
                panic!("{}", said(runner));
            };
            // On a stone: that cannot be played.
            let taken =
                shikatsu::board::Point::all(board.size).find(|&point| board.spot(point).stone.is_some());
            let mut world = Script {
                events: [Event::Touch(Target::Point(taken.unwrap()))].into(),
                ..Script::default()
            };
            runner.turn(&mut world);
            let heard: Vec<Sound> = world.effects.iter().filter_map(|effects| effects.sound).collect();
            assert_eq!(heard, if wanted { vec![Sound::No] } else { vec![] });
        });
    }
}

/// A reader that never knows anything.
struct Shrugs;

impl Reader for Shrugs {
    fn start(&mut self, _job: &Job) -> bool {
        true
    }

    fn step(&mut self, _table: &mut Table<'_>, _nodes: u32) -> News {
        News::Unknown {
            guess: Some(Guess::of(None)),
        }
    }
}

#[test]
fn another_reader_serves_the_same_session() {
    Place::new(true).run(&mut MindWith::with(Shrugs), |runner| {
        settle(runner);
        let mut world = Script {
            events: [Event::Stroke(Stroke::Press(Button::X))].into(),
            slices: u32::MAX,
            nodes: 1,
            ..Script::default()
        };
        runner.turn(&mut world);
        let Screen::Board(board) = runner.picture().screen else {
            panic!("{}", said(runner));
        };
        assert!(matches!(board.strip.line, Line::Words(..)));
        assert!(
            said(runner).contains("Too hard for me to prove"),
            "{}",
            said(runner)
        );
    });
}
