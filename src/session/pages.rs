//! How one moves on the pages that lie over the problem.

use super::activity::{Extra, Goal};
use super::desk::Desk;
use super::edit_menu;
use super::item::{Item, Menu};
use super::journey::Journey;
use super::keys::{Button, Stroke};
use super::menu;
use super::page::{Filter, HELPS, Page, Pages, WELCOMES, with_choice};
use super::picture::{GRID_CELLS, GRID_COLUMNS, ROWS, Target};
use super::rating::LOWEST;
use super::settings::{self, Group};
use super::today_page::{STARTS, Start};
use super::{pack_page, play_page, row_page, sets_page, theme_page};

/// A key on a page about a pack, if it means something there.
fn in_a_pack(page: Page, button: Button, journey: &Journey<'_>, pages: &mut Pages) -> bool {
    match (page, button) {
        (Page::Grid { pack, chosen, filter }, Button::X) => {
            pages.turn_to(Page::Grid {
                pack,
                chosen,
                filter: filter.next(),
            });
            if filter == Filter::Kept {
                theme_page::open(pack, chosen, journey, pages);
            }
        }
        (Page::Pack { pack, level }, Button::Up | Button::Down) => {
            let from = pack_page::first_of(pack, level, journey);
            theme_page::open(pack, from, journey, pages);
        }
        (Page::Pack { pack, .. }, Button::X) => pack_page::ask_to_delete(pack, journey, pages),
        (Page::Pack { pack, level }, Button::A) => {
            let chosen = pack_page::first_of(pack, level, journey);
            pages.open(Page::Grid {
                pack,
                chosen,
                filter: Filter::All,
            });
        }
        (Page::Pack { pack, level }, Button::Left | Button::Right) => {
            let level = pack_page::beside(level, button == Button::Right, &pages.ranks);
            pages.turn_to(Page::Pack { pack, level });
        }
        _ => return false,
    }
    true
}

/// A key on the topmost page. Long presses are nothing special here.
pub(super) fn stroke(stroke: Stroke, journey: &mut Journey<'_>, pages: &mut Pages) {
    let (Stroke::Press(button) | Stroke::Hold(button)) = stroke;
    let Some(page) = pages.topmost() else {
        return;
    };
    if at_an_end(page, button, journey, pages) || in_a_pack(page, button, journey, pages) {
        return;
    }
    match (page, button) {
        (Page::Welcome(number), Button::A | Button::Right | Button::Down) if number + 1 < WELCOMES => {
            pages.turn_to(Page::Welcome(number + 1));
        }
        (Page::Welcome(number), Button::Left | Button::Up) => {
            pages.turn_to(Page::Welcome(number.saturating_sub(1)));
        }
        (Page::Welcome(_), _) => {
            let is_first = !journey.profile().welcomed;
            journey.was_welcomed();
            pages.close();
            // Whoever brought problems of his own knows where to begin.
            let in_a_course = journey.desk().is_some_and(|desk| desk.showing().is_course);
            if is_first && in_a_course {
                pages.open(Page::Start { chosen: 0 });
            }
        }
        (Page::Help(number), Button::A | Button::Right | Button::Down) if number + 1 < HELPS => {
            pages.turn_to(Page::Help(number + 1));
        }
        (Page::Help(_), Button::X) => pages.turn_to(Page::Welcome(0)),
        (Page::Help(number), Button::Left | Button::Up) => {
            pages.turn_to(Page::Help(number.saturating_sub(1)));
        }
        (Page::Ask { question, yes }, Button::Left | Button::Right | Button::Up | Button::Down) => {
            pages.turn_to(Page::Ask { question, yes: !yes });
        }
        (Page::Ask { question, yes: true }, Button::A) => pack_page::do_asked(question, journey, pages),
        (Page::RowRules(number), Button::A) => row_page::try_it(number, journey, pages),
        (Page::RowRules(number), Button::Left | Button::Right | Button::Up | Button::Down) => {
            let forwards = matches!(button, Button::Right | Button::Down);
            pages.turn_to(Page::RowRules(row_page::turned_page(number, forwards)));
        }
        (Page::Menu(Menu::Problem) | Page::RowGo { .. } | Page::PlayGo { .. }, Button::Y) => {
            pages.close_all();
            pages.open(Page::Menu(Menu::Front));
        }
        (Page::Menu(Menu::Front) | Page::Edit { .. }, Button::Y) => pages.close_all(),
        (Page::Menu(Menu::Problem), Button::X) if journey.desk().is_some() => {
            pages.close_all();
            journey.turn_kept();
        }
        (Page::Menu(Menu::This), Button::X) => menu::choose(Item::Share, journey, pages),
        (Page::SetName { set, at }, button) => sets_page::stroke_name(set, at, button, journey, pages),
        (Page::Sets { chosen, .. }, Button::X) => sets_page::open_name(chosen, journey, pages),
        (Page::Kept { set, chosen }, Button::X) => sets_page::take_out(set, chosen, journey, pages),
        (Page::Packs { chosen }, Button::X) => pack_page::open(chosen, journey, pages),
        (Page::Lesson, Button::X) if journey.desk().is_some_and(|desk| desk.offers(Extra::Capture)) => {
            pages.close_all();
            journey.go(Goal::ShowMe);
        }
        (Page::Primer, Button::X) => {
            pages.close();
            journey.give(Extra::Hint);
        }
        (Page::Primer, _)
        | (
            Page::Help(_)
            | Page::Ask { .. }
            | Page::Statistics
            | Page::NoProblem
            | Page::Trouble
            | Page::NewerProgress
            | Page::Code
            | Page::Lesson,
            Button::A,
        )
        | (_, Button::B | Button::X | Button::Y) => pages.close(),
        (
            Page::Statistics
            | Page::NoProblem
            | Page::Trouble
            | Page::NewerProgress
            | Page::Lesson
            | Page::Code
            | Page::PackEnd(_)
            | Page::SetEnd
            | Page::LevelEnd,
            _,
        ) => {}
        (_, Button::A) => choose(page, journey, pages),
        (_, direction) => move_choice(page, direction, journey, pages),
    }
}

/// A key on a page at the end of something, if it means something there: the next thing is one key away.
fn at_an_end(page: Page, button: Button, journey: &mut Journey<'_>, pages: &mut Pages) -> bool {
    match (page, button) {
        (Page::SetEnd, Button::X) => {
            pages.close_all();
            journey.look_again();
        }
        (Page::SetEnd, Button::A | Button::B | Button::Y) => {
            pages.close_all();
            journey.leave_route();
            pages.open(Page::Menu(Menu::Front));
        }
        (Page::LevelEnd, Button::A) => {
            pages.close_all();
            journey.start_today();
        }
        (Page::PackEnd(pack), Button::A) => match journey.pack_after(pack) {
            Some(next) => {
                pages.close_all();
                journey.go_to_pack(next);
            }
            None => pages.turn_to(Page::Packs { chosen: 0 }),
        },
        (Page::PackEnd(pack), Button::X) if pack_page::has_rest(pack, journey) => {
            pages.close_all();
            journey.go_to_pack(pack);
        }
        _ => return false,
    }
    true
}

/// Something on the topmost page was pointed at.
pub(super) fn touch(target: Target, journey: &mut Journey<'_>, pages: &mut Pages) {
    let Some(page) = pages.topmost() else {
        return;
    };
    match target {
        Target::Key(button) => stroke(Stroke::Press(button), journey, pages),
        Target::Item(item) if item < len(page, journey, pages) => {
            set_choice(page, item, journey, pages);
            if let Some(page) = pages.topmost() {
                choose(page, journey, pages);
            }
        }
        _ => {}
    }
}

/// How many things there are to choose from.
pub(super) fn len(page: Page, journey: &Journey<'_>, pages: &Pages) -> u16 {
    match page {
        Page::Menu(menu) => menu::items(menu, journey).len() as u16,
        Page::Packs { .. } => journey.library().packs(),
        Page::Grid { pack, .. } => journey.library().len(pack),
        Page::Themes { .. } => theme_page::len(&pages.themes),
        Page::Settings { group, .. } => settings::of(group, pages.has_speaker).count() as u16,
        Page::Mistakes { .. } => journey.tally().mistakes(),
        Page::Sets { .. } => sets_page::SETS,
        Page::Kept { set, .. } => journey.profile().in_set(set).count() as u16,
        Page::Start { .. } => STARTS.len() as u16,
        Page::RowGo { .. } => row_page::ROWS,
        Page::PlayGo { .. } => play_page::ROWS,
        Page::Edit { .. } => edit_menu::ROWS.len() as u16,
        _ => 0,
    }
}

/// The thing that is chosen.
pub(super) fn choice(page: Page, journey: &Journey<'_>, pages: &Pages) -> u16 {
    match page {
        Page::Menu(menu) => {
            let items = menu::items(menu, journey);
            let place = pages.chosen_in(menu).or_else(|| menu::first(menu, journey));
            place
                .and_then(|chosen| items.iter().position(|&item| item == chosen))
                .unwrap_or(0) as u16
        }
        Page::Packs { chosen }
        | Page::Grid { chosen, .. }
        | Page::Themes { chosen, .. }
        | Page::Settings { chosen, .. }
        | Page::RowGo { chosen }
        | Page::PlayGo { chosen }
        | Page::Mistakes { chosen }
        | Page::Kept { chosen, .. }
        | Page::Sets { chosen, .. }
        | Page::Edit { chosen }
        | Page::Start { chosen } => chosen,
        _ => 0,
    }
}

/// Chooses something else.
fn set_choice(page: Page, chosen: u16, journey: &Journey<'_>, pages: &mut Pages) {
    if let Page::Menu(menu) = page {
        if let Some(&item) = menu::items(menu, journey).get(usize::from(chosen)) {
            pages.choose_in(menu, item);
        }
    } else {
        pages.turn_to(with_choice(page, chosen));
    }
}

fn move_choice(page: Page, direction: Button, journey: &mut Journey<'_>, pages: &mut Pages) {
    let forwards = matches!(direction, Button::Down | Button::Right);
    let across = matches!(direction, Button::Left | Button::Right);
    if across && change_value(page, forwards, journey, pages) {
        return;
    }
    if across
        && let Page::Menu(menu) = page
        && let Some(second) = menu::second_part(menu)
    {
        // To the other side of the line: its first row or its last.
        let is_first = choice(page, journey, pages) < second;
        let last = len(page, journey, pages) - 1;
        let row = match (is_first, forwards) {
            (true, true) => second,
            (true, false) => last,
            (false, true) => 0,
            (false, false) => second - 1,
        };
        return set_choice(page, row, journey, pages);
    }
    if across
        && let Page::Grid { pack, chosen, filter } = page
        && filter != Filter::All
    {
        let next = pack_page::next_of(pack, chosen, filter, forwards, journey);
        return set_choice(page, next, journey, pages);
    }
    let step = match (page, across) {
        (Page::Grid { .. }, true) => 1,
        // Held for long, it turns whole pages.
        (Page::Grid { .. }, false) if pages.goes_far => GRID_CELLS as i32,
        (Page::Grid { .. }, false) => GRID_COLUMNS as i32,
        (_, true) => ROWS as i32,
        (_, false) => 1,
    };
    let (at, len) = (
        i32::from(choice(page, journey, pages)),
        i32::from(len(page, journey, pages)),
    );
    if len == 0 {
        return;
    }
    let next = if forwards { at + step } else { at - step };
    // One step over the end goes round; a larger one stops there first.
    let next = match next {
        next if (0..len).contains(&next) => next,
        next if step == 1 => next.rem_euclid(len),
        _ if forwards && at < len - 1 => len - 1,
        _ if !forwards && at > 0 => 0,
        _ if forwards => 0,
        _ => len - 1,
    };
    set_choice(page, next as u16, journey, pages);
}

/// Left and right on a row that has a value.
fn change_value(page: Page, forwards: bool, journey: &mut Journey<'_>, pages: &Pages) -> bool {
    match page {
        Page::RowGo { chosen } => {
            row_page::change(chosen, forwards, journey);
            true
        }
        Page::PlayGo { chosen } => {
            play_page::change(chosen, forwards, journey);
            true
        }
        Page::Settings { group, chosen } => {
            change_setting(group, chosen, forwards, journey, pages);
            true
        }
        Page::Edit { chosen } => edit_menu::change(chosen, forwards, journey),
        _ => false,
    }
}

fn change_setting(group: Group, chosen: u16, forwards: bool, journey: &mut Journey<'_>, pages: &Pages) {
    if let Some(setting) = settings::of(group, pages.has_speaker).nth(chosen.into()) {
        journey.change_setting(setting, forwards);
    }
}

fn choose(page: Page, journey: &mut Journey<'_>, pages: &mut Pages) {
    match page {
        Page::Menu(menu) => {
            let row = choice(page, journey, pages);
            if let Some(&item) = menu::items(menu, journey).get(usize::from(row)) {
                pages.choose_in(menu, item);
                menu::choose(item, journey, pages);
            }
        }
        Page::RowGo { chosen } => row_page::choose(chosen, journey, pages),
        Page::PlayGo { chosen } => play_page::choose(chosen, journey, pages),
        Page::Packs { chosen } if !journey.library().is_empty(chosen) => {
            let here = journey.desk().map(Desk::showing);
            let chosen_problem = here
                .filter(|showing| showing.pack == chosen)
                .map(|showing| showing.index);
            let first = chosen_problem
                .or_else(|| journey.first_unsolved(chosen))
                .unwrap_or(0);
            pages.open(Page::Grid {
                pack: chosen,
                chosen: first,
                filter: Filter::All,
            });
        }
        Page::Themes { pack, from, chosen } => theme_page::choose(pack, from, chosen, journey, pages),
        Page::Grid { pack, chosen, filter } => {
            pages.close_all();
            match filter {
                Filter::Theme(theme) => journey.follow(theme),
                _ => journey.leave_route(),
            }
            journey.show(pack, chosen);
        }
        Page::Settings { group, chosen } => change_setting(group, chosen, true, journey, pages),
        Page::Edit { chosen } => edit_menu::choose(chosen, journey, pages),
        Page::Start { chosen } => {
            let start = STARTS.get(usize::from(chosen)).map(|(_, start)| *start);
            pages.close_all();
            match start {
                Some(Start::At(rating)) => {
                    journey.set_rating(rating);
                    pages.choose_in(Menu::Front, Item::Today);
                    pages.open(Page::Menu(Menu::Front));
                }
                Some(Start::FindOut) => journey.find_level(),
                _ => {
                    journey.set_rating(LOWEST);
                    journey.go_to_pack(0);
                }
            }
        }
        Page::Sets { chosen, keeps } => sets_page::choose(chosen, keeps, journey, pages),
        Page::Kept { set, chosen } => {
            let id = sets_page::at(set, chosen, journey);
            if let Some(place) = id.and_then(|id| journey.library().find(id)) {
                pages.close_all();
                journey.show_kept(set, place);
            }
        }
        Page::Mistakes { chosen } => {
            if let Some((pack, problem)) = journey.tally().mistake(chosen) {
                pages.close_all();
                journey.leave_route();
                journey.show(pack, problem);
            }
        }
        _ => {}
    }
}

/// The first row of the window of `seen` rows that shows the chosen one, page by page.
pub(super) const fn window(chosen: u16, seen: usize) -> u16 {
    chosen - chosen % seen as u16
}

const _: () = assert!(GRID_CELLS.is_multiple_of(GRID_COLUMNS));
