//! The menus: what can be done, each thing where it is looked for.
//!
//! * The **front page** is where one comes from outside: what to do today, what was left, packs, review, and the rest under *More*.
//! * The **menu** of a problem is short, so that it fits one screen: what makes sense now, and below a line the ways to other problems. Left and right go
//!   to the other side of that line, so whatever is common is at most four keys away.
//! * **This problem** has what is wanted less often.
//!
//! A menu remembers its place. What cannot be chosen says why.

use core::fmt::Write as _;

use heapless::{String, Vec};

use super::activity::{Extra, Goal};
use super::desk::Desk;
use super::item::{Item, Menu};
use super::journey::Journey;
use super::page::{Ask, Filter, Page, Pages};
use super::picture::{Row, Value, Words};
use super::settings::{Group, Setting};
use super::words::words;
use super::{play_page, row_page, sets_page, share_page};
use crate::board::Crop;
use crate::record::SET;

/// No menu is longer.
const LONGEST: usize = 15;

/// What a menu offers, in the order in which it is wanted.
pub(super) fn items(menu: Menu, journey: &Journey<'_>) -> Vec<Item, LONGEST> {
    let has_mistake = journey.desk().is_some_and(Desk::has_mistake);
    let answer = if has_mistake { Item::Why } else { Item::Solution };
    let items: &[Item] = match menu {
        Menu::Front => &[
            Item::Today,
            Item::Continue,
            Item::Packs,
            Item::Review,
            Item::RowGo,
            Item::PlayGo,
            Item::More,
        ],
        Menu::More => &[
            Item::Settings,
            Item::Statistics,
            Item::Mistakes,
            Item::Kept,
            Item::Level,
            Item::Help,
            Item::Engine,
            Item::Forget,
        ],
        Menu::Problem => &[
            Item::Next,
            answer,
            Item::This,
            Item::Mode,
            Item::Packs,
            Item::Review,
            Item::Mistakes,
            Item::Statistics,
        ],
        Menu::This => &[
            Item::Restart,
            Item::AndHere,
            Item::Lesson,
            Item::Solution,
            Item::FreePlay,
            Item::Sides,
            Item::ShowMe,
            Item::PlayOn,
            Item::Life,
            Item::Share,
            Item::Whole,
            Item::Problems,
            Item::Previous,
            Item::Keep,
            Item::Edit,
        ],
    };
    items.iter().copied().collect()
}

/// What is chosen in a menu that was not used yet; its first row if this says nothing.
pub(super) fn first(menu: Menu, journey: &Journey<'_>) -> Option<Item> {
    let in_a_lesson = journey.desk().is_some_and(Desk::has_primer);
    // Whoever learns goes back to the lesson with the key that is pressed without a look, not to problems that were not taught yet.
    (menu == Menu::Front && in_a_lesson).then_some(Item::Continue)
}

/// The first row of the second part of a menu, which a line parts from the first.
pub(super) const fn second_part(menu: Menu) -> Option<u16> {
    match menu {
        Menu::Problem => Some(4),
        Menu::Front | Menu::More | Menu::This => None,
    }
}

/// Why an item cannot be chosen now; nothing if it can.
fn obstacle(item: Item, journey: &Journey<'_>) -> Option<Words> {
    let says = |why: &str| Some(words(format_args!("{why}")));
    let is_everywhere = matches!(
        item,
        Item::More
            | Item::Packs
            | Item::Settings
            | Item::Engine
            | Item::Help
            | Item::Statistics
            | Item::Forget
            | Item::Level
            | Item::Mode
    );
    let Some(desk) = journey.desk().filter(|_| !is_everywhere) else {
        return if is_everywhere {
            None
        } else {
            says("There is no problem.")
        };
    };
    match item {
        Item::Why if !desk.has_mistake() => says("No mistake is on the board."),
        Item::Lesson if !desk.has_primer() && !desk.showing().has_lesson() => {
            says("Nothing is written about this one.")
        }
        Item::Sides if !desk.offers(Extra::Sides) => says("Only while you play it."),
        Item::ShowMe | Item::PlayOn if !desk.offers(Extra::Capture) => {
            says("Only when stones are found dead.")
        }
        Item::Whole if desk.showing().crop == Crop::whole(desk.showing().problem().size()) => {
            says("All of the board is seen already.")
        }
        Item::Review => match journey.tally().next_due() {
            Some(0) => None,
            Some(1) => says("The next is due after one more problem."),
            Some(more) => Some(words(format_args!("The next is due after {more} more problems."))),
            None => says("What you fail comes back here."),
        },
        Item::Mistakes if journey.tally().mistakes() == 0 => says("Nothing failed: well done."),
        Item::Kept if journey.profile().kept.is_empty() => says("Y and X keep a problem."),
        _ => None,
    }
}

/// A sentence about an item: why it cannot be chosen, or what it does.
pub(super) fn foot(item: Item, journey: &Journey<'_>) -> Words {
    obstacle(item, journey).unwrap_or_else(|| words(format_args!("{}", item.help())))
}

/// How an item stands in the list.
pub(super) fn row(item: Item, journey: &Journey<'_>) -> Row {
    let note = |pieces: core::fmt::Arguments<'_>| {
        let mut text = String::new();
        let _ = text.write_fmt(pieces);
        Value::Note(text)
    };
    let tally = journey.tally();
    let value = match item {
        Item::Today => match journey.set_counts() {
            (done, all) if done < all => note(format_args!("{done} of {all} done")),
            _ => note(format_args!("{SET} problems")),
        },
        Item::Continue if journey.desk().is_some() => note(format_args!("{}", journey.place_words())),
        Item::Mode => note(format_args!("{}", journey.profile().settings.mode.name())),
        Item::Whole => Value::Switch(journey.desk().is_some_and(Desk::is_whole)),
        Item::Life => Value::Switch(journey.desk().is_some_and(Desk::tells_life)),
        Item::Review => match tally.next_due() {
            Some(0) => note(format_args!("{} due", tally.review_counts().1)),
            Some(more) => match journey.days_until(more) {
                0 => note(format_args!("next in {more}")),
                1 => note(format_args!("next tomorrow")),
                days => note(format_args!("next in {days} days")),
            },
            None => note(format_args!("0")),
        },
        Item::Mistakes => note(format_args!("{}", tally.mistakes())),
        Item::Kept => note(format_args!("{}", journey.profile().kept.len())),
        Item::Keep => Value::Switch(journey.set_of_this().is_some()),
        _ => Value::None,
    };
    Row {
        label: words(format_args!("{}", item.label())),
        value,
        dim: obstacle(item, journey).is_some(),
        parted: false,
    }
}

/// Does what an item says.
pub(super) fn choose(item: Item, journey: &mut Journey<'_>, pages: &mut Pages) {
    if obstacle(item, journey).is_some() {
        return;
    }
    match item {
        Item::Today => {
            pages.close_all();
            journey.start_today();
        }
        Item::Level => pages.open(Page::Start { chosen: 0 }),
        Item::Continue => pages.close_all(),
        Item::More => pages.open(Page::Menu(Menu::More)),
        Item::This => pages.open(Page::Menu(Menu::This)),
        Item::Next | Item::Previous => {
            pages.close_all();
            journey.leave_route();
            journey.step(if item == Item::Next { 1 } else { -1 });
        }
        Item::Restart => leave_for(Goal::Begin, journey, pages),
        Item::Why => leave_for(Goal::Why, journey, pages),
        Item::Solution => leave_for(Goal::Solution, journey, pages),
        Item::AndHere => leave_for(Goal::Explore, journey, pages),
        Item::FreePlay => leave_for(Goal::FreePlay, journey, pages),
        Item::ShowMe => leave_for(Goal::ShowMe, journey, pages),
        Item::PlayOn => leave_for(Goal::PlayOn, journey, pages),
        Item::Life => {
            pages.close_all();
            if let Some(desk) = journey.desk_mut() {
                desk.toggle_life();
            }
        }
        Item::Keep => sets_page::open_to_keep(journey, pages),
        Item::Share => share_page::open(journey, pages),
        Item::Edit => {
            pages.close_all();
            journey.edit();
        }
        Item::Sides => {
            pages.close_all();
            journey.give(Extra::Sides);
        }
        Item::Lesson => {
            if let Some(desk) = journey.desk_mut() {
                let page = if desk.has_primer() {
                    Page::Primer
                } else {
                    desk.was_helped();
                    Page::Lesson
                };
                pages.open(page);
            }
        }
        Item::Mode => journey.change_setting(Setting::Mode, true),
        Item::Whole => {
            if let Some(desk) = journey.desk_mut() {
                desk.toggle_whole();
            }
            pages.close_all();
        }
        Item::Problems => {
            if let Some(desk) = journey.desk() {
                let (pack, chosen) = (desk.showing().pack, desk.showing().index);
                pages.open(Page::Grid {
                    pack,
                    chosen,
                    filter: Filter::All,
                });
            }
        }
        Item::Packs => {
            let chosen = journey.desk().map_or(0, |desk| desk.showing().pack);
            pages.open(Page::Packs { chosen });
        }
        Item::Review => {
            pages.close_all();
            journey.start_review();
        }
        Item::Mistakes => pages.open(Page::Mistakes { chosen: 0 }),
        Item::Kept => pages.open(Page::Sets {
            chosen: journey.last_set().into(),
            keeps: false,
        }),
        Item::RowGo => row_page::open(pages),
        Item::PlayGo => play_page::open(pages),
        Item::Statistics => pages.open(Page::Statistics),
        Item::Settings => pages.open(Page::Settings {
            group: Group::People,
            chosen: 0,
        }),
        Item::Engine => pages.open(Page::Settings {
            group: Group::Engine,
            chosen: 0,
        }),
        Item::Help => pages.open(Page::Help(0)),
        Item::Forget => pages.open(Page::Ask {
            question: Ask::Forget,
            yes: false,
        }),
    }
}

/// Closes the menu and does something else with the problem.
fn leave_for(goal: Goal, journey: &mut Journey<'_>, pages: &mut Pages) {
    pages.close_all();
    journey.go(goal);
}
