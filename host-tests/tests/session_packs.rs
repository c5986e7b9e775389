//! Packs that were loaded: they stand beside the bank, are told about, and go when the player wants it.

use shikatsu::pack::library::Library;
use shikatsu::pack::{Bank, Pack};
use shikatsu::record::Keeper;
use shikatsu::session::keeper::Notebook;
use shikatsu::session::keys::{Button, Stroke};
use shikatsu::session::{Desk, Event, Session, text};
use shikatsu::store::{Head, Kept, Shelf};

static PACK: &[u8] = include_bytes!("../fixtures/v1.pack");

fn bytes(_: &Kept) -> &'static [u8] {
    PACK
}

/// The bank, and the pack behind it.
fn shelf() -> Shelf {
    let header = *Pack::open(PACK).unwrap().header();
    let head = Head {
        id: header.id,
        revision: header.revision,
        length: header.length,
    };
    Shelf::new(&[Kept { at: 0, head }], bytes)
}

fn words(session: &Session<'_>) -> String {
    let mut words = String::new();
    text::write(&session.picture(), &mut words).unwrap();
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn press(session: &mut Session<'_>, buttons: &[Button]) -> Option<u32> {
    let effects = buttons
        .iter()
        .map(|&button| session.on(Event::Stroke(Stroke::Press(button))));
    effects.filter_map(|effects| effects.delete).last()
}

/// From the problem to the list of packs, and there to the last one.
const TO_LAST_PACK: [Button; 4] = [Button::Y, Button::Right, Button::A, Button::Up];

fn welcomed() -> Notebook<16> {
    let mut notebook = Notebook::new();
    let mut profile = notebook.profile();
    profile.welcomed = true;
    notebook.keep_profile(&profile);
    notebook
}

#[test]
fn a_loaded_pack_is_told_about_and_deleted_only_after_a_question() {
    let (shelf, mut notebook) = (shelf(), welcomed());
    let pack = Pack::open(PACK).unwrap();
    let mut desk = Box::new(Desk::NOTHING);
    let mut session = Session::new(&shelf, &mut notebook, &mut desk, 1);
    // The first lesson is read.
    press(&mut session, &[Button::A]);
    press(&mut session, &TO_LAST_PACK);
    press(&mut session, &[Button::X]);
    assert!(
        words(&session).contains("Loaded from a computer"),
        "{}",
        words(&session)
    );
    let asked = press(&mut session, &[Button::X, Button::A]);
    assert_eq!(asked, None, "no is what A means at first");
    let asked = press(&mut session, &[Button::X, Button::Right, Button::A]);
    assert_eq!(asked, Some(pack.header().id));
    shelf.set(&[]);
    session.on(Event::Library);
    assert!(
        !words(&session).contains(pack.header().name),
        "{}",
        words(&session)
    );
    assert!(words(&session).contains("Packs"), "{}", words(&session));
}

#[test]
fn who_deletes_the_pack_that_is_played_stays_in_the_list() {
    let (shelf, mut notebook) = (shelf(), welcomed());
    let mut profile = notebook.profile();
    profile.place = Some(shelf.id(Bank.packs(), 0));
    notebook.keep_profile(&profile);
    let mut desk = Box::new(Desk::NOTHING);
    let mut session = Session::new(&shelf, &mut notebook, &mut desk, 1);
    // The list opens at the pack that is played, which is the last one.
    press(&mut session, &TO_LAST_PACK[..3]);
    let name = Pack::open(PACK).unwrap().header().name;
    let list = words(&session);
    assert!(list.contains("Packs") && list.contains(name), "{list}");
    let asked = press(&mut session, &[Button::X, Button::X, Button::Right, Button::A]);
    assert!(asked.is_some(), "{}", words(&session));
    shelf.set(&[]);
    session.on(Event::Library);
    let list = words(&session);
    assert!(list.contains("Packs") && !list.contains(name), "{list}");
    // The cursor is on the last one that is left, and it can be opened at once.
    let last = Bank.pack_name(Bank.packs() - 1);
    press(&mut session, &[Button::X]);
    assert!(words(&session).contains(last.as_str()), "{}", words(&session));
    assert!(
        words(&session).contains("It is always there"),
        "{}",
        words(&session)
    );
}

#[test]
fn a_pack_of_the_bank_stays() {
    let (shelf, mut notebook) = (shelf(), welcomed());
    let mut desk = Box::new(Desk::NOTHING);
    let mut session = Session::new(&shelf, &mut notebook, &mut desk, 1);
    // The first lesson is read.
    press(&mut session, &[Button::A]);
    press(&mut session, &TO_LAST_PACK);
    press(&mut session, &[Button::Up, Button::X]);
    assert!(
        words(&session).contains("It is always there"),
        "{}",
        words(&session)
    );
    let asked = press(&mut session, &[Button::X, Button::Right, Button::A]);
    assert_eq!(asked, None);
}

#[test]
fn the_problem_of_a_deleted_pack_makes_way_for_one_that_is_there() {
    let (shelf, mut notebook) = (shelf(), welcomed());
    let mut profile = notebook.profile();
    profile.place = Some(shelf.id(Bank.packs(), 0));
    notebook.keep_profile(&profile);
    let mut desk = Box::new(Desk::NOTHING);
    let mut session = Session::new(&shelf, &mut notebook, &mut desk, 1);
    let of_the_pack = words(&session);
    shelf.set(&[]);
    session.on(Event::Library);
    assert_ne!(words(&session), of_the_pack);
    press(&mut session, &[Button::A]);
    assert!(
        words(&session).contains("Black to capture"),
        "{}",
        words(&session)
    );
}

#[test]
fn every_problem_of_a_pack_is_found_by_its_number() {
    let shelf = shelf();
    for pack in 0..shelf.packs() {
        for problem in 0..shelf.len(pack) {
            assert_eq!(shelf.find(shelf.id(pack, problem)), Some((pack, problem)));
        }
        assert_eq!(shelf.find_problem(pack, 0x0bad_cafe), None);
    }
}
