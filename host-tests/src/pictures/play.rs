//! The screens of a whole game, as the trainer itself shows them.

use shikatsu::board::Point;
use shikatsu::pack::Bank;
use shikatsu::record::Keeper;
use shikatsu::search::{Slot, Table};
use shikatsu::session::keeper::Notebook;
use shikatsu::session::keys::{Button, Stroke};
use shikatsu::session::picture::{BoardScreen, Mark, Picture, Screen, Target};
use shikatsu::session::{Desk, Event, Mind, Session};

use super::{board, keys, picture, strip};

/// Somebody who plays with a mind that answers, and looks at the screen now and then.
struct Player<'a> {
    session: Session<'a>,
    mind: Box<Mind>,
    table: Table<'a>,
    seen: Vec<(&'static str, Picture)>,
}

impl Player<'_> {
    fn press(&mut self, button: Button, times: usize) -> &mut Self {
        for _ in 0..times {
            self.session.on(Event::Stroke(Stroke::Press(button)));
        }
        self
    }

    fn pass(&mut self) -> &mut Self {
        self.session.on(Event::Stroke(Stroke::Hold(Button::A)));
        self
    }

    fn play(&mut self, size: u8, name: &str) -> &mut Self {
        let point = Point::from_vertex(name, size).expect("it is on the board");
        self.session.on(Event::Touch(Target::Point(point)));
        self
    }

    /// Waits for an answer; messages that pass have passed then.
    fn wait(&mut self) -> &mut Self {
        self.session.on(Event::Tick(400));
        while self
            .mind
            .work(&mut self.session, &mut self.table, 50_000)
            .is_some()
        {}
        self.session.on(Event::Tick(3000));
        self
    }

    fn look(&mut self, name: &'static str) -> &mut Self {
        self.seen.push((name, self.session.picture()));
        self
    }
}

/// The end of a game, with the points of both sides and dead stones: `b` and `w` are points, `X` and `O` dead stones.
const COUNTED: &str = "
bbxxowwww
bbbxowwXw
bOxxoowww
bbxo-owow
xxxoooooo
boxxxxoww
bbbbbxoow
bbbObbxow
bbbbbbxow";

fn counted() -> Picture {
    let lines = COUNTED.trim();
    let stones: String = lines
        .chars()
        .map(|letter| {
            if "bw".contains(letter) {
                '-'
            } else {
                letter.to_ascii_lowercase()
            }
        })
        .collect();
    let line = keys(&[
        (Button::A, "again"),
        (Button::B, "play on"),
        (Button::X, "change"),
    ]);
    let mut screen = board(&stones, None, strip(None, "Black wins by 3.5", line));
    for (row, line) in lines.lines().enumerate() {
        for (column, letter) in line.bytes().enumerate() {
            let point = Point::new(column as u8, row as u8);
            screen.spots[BoardScreen::index(point)].mark = match letter {
                b'b' => Some(Mark::Black),
                b'w' => Some(Mark::White),
                b'X' | b'O' => Some(Mark::Wrong),
                _ => None,
            };
        }
    }
    picture(Screen::Board(screen))
}

/// All of them with their names.
pub(super) fn all() -> Vec<(&'static str, Picture)> {
    let mut notebook = Box::new(Notebook::<16>::new());
    let mut profile = notebook.profile();
    profile.welcomed = true;
    notebook.keep_profile(&profile);
    let mut desk = Box::new(Desk::NOTHING);
    let mut slots = vec![Slot::EMPTY; 8192];
    let mut player = Player {
        session: Session::new(&Bank, &mut *notebook, &mut desk, 1),
        mind: Box::new(Mind::new()),
        table: Table::new(&mut slots),
        seen: Vec::new(),
    };
    player.session.on(Event::PlayGo);
    player.look("play-choices").press(Button::A, 1).look("play-start");
    player.play(9, "E5");
    player.session.on(Event::Tick(160));
    for _ in 0..5 {
        let _ = player.mind.work(&mut player.session, &mut player.table, 5000);
    }
    player.look("play-thinking").wait().look("play-answered");
    player.press(Button::X, 1).wait().look("play-hint");
    player.pass().wait().look("play-on");
    // Nine stones on thirteen lines, and the computer begins.
    player
        .press(Button::Y, 1)
        .press(Button::Down, 1)
        .press(Button::Right, 2);
    player.press(Button::Down, 3).press(Button::Left, 1);
    player
        .look("play-choices-13")
        .press(Button::Up, 4)
        .press(Button::A, 1);
    player.wait().look("play-handicap");
    // Five lines without a handicap, up to the count; the computer begins there, too.
    player
        .press(Button::Y, 1)
        .press(Button::Down, 1)
        .press(Button::Right, 1);
    player.press(Button::Down, 1).press(Button::Right, 1);
    player.press(Button::Up, 2).press(Button::A, 1);
    player.wait().pass().wait().look("play-counted");
    player
        .press(Button::B, 1)
        .press(Button::Y, 1)
        .press(Button::Up, 2);
    player
        .look("play-resign")
        .press(Button::A, 1)
        .look("play-resigned");
    player.seen.push(("play-both-sides", counted()));
    // Nineteen lines, which only computers have. The game is laid aside, and gone on with.
    player.session.tell_of_large_boards();
    player
        .press(Button::Y, 1)
        .press(Button::Down, 1)
        .press(Button::Left, 1);
    player.press(Button::Down, 1).press(Button::Left, 1);
    player.press(Button::Up, 2).press(Button::A, 1).wait();
    for name in ["R14", "C6", "F17", "N3"] {
        player.play(19, name).wait();
    }
    player.look("play-19").press(Button::Y, 1).press(Button::Up, 1);
    player.look("play-leave").press(Button::A, 1);
    player.session.on(Event::PlayGo);
    player.look("play-go-on");
    player.seen
}
