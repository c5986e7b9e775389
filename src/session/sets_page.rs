//! The pages of the player's own sets: which there are, what is in one of them, and what it is called.

use core::fmt::Write as _;
use core::iter::repeat_n;

use heapless::String;

use super::journey::Journey;
use super::keys::Button;
use super::page::{Page, Pages};
use super::picture::{Art, PageScreen, Row, Text, Value};
use super::sheet::page;
use super::words::words;
use crate::record::{OWN_SETS, ProblemId, SetName, SetNumber};

/// The plain list and the sets with names.
pub(super) const SETS: u16 = OWN_SETS as u16 + 1;

/// The letters that a name is made of, in the order in which up goes through them. A blank at the end is no letter.
const LETTERS: &[u8] = b" abcdefghijklmnopqrstuvwxyz0123456789-";

/// Opens the list of sets, to put the problem on the table into one.
pub(super) fn open_to_keep(journey: &Journey<'_>, pages: &mut Pages) {
    let set = journey.set_of_this().unwrap_or(journey.last_set());
    pages.open(Page::Sets {
        chosen: set.into(),
        keeps: true,
    });
}

/// A row of the list of sets.
pub(super) fn row(number: u16, keeps: bool, journey: &Journey<'_>) -> Option<Row> {
    let set = SetNumber::try_from(number).ok().filter(|_| number < SETS)?;
    let profile = journey.profile();
    let count = profile.in_set(set).count();
    let mut note = String::new();
    let _ = write!(note, "{count}");
    Some(Row {
        label: profile.words_for(set),
        value: if keeps {
            Value::Switch(journey.set_of_this() == Some(set))
        } else {
            Value::Note(note)
        },
        dim: !keeps && count == 0,
        parted: number == 1,
    })
}

/// A sentence about a set.
pub(super) const fn foot(number: u16, keeps: bool) -> &'static str {
    match (number, keeps) {
        (0, true) => "A puts it in or takes it out.",
        (_, true) => "A: in or out. X names the set.",
        (0, false) => "A shows them.",
        (_, false) => "A shows them, X names the set.",
    }
}

/// A key on the list of sets.
pub(super) fn choose(number: u16, keeps: bool, journey: &mut Journey<'_>, pages: &mut Pages) {
    let Ok(set) = SetNumber::try_from(number) else {
        return;
    };
    if keeps {
        pages.close_all();
        journey.turn_in(set);
    } else if journey.profile().in_set(set).next().is_some() {
        pages.open(Page::Kept { set, chosen: 0 });
    }
}

/// A problem of a set, by its row.
pub(super) fn at(set: SetNumber, number: u16, journey: &Journey<'_>) -> Option<ProblemId> {
    journey.profile().in_set(set).nth(number.into())
}

/// Takes the chosen problem out of its set. An empty one has no page.
pub(super) fn take_out(set: SetNumber, chosen: u16, journey: &mut Journey<'_>, pages: &mut Pages) {
    if let Some(id) = at(set, chosen, journey) {
        journey.take_out(id);
    }
    match journey.profile().in_set(set).count() as u16 {
        0 => pages.close(),
        count => pages.turn_to(Page::Kept {
            set,
            chosen: chosen.min(count - 1),
        }),
    }
}

/// Opens the page where a set gets its name. The plain list has none.
pub(super) fn open_name(number: u16, journey: &Journey<'_>, pages: &mut Pages) {
    let Some(set) = SetNumber::try_from(number).ok().filter(|&set| set > 0) else {
        return;
    };
    pages.name = SetName::try_from(journey.profile().name_of_set(set)).unwrap_or_default();
    pages.open(Page::SetName { set, at: 0 });
}

/// A key where a set gets its name.
pub(super) fn stroke_name(
    set: SetNumber,
    at: u8,
    button: Button,
    journey: &mut Journey<'_>,
    pages: &mut Pages,
) {
    let last = pages.name.capacity() as u8 - 1;
    match button {
        Button::Up | Button::Down => turn_letter(&mut pages.name, at.into(), button == Button::Up),
        Button::Left => pages.turn_to(Page::SetName {
            set,
            at: at.saturating_sub(1),
        }),
        // A place that is passed by stays blank.
        Button::Right => pages.turn_to(Page::SetName {
            set,
            at: (at + 1).min(last),
        }),
        Button::X => {
            pages.name.clear();
            pages.turn_to(Page::SetName { set, at: 0 });
        }
        Button::A => {
            let name = SetName::try_from(pages.name.trim()).unwrap_or_default();
            pages.close();
            journey.name_set(set, name);
        }
        _ => pages.close(),
    }
}

/// Another letter at a place. The first letter of a word is a capital.
fn turn_letter(name: &mut SetName, at: usize, forwards: bool) {
    let mut bytes = [b' '; 12];
    for (to, from) in bytes.iter_mut().zip(name.bytes()) {
        *to = from.to_ascii_lowercase();
    }
    let Some(letter) = bytes.get_mut(at) else {
        return;
    };
    let place = LETTERS.iter().position(|known| known == letter).unwrap_or(0);
    let step = if forwards { 1 } else { LETTERS.len() - 1 };
    *letter = LETTERS[(place + step) % LETTERS.len()];
    let length = bytes
        .iter()
        .rposition(|&letter| letter != b' ')
        .map_or(0, |last| last + 1);
    name.clear();
    let mut is_first = true;
    for &letter in &bytes[..length] {
        let shown = if is_first {
            letter.to_ascii_uppercase()
        } else {
            letter
        };
        let _ = name.push(shown.into());
        is_first = letter == b' ';
    }
}

/// The page where a set gets its name.
pub(super) fn name_screen(set: SetNumber, at: u8, name: &SetName) -> PageScreen {
    let mut text = Text::new();
    // What does not fit is cut off.
    let blanks = (usize::from(at) + 1).saturating_sub(name.len());
    let shown = name.chars().chain(repeat_n(' ', blanks));
    for (place, letter) in shown.enumerate() {
        let is_here = place == usize::from(at);
        let _ = match (is_here, letter) {
            (true, ' ') => write!(text, "[_]"),
            (true, letter) => write!(text, "[{letter}]"),
            (false, letter) => write!(text, "{letter}"),
        };
    }
    let _ = write!(
        text,
        "\n\nUp and down: another letter.\nLeft and right: another place."
    );
    PageScreen {
        title: words(format_args!("A name for set {set}")),
        text,
        ..page(
            "",
            Art::None,
            "",
            (1, 1),
            &[(Button::A, "done"), (Button::B, "back"), (Button::X, "clear")],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned(name: &str, at: usize, forwards: bool) -> SetName {
        let mut name = SetName::try_from(name).unwrap();
        turn_letter(&mut name, at, forwards);
        name
    }

    #[test]
    fn letters_go_round_and_words_begin_with_capitals() {
        assert_eq!(turned("", 0, true), "A");
        assert_eq!(turned("", 0, false), "-");
        assert_eq!(turned("A", 0, false), "");
        assert_eq!(turned("Ko", 1, true), "Kp");
        assert_eq!(turned("Ko", 2, true), "Koa");
        assert_eq!(turned("Koa", 2, false), "Ko");
        assert_eq!(turned("My ko", 3, true), "My Lo");
        assert_eq!(turned("Mxko", 1, false), "Mwko");
        assert_eq!(turned("Ab", 0, false), " B", "a gap stays until the name is done");
        assert_eq!(turned("Abcdefghijkl", 11, true), "Abcdefghijkm");
    }
}
