//! What is to be seen of the pages that depend on problems and player.

use heapless::{String, Vec};

use super::activity::Extra;
use super::desk::Desk;
use super::item::Menu;
use super::journey::Journey;
use super::keys::Button;
use super::menu;
use super::page::{Filter, Page, Pages};
use super::pages::{choice, len, window};
use super::picture::{
    Art, Diagram, GRID_CELLS, GridScreen, ListScreen, PageScreen, Picture, ROWS, Row, Screen, StatsScreen,
    Value, Words,
};
use super::settings::{Group, Setting};
use super::sheet::{help, newer_progress, no_problem, page, welcome};
use super::words::{problem_words, words};
use super::{
    edit_menu, pack_page, play_page, rating, row_page, sets_page, settings, share_page, theme_page,
    today_page,
};
use crate::language::Language;
use crate::pack::library::{PackIndex, ProblemIndex};
use crate::record::{Done, cut};

/// What is to be seen of a page.
pub(super) fn picture(topmost: Page, journey: &Journey<'_>, pages: &Pages) -> Picture {
    let screen = match (topmost, journey.desk()) {
        (Page::Welcome(number), _) => Screen::Page(welcome(number, pages.has_keyboard)),
        (Page::Help(number), _) => Screen::Page(help(number, pages.has_keyboard)),
        (Page::RowGo { chosen }, _) => Screen::List(row_page::screen(chosen, journey)),
        (Page::PlayGo { chosen }, _) => Screen::List(play_page::screen(chosen, journey)),
        (Page::RowRules(number), _) => Screen::Page(row_page::rules(number)),
        (
            Page::Menu(_)
            | Page::Packs { .. }
            | Page::Settings { .. }
            | Page::Themes { .. }
            | Page::Mistakes { .. }
            | Page::Sets { .. }
            | Page::Kept { .. }
            | Page::Edit { .. }
            | Page::Start { .. },
            _,
        ) => Screen::List(list(topmost, journey, pages)),
        (Page::Grid { pack, chosen, filter }, _) => Screen::Grid(grid(pack, chosen, filter, journey)),
        (Page::Statistics, _) => Screen::Stats(statistics(journey)),
        (Page::Pack { pack, level }, _) => {
            Screen::Page(pack_page::screen(pack, level, journey, &pages.ranks))
        }
        (Page::SetName { set, at }, _) => Screen::Page(sets_page::name_screen(set, at, &pages.name)),
        (Page::SetEnd, _) => Screen::Page(today_page::set_end(journey)),
        (Page::LevelEnd, _) => Screen::Page(today_page::level_end(journey)),
        (Page::PackEnd(pack), _) => Screen::Page(pack_page::end(pack, journey)),
        (Page::Ask { question, yes }, _) => Screen::Page(pack_page::question(question, yes, journey)),
        (Page::Primer, Some(desk)) => Screen::Page(primer(desk)),
        (Page::Lesson, Some(desk)) => Screen::Page(lesson(desk)),
        (Page::Code, Some(desk)) => share_page::screen(desk, pages),
        (Page::NoProblem | Page::Primer | Page::Lesson | Page::Code, _) => Screen::Page(no_problem()),
        (Page::Trouble, _) => Screen::Page(PageScreen {
            text: pages.trouble.clone(),
            ..page("Sorry", Art::Trouble, "", (1, 1), &[(Button::A, "go on")])
        }),
        (Page::NewerProgress, _) => Screen::Page(newer_progress()),
    };
    Picture {
        theme: journey.profile().settings.theme,
        language: Language::ENGLISH,
        screen,
    }
}

fn list(page: Page, journey: &Journey<'_>, pages: &Pages) -> ListScreen {
    let (chosen, total) = (choice(page, journey, pages), len(page, journey, pages));
    let first = window(chosen, ROWS);
    let row = |number: u16| match page {
        Page::Menu(menu) => {
            let item = *menu::items(menu, journey).get(usize::from(number))?;
            Some(Row {
                parted: menu::second_part(menu) == Some(number),
                ..menu::row(item, journey)
            })
        }
        Page::Packs { .. } => Some(pack_row(number, journey)),
        Page::Settings { group, .. } => {
            let setting = settings::of(group, pages.has_speaker).nth(number.into())?;
            Some(Row {
                label: words(format_args!("{}", setting.label())),
                value: match setting {
                    Setting::Language => Value::Word(cut(&journey.language_name())),
                    _ => journey.profile().settings.value(setting),
                },
                dim: false,
                parted: false,
            })
        }
        Page::Edit { .. } => edit_menu::row(number, journey),
        Page::Themes { .. } => theme_page::row(number, &pages.themes),
        Page::Start { .. } => today_page::start_row(number),
        Page::Sets { keeps, .. } => sets_page::row(number, keeps, journey),
        Page::Kept { set, .. } => {
            let id = sets_page::at(set, number, journey)?;
            Some(problem_row(journey.library().find(id), journey))
        }
        _ => Some(problem_row(journey.tally().mistake(number), journey)),
    };
    let rows = (first..total).filter_map(row).take(ROWS).collect();
    ListScreen {
        title: title(page, journey, pages),
        rows,
        first,
        total,
        chosen,
        foot: foot(page, chosen, journey, pages),
    }
}

fn title(page: Page, journey: &Journey<'_>, pages: &Pages) -> Words {
    match (page, pages.battery) {
        (Page::Menu(menu @ (Menu::Front | Menu::Problem)), Some(percent)) => {
            words(format_args!("{} · battery {percent} %", menu.title()))
        }
        (Page::Menu(menu), _) => words(format_args!("{}", menu.title())),
        (Page::Packs { .. }, _) => words(format_args!("Packs")),
        (Page::Edit { .. }, _) => words(format_args!("Make a problem")),
        (
            Page::Settings {
                group: Group::People, ..
            },
            _,
        ) => words(format_args!("Settings")),
        (Page::Settings { .. }, _) => words(format_args!("Engine")),
        (Page::Start { .. }, _) => words(format_args!("Where do you stand?")),
        (Page::Sets { keeps: true, .. }, _) => words(format_args!("Keep this problem")),
        (Page::Sets { .. }, _) => words(format_args!("Kept problems")),
        (Page::Kept { set, .. }, _) => journey.profile().words_for(set),
        (Page::Themes { pack, .. }, _) => {
            words(format_args!("{} · themes", journey.library().pack_name(pack)))
        }
        _ => words(format_args!("Mistakes")),
    }
}

/// A sentence about what is chosen.
fn foot(page: Page, chosen: u16, journey: &Journey<'_>, pages: &Pages) -> Words {
    let text = match page {
        Page::Menu(menu) => {
            let items = menu::items(menu, journey);
            let item = items.get(usize::from(chosen));
            return item.map_or(Words::new(), |&item| menu::foot(item, journey));
        }
        Page::Settings { group, .. } => settings::of(group, pages.has_speaker)
            .nth(chosen.into())
            .map_or("", Setting::help),
        Page::Edit { .. } => return edit_menu::foot(chosen, journey),
        Page::Start { .. } => today_page::start_help(chosen),
        Page::Packs { .. } => return pack_page::line(chosen, journey),
        Page::Sets { keeps, .. } => sets_page::foot(chosen, keeps),
        Page::Kept { .. } => "A goes on from here, X takes it out.",
        Page::Themes { .. } if theme_page::len(&pages.themes) == 0 => "Its notes name no theme.",
        Page::Themes { .. } => "A goes through its problems, one by one.",
        _ if journey.tally().mistakes() == 0 => "Nothing here: well done.",
        _ => "A shows the problem, B goes back.",
    };
    words(format_args!("{text}"))
}

fn pack_row(pack: u16, journey: &Journey<'_>) -> Row {
    let of = journey.library().len(pack);
    let (solved, helped, _) = journey.tally().done_in(pack);
    Row {
        label: words(format_args!("{}", journey.library().pack_name(pack))),
        value: Value::Progress {
            done: (solved + helped).min(of),
            of,
        },
        dim: of == 0,
        parted: false,
    }
}

fn problem_row(place: Option<(PackIndex, ProblemIndex)>, journey: &Journey<'_>) -> Row {
    let Some((pack, problem)) = place else {
        return Row {
            label: words(format_args!("Gone from its pack")),
            value: Value::None,
            dim: true,
            parted: false,
        };
    };
    let entry = journey.library().heading(pack, problem);
    let level = entry.as_ref().and_then(|&(_, level)| level);
    let mut value = String::new();
    if let Some(level) = level {
        let _ = core::fmt::Write::write_fmt(&mut value, format_args!("{level}"));
    }
    Row {
        label: problem_words(&journey.library().pack_name(pack), problem),
        value: Value::Note(value),
        dim: entry.is_none(),
        parted: false,
    }
}

fn grid(pack: u16, chosen: u16, filter: Filter, journey: &Journey<'_>) -> GridScreen {
    let total = journey.library().len(pack);
    let first = window(chosen, GRID_CELLS);
    let foot = match journey.library().heading(pack, chosen) {
        None => words(format_args!("Problem {} is damaged", chosen + 1)),
        Some((name, level)) => {
            // A name often gives the answer away: only who found it reads it.
            let is_found = matches!(journey.record(pack, chosen).done, Done::Solved | Done::Helped);
            let name = if is_found { name.as_str() } else { "" };
            let number = chosen + 1;
            let name = match name {
                "" => words(format_args!("Problem {number}")),
                name => words(format_args!("{number}  {name}")),
            };
            match level {
                Some(level) => words(format_args!("{name} · {level}")),
                None => name,
            }
        }
    };
    GridScreen {
        title: match filter {
            Filter::All => words(format_args!("{}", journey.library().pack_name(pack))),
            // What is gone through comes first: a long name is cut at its end.
            _ => words(format_args!(
                "{} · {}",
                filter.name(),
                journey.library().pack_name(pack)
            )),
        },
        cells: (first..total)
            .map(|problem| journey.record(pack, problem).done)
            .take(GRID_CELLS)
            .collect(),
        first,
        total,
        chosen,
        foot,
    }
}

/// What a lesson says before the first move. Its name would say too much.
fn primer(desk: &Desk) -> PageScreen {
    let showing = desk.showing();
    let keys: &[(Button, &'static str)] = if desk.offers(Extra::Hint) {
        &[(Button::A, "go on"), (Button::X, "hint")]
    } else {
        &[(Button::A, "go on")]
    };
    PageScreen {
        title: problem_words(&showing.home, showing.index),
        diagram: Some(Diagram {
            setup: showing.entry.problem.setup(),
            crop: showing.crop,
        }),
        is_quoted: true,
        ..page("", Art::None, &showing.entry.lesson, (1, 1), keys)
    }
}

fn lesson(desk: &Desk) -> PageScreen {
    let entry = &desk.showing().entry;
    let title = match entry.level {
        Some(level) if !entry.name.is_empty() => words(format_args!("{} · {level}", entry.name)),
        _ if entry.name.is_empty() => words(format_args!("This problem")),
        _ => words(format_args!("{}", entry.name)),
    };
    let keys: &[(Button, &'static str)] = if desk.offers(Extra::Capture) {
        &[(Button::A, "go on"), (Button::X, "show me")]
    } else {
        &[(Button::A, "go on")]
    };
    PageScreen {
        title,
        is_quoted: true,
        ..page("", Art::None, &entry.text, (1, 1), keys)
    }
}

fn statistics(journey: &Journey<'_>) -> StatsScreen {
    let profile = journey.profile();
    StatsScreen {
        rating: profile.rating,
        level: rating::to_level(profile.rating),
        streak: profile.streak,
        tries: profile.tries,
        book_tries: profile.book_tries,
        review: journey.tally().review_counts(),
        plot: profile.history.clone(),
    }
}

/// Rows fit a screen, so the list needs no more room than this.
const _: () = assert!(ROWS <= 8 && size_of::<Vec<Row, ROWS>>() < 1200);
