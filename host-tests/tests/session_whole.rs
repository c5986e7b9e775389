//! The session as a whole: what no script can say.

use shikatsu::board::Point;
use shikatsu::pack::Bank;
use shikatsu::pack::library::Library;
use shikatsu::record::Keeper;
use shikatsu::search::{Slot, Table};
use shikatsu::session::keeper::Notebook;
use shikatsu::session::keys::{Button, Stroke};
use shikatsu::session::picture::{BoardScreen, Mark, Screen, Target};
use shikatsu::session::{Desk, Event, Mind, Session, Sound, text};

/// A place in the bank, by name.
fn place(name: &str) -> (u16, u16) {
    let all = (0..Bank.packs()).flat_map(|pack| (0..Bank.len(pack)).map(move |index| (pack, index)));
    let is_it = |&(pack, index): &(u16, u16)| Bank.load(pack, index).unwrap().name == name;
    all.into_iter().find(is_it).unwrap()
}

/// How the strip names a problem before it is tried: its name would tell too much.
fn number(pack: u16, index: u16) -> String {
    format!("{}/{}", index + 1, Bank.len(pack))
}

/// A player who has been here before and left at this problem.
fn player(name: &str, transforms: bool) -> Notebook<16> {
    let (pack, index) = place(name);
    let mut notebook = Notebook::new();
    let mut profile = notebook.profile();
    profile.welcomed = true;
    profile.settings.transforms = transforms;
    profile.settings.coordinates = true;
    profile.place = Some(Bank.id(pack, index));
    notebook.keep_profile(&profile);
    notebook
}

fn words(session: &Session<'_>) -> String {
    let mut out = String::new();
    text::write(&session.picture(), &mut out).unwrap();
    out
}

fn board(session: &Session<'_>) -> BoardScreen {
    match session.picture().screen {
        Screen::Board(board) => board,
        _ => panic!("{}", words(session)),
    }
}

fn press(session: &mut Session<'_>, button: Button) {
    session.on(Event::Stroke(Stroke::Press(button)));
}

/// Thinks until there is nothing to think about.
fn think(session: &mut Session<'_>) {
    let mut slots = vec![Slot::EMPTY; 8192];
    let (table, mut mind) = (&mut Table::new(&mut slots), Box::new(Mind::new()));
    while mind.work(session, table, 4096).is_some() {}
}

#[test]
fn a_key_is_answered_in_the_same_frame_while_the_solver_works() {
    let mut notebook = player("Long L group with a leg on the short side", false);
    let mut desk = Box::new(Desk::NOTHING);
    let mut session = Session::new(&Bank, &mut notebook, &mut desk, 1);
    let mut slots = vec![Slot::EMPTY; 8192];
    let (table, mut mind) = (&mut Table::new(&mut slots), Box::new(Mind::new()));
    // A move, so that somebody waits for the solver.
    let (pack, index) = place("Long L group with a leg on the short side");
    let answer = Bank.load(pack, index).unwrap().answer.unwrap();
    session.on(Event::Touch(Target::Point(answer.moves.first().unwrap())));
    for frame in 0..200 {
        assert!(
            mind.work(&mut session, table, 50).is_some(),
            "it was too easy to test anything"
        );
        session.on(Event::Tick(16));
        let before = session.picture();
        press(
            &mut session,
            if frame % 2 == 0 {
                Button::Left
            } else {
                Button::Right
            },
        );
        assert_ne!(session.picture(), before, "frame {frame}");
    }
    assert!(words(&session).contains("Thinking"), "{}", words(&session));
    press(&mut session, Button::B);
    assert!(words(&session).contains("Stopped"), "{}", words(&session));
}

/// All that is heard when this is played first and the clock goes on for three seconds.
fn sounds_of(name: &str, point: Point) -> Vec<Sound> {
    let mut notebook = player(name, false);
    let mut desk = Box::new(Desk::NOTHING);
    let mut session = Session::new(&Bank, &mut notebook, &mut desk, 1);
    let mut slots = vec![Slot::EMPTY; 8192];
    let (table, mut mind) = (&mut Table::new(&mut slots), Box::new(Mind::new()));
    // A lesson may lie over it.
    press(&mut session, Button::Left);
    let mut heard = vec![session.on(Event::Touch(Target::Point(point))).sound];
    for _ in 0..200 {
        heard.push(session.on(Event::Tick(16)).sound);
        while let Some(effects) = mind.work(&mut session, table, 4096) {
            heard.push(effects.sound);
        }
    }
    heard.into_iter().flatten().collect()
}

#[test]
fn right_and_wrong_are_heard_though_it_takes_a_thought_to_tell_them() {
    let name = "Straight three on the side";
    let (pack, index) = place(name);
    let entry = Bank.load(pack, index).unwrap();
    let right = entry.answer.unwrap().moves;
    let setup = entry.problem.setup();
    let is_taken = |point| {
        let sets = [setup.black, setup.white, setup.outside, right];
        sets.iter().any(|set| set.contains(point))
    };
    let wrong = Point::all(setup.size).find(|&point| !is_taken(point));
    assert!(sounds_of(name, right.first().unwrap()).contains(&Sound::Right));
    assert!(sounds_of(name, wrong.unwrap()).contains(&Sound::Wrong));
}

#[test]
fn a_turned_problem_keeps_the_names_of_its_points() {
    let (pack, index) = place("The two-one point");
    let entry = Bank.load(pack, index).unwrap();
    let (size, answer) = (entry.problem.size(), entry.answer.unwrap().moves);
    let mut seen = std::collections::HashSet::new();
    for seed in 1..60 {
        let mut notebook = player("The two-one point", true);
        let mut desk = Box::new(Desk::NOTHING);
        let mut session = Session::new(&Bank, &mut notebook, &mut desk, seed);
        for _ in 0..3 {
            press(&mut session, Button::X);
            think(&mut session);
        }
        let board = board(&session);
        let best = Point::all(size)
            .find(|&point| board.spot(point).mark == Some(Mark::Best))
            .unwrap();
        let labels = board.labels.unwrap();
        let (across, down) = (labels.across(best.column(), size), labels.down(best.row(), size));
        let written = if labels.letters_across {
            Point::new(across, down)
        } else {
            Point::new(down, across)
        };
        assert!(answer.contains(written), "seed {seed}:\n{}", words(&session));
        seen.insert((format!("{labels:?}"), board.strip.title.to_string()));
    }
    assert_eq!(seen.len(), 16, "eight ways to lie and two colours: {seen:?}");
}

#[test]
fn the_player_finds_the_problem_that_was_left() {
    let mut notebook = player("Snapback", false);
    let mut desk = Box::new(Desk::NOTHING);
    let (pack, index) = place("Snapback");
    {
        let mut session = Session::new(&Bank, &mut notebook, &mut desk, 1);
        assert!(words(&session).contains(&number(pack, index)));
        press(&mut session, Button::Y);
        press(&mut session, Button::A);
        assert!(!words(&session).contains(&number(pack, index)));
    }
    let left = notebook.profile().place.unwrap();
    let session = Session::new(&Bank, &mut notebook, &mut desk, 2);
    let (pack, index) = Bank.find(left).unwrap();
    assert!(words(&session).contains(&number(pack, index)));
}

#[test]
fn the_menu_tells_how_full_the_battery_is() {
    let mut notebook = player("Snapback", false);
    let mut desk = Box::new(Desk::NOTHING);
    let mut session = Session::new(&Bank, &mut notebook, &mut desk, 1);
    session.on(Event::Battery(82));
    press(&mut session, Button::Y);
    assert!(words(&session).contains("battery 82 %"));
}

#[test]
fn after_a_crash_newer_progress_is_told_too() {
    let mut notebook = player("Snapback", false);
    let mut desk = Box::new(Desk::NOTHING);
    let mut session = Session::new(&Bank, &mut notebook, &mut desk, 1);
    session.tell_of_newer_progress();
    session.report("game.rs:12: something", false);
    assert!(words(&session).contains("game.rs:12: something"));
    press(&mut session, Button::A);
    assert!(words(&session).contains("written by newer firmware"));
    press(&mut session, Button::A);
    let (pack, index) = place("Snapback");
    assert!(words(&session).contains(&number(pack, index)));
}

#[test]
fn what_went_wrong_is_told_and_can_be_left() {
    let mut notebook = player("Snapback", false);
    let mut desk = Box::new(Desk::NOTHING);
    let mut session = Session::new(&Bank, &mut notebook, &mut desk, 1);
    session.report("game.rs:12: something", false);
    assert!(words(&session).contains("game.rs:12: something"));
    assert!(words(&session).contains("Packs and progress are all there"));
    press(&mut session, Button::A);
    let (pack, index) = place("Snapback");
    assert!(words(&session).contains(&number(pack, index)));
}

/// A library whose every other problem is damaged, or that has nothing at all.
struct Damaged {
    packs: u16,
}

impl Library for Damaged {
    fn packs(&self) -> u16 {
        self.packs
    }
    fn pack_name(&self, _: u16) -> shikatsu::pack::library::Name {
        shikatsu::pack::library::cut("Damaged")
    }
    fn pack_id(&self, _: u16) -> u32 {
        9
    }
    fn len(&self, _: u16) -> u16 {
        4
    }
    fn problem_id(&self, _: u16, problem: u16) -> u32 {
        problem.into()
    }
    fn load(&self, _: u16, problem: u16) -> Option<shikatsu::pack::library::Entry> {
        (problem % 2 == 1).then(|| Bank.load(1, problem).unwrap())
    }
}

#[test]
fn a_damaged_problem_is_skipped_and_said_so() {
    let mut notebook = Notebook::<4>::new();
    let mut profile = notebook.profile();
    profile.welcomed = true;
    notebook.keep_profile(&profile);
    let mut desk = Box::new(Desk::NOTHING);
    let session = Session::new(&Damaged { packs: 1 }, &mut notebook, &mut desk, 1);
    assert!(
        words(&session).contains("Problem 1 is damaged"),
        "{}",
        words(&session)
    );
    let session = Session::new(&Damaged { packs: 0 }, &mut notebook, &mut desk, 1);
    assert!(words(&session).contains("No problem here"), "{}", words(&session));
}
