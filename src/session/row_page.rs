//! Row Go before the first stone: how it is to be played, and its rules.

use heapless::String;

use super::activity::{Goal, LESSONS, lesson_setup};
use super::desk::Desk;
use super::journey::Journey;
use super::keys::Button;
use super::page::{Page, Pages};
use super::picture::{Art, Diagram, ListScreen, PageScreen, Row, Value};
use super::row::{Level, Wanted, row_word};
use super::sheet::page;
use super::turn::turned;
use super::words::words;
use crate::board::{Color, Crop};
use crate::row::{LARGEST, Rules};

/// What can be chosen, from the top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Choice {
    Play,
    Board,
    You,
    Level,
    Rules,
    Leave,
}

const CHOICES: [Choice; 6] = [
    Choice::Play,
    Choice::Board,
    Choice::You,
    Choice::Level,
    Choice::Rules,
    Choice::Leave,
];

/// How many rows the page has.
pub(super) const ROWS: u16 = CHOICES.len() as u16;

/// Opens Row Go. Everything that leads to it calls this.
pub(super) fn open(pages: &mut Pages) {
    pages.open(Page::RowGo { chosen: 0 });
}

fn choice(chosen: u16) -> Choice {
    CHOICES[usize::from(chosen).min(CHOICES.len() - 1)]
}

/// The page on which it is said how to play.
pub(super) fn screen(chosen: u16, journey: &Journey<'_>) -> ListScreen {
    let wanted = Wanted::of(&journey.profile().settings);
    let plays = journey.desk().is_some_and(Desk::plays_row);
    let row = |choice: Choice| Row {
        label: words(format_args!(
            "{}",
            match choice {
                Choice::Play => "Play",
                Choice::Board => "Board",
                Choice::You => "You are",
                Choice::Level => "Computer",
                Choice::Rules => "The rules, by doing",
                Choice::Leave => "Back to the problems",
            }
        )),
        value: value(choice, wanted),
        dim: match choice {
            Choice::Leave => !plays,
            Choice::Level => wanted.side.is_none(),
            _ => journey.desk().is_none(),
        },
        parted: false,
    };
    let foot = match choice(chosen) {
        Choice::Play if plays => words(format_args!("A new game. B goes back to this one.")),
        Choice::Play | Choice::Board => words(format_args!(
            "{} in a row, across or down, win.",
            row_word(wanted.rules)
        )),
        Choice::You => words(format_args!("Black begins. Both: two people play.")),
        Choice::Level => words(format_args!("Left and right change it.")),
        Choice::Rules => words(format_args!("Three pages, a move on each.")),
        Choice::Leave => words(format_args!("The game is not kept.")),
    };
    ListScreen {
        title: words(format_args!("Row Go")),
        rows: CHOICES.into_iter().map(row).collect(),
        first: 0,
        total: ROWS,
        chosen,
        foot,
    }
}

fn value(choice: Choice, wanted: Wanted) -> Value {
    let word = |text: &str| Value::Word(String::try_from(text).unwrap_or_default());
    match choice {
        Choice::Board => {
            let size = wanted.rules.size();
            word(&words(format_args!("{size}×{size}")))
        }
        Choice::You => word(wanted.side.map_or("both", Color::name)),
        Choice::Level => word(wanted.level.name()),
        Choice::Play | Choice::Rules | Choice::Leave => Value::None,
    }
}

/// Changes what left and right change. False if the row has nothing to change.
pub(super) fn change(chosen: u16, forwards: bool, journey: &mut Journey<'_>) -> bool {
    let mut wanted = Wanted::of(&journey.profile().settings);
    match choice(chosen) {
        Choice::Board => {
            let sizes = Rules::FIRST.size()..=LARGEST;
            let size = turned(&sizes.map(Rules::usual), Some(wanted.rules), forwards).flatten();
            wanted.rules = size.unwrap_or(wanted.rules);
        }
        Choice::You => {
            let sides = [Some(Color::Black), Some(Color::White), None];
            wanted.side = turned(&sides.into_iter(), wanted.side, forwards).unwrap_or(wanted.side);
        }
        Choice::Level => {
            wanted.level = turned(&Level::ALL.into_iter(), wanted.level, forwards).unwrap_or(wanted.level);
        }
        Choice::Play | Choice::Rules | Choice::Leave => return false,
    }
    journey.want_row(wanted);
    true
}

/// Does what the chosen row says.
pub(super) fn choose(chosen: u16, journey: &mut Journey<'_>, pages: &mut Pages) {
    match choice(chosen) {
        Choice::Play => {
            pages.close_all();
            journey.go(Goal::Row);
        }
        Choice::Rules => pages.open(Page::RowRules(0)),
        Choice::Leave if journey.desk().is_some_and(Desk::plays_row) => {
            pages.close_all();
            journey.go(Goal::Begin);
        }
        Choice::Leave => {}
        Choice::Board | Choice::You | Choice::Level => {
            change(chosen, true, journey);
        }
    }
}

/// Does what a page of the rules says: now it is your turn.
pub(super) fn try_it(number: u8, journey: &mut Journey<'_>, pages: &mut Pages) {
    pages.close_all();
    journey.go(Goal::RowLesson(number));
}

/// The page of the rules that lies beside this one.
pub(super) const fn turned_page(number: u8, forwards: bool) -> u8 {
    if !forwards {
        number.saturating_sub(1)
    } else if number + 1 < LESSONS {
        number + 1
    } else {
        number
    }
}

/// A page of the rules.
pub(super) fn rules(number: u8) -> PageScreen {
    let (title, text) = match number {
        0 => (
            "A row wins",
            "Black and White take turns. Whoever first has four stones in a row, across or down, wins. Slanting does not count. On larger boards it takes five.",
        ),
        1 => (
            "Capturing",
            "A stone with no free point beside it is captured: it leaves the board. Stones that touch stand and fall together. So a row can be broken.",
        ),
        _ => (
            "Not allowed",
            "No stone goes where it has no free point, unless it captures. And the board may not look as it did before: that is ko. You may pass: hold A. Two passes are a draw.",
        ),
    };
    let setup = lesson_setup(number);
    PageScreen {
        diagram: Some(Diagram {
            crop: Crop::whole(setup.size),
            setup,
        }),
        ..page(
            title,
            Art::None,
            text,
            (number + 1, LESSONS),
            &[(Button::A, "try it"), (Button::B, "back")],
        )
    }
}
