//! What is said about a problem that is being made, besides its stones.
//!
//! On a computer any words can be typed. The handheld has eight keys, so there a name and a note are each one of a few.

use super::picture::Words;
use super::words::words;
use crate::pack::library::{Entry, Name, Note, cut};
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

/// Notes to choose from where nothing can be typed: what a row calls them, and what is read once the problem is solved.
const NOTES: [(&str, &str); 10] = [
    ("none", ""),
    ("vital point", "The middle of the shape is the key."),
    ("from outside", "Make the eye space smaller first."),
    ("throw-in", "A stone thrown in takes the eye away."),
    ("liberties", "Count liberties: they are few."),
    ("first line", "The first line makes the eye."),
    ("ko", "It is a ko: who takes first matters."),
    ("seki", "Whoever plays first there loses: seki."),
    ("sacrifice", "Give stones, then play where they were."),
    ("look again", "The first move one sees fails."),
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

/// The next name to choose from, or the one before.
pub(super) fn next_name(name: &Name, forwards: bool) -> &'static str {
    let place = PHRASES.iter().position(|phrase| *phrase == name.as_str());
    PHRASES[next_place(place, PHRASES.len(), forwards)]
}

/// The next note to choose from, or the one before.
pub(super) fn next_note(note: &Note, forwards: bool) -> &'static str {
    NOTES[next_place(note_place(note), NOTES.len(), forwards)].1
}

/// What a row calls a note.
pub(super) fn note_word(note: &Note) -> &'static str {
    note_place(note).map_or("typed", |place| NOTES[place].0)
}

fn note_place(note: &Note) -> Option<usize> {
    NOTES.iter().position(|(_, sentence)| *sentence == note.as_str())
}

/// The place after this one or before it, all around. Words that somebody typed come before all others.
const fn next_place(place: Option<usize>, count: usize, forwards: bool) -> usize {
    match (place, forwards) {
        (None, true) => 0,
        (None | Some(0), false) => count - 1,
        (Some(place), true) => (place + 1) % count,
        (Some(place), false) => place - 1,
    }
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
    fn notes_go_round_and_are_called_something() {
        let mut note = Note::new();
        for (word, sentence) in NOTES.iter().skip(1) {
            note = cut(next_note(&note, true));
            assert_eq!((note.as_str(), note_word(&note)), (*sentence, *word));
            assert!(sentence.len() < 40, "the foot of a list has one line: {sentence}");
        }
        assert_eq!(next_note(&note, true), "");
        assert_eq!(next_note(&Note::new(), false), note);
        let typed: Note = cut("Somebody wrote this.");
        assert_eq!((note_word(&typed), next_note(&typed, true)), ("typed", ""));
        assert_eq!(note_word(&Note::new()), "none");
    }

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
