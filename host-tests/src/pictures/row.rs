//! The screens of Row Go, as the trainer itself shows them.

use shikatsu::board::Point;
use shikatsu::pack::Bank;
use shikatsu::record::Keeper;
use shikatsu::search::{Slot, Table};
use shikatsu::session::keeper::Notebook;
use shikatsu::session::keys::{Button, Stroke};
use shikatsu::session::picture::{Picture, Target};
use shikatsu::session::{Desk, Event, Mind, Session};

/// Somebody who plays, and looks at the screen now and then.
struct Player<'a> {
    session: Session<'a>,
    seen: Vec<(&'static str, Picture)>,
}

impl Player<'_> {
    fn press(&mut self, button: Button, times: usize) -> &mut Self {
        for _ in 0..times {
            self.session.on(Event::Stroke(Stroke::Press(button)));
        }
        self
    }

    fn play(&mut self, size: u8, moves: &str) -> &mut Self {
        for name in moves.split_whitespace() {
            let point = Point::from_vertex(name, size).expect("it is on the board");
            self.session.on(Event::Touch(Target::Point(point)));
        }
        self
    }

    fn look(&mut self, name: &'static str) -> &mut Self {
        self.seen.push((name, self.session.picture()));
        self
    }
}

/// All of them with their names.
pub(super) fn all() -> Vec<(&'static str, Picture)> {
    let mut notebook = Box::new(Notebook::<16>::new());
    let mut profile = notebook.profile();
    profile.welcomed = true;
    notebook.keep_profile(&profile);
    let mut desk = Box::new(Desk::NOTHING);
    let mut player = Player {
        session: Session::new(&Bank, &mut *notebook, &mut desk, 1),
        seen: Vec::new(),
    };
    player.session.on(Event::RowGo);
    player.look("row-choices").press(Button::Down, 4);
    for (page, lesson, done, points) in [
        ("row-rules-1", "row-lesson-1", "row-lesson-1-done", "E3"),
        ("row-rules-2", "row-lesson-2", "row-lesson-2-done", "C2"),
        ("row-rules-3", "row-lesson-3", "row-lesson-3-done", "D2"),
    ] {
        player
            .press(Button::A, 1)
            .look(page)
            .press(Button::A, 1)
            .look(lesson);
        player.play(5, points).look(done);
    }
    // Two people on the smallest board, up to the row.
    player
        .press(Button::A, 1)
        .press(Button::Down, 2)
        .press(Button::Right, 2);
    player.press(Button::Up, 2).press(Button::A, 1).look("row-start");
    player.play(5, "B3 B4 C3 C4 D3").look("row-play");
    player.play(5, "D4 E3").look("row-won");
    player.press(Button::A, 1);
    for _ in 0..2 {
        player.session.on(Event::Stroke(Stroke::Hold(Button::A)));
    }
    player.look("row-draw");
    // Against the computer, which begins, on the largest.
    player.session.on(Event::RowGo);
    for _ in 0..3 {
        player.press(Button::Down, 1).press(Button::Left, 1);
    }
    player
        .look("row-choices-9")
        .press(Button::Up, 3)
        .press(Button::A, 1);
    let mut slots = vec![Slot::EMPTY; 8192];
    let (mut table, mut mind) = (Table::new(&mut slots), Box::new(Mind::new()));
    player.session.on(Event::Tick(160));
    let _ = mind.work(&mut player.session, &mut table, 5000);
    player.look("row-thinking");
    while mind.work(&mut player.session, &mut table, 5000).is_some() {}
    player.session.on(Event::Tick(400));
    player.look("row-answered").press(Button::X, 1);
    while mind.work(&mut player.session, &mut table, 5000).is_some() {}
    player.look("row-hint");
    player.seen
}
