//! What is to be seen of a desk.

use super::activity::Activity;
use super::keys::{Button, Pending};
use super::picture::{BoardScreen, Cursor, Line, Picture, SPOTS, Screen, Spot, Strip, Words};
use super::tabletop::Tabletop;
use crate::board::{Cell, Point};
use crate::language::Language;

/// A thought that is over sooner than this needs no bar, in milliseconds.
const PATIENCE: u32 = 150;

/// The picture of a table and of what is being done on it. `pressed` is the key that is down, `place` where one is in the pack.
// Apart from the pages, whose pictures are made deeper on the stack: nobody has both there.
#[inline(never)]
pub(super) fn picture(
    table: &Tabletop,
    activity: &dyn Activity,
    pressed: Option<Pending>,
    place: Words,
) -> Picture {
    let board = table.game().board();
    let size = table.size();
    let mut spots = [Spot::default(); SPOTS];
    let marks = activity.marks(table);
    for point in Point::all(size) {
        let stone = match board.at(point) {
            Cell::Stone(color) if !marks.hides(point) => Some(color),
            _ => None,
        };
        spots[BoardScreen::index(point)] = Spot {
            stone,
            outside: board.outside().contains(point),
            mark: marks.at(point, stone.is_some()),
            cursor: None,
            lit: marks.is_lit(point),
        };
    }
    let face = activity.face(table);
    if let Some(color) = face.cursor {
        spots[BoardScreen::index(table.cursor())].cursor = Some(Cursor {
            color,
            pressed: pressed.is_some_and(|pressed| pressed.button == Button::A),
        });
    }
    let lingering = pressed.filter(|pressed| pressed.lingers);
    let line = line(
        table,
        activity,
        face.waits,
        lingering.map(|pressed| pressed.button),
    );
    let settings = table.settings();
    Picture {
        theme: settings.theme,
        language: Language::ENGLISH,
        screen: Screen::Board(BoardScreen {
            strip: Strip {
                stone: face.stone,
                title: face.title,
                place: activity.place(table).unwrap_or(place),
                state: face.standing,
                by_the_book: table.is_by_the_book(),
                line,
            },
            size,
            crop: table.crop(),
            labels: settings.coordinates.then(|| table.labels()),
            spots,
        }),
    }
}

/// The second line of the strip: the thinking solver if the player waits for it, then what was said, then what the activity has to say.
fn line(table: &Tabletop, activity: &dyn Activity, waits: bool, lingering: Option<Button>) -> Line {
    if waits && table.is_thinking() && table.clock() >= PATIENCE {
        return Line::Thinking {
            spent: table.spent(),
            beat: (table.clock() / 64) as u8,
        };
    }
    match table.message() {
        Some(message) => Line::Words(message.words.clone(), message.tone),
        None => activity.line(table, lingering),
    }
}
