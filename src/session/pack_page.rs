//! A page about a pack, and the questions that are asked before something goes for good.

use core::fmt::Write as _;

use super::journey::{Journey, NOTES_AT_ONCE};
use super::keys::Button;
use super::page::{Ask, Filter, Page, Pages, RANKS};
use super::picture::{Art, PageScreen, Text, Words};
use super::rating;
use super::sheet::page;
use super::words::words;
use crate::pack::library::{Origin, PackIndex, ProblemIndex};
use crate::problem::Level;
use crate::record::Done;

/// Whether a pack can be deleted.
fn can_go(pack: PackIndex, journey: &Journey<'_>) -> bool {
    matches!(journey.library().origin(pack), Origin::Loaded { .. })
}

/// Problems of a pack that are looked at to know its levels: of a larger one every second, third … stands for the rest.
const LOOKED_AT: u16 = 1500;

/// What our packs are for, by their numbers.
const ABOUT: [(u32, &str); 6] = [
    (7, "A course for those who have never played."),
    (8, "The classic shapes, by their names."),
    (9, "Ko fights and seki, every kind."),
    (10, "From easy to hard, all themes mixed."),
    (11, "More from easy to hard."),
    (12, "More ko fights and seki."),
];

/// A pack's problems with their levels, as far as they are looked at.
fn levels<'a>(
    pack: PackIndex,
    journey: &'a Journey<'_>,
) -> impl Iterator<Item = (ProblemIndex, Level)> + use<'a> {
    let library = journey.library();
    let count = library.len(pack);
    let step = usize::from(count.div_ceil(LOOKED_AT).max(1));
    (0..count)
        .step_by(step)
        .filter_map(move |problem| Some((problem, library.level(pack, problem)?)))
}

/// The easiest and the hardest level of a pack.
fn range(pack: PackIndex, journey: &Journey<'_>) -> Option<(Level, Level)> {
    levels(pack, journey).fold(None, |range, (_, level)| match range {
        None => Some((level, level)),
        Some((low, high)) => Some((low.min(level), high.max(level))),
    })
}

/// A line about a pack: its levels, and what it is for.
pub(super) fn line(pack: PackIndex, journey: &Journey<'_>) -> Words {
    let id = journey.library().pack_id(pack);
    let about = ABOUT.iter().find(|(known, _)| *known == id);
    let about = about.map_or("X tells about it.", |(_, about)| about);
    match range(pack, journey) {
        Some((low, high)) => words(format_args!("{low} to {high}. {about}")),
        None => words(format_args!("{about}")),
    }
}

/// How many problems of each rank a pack has, from the weakest on.
type Ranks = [u16; RANKS];

/// The place of a level among the ranks.
const fn place(level: Level) -> usize {
    (level.steps_from_first_dan() - Level::WEAKEST.steps_from_first_dan()) as usize
}

/// The easiest and the hardest rank of which there are problems.
fn ends(ranks: &Ranks) -> Option<(Level, Level)> {
    let level = |place: usize| Level::steps(Level::WEAKEST.steps_from_first_dan() + place as i8);
    let is_there = |&count: &u16| count > 0;
    let low = ranks.iter().position(is_there)?;
    let high = ranks.iter().rposition(is_there)?;
    Some((level(low), level(high)))
}

/// Opens the page about a pack, with its ruler at the player's own level.
// The ranks are counted here, once: to do it for every picture would be too slow on the chip.
pub(super) fn open(pack: PackIndex, journey: &Journey<'_>, pages: &mut Pages) {
    pages.ranks = [0; RANKS];
    for (_, level) in levels(pack, journey) {
        pages.ranks[place(level)] += 1;
    }
    let own = rating::to_level(journey.profile().rating);
    let level = match ends(&pages.ranks) {
        Some((low, high)) => own.clamp(low, high),
        None => own,
    };
    pages.open(Page::Pack { pack, level });
}

/// The next rank on the ruler of the pack.
pub(super) fn beside(level: Level, harder: bool, ranks: &Ranks) -> Level {
    let step = if harder { 1 } else { -1 };
    let next = Level::steps(level.steps_from_first_dan() + step);
    ends(ranks).map_or(level, |(low, high)| next.clamp(low, high))
}

/// The first problem of a level that is not solved, or the first of the level, or the first that is harder.
pub(super) fn first_of(pack: PackIndex, level: Level, journey: &Journey<'_>) -> ProblemIndex {
    let of_level = || levels(pack, journey).filter(|&(_, other)| other == level);
    let open = of_level().find(|&(problem, _)| journey.record(pack, problem).done != Done::Solved);
    let found = open.or_else(|| of_level().next());
    let found = found.or_else(|| levels(pack, journey).find(|&(_, other)| other > level));
    found.map_or(0, |(problem, _)| problem)
}

/// The next problem that a filter takes, or the one before; the same if there is none.
pub(super) fn next_of(
    pack: PackIndex,
    from: ProblemIndex,
    filter: Filter,
    forwards: bool,
    journey: &Journey<'_>,
) -> ProblemIndex {
    let count = journey.library().len(pack);
    let place = |step: u16| {
        let step = if forwards { step } else { count - step };
        ((u32::from(from) + u32::from(step)) % u32::from(count)) as ProblemIndex
    };
    // Themes are read from the notes: in a very large pack the next key goes on from where this one came to.
    let most = match filter {
        Filter::Theme(_) => count.min(NOTES_AT_ONCE),
        _ => count,
    };
    let unfound = if most < count { place(most - 1) } else { from };
    (1..most)
        .map(place)
        .find(|&problem| takes(filter, pack, problem, journey))
        .unwrap_or(unfound)
}

/// Whether a filter takes a problem.
fn takes(filter: Filter, pack: PackIndex, problem: ProblemIndex, journey: &Journey<'_>) -> bool {
    let done = || journey.record(pack, problem).done;
    match filter {
        Filter::All => true,
        Filter::Unsolved => done() != Done::Solved,
        Filter::Failed => done() == Done::Failed,
        Filter::Solved => done() == Done::Solved,
        Filter::Kept => journey.profile().keeps(journey.library().id(pack, problem)),
        Filter::Theme(theme) => journey.library().themes(pack, problem).has(theme),
    }
}

/// The page about a pack.
pub(super) fn screen(pack: PackIndex, level: Level, journey: &Journey<'_>, ranks: &Ranks) -> PageScreen {
    let library = journey.library();
    let (solved, helped, failed) = journey.tally().done_in(pack);
    let mut text = Text::new();
    // What does not fit is cut off.
    let _ = writeln!(
        text,
        "Problems: {}.\nSolved {solved}, failed {failed}, with help {helped}.",
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
    if let Some((low, high)) = ends(ranks) {
        let count = ranks[place(level)];
        let _ = write!(
            text,
            "\n\nLevels {low} to {high}.\nLeft and right: < {level} > has {count}.\nUp or down: themes."
        );
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
        all if all == count => writeln!(text, "All is solved, {solved} of {count}: well done."),
        _ => writeln!(text, "You solved {solved} of {count}."),
    };
    if helped + failed > 0 {
        let _ = writeln!(
            text,
            "With help: {helped}, failed: {failed}. They come back in the review."
        );
    }
    let next = journey.pack_after(pack);
    let _ = match next {
        Some(next) => write!(
            text,
            "\nNext: {}. Problems: {}.",
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
