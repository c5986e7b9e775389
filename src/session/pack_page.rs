//! A page about a pack, and the questions that are asked before something goes for good.

use core::fmt::Write as _;

use super::journey::Journey;
use super::keys::Button;
use super::page::{Ask, Page, Pages};
use super::picture::{Art, PageScreen, Text};
use super::sheet::page;
use super::words::words;
use crate::pack::library::{Origin, PackIndex};

/// Whether a pack can be deleted.
fn can_go(pack: PackIndex, journey: &Journey<'_>) -> bool {
    matches!(journey.library().origin(pack), Origin::Loaded { .. })
}

/// The page about a pack.
pub(super) fn screen(pack: PackIndex, journey: &Journey<'_>) -> PageScreen {
    let library = journey.library();
    let (solved, helped, failed) = journey.tally().done_in(pack);
    let mut text = Text::new();
    // What does not fit is cut off.
    let _ = writeln!(
        text,
        "{} problems: {solved} solved, {helped} with help, {failed} failed.",
        library.len(pack)
    );
    let _ = match library.origin(pack) {
        Origin::Fixed => write!(text, "It is always there."),
        Origin::Loaded { revision, bytes } => {
            let kilobytes = bytes.div_ceil(1024);
            write!(
                text,
                "Loaded from a computer: revision {revision}, {kilobytes} KB."
            )
        }
    };
    if library.is_newer(pack) {
        let _ = write!(text, "\nMade for newer firmware: some of it is left out.");
    }
    let keys: &[(Button, &'static str)] = if can_go(pack, journey) {
        &[(Button::A, "problems"), (Button::X, "delete")]
    } else {
        &[(Button::A, "problems"), (Button::B, "back")]
    };
    PageScreen {
        title: words(format_args!("{}", library.pack_name(pack))),
        text,
        ..page("", Art::None, "", (1, 1), keys)
    }
}

/// Whether something of a pack is not solved.
pub(super) fn has_rest(pack: PackIndex, journey: &Journey<'_>) -> bool {
    journey.tally().done_in(pack).0 < journey.library().len(pack)
}

/// The end of a pack: what was done, and what comes next.
pub(super) fn end(pack: PackIndex, journey: &Journey<'_>) -> PageScreen {
    let library = journey.library();
    let (solved, helped, failed) = journey.tally().done_in(pack);
    let count = library.len(pack);
    let mut text = Text::new();
    // What does not fit is cut off.
    let _ = match solved {
        all if all == count => writeln!(text, "You solved all {count} problems: well done."),
        _ => writeln!(text, "You solved {solved} of {count} problems."),
    };
    if helped + failed > 0 {
        let _ = writeln!(
            text,
            "{helped} were solved with help and {failed} failed: they come back in the review."
        );
    }
    let next = journey.pack_after(pack);
    let _ = match next {
        Some(next) => write!(
            text,
            "\nNext: {}, {} problems.",
            library.pack_name(next),
            library.len(next)
        ),
        None => write!(text, "\nThat was the last pack."),
    };
    let onward = (Button::A, if next.is_some() { "go there" } else { "packs" });
    let stay = (Button::B, "stay");
    let keys: &[(Button, &'static str)] = if has_rest(pack, journey) {
        &[onward, stay, (Button::X, "the rest")]
    } else {
        &[onward, stay]
    };
    PageScreen {
        title: words(format_args!("The end of {}", library.pack_name(pack))),
        text,
        ..page("", Art::None, "", (1, 1), keys)
    }
}

/// Asks before a pack is deleted, if it can be.
pub(super) fn ask_to_delete(pack: PackIndex, journey: &Journey<'_>, pages: &mut Pages) {
    if can_go(pack, journey) {
        pages.open(Page::Ask {
            question: Ask::Delete(pack),
            yes: false,
        });
    }
}

/// The page that asks. `yes` is the answer under the cursor.
pub(super) fn question(question: Ask, yes: bool, journey: &Journey<'_>) -> PageScreen {
    let (title, paragraph, verb) = match question {
        Ask::Forget => (
            words(format_args!("Forget my progress?")),
            "Marks, rating, streak and review boxes of every pack go, for good. Settings and packs stay.",
            "yes, forget",
        ),
        Ask::Delete(pack) => (
            words(format_args!("Delete {}?", journey.library().pack_name(pack))),
            "Its problems go. What became of them stays remembered, in case the pack is loaded again.",
            "yes, delete",
        ),
        Ask::Leave => (
            words(format_args!("Leave the editor?")),
            "What you made is not kept, and goes.",
            "yes, leave",
        ),
        Ask::DeleteMade => (
            words(format_args!("Delete this problem?")),
            "It goes from your own problems, for good.",
            "yes, delete",
        ),
    };
    let keys: &[(Button, &'static str)] = if yes {
        &[(Button::A, verb), (Button::Left, "no")]
    } else {
        &[(Button::A, "no, keep"), (Button::Right, "yes")]
    };
    PageScreen {
        title,
        ..page("", Art::Trouble, paragraph, (1, 1), keys)
    }
}

/// The answer was yes.
pub(super) fn do_asked(question: Ask, journey: &mut Journey<'_>, pages: &mut Pages) {
    match question {
        Ask::Forget => {
            journey.forget();
            pages.close_all();
            journey.tell("Progress forgotten");
        }
        Ask::Delete(pack) => {
            journey.delete(pack);
            pages.close();
            pages.close();
        }
        Ask::Leave => {
            pages.close_all();
            journey.leave_editor();
        }
        Ask::DeleteMade => {
            pages.close_all();
            journey.delete_made();
        }
    }
}
