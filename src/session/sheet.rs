//! Pages that always say the same, and what all pages are made of.

use super::keys::Button;
use super::page::{HELPS, WELCOMES};
use super::picture::{Art, PageScreen, Text};
use super::words::{key_hints, words};

/// A paragraph; what does not fit is cut off.
fn text(words: &str) -> Text {
    let mut text = Text::new();
    for letter in words.chars() {
        if text.push(letter).is_err() {
            break;
        }
    }
    text
}

/// A page with these words.
pub(super) fn page(
    title: &str,
    art: Art,
    paragraph: &str,
    page: (u8, u8),
    keys: &[(Button, &'static str)],
) -> PageScreen {
    PageScreen {
        title: words(format_args!("{title}")),
        art,
        text: text(paragraph),
        is_quoted: false,
        diagram: None,
        page,
        keys: key_hints(keys),
    }
}

/// The keys of a keyboard, which has those of the handheld by their letters, too.
const KEYBOARD: &str = "Arrows: move the cursor\nA or Enter: play, choose\nB or Backspace: back\nX or H: hint\nY or M: menu\n\nThe mouse works everywhere.";
/// What long presses do on the handheld, and what only a keyboard has.
const MORE_KEYS: &str = "P: pass\nR: start again\nF: make a move again that you took back\nZ: the whole board\nN: another problem\nL: what lives for good\n?: help\nQ: quit";

/// A page of the first start.
pub(super) fn welcome(number: u8, has_keyboard: bool) -> PageScreen {
    let place = (number + 1, WELCOMES);
    match number {
        0 => page(
            "Welcome",
            Art::Name,
            "Go problems: life and death.\nEvery move is answered. Built-in answers are proved.",
            place,
            &[(Button::A, "go on"), (Button::B, "skip")],
        ),
        1 if has_keyboard => page(
            "The keys",
            Art::None,
            KEYBOARD,
            place,
            &[(Button::A, "go on"), (Button::B, "skip")],
        ),
        1 => page(
            "The keys",
            Art::Keys,
            "",
            place,
            &[(Button::A, "go on"), (Button::B, "skip")],
        ),
        _ => page(
            "Right and wrong",
            Art::Marks,
            "You play the side to move. Capture the marked stones, or keep them alive.",
            place,
            &[(Button::A, "play")],
        ),
    }
}

/// A page of the help.
pub(super) fn help(number: u8, has_keyboard: bool) -> PageScreen {
    let place = (number + 1, HELPS);
    let keys: &[(Button, &'static str)] = if number + 1 < HELPS {
        &[(Button::A, "go on"), (Button::B, "back")]
    } else {
        &[(Button::B, "back"), (Button::X, "first pages")]
    };
    match number {
        0 if has_keyboard => page("The keys", Art::None, KEYBOARD, place, keys),
        0 => page("The keys", Art::Keys, "", place, keys),
        1 if has_keyboard => page("More keys", Art::None, MORE_KEYS, place, keys),
        1 => page(
            "Long presses",
            Art::None,
            "Hold A to pass.\nHold B to start again.\nHold X to make a move again that you took back.\nHold Y for the whole board.",
            place,
            keys,
        ),
        2 => page(
            "The rules",
            Art::None,
            "Stones without a free point beside their chain are captured. Suicide is forbidden, and so is any move \
             that repeats an earlier position. Pale points are outside: nobody plays there.",
            place,
            keys,
        ),
        _ => page(
            "Right and wrong",
            Art::Marks,
            "The first result counts. Hints cost the credit, never the fun. Ko: the board repeats. Seki: alive without two eyes.",
            place,
            keys,
        ),
    }
}

/// There is no problem to show.
pub(super) fn no_problem() -> PageScreen {
    page(
        "No problem here",
        Art::Trouble,
        "There is no pack with a problem that can be shown. Load a pack from a computer, or choose another one.",
        (1, 1),
        &[(Button::Y, "menu")],
    )
}

/// What went wrong before, and what is still fine.
pub(super) fn trouble(story: &str, again_and_again: bool) -> Text {
    let rest = if again_and_again {
        "That was several times in a row: safe mode. Packs and progress are kept, but left alone until you turn it off and on."
    } else {
        "Packs and progress are all there. Please tell us what this says:"
    };
    joined(&["It had to start again. ", rest, "\n", story])
}

/// What is remembered was written by a newer firmware.
pub(super) fn newer_progress() -> PageScreen {
    let paragraph = "Your progress was written by newer firmware. It is safe and left alone, but what you do now is not remembered.\nPlease update the firmware.";
    page("Sorry", Art::Trouble, paragraph, (1, 1), &[(Button::A, "go on")])
}

/// As much of these pieces as there is room for.
fn joined(pieces: &[&str]) -> Text {
    let mut out = Text::new();
    for letter in pieces.iter().flat_map(|piece| piece.chars()) {
        let _ = out.push(letter);
    }
    out
}
