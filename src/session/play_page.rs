//! A whole game before the first stone: how it is to be played.

use core::fmt::Write as _;

use heapless::String;

use super::activity::{Extra, Goal};
use super::desk::Desk;
use super::journey::Journey;
use super::page::{Page, Pages};
use super::picture::{ListScreen, Row, Value};
use super::play::{KOMI, LINES, PLAYOUTS, Wanted};
use super::turn::turned;
use super::words::words;
use crate::board::Color;
use crate::play::most_handicap;

/// What can be chosen, from the top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Choice {
    GoOn,
    Begin,
    Board,
    You,
    Komi,
    Handicap,
    Level,
    Resign,
    Leave,
}

const CHOICES: [Choice; 9] = [
    Choice::GoOn,
    Choice::Begin,
    Choice::Board,
    Choice::You,
    Choice::Komi,
    Choice::Handicap,
    Choice::Level,
    Choice::Resign,
    Choice::Leave,
];

/// How many rows the page has: either there is a game to go on with, or one that could be given up.
pub(super) const ROWS: u16 = CHOICES.len() as u16 - 1;

/// Opens the page. Everything that leads to a game calls this.
pub(super) fn open(pages: &mut Pages) {
    pages.open(Page::PlayGo { chosen: 0 });
}

/// Whether a game was kept that one can go on with.
fn has_kept(journey: &Journey<'_>) -> bool {
    let plays = journey.desk().is_none_or(Desk::plays_go);
    !plays && journey.kept_go() > 0
}

/// What can be chosen now.
fn choices(has_kept: bool) -> impl Iterator<Item = Choice> {
    let left_out = if has_kept { Choice::Resign } else { Choice::GoOn };
    CHOICES.into_iter().filter(move |&choice| choice != left_out)
}

fn choice(chosen: u16, journey: &Journey<'_>) -> Choice {
    let mut choices = choices(has_kept(journey));
    choices.nth(chosen.into()).unwrap_or(Choice::Leave)
}

fn can_resign(journey: &Journey<'_>) -> bool {
    journey.desk().is_some_and(|desk| desk.offers(Extra::Resign))
}

/// The page on which it is said how to play.
pub(super) fn screen(chosen: u16, journey: &Journey<'_>) -> ListScreen {
    let wanted = journey.desk().map_or(Wanted::FIRST, Desk::wanted_go);
    let plays = journey.desk().is_some_and(Desk::plays_go);
    let has_kept = has_kept(journey);
    let has_handicap = most_handicap(wanted.size) > 0;
    let row = |choice: Choice| Row {
        label: words(format_args!(
            "{}",
            match choice {
                Choice::GoOn => "Go on",
                Choice::Begin if has_kept => "Begin anew",
                Choice::Begin => "Begin",
                Choice::Board => "Board",
                Choice::You => "You are",
                Choice::Komi => "Komi",
                Choice::Handicap => "Handicap",
                Choice::Level => "Computer",
                Choice::Resign => "Resign",
                Choice::Leave => "Back to the problems",
            }
        )),
        value: value(choice, wanted, journey),
        dim: match choice {
            Choice::Leave => !plays,
            Choice::Resign => !can_resign(journey),
            Choice::Handicap => !has_handicap,
            _ => journey.desk().is_none(),
        },
        parted: false,
    };
    let foot = match choice(chosen, journey) {
        Choice::GoOn => "The game that is not finished.",
        Choice::Begin if has_kept => "The other is kept until your first move.",
        Choice::Begin if plays => "A new game. B goes back to this one.",
        Choice::Begin => "Area scoring. Nothing is rated.",
        Choice::Board => "Left and right change it.",
        Choice::You => "Black begins; with a handicap White does.",
        Choice::Komi => "White gets so many points.",
        Choice::Handicap if has_handicap => "Black stones at the start.",
        Choice::Handicap => "This board has no points for it.",
        Choice::Level => "So many games are tried for a move.",
        Choice::Resign if plays => "The computer wins. B still takes back.",
        Choice::Leave if plays => "The game is kept, to go on with.",
        Choice::Resign | Choice::Leave => "There is no game.",
    };
    ListScreen {
        title: words(format_args!("Play Go")),
        rows: choices(has_kept).map(row).collect(),
        first: 0,
        total: ROWS,
        chosen,
        foot: words(format_args!("{foot}")),
    }
}

fn value(choice: Choice, wanted: Wanted, journey: &Journey<'_>) -> Value {
    let word = |pieces: core::fmt::Arguments<'_>| {
        let mut text = String::new();
        let _ = text.write_fmt(pieces);
        Value::Word(text)
    };
    match choice {
        Choice::Board => word(format_args!("{0}×{0}", wanted.size)),
        Choice::You => word(format_args!("{}", wanted.you.map_or("by chance", Color::name))),
        Choice::Komi => word(format_args!("{}.5", wanted.komi / 2)),
        Choice::Handicap => match wanted.handicap() {
            0 => word(format_args!("none")),
            stones => word(format_args!("{stones} stones")),
        },
        Choice::Level => word(format_args!("{} playouts", wanted.playouts)),
        Choice::GoOn => {
            let mut text = String::new();
            let _ = match journey.kept_go() {
                1 => write!(text, "1 move"),
                moves => write!(text, "{moves} moves"),
            };
            Value::Note(text)
        }
        Choice::Begin | Choice::Resign | Choice::Leave => Value::None,
    }
}

/// Changes what left and right change. False if the row has nothing to change.
pub(super) fn change(chosen: u16, forwards: bool, journey: &mut Journey<'_>) -> bool {
    let (chosen, most) = (choice(chosen, journey), journey.go_lines());
    let Some(desk) = journey.desk_mut() else {
        return false;
    };
    let mut wanted = desk.wanted_go();
    match chosen {
        Choice::Board => {
            let lines = LINES.into_iter().filter(|&lines| lines <= most);
            wanted.size = turned(&lines, wanted.size, forwards).unwrap_or(wanted.size);
        }
        Choice::You => {
            let sides = [Some(Color::Black), Some(Color::White), None];
            wanted.you = turned(&sides.into_iter(), wanted.you, forwards).unwrap_or(wanted.you);
        }
        Choice::Komi => {
            wanted.komi = turned(&KOMI.into_iter(), wanted.komi, forwards).unwrap_or(wanted.komi);
        }
        Choice::Handicap => {
            // One stone would only be Black's first move.
            let stones = (0..=most_handicap(wanted.size) as u8).filter(|&stones| stones != 1);
            let now = wanted.handicap();
            wanted.handicap = turned(&stones, now, forwards).unwrap_or(now);
        }
        Choice::Level => {
            wanted.playouts =
                turned(&PLAYOUTS.into_iter(), wanted.playouts, forwards).unwrap_or(wanted.playouts);
        }
        Choice::GoOn | Choice::Begin | Choice::Resign | Choice::Leave => return false,
    }
    desk.want_go(wanted);
    true
}

/// Does what the chosen row says.
pub(super) fn choose(chosen: u16, journey: &mut Journey<'_>, pages: &mut Pages) {
    match choice(chosen, journey) {
        Choice::GoOn => {
            pages.close_all();
            journey.go_on_with_go();
        }
        Choice::Begin => {
            pages.close_all();
            journey.go(Goal::PlayGo);
        }
        Choice::Resign if can_resign(journey) => {
            pages.close_all();
            journey.give(Extra::Resign);
        }
        Choice::Leave if journey.desk().is_some_and(Desk::plays_go) => {
            pages.close_all();
            journey.go(Goal::Begin);
        }
        Choice::Resign | Choice::Leave => {}
        Choice::Board | Choice::You | Choice::Komi | Choice::Handicap | Choice::Level => {
            change(chosen, true, journey);
        }
    }
}
