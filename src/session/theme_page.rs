//! The themes of a pack, to go through the problems of one of them.

use super::journey::Journey;
use super::pack_page;
use super::page::{Filter, Page, Pages};
use super::picture::{Row, Value};
use super::words::words;
use crate::pack::library::{PackIndex, ProblemIndex};
use crate::problem::{THEMES, Theme};

/// How many problems each theme has.
pub(super) type Counts = [u16; THEMES];

/// Problems whose notes are read at a time: no key waits for more.
const AT_ONCE: ProblemIndex = 200;

/// Opens the list of themes. What is chosen there begins at `from`.
pub(super) fn open(pack: PackIndex, from: ProblemIndex, journey: &Journey<'_>, pages: &mut Pages) {
    pages.themes = [0; THEMES];
    pages.themes_read = 0;
    pages.open(Page::Themes {
        pack,
        from,
        chosen: 0,
    });
    count_on(journey, pages);
}

/// Whether the list is seen and some notes are not read yet.
pub(super) fn counts(journey: &Journey<'_>, pages: &Pages) -> bool {
    match pages.topmost() {
        Some(Page::Themes { pack, .. }) => pages.themes_read < journey.library().len(pack),
        _ => false,
    }
}

/// Reads some more notes, if the list is seen.
pub(super) fn count_on(journey: &Journey<'_>, pages: &mut Pages) {
    let Some(Page::Themes { pack, .. }) = pages.topmost() else {
        return;
    };
    let end = journey
        .library()
        .len(pack)
        .min(pages.themes_read.saturating_add(AT_ONCE));
    for problem in pages.themes_read..end {
        for theme in journey.library().themes(pack, problem).iter() {
            pages.themes[theme as usize] += 1;
        }
    }
    pages.themes_read = end;
}

/// The themes that there are.
fn listed(counts: &Counts) -> impl Iterator<Item = Theme> + use<'_> {
    let is_there = |theme: &Theme| counts[*theme as usize] > 0;
    Theme::ALL.into_iter().filter(is_there)
}

pub(super) fn len(counts: &Counts) -> u16 {
    listed(counts).count() as u16
}

pub(super) fn row(number: u16, counts: &Counts) -> Option<Row> {
    let theme = listed(counts).nth(number.into())?;
    let mut value = heapless::String::new();
    let _ = core::fmt::Write::write_fmt(&mut value, format_args!("{}", counts[theme as usize]));
    let (first, rest) = theme.name().split_at(1);
    let first = char::from(first.as_bytes()[0].to_ascii_uppercase());
    Some(Row {
        label: words(format_args!("{first}{rest}")),
        value: Value::Note(value),
        dim: false,
        parted: false,
    })
}

/// Goes to the first problem of the chosen theme.
pub(super) fn choose(
    pack: PackIndex,
    from: ProblemIndex,
    chosen: u16,
    journey: &Journey<'_>,
    pages: &mut Pages,
) {
    let Some(theme) = listed(&pages.themes).nth(chosen.into()) else {
        return;
    };
    let filter = Filter::Theme(theme);
    let chosen = if journey.library().themes(pack, from).has(theme) {
        from
    } else {
        pack_page::next_of(pack, from, filter, true, journey)
    };
    let grid = Page::Grid { pack, chosen, filter };
    pages.close();
    if matches!(pages.topmost(), Some(Page::Grid { .. })) {
        pages.turn_to(grid);
    } else {
        pages.open(grid);
    }
}
