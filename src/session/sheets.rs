//! What is to be seen of the pages.

use heapless::{String, Vec};

use super::desk::Activity;
use super::keys::Button;
use super::menu::ITEMS;
use super::pages::{HELPS, Page, WELCOMES, window};
use super::picture::{
    Art, Diagram, Done, GRID_CELLS, GridScreen, ListScreen, PageScreen, Picture, ROWS, Row, Screen,
    StatsScreen, Text, Value, Words,
};
use super::scene::key_hints;
use super::settings;
use super::words::words;
use super::{Session, rating};

impl Session<'_> {
    pub(super) fn page_picture(&self, topmost: Page) -> Picture {
        let screen = match topmost {
            Page::Welcome(number) => Screen::Page(welcome(number)),
            Page::Help(number) => Screen::Page(help(number)),
            Page::Menu | Page::Packs { .. } | Page::Settings { .. } | Page::Mistakes { .. } => {
                Screen::List(self.list(topmost))
            }
            Page::Grid { pack, chosen } => Screen::Grid(self.grid(pack, chosen)),
            Page::Statistics => Screen::Stats(self.statistics()),
            Page::Pack(pack) => Screen::Page(self.pack_page(pack)),
            Page::Ask { question, yes } => Screen::Page(self.ask(question, yes)),
            Page::Primer => Screen::Page(self.primer()),
            Page::Lesson => Screen::Page(self.lesson()),
            Page::NoProblem => Screen::Page(no_problem()),
            Page::Trouble => Screen::Page(PageScreen {
                text: self.trouble.clone(),
                ..page("Sorry", Art::Trouble, "", (1, 1), &[(Button::A, "go on")])
            }),
        };
        Picture {
            theme: self.profile.settings.theme,
            screen,
        }
    }

    fn list(&self, page: Page) -> ListScreen {
        let (chosen, total) = (self.page_choice(page), self.page_len(page));
        let first = window(chosen, ROWS);
        let row = |number: u16| match page {
            Page::Menu => ITEMS.get(usize::from(number)).map(|&item| self.menu_row_of(item)),
            Page::Packs { .. } => Some(self.pack_row(number)),
            Page::Settings { .. } => settings::ALL.get(usize::from(number)).map(|&setting| Row {
                label: words(format_args!("{}", setting.label())),
                value: self.profile.settings.value(setting),
                dim: false,
            }),
            _ => Some(self.mistake_row(number)),
        };
        let rows = (first..total).filter_map(row).take(ROWS).collect();
        let foot = match page {
            Page::Menu => ITEMS.get(usize::from(chosen)).map_or("", |item| item.help()),
            Page::Settings { .. } => settings::ALL
                .get(usize::from(chosen))
                .map_or("", |setting| setting.help()),
            Page::Packs { .. } => "A shows the problems, X tells about it.",
            _ if total == 0 => "Nothing here: well done.",
            _ => "A shows the problem, B goes back.",
        };
        ListScreen {
            title: match (page, self.battery) {
                (Page::Menu, Some(percent)) => words(format_args!("Menu · battery {percent} %")),
                (Page::Menu, None) => words(format_args!("Menu")),
                (Page::Packs { .. }, _) => words(format_args!("Packs")),
                (Page::Settings { .. }, _) => words(format_args!("Settings")),
                _ => words(format_args!("Mistakes")),
            },
            rows,
            first,
            total,
            chosen,
            foot: words(format_args!("{foot}")),
        }
    }

    fn pack_row(&self, pack: u16) -> Row {
        let of = self.library.len(pack);
        let (solved, helped, _) = self.done_in(pack);
        Row {
            label: words(format_args!("{}", self.library.pack_name(pack))),
            value: Value::Progress {
                done: (solved + helped).min(of),
                of,
            },
            dim: of == 0,
        }
    }

    fn mistake_row(&self, number: u16) -> Row {
        let Some((pack, problem)) = self.mistake(number) else {
            return Row {
                label: words(format_args!("Gone from its pack")),
                value: Value::None,
                dim: true,
            };
        };
        let entry = self.library.load(pack, problem);
        let level = entry.as_ref().and_then(|entry| entry.level);
        let mut value = String::new();
        if let Some(level) = level {
            let _ = core::fmt::Write::write_fmt(&mut value, format_args!("{level}"));
        }
        Row {
            label: problem_words(&self.library.pack_name(pack), problem),
            value: Value::Note(value),
            dim: entry.is_none(),
        }
    }

    fn grid(&self, pack: u16, chosen: u16) -> GridScreen {
        let total = self.library.len(pack);
        let first = window(chosen, GRID_CELLS);
        let entry = self.library.load(pack, chosen);
        let foot = match &entry {
            None => words(format_args!("Problem {} is damaged", chosen + 1)),
            Some(entry) => {
                // A name often gives the answer away: only who found it reads it.
                let is_found = matches!(self.record(pack, chosen).done, Done::Solved | Done::Helped);
                let name = if is_found { entry.name.as_str() } else { "" };
                let number = chosen + 1;
                let name = match name {
                    "" => words(format_args!("Problem {number}")),
                    name => words(format_args!("{number}  {name}")),
                };
                match entry.level {
                    Some(level) => words(format_args!("{name} · {level}")),
                    None => name,
                }
            }
        };
        GridScreen {
            title: words(format_args!("{}", self.library.pack_name(pack))),
            cells: (first..total)
                .map(|problem| self.record(pack, problem).done)
                .take(GRID_CELLS)
                .collect(),
            first,
            total,
            chosen,
            foot,
        }
    }

    /// What a lesson says before the first move. Its name would say too much.
    fn primer(&self) -> PageScreen {
        let showing = &self.desk.showing;
        let keys: &[(Button, &'static str)] = if matches!(self.desk.activity, Activity::Try(_)) {
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
            ..page("", Art::None, &showing.entry.lesson, (1, 1), keys)
        }
    }

    fn lesson(&self) -> PageScreen {
        let entry = &self.desk.showing.entry;
        let title = match entry.level {
            Some(level) if !entry.name.is_empty() => words(format_args!("{} · {level}", entry.name)),
            _ if entry.name.is_empty() => words(format_args!("This problem")),
            _ => words(format_args!("{}", entry.name)),
        };
        PageScreen {
            title,
            ..page("", Art::None, &entry.text, (1, 1), &[(Button::A, "go on")])
        }
    }

    fn statistics(&self) -> StatsScreen {
        let profile = &self.profile;
        StatsScreen {
            rating: profile.rating,
            level: rating::to_level(profile.rating),
            streak: profile.streak,
            tries: profile.tries,
            review: self.review_counts(),
            plot: profile.history.clone(),
        }
    }
}

/// A problem by its pack and number.
fn problem_words(pack: &str, problem: u16) -> Words {
    let number = problem + 1;
    if pack.is_empty() {
        words(format_args!("Problem {number}"))
    } else {
        words(format_args!("{pack} {number}"))
    }
}

/// A paragraph; what does not fit is cut off.
pub(super) fn text(words: &str) -> Text {
    let mut text = Text::new();
    for letter in words.chars() {
        if text.push(letter).is_err() {
            break;
        }
    }
    text
}

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
        diagram: None,
        page,
        keys: key_hints(keys),
    }
}

fn welcome(number: u8) -> PageScreen {
    let place = (number + 1, WELCOMES);
    match number {
        0 => page(
            "Welcome",
            Art::Name,
            "Go problems: life and death.\nEvery move is answered, and every answer is proved.",
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

fn help(number: u8) -> PageScreen {
    let place = (number + 1, HELPS);
    let keys: &[(Button, &'static str)] = if number + 1 < HELPS {
        &[(Button::A, "go on"), (Button::B, "back")]
    } else {
        &[(Button::B, "back"), (Button::X, "first pages")]
    };
    match number {
        0 => page("The keys", Art::Keys, "", place, keys),
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

fn no_problem() -> PageScreen {
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
    let mut out = Text::new();
    let rest = if again_and_again {
        "That was several times in a row: safe mode. Packs and progress are kept, but left alone until you turn it off and on."
    } else {
        "Packs and progress are all there. Please tell us what this says:"
    };
    for piece in ["It had to start again. ", rest, "\n", story] {
        for letter in piece.chars() {
            let _ = out.push(letter);
        }
    }
    out
}

/// Rows fit a screen, so the list needs no more room than this.
const _: () = assert!(ROWS <= 8 && size_of::<Vec<Row, ROWS>>() < 1200);
