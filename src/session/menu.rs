//! The menu: everything that can be done, in the order in which it is wanted.

use core::fmt::Write as _;

use heapless::String;

use super::Session;
use super::desk::Activity;
use super::pages::{Ask, Page};
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

impl Session<'_> {
    /// Whether an item can be chosen now. All are always listed, so that each is found where it was.
    fn is_possible(&self, item: Item) -> bool {
        let Some(desk) = self.desk() else {
            return matches!(item, Item::Packs | Item::Settings | Item::Help | Item::Statistics);
        };
        match item {
            Item::Why => desk.wrong_at().is_some(),
            Item::Lesson => desk.has_primer() || desk.has_lesson(),
            Item::Sides => matches!(desk.activity, Activity::Try(_)),
            Item::Whole => desk.showing.crop != Crop::whole(desk.showing.problem().size()),
            Item::Review => self.review_counts().1 > 0,
            Item::Mistakes => self.mistakes() > 0,
            _ => true,
        }
    }

    pub(super) fn menu_row_of(&self, item: Item) -> Row {
        let number = |count: u16| {
            let mut text = String::new();
            let _ = write!(text, "{count}");
            Value::Note(text)
        };
        let settings = &self.profile.settings;
        let value = match item {
            Item::Mode => settings.value(Setting::Mode),
            Item::Whole => Value::Switch(self.desk().is_some_and(|desk| desk.whole)),
            Item::Review => number(self.review_counts().1),
            Item::Mistakes => number(self.mistakes()),
            _ => Value::None,
        };
        Row {
            label: words(format_args!("{}", item.label())),
            value,
            dim: !self.is_possible(item),
        }
    }

    /// Does what an item says.
    pub(super) fn do_item(&mut self, item: Item) {
        if !self.is_possible(item) {
            return;
        }
        match item {
            Item::Back => self.close_all(),
            Item::Next => {
                self.close_all();
                self.leave_review();
                self.step(1);
            }
            Item::Previous => {
                self.close_all();
                self.leave_review();
                self.step(-1);
            }
            Item::Lesson if self.desk.has_primer() => self.open(Page::Primer),
            Item::Lesson => {
                self.desk.was_helped();
                self.open(Page::Lesson);
            }
            Item::Mode => self.change_setting(Setting::Mode, true),
            Item::Whole => {
                self.desk.whole ^= true;
                self.close_all();
            }
            Item::Problems => {
                if let Some(desk) = self.desk() {
                    let (pack, chosen) = (desk.showing.pack, desk.showing.index);
                    self.open(Page::Grid { pack, chosen });
                }
            }
            Item::Packs => {
                let chosen = self.desk().map_or(0, |desk| desk.showing.pack);
                self.open(Page::Packs { chosen });
            }
            Item::Review => {
                self.close_all();
                self.start_review();
            }
            Item::Mistakes => self.open(Page::Mistakes { chosen: 0 }),
            Item::Statistics => self.open(Page::Statistics),
            Item::Settings => self.open(Page::Settings { chosen: 0 }),
            Item::Help => self.open(Page::Help(0)),
            Item::Forget => self.open(Page::Ask {
                question: Ask::Forget,
                yes: false,
            }),
            Item::Restart | Item::Why | Item::Solution | Item::AndHere | Item::FreePlay | Item::Sides => {
                self.close_all();
                self.do_on_desk(item);
            }
        }
    }

    fn do_on_desk(&mut self, item: Item) {
        let desk = &mut *self.desk;
        match item {
            Item::Why => desk.why(),
            Item::Solution => desk.open_solution(),
            Item::AndHere => desk.explore(),
            Item::FreePlay => desk.leave_to_free_play(),
            Item::Sides => desk.change_sides(),
            _ => desk.begin(),
        }
    }
}
