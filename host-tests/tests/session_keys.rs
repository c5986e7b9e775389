//! A million keys without sense: no panic, and no state without a way out.

use host_tests::random::Random;
use shikatsu::pack::Bank;
use shikatsu::pack::library::Library;
use shikatsu::record::{Done, Keeper, Profile, Record};
use shikatsu::search::{Slot, Table};
use shikatsu::session::keeper::Notebook;
use shikatsu::session::keys::{Button, Stroke};
use shikatsu::session::picture::{Picture, Screen, Target};
use shikatsu::session::{Desk, Event, Mind, Session, text};
use shikatsu::view;

/// Keys in a run; `SHIKATSU_KEYS` asks for more.
const KEYS: u32 = 1_000_000;
/// Positions the solver looks at between two keys, now and then.
const SLICE: u32 = 300;

/// Whatever somebody may do next.
fn anything(random: &mut Random, picture: &Picture) -> Event {
    let button = Button::ALL[random.below(Button::ALL.len())];
    match random.below(20) {
        0..=6 => Event::Stroke(Stroke::Press(button)),
        7 => Event::Stroke(Stroke::Hold(button)),
        8..=10 => Event::Down(button),
        11..=13 => Event::Up(button),
        14..=16 => Event::Tick([1, 16, 50, 200, 700, 3000, u16::MAX][random.below(7)]),
        17 => Event::Touch(Target::Item(random.below(40) as u16)),
        18 => Event::Library,
        _ => {
            let (x, y) = (random.below(240) as i32, random.below(240) as i32);
            view::hit(picture, x, y).map_or(Event::Tick(5), Event::Touch)
        }
    }
}

/// From wherever one is, a few presses of the key that goes back lead to the problem.
fn finds_home(session: &mut Session<'_>) -> bool {
    for button in Button::ALL {
        session.on(Event::Up(button));
    }
    for _ in 0..12 {
        if matches!(session.picture().screen, Screen::Board(_)) {
            return true;
        }
        session.on(Event::Stroke(Stroke::Press(Button::B)));
    }
    false
}

/// Strikes keys without sense, and looks at what is shown.
fn strike(mut notebook: Notebook<256>, count: u32) {
    let mut random = Random::new(2026);
    let mut slots = vec![Slot::EMPTY; 1024];
    let mut desk = Box::new(Desk::NOTHING);
    let mut session = Session::new(&Bank, &mut notebook, &mut desk, 7);
    let mut mind = Box::new(Mind::new());
    let table = &mut Table::new(&mut slots);
    let mut words = String::new();
    for key in 0..count {
        let picture = session.picture();
        session.on(anything(&mut random, &picture));
        if random.below(3) == 0 {
            let _ = mind.work(&mut session, table, SLICE);
        }
        if key % 16 == 0 {
            words.clear();
            text::write(&session.picture(), &mut words).unwrap();
            assert!(!words.is_empty());
        }
        if key % 500 == 0 {
            assert!(finds_home(&mut session), "after {key} keys:\n{words}");
        }
    }
    println!("{count} keys");
}

#[test]
fn keys_without_sense_do_no_harm() {
    let count = std::env::var("SHIKATSU_KEYS").map_or(KEYS, |keys| keys.parse().unwrap());
    strike(Notebook::new(), count);
}

#[test]
fn what_is_remembered_may_be_anything() {
    let mut value = serde_json::to_value(Profile::default()).unwrap();
    for number in ["brightness", "nodes", "depth", "breadth"] {
        value["settings"][number] = u8::MAX.into();
    }
    for rating in [i16::MIN, i16::MAX] {
        value["rating"] = rating.into();
        value["history"] = serde_json::json!([i16::MIN, i16::MAX]);
        value["streak"] = serde_json::json!([u16::MAX, 0]);
        value["tries"] = serde_json::json!([u32::MAX, u32::MAX]);
        let mut notebook = Notebook::new();
        notebook.keep_profile(&serde_json::from_value(value.clone()).unwrap());
        for index in 0..Bank.len(0) {
            let record = Record {
                done: Done::Failed,
                box_number: u8::MAX,
                due: u32::MAX,
            };
            notebook.keep(Bank.id(0, index), record);
        }
        strike(notebook, KEYS / 20);
    }
}
