//! The menus: what is common is near, wherever the menu was left.

use shikatsu::pack::Bank;
use shikatsu::record::Keeper;
use shikatsu::session::keeper::Notebook;
use shikatsu::session::keys::{Button, Stroke};
use shikatsu::session::picture::{Art, ListScreen, Screen};
use shikatsu::session::{Desk, Event, Session};

const DIRECTIONS: [Button; 4] = [Button::Up, Button::Down, Button::Left, Button::Right];

fn press(session: &mut Session<'_>, button: Button) {
    session.on(Event::Stroke(Stroke::Press(button)));
}

fn menu(session: &Session<'_>) -> ListScreen {
    match session.picture().screen {
        Screen::List(list) => list,
        other => panic!("no menu, but {other:?}"),
    }
}

fn chosen(session: &Session<'_>) -> String {
    let list = menu(session);
    list.rows[usize::from(list.chosen - list.first)].label.to_string()
}

/// The fewest moves to a row: none, one or two.
fn way(start: u16, wanted: &str) -> Option<Vec<Button>> {
    let mut notebook = Notebook::<8>::new();
    let mut profile = notebook.profile();
    profile.welcomed = true;
    notebook.keep_profile(&profile);
    let mut desk = Box::new(Desk::NOTHING);
    let one = DIRECTIONS.iter().map(|&first| vec![first]);
    let two = DIRECTIONS
        .iter()
        .flat_map(|&first| DIRECTIONS.map(|second| vec![first, second]));
    let ways = std::iter::once(Vec::new()).chain(one).chain(two);
    ways.into_iter().find(|moves| {
        let mut session = Session::new(&Bank, &mut notebook, &mut desk, 1);
        // Past the lesson, then the place where the menu was left.
        press(&mut session, Button::A);
        press(&mut session, Button::Y);
        for _ in 0..start {
            press(&mut session, Button::Down);
        }
        press(&mut session, Button::B);
        press(&mut session, Button::Y);
        assert_eq!(menu(&session).chosen, start, "the menu remembers its place");
        for &button in moves {
            press(&mut session, button);
        }
        chosen(&session) == wanted
    })
}

#[test]
fn what_is_common_is_four_keys_away_wherever_the_menu_was_left() {
    for start in 0..8 {
        for wanted in ["Packs", "Review", "Mistakes", "Statistics", "Mode"] {
            assert!(way(start, wanted).is_some(), "from row {start} to {wanted}");
        }
    }
}

#[test]
fn the_first_pages_name_the_keys_that_there_are() {
    let mut notebook = Notebook::<8>::new();
    let mut desk = Box::new(Desk::NOTHING);
    let mut session = Session::new(&Bank, &mut notebook, &mut desk, 1);
    press(&mut session, Button::A);
    let page = |session: &Session<'_>| match session.picture().screen {
        Screen::Page(page) => page,
        other => panic!("no page, but {other:?}"),
    };
    assert_eq!(
        (page(&session).art, page(&session).text.as_str()),
        (Art::Keys, "")
    );
    session.tell_of_keyboard();
    assert_eq!(page(&session).art, Art::None);
    assert!(page(&session).text.contains("A or Enter: play"));
}
