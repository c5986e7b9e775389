//! Sample pictures: every kind of screen in every state that looks different.

mod boards;
mod editor;
mod play;
mod row;
mod screens;

use shikatsu::board::{Color, Crop, Point};
use shikatsu::language::Language;
use shikatsu::pack::Bank;
use shikatsu::record::ThemeName;
use shikatsu::session::keeper::Notebook;
use shikatsu::session::keys::Button;
use shikatsu::session::picture::{
    BoardScreen, Cursor, KeyHint, Line, Mark, PLOT, Picture, SPOTS, Screen, Spot, Standing, StatsScreen,
    Strip, Words,
};
use shikatsu::session::{Desk, Session};

use crate::diagram;

pub use boards::{NINE, NINETEEN, THIRTEEN, corner};
pub use screens::{grid, list, settings, stats};

/// Words for a picture.
pub fn words(text: &str) -> Words {
    Words::try_from(text).expect("short words")
}

/// A picture in the theme of the day.
pub fn picture(screen: Screen) -> Picture {
    Picture {
        theme: ThemeName::Wood,
        language: Language::ENGLISH,
        screen,
    }
}

/// The keys of a board on which one plays.
pub fn play_keys() -> Line {
    keys(&[
        (Button::A, "play"),
        (Button::B, "back"),
        (Button::X, "hint"),
        (Button::Y, "menu"),
    ])
}

/// Keys with what they do.
pub fn keys(hints: &[(Button, &'static str)]) -> Line {
    Line::Keys(hints.iter().map(|&(key, does)| KeyHint::new(key, does)).collect())
}

/// A strip with nothing special in it.
pub fn strip(stone: Option<Color>, title: &str, line: Line) -> Strip {
    Strip {
        stone,
        title: words(title),
        place: words("3/70"),
        state: Standing::Open,
        by_the_book: false,
        line,
    }
}

/// A board from its lines: `x`, `o`, `-` or `*` as in problem texts.
pub fn board(lines: &str, crop: Option<Crop>, strip: Strip) -> BoardScreen {
    let lines = diagram::tidy(lines);
    let size = lines.lines().count() as u8;
    let mut spots = [Spot::default(); SPOTS];
    for (row, line) in lines.lines().enumerate() {
        for (column, letter) in line.bytes().enumerate() {
            let spot = &mut spots[BoardScreen::index(Point::new(column as u8, row as u8))];
            spot.outside = letter == b'*' || (letter != b'-' && letter.is_ascii_uppercase());
            spot.stone = match letter {
                b'x' | b'X' => Some(Color::Black),
                b'o' | b'O' => Some(Color::White),
                _ => None,
            };
        }
    }
    BoardScreen {
        strip,
        size,
        crop: crop.unwrap_or(Crop::whole(size)),
        labels: None,
        spots,
    }
}

/// Something to change on a point.
pub enum Touch {
    /// A sign.
    Mark(Mark),
    /// The cursor, and whether its key is down.
    Cursor(Color, bool),
    /// The light of a hint.
    Lit,
    /// A stone.
    Stone(Color),
}

/// The board with `touches` on points by their names.
pub fn touched(mut screen: BoardScreen, touches: &[(&str, Touch)]) -> BoardScreen {
    for (name, touch) in touches {
        let point = Point::from_vertex(name, screen.size).expect("a point of the board");
        let spot = &mut screen.spots[BoardScreen::index(point)];
        match touch {
            Touch::Mark(mark) => spot.mark = Some(*mark),
            Touch::Cursor(color, pressed) => {
                spot.cursor = Some(Cursor {
                    color: *color,
                    pressed: *pressed,
                });
            }
            Touch::Lit => spot.lit = true,
            Touch::Stone(color) => spot.stone = Some(*color),
        }
    }
    screen
}

/// A link to a small problem, and as long a one as there is.
const SHORT: &str = "https://example.org/shikatsu/#p=AexhQkUHCQACAAgIGCqqAKpVqlUBVQ_AAwEAAQAAAAAA";
const LONG: &str = "https://example.org/a/folder/with/a/long/name/shikatsu/#p=AexhQkUHCQACAAgIGCqqAKpVqlUBVQAexhQkUHCQACAAgIGCqqAKpVqlUBVQAexhQkUHCQACAAgIGCqqAKpVqlUBVQAexhQkUHCQACAAgIGCqqAKpVqlUBVQAexhQkUHCQACAAgIGCqqAKpVqlUBVQAexhQkUHCQACAAgIGCqqAKpVqlUBVQAexhQkUHCQACAAgIGCqqAKpVqlUBVQ";

/// All samples with their names.
pub fn samples() -> Vec<(&'static str, Picture)> {
    let boards = boards::all()
        .into_iter()
        .map(|(name, screen)| (name, Screen::Board(screen)));
    let lists = screens::lists()
        .into_iter()
        .map(|(name, screen)| (name, Screen::List(screen)));
    let pages = screens::pages()
        .into_iter()
        .map(|(name, screen)| (name, Screen::Page(screen)));
    let others = vec![
        ("grid-first", Screen::Grid(grid(16, 0, 4))),
        ("grid-page", Screen::Grid(grid(347, 30, 52))),
        ("grid-large", Screen::Grid(grid(12640, 12630, 12635))),
        ("code", Screen::Code(screens::code("Shapes 14", SHORT))),
        (
            "code-large",
            Screen::Code(screens::code("A pack with a long name 1034", LONG)),
        ),
        ("stats", Screen::Stats(stats(PLOT))),
        ("stats-young", Screen::Stats(stats(3))),
        (
            "stats-book",
            Screen::Stats(StatsScreen {
                book_tries: (24, 17),
                ..stats(PLOT)
            }),
        ),
        ("stats-new", Screen::Stats(stats(0))),
    ];
    let all = boards.chain(lists).chain(others).chain(pages);
    let all = all.map(|(name, screen)| (name, picture(screen)));
    all.chain(row::all())
        .chain(play::all())
        .chain(editor::all())
        .chain([("page-newer", newer_progress())])
        .collect()
}

/// What a player sees whose progress was written by newer firmware.
fn newer_progress() -> Picture {
    let mut notebook = Box::new(Notebook::<16>::new());
    let mut desk = Box::new(Desk::NOTHING);
    let mut session = Session::new(&Bank, &mut *notebook, &mut desk, 1);
    session.tell_of_newer_progress();
    session.picture()
}
