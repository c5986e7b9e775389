//! The menu: everything that can be done, in the order in which it is wanted.

use core::fmt::Write as _;

use heapless::String;

use super::activity::{Extra, Goal};
use super::desk::Desk;
use super::journey::Journey;
use super::page::{Ask, Page, Pages};
use super::picture::{Row, Value};
use super::settings::Setting;
use super::words::words;
use crate::board::Crop;

/// A thing that can be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    Back,
    Next,
    Previous,
    Restart,
    Why,
    Solution,
    Lesson,
    AndHere,
    FreePlay,
    Sides,
    Mode,
    Whole,
    Problems,
    Packs,
    Review,
    Mistakes,
    Statistics,
    Settings,
    Help,
    Forget,
}

pub(super) const ITEMS: [Item; 20] = [
    Item::Back,
    Item::Next,
    Item::Previous,
    Item::Restart,
    Item::Why,
    Item::Solution,
    Item::Lesson,
    Item::AndHere,
    Item::FreePlay,
    Item::Sides,
    Item::Mode,
    Item::Whole,
    Item::Problems,
    Item::Packs,
    Item::Review,
    Item::Mistakes,
    Item::Statistics,
    Item::Settings,
    Item::Help,
    Item::Forget,
];

impl Item {
    const fn label(self) -> &'static str {
        match self {
            Item::Back => "Back to the problem",
            Item::Next => "Next problem",
            Item::Previous => "Previous problem",
            Item::Restart => "Start again",
            Item::Why => "Why? Show my mistake",
            Item::Solution => "Solution",
            Item::Lesson => "Lesson",
            Item::AndHere => "And here? Try a move",
            Item::FreePlay => "Free play",
            Item::Sides => "Change sides",
            Item::Mode => "Mode",
            Item::Whole => "Whole board",
            Item::Problems => "Problems of this pack",
            Item::Packs => "Packs",
            Item::Review => "Review",
            Item::Mistakes => "Mistakes",
            Item::Statistics => "Statistics",
            Item::Settings => "Settings",
            Item::Help => "Help",
            Item::Forget => "Forget my progress",
        }
    }

    pub(super) const fn help(self) -> &'static str {
        match self {
            Item::Back => "A chooses, B goes back.",
            Item::Next => "Leaves this one as it is.",
            Item::Previous => "The one before it.",
            Item::Restart => "Or hold B.",
            Item::Why => "Plays the refutation.",
            Item::Solution => "Every correct move. It costs the credit.",
            Item::Lesson => "What to learn. It may cost the credit.",
            Item::AndHere => "What does a move come to? It costs the credit.",
            Item::FreePlay => "Both colours, nobody answers.",
            Item::Sides => "The computer takes your colour.",
            Item::Mode => "Left and right change it.",
            Item::Whole => "Or hold Y.",
            Item::Problems => "By number, with what became of them.",
            Item::Packs => "Choose another one.",
            Item::Review => "What you failed comes back.",
            Item::Mistakes => "What you failed last.",
            Item::Statistics => "Rating, streak, accuracy.",
            Item::Settings => "Colours, light, limits.",
            Item::Help => "The keys, the rules in short.",
            Item::Forget => "Asks before it does.",
        }
    }
}

/// Whether an item can be chosen now. All are always listed, so that each is found where it was.
fn is_possible(item: Item, journey: &Journey<'_>) -> bool {
    let Some(desk) = journey.desk() else {
        return matches!(item, Item::Packs | Item::Settings | Item::Help | Item::Statistics);
    };
    match item {
        Item::Why => desk.has_mistake(),
        Item::Lesson => desk.has_primer() || desk.showing().has_lesson(),
        Item::Sides => desk.offers(Extra::Sides),
        Item::Whole => desk.showing().crop != Crop::whole(desk.showing().problem().size()),
        Item::Review => journey.tally().review_counts().1 > 0,
        Item::Mistakes => journey.tally().mistakes() > 0,
        _ => true,
    }
}

/// How an item stands in the list.
pub(super) fn row(item: Item, journey: &Journey<'_>) -> Row {
    let number = |count: u16| {
        let mut text = String::new();
        let _ = write!(text, "{count}");
        Value::Note(text)
    };
    let value = match item {
        Item::Mode => journey.profile().settings.value(Setting::Mode),
        Item::Whole => Value::Switch(journey.desk().is_some_and(Desk::is_whole)),
        Item::Review => number(journey.tally().review_counts().1),
        Item::Mistakes => number(journey.tally().mistakes()),
        _ => Value::None,
    };
    Row {
        label: words(format_args!("{}", item.label())),
        value,
        dim: !is_possible(item, journey),
    }
}

/// Does what an item says.
pub(super) fn choose(item: Item, journey: &mut Journey<'_>, pages: &mut Pages) {
    if !is_possible(item, journey) {
        return;
    }
    match item {
        Item::Back => pages.close_all(),
        Item::Next | Item::Previous => {
            pages.close_all();
            journey.leave_review();
            journey.step(if item == Item::Next { 1 } else { -1 });
        }
        Item::Restart => leave_for(Goal::Begin, journey, pages),
        Item::Why => leave_for(Goal::Why, journey, pages),
        Item::Solution => leave_for(Goal::Solution, journey, pages),
        Item::AndHere => leave_for(Goal::Explore, journey, pages),
        Item::FreePlay => leave_for(Goal::FreePlay, journey, pages),
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
                pages.open(Page::Grid { pack, chosen });
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
        Item::Statistics => pages.open(Page::Statistics),
        Item::Settings => pages.open(Page::Settings { chosen: 0 }),
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
