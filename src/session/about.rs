//! What is said about a problem that is being made, besides its stones.
//!
//! On a computer any words can be typed. The handheld has eight keys, so there a name is one of a few phrases.

use super::picture::Words;
use super::words::words;
use crate::pack::library::{Entry, Name, cut};
use crate::problem::Level;

/// Names to choose from where nothing can be typed.
const PHRASES: [&str; 9] = [
    "",
    "From my game",
    "From a book",
    "Eye shape",
    "Capturing race",
    "Ko",
    "Seki",
    "Under the stones",
    "Look again",
];

/// Something that is said about a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About<'a> {
    /// What it is called; nothing if this is empty.
    Name(&'a str),
    /// How hard it is, if somebody knows.
    Level(Option<Level>),
    /// What to read once it is solved; nothing if this is empty.
    Note(&'a str),
}

impl About<'_> {
    /// The same as a line on the screen.
    pub(super) fn sentence(self) -> Words {
        match self {
            About::Name("") => words(format_args!("No name")),
            About::Name(name) => words(format_args!("Name: {name}")),
            About::Level(None) => words(format_args!("No level")),
            About::Level(Some(level)) => words(format_args!("Level: {level}")),
            About::Note("") => words(format_args!("No note")),
            About::Note(_) => words(format_args!("Noted")),
        }
    }

    /// Writes it down, and tells whether it is new. Longer words than a pack has room for are cut.
    pub(super) fn write(self, entry: &mut Entry) -> bool {
        match self {
            About::Name(name) => replace(&mut entry.name, cut(name.trim())),
            About::Level(level) => replace(&mut entry.level, level),
            About::Note(note) => replace(&mut entry.text, cut(note.trim())),
        }
    }
}

fn replace<T: PartialEq>(old: &mut T, new: T) -> bool {
    let is_new = *old != new;
    *old = new;
    is_new
}

/// The next name to choose from, or the one before. Words that somebody typed come before all of them.
pub(super) fn next_name(name: &Name, forwards: bool) -> &'static str {
    let place = PHRASES.iter().position(|phrase| *phrase == name.as_str());
    let next = match (place, forwards) {
        (None, true) => 0,
        (None | Some(0), false) => PHRASES.len() - 1,
        (Some(place), true) => (place + 1) % PHRASES.len(),
        (Some(place), false) => place - 1,
    };
    PHRASES[next]
}

/// The next rank, or the one before. Between the strongest and the weakest is none.
pub(super) fn next_level(level: Option<Level>, forwards: bool) -> Option<Level> {
    let step = if forwards { 1 } else { -1 };
    match level {
        None if forwards => Some(Level::WEAKEST),
        None => Some(Level::STRONGEST),
        Some(level) => {
            let next = Level::steps(level.steps_from_first_dan() + step);
            (next != level).then_some(next)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_levels_go_round_and_come_back() {
        let mut name = Name::new();
        for phrase in PHRASES.iter().skip(1) {
            name = cut(next_name(&name, true));
            assert_eq!(name, *phrase);
        }
        assert_eq!(next_name(&name, true), "");
        assert_eq!(next_name(&Name::new(), false), name);
        assert_eq!(next_name(&cut("typed"), true), "");

        let mut level = None;
        let mut seen = 0;
        loop {
            let next = next_level(level, true);
            assert_eq!(next_level(next, false), level);
            level = next;
            if level.is_none() {
                break;
            }
            seen += 1;
        }
        assert_eq!(seen, 37, "30 kyu and 7 dan");
    }
}
