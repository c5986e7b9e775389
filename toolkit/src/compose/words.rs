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
    let is_alike = traits.lure == Some(snare.lure);
    let failing = match (snare.lure, goal, is_alike) {
        (Lure::Capture, _, false) => "Taking stones at once fails",
        (Lure::Capture, _, true) => "Taking the other stones fails",
        (Lure::Atari, _, false) => "The atari fails",
        (Lure::Atari, _, true) => "The other atari fails",
        (Lure::Border, Goal::Live, false) => "A wider eye space alone is not enough",
        (Lure::Border, Goal::Live, true) => "Widening it elsewhere is not enough",
        (Lure::Border, Goal::Kill, false) => "Closing in from outside is not enough",
        (Lure::Border, Goal::Kill, true) => "Closing in from elsewhere is not enough",
        (Lure::Centre, _, false) => "The point with most room around it is not the one",
        (Lure::Centre, _, true) => "Another point with as much room fails",
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

#[cfg(test)]
mod tests {
    use super::super::grade::Snare;
    use super::*;

    fn traits(tags: Vec<Tag>, snare: Option<Snare>) -> Traits {
        Traits {
            room: 6,
            answers: 1,
            nodes: 100,
            depth: 5,
            plies: 5,
            snares: 1,
            snare_nodes: 10,
            snare_depth: 5,
            lure: Some(Lure::Centre),
            gives: false,
            tags,
            refuted_by: Vec::new(),
            snare,
            milliseconds: 1,
        }
    }

    #[test]
    fn the_theme_is_named_first_and_then_the_trap() {
        let snare = Snare {
            lure: Lure::Atari,
            refuted_by: vec![Tag::Hane, Tag::Snapback],
        };
        let text = lesson(&traits(vec![Tag::Hane, Tag::Shortage], Some(snare)), Goal::Kill);
        assert_eq!(
            text,
            "Hane, then shortage of liberties. The atari fails: look for the snapback."
        );
    }

    #[test]
    fn a_ko_is_named_after_its_themes_and_a_snapback_is_not_called_a_throw_in_too() {
        let text = lesson(
            &traits(vec![Tag::ThrowIn, Tag::Snapback, Tag::Ko], None),
            Goal::Live,
        );
        assert_eq!(text, "Snapback. Ko is the best there is.");
    }

    #[test]
    fn the_longest_lesson_fits_into_a_pack() {
        for first in Tag::ALL {
            for lure in [Lure::Capture, Lure::Atari, Lure::Border, Lure::Centre] {
                let snare = Snare {
                    lure,
                    refuted_by: Tag::ALL.to_vec(),
                };
                let tags = vec![first, Tag::EdgeConnection, Tag::UnderTheStones, Tag::Seki];
                assert!(lesson(&traits(tags, Some(snare)), Goal::Live).len() <= 256);
            }
        }
    }
}
