//! What is said of a problem once it is solved: the theme, and where the trap was. No points are named, since the board may be shown
//! turned.

use shikatsu::problem::Goal;

use super::grade::Traits;
use super::story::Tag;
use super::study::Lure;

/// The themes most worth naming come first.
const STRIKING: [Tag; 9] = [
    Tag::Snapback,
    Tag::UnderTheStones,
    Tag::Nakade,
    Tag::ThrowIn,
    Tag::EyeStealing,
    Tag::Shortage,
    Tag::Placement,
    Tag::Hane,
    Tag::Race,
];

/// A sentence or two to learn from.
pub(super) fn lesson(traits: &Traits, goal: Goal) -> String {
    let mut text = themes(traits);
    if let Some(end) = result(traits) {
        text = format!("{text} {end}");
    }
    if let Some(trap) = trap(traits, goal) {
        text = format!("{text} {trap}");
    }
    text
}

/// "Hane, then throw-in and shortage of liberties."
fn themes(traits: &Traits) -> String {
    let is_theme = |tag: &&Tag| !matches!(tag, Tag::Ko | Tag::Seki);
    let mut words: Vec<&str> = Vec::new();
    for tag in traits.tags.iter().filter(is_theme) {
        // A snapback is a throw-in.
        if *tag == Tag::ThrowIn && traits.tags.contains(&Tag::Snapback) {
            continue;
        }
        words.push(tag.words());
    }
    let text = match words[..] {
        [] => "Reading".to_string(),
        [only] => only.to_string(),
        [first, second] => format!("{first}, then {second}"),
        [first, second, third, ..] => format!("{first}, then {second} and {third}"),
    };
    format!("{}.", capitalised(&text))
}

fn result(traits: &Traits) -> Option<&'static str> {
    if traits.tags.contains(&Tag::Ko) {
        Some("Ko is the best there is.")
    } else {
        traits
            .tags
            .contains(&Tag::Seki)
            .then_some("Seki is the best there is.")
    }
}

fn trap(traits: &Traits, goal: Goal) -> Option<String> {
    let snare = traits.snare.as_ref()?;
    let failing = match (snare.lure, goal) {
        (Lure::Capture, _) => "Taking stones at once fails",
        (Lure::Atari, _) => "The atari fails",
        (Lure::Border, Goal::Live) => "A wider eye space alone is not enough",
        (Lure::Border, Goal::Kill) => "Closing in from outside is not enough",
        (Lure::Centre, _) => "The point with most room around it is not the one",
    };
    let striking = STRIKING.iter().find(|tag| snare.refuted_by.contains(tag));
    Some(match striking {
        Some(tag) => format!("{failing}: look for the {}.", refuting(*tag)),
        None => format!("{failing}."),
    })
}

/// What refutes, after "look for the".
fn refuting(tag: Tag) -> &'static str {
    match tag {
        Tag::EyeStealing => "false eye",
        Tag::UnderTheStones => "move under the stones",
        _ => tag.words(),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
