//! The pages around today's set and the player's level.

use core::fmt::Write as _;

use super::journey::Journey;
use super::keys::Button;
use super::picture::{Art, PageScreen, Row, Text, Value};
use super::rating;
use super::sheet::page;
use super::words::words;
use crate::record::Done;

/// Where a player may begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start {
    /// With the first lesson.
    NeverPlayed,
    /// With this rating.
    At(i16),
    /// Ten problems find out.
    FindOut,
}

/// The places to start, with what they are called.
pub(super) const STARTS: [(&str, Start); 7] = [
    ("I have never played", Start::NeverPlayed),
    ("Beginner, 20 kyu", Start::At(100)),
    ("About 15 kyu", Start::At(600)),
    ("About 10 kyu", Start::At(1100)),
    ("About 5 kyu", Start::At(1600)),
    ("Dan", Start::At(2100)),
    ("Find out: 10 problems", Start::FindOut),
];

/// A row of the list of places to start.
pub(super) fn start_row(number: u16) -> Option<Row> {
    let (label, start) = STARTS.get(usize::from(number))?;
    Some(Row {
        label: words(format_args!("{label}")),
        value: Value::None,
        dim: false,
        parted: *start == Start::FindOut,
    })
}

/// A sentence about a place to start.
pub(super) fn start_help(number: u16) -> &'static str {
    match STARTS.get(usize::from(number)) {
        Some((_, Start::NeverPlayed)) => "The rules, one lesson at a time.",
        Some((_, Start::FindOut)) => "Harder after each you solve, easier else.",
        _ => "Your rating begins there, and finds its way.",
    }
}

/// The end of today's set: what came of it.
pub(super) fn set_end(journey: &Journey<'_>) -> PageScreen {
    let profile = journey.profile();
    let count = |wanted: Done| profile.set.iter().filter(|(_, done)| *done == wanted).count();
    let (solved, failed) = (count(Done::Solved), count(Done::Failed));
    let helped = profile.set.len() - solved - failed;
    let mut text = Text::new();
    // What does not fit is cut off.
    let _ = writeln!(text, "Solved {solved}, failed {failed}, with help {helped}.");
    let _ = writeln!(
        text,
        "Rating {} before, {} now: {}.",
        profile.set_rating,
        profile.rating,
        rating::to_level(profile.rating)
    );
    let _ = writeln!(
        text,
        "Solved in a row: {}. Sets so far: {}.",
        profile.streak.0, profile.sets
    );
    let _ = write!(text, "\nWhat failed comes back in the next sets.");
    let keys: &[(Button, &'static str)] = if failed > 0 {
        &[(Button::A, "well done"), (Button::X, "failed ones")]
    } else {
        &[(Button::A, "well done")]
    };
    PageScreen {
        text,
        ..page("Today's set is done", Art::None, "", (1, 1), keys)
    }
}

/// The end of the search for a level.
pub(super) fn level_end(journey: &Journey<'_>) -> PageScreen {
    let rating = journey.profile().rating;
    let level = rating::to_level(rating);
    let mut text = Text::new();
    let _ = write!(
        text,
        "You play like {level}: rating {rating}.\n\nA problem of your own level is solved every second time. The rating follows what you solve, and new problems are chosen near it."
    );
    PageScreen {
        text,
        ..page(
            "Your level",
            Art::None,
            "",
            (1, 1),
            &[(Button::A, "today's set"), (Button::B, "later")],
        )
    }
}
