//! The editor, as a player sees it who makes a problem.

use shikatsu::board::{Color, Point};
use shikatsu::edit::Step;
use shikatsu::pack::Bank;
use shikatsu::record::{Keeper as _, Profile};
use shikatsu::search::{Slot, Table};
use shikatsu::session::keeper::Notebook;
use shikatsu::session::keys::{Button, Stroke};
use shikatsu::session::picture::Picture;
use shikatsu::session::{Desk, Event, Mind, Session};

/// A player at the editor.
struct Player<'a> {
    session: Session<'a>,
    mind: Box<Mind>,
    table: Table<'a>,
}

impl Player<'_> {
    fn press(&mut self, button: Button, times: usize) {
        for _ in 0..times {
            self.session.on(Event::Stroke(Stroke::Press(button)));
        }
    }

    fn put(&mut self, color: Color, names: &str, size: u8) {
        for name in names.split_whitespace() {
            let point = Point::from_vertex(name, size).expect("a point of the board");
            self.session.on(Event::Edit(Step::Put(color, point)));
        }
    }

    fn key(&mut self, name: &str, size: u8) {
        let point = Point::from_vertex(name, size).expect("a point of the board");
        self.session.on(Event::Edit(Step::Key(point)));
    }

    /// The picture, once all is said and read out.
    fn picture(&mut self) -> Picture {
        for _ in 0..400 {
            self.session.on(Event::Tick(16));
            let _ = self.mind.work(&mut self.session, &mut self.table, 4096);
        }
        self.session.picture()
    }
}

/// Makes a problem step by step, and shows every kind of picture on the way.
pub(super) fn all() -> Vec<(&'static str, Picture)> {
    let mut notebook = Notebook::<16>::new();
    notebook.keep_profile(&Profile {
        welcomed: true,
        ..Profile::default()
    });
    let mut desk = Box::new(Desk::NOTHING);
    let mut slots = vec![Slot::EMPTY; 4096];
    let mut player = Player {
        session: Session::new(&Bank, &mut notebook, &mut desk, 1),
        mind: Box::new(Mind::new()),
        table: Table::new(&mut slots),
    };
    let mut pictures = Vec::new();
    player.session.edit(true);
    pictures.push(("edit-empty", player.picture()));
    player.put(Color::Black, "A2 B2 C2 D2 D1", 9);
    player.put(Color::White, "A3 B3 C3 D3 E2 E1", 9);
    pictures.push(("edit-stones", player.picture()));
    player.key("A2", 9);
    pictures.push(("edit-verdict", player.picture()));
    player.put(Color::White, "B1 A1", 9);
    player.put(Color::Black, "C1", 9);
    pictures.push(("edit-going", player.session.picture()));
    player.press(Button::B, 2);
    player.press(Button::Y, 1);
    pictures.push(("edit-menu", player.session.picture()));
    player.press(Button::Down, 10);
    player.press(Button::Right, 1);
    pictures.push(("edit-note", player.session.picture()));
    player.press(Button::Up, 10);
    player.press(Button::Down, 1);
    player.press(Button::A, 1);
    player.press(Button::A, 1);
    pictures.push(("edit-area", player.picture()));
    player.press(Button::B, 1);
    player.session.on(Event::Edit(Step::Size(19)));
    pictures.push(("edit-window", player.picture()));
    player.session.on(Event::Stroke(Stroke::Hold(Button::B)));
    pictures.push(("edit-leave", player.session.picture()));
    pictures
}
