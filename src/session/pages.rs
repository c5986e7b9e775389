//! The pages that lie over the problem: how one moves on them.

use super::Session;
use super::keys::{Button, Stroke};
use super::library::{PackIndex, ProblemId, ProblemIndex};
use super::menu::{ITEMS, Item};
use super::picture::{Done, GRID_CELLS, GRID_COLUMNS, ROWS, Target};
use super::settings::{self, Setting};

/// Pages of the first start.
pub(super) const WELCOMES: u8 = 3;
/// Pages of the help.
pub(super) const HELPS: u8 = 4;

/// A page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Page {
    /// The first start, page by page.
    Welcome(u8),
    Menu,
    Packs {
        chosen: PackIndex,
    },
    /// About a pack.
    Pack(PackIndex),
    Grid {
        pack: PackIndex,
        chosen: ProblemIndex,
    },
    Settings {
        chosen: u16,
    },
    Mistakes {
        chosen: u16,
    },
    Statistics,
    Help(u8),
    /// Something that cannot be undone.
    Ask {
        question: Ask,
        yes: bool,
    },
    /// What to read before the first move.
    Primer,
    /// What there is to learn from the problem.
    Lesson,
    /// There is nothing to show.
    NoProblem,
    /// Something went wrong.
    Trouble,
}

/// What is asked before it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ask {
    /// To forget all progress.
    Forget,
    /// To delete a pack.
    Delete(PackIndex),
}

impl Session<'_> {
    /// A key on the topmost page. Long presses are nothing special here.
    pub(super) fn page_stroke(&mut self, stroke: Stroke) {
        let (Stroke::Press(button) | Stroke::Hold(button)) = stroke;
        let Some(&page) = self.pages.last() else {
            return;
        };
        match (page, button) {
            (Page::Welcome(number), Button::A | Button::Right | Button::Down) if number + 1 < WELCOMES => {
                self.turn_to(Page::Welcome(number + 1));
            }
            (Page::Welcome(number), Button::Left | Button::Up) => {
                self.turn_to(Page::Welcome(number.saturating_sub(1)));
            }
            (Page::Welcome(_), _) => {
                self.profile.welcomed = true;
                self.keeper.keep_profile(&self.profile);
                self.close();
            }
            (Page::Help(number), Button::A | Button::Right | Button::Down) if number + 1 < HELPS => {
                self.turn_to(Page::Help(number + 1));
            }
            (Page::Help(_), Button::X) => self.turn_to(Page::Welcome(0)),
            (Page::Help(number), Button::Left | Button::Up) => {
                self.turn_to(Page::Help(number.saturating_sub(1)));
            }
            (Page::Ask { question, yes }, Button::Left | Button::Right | Button::Up | Button::Down) => {
                self.turn_to(Page::Ask { question, yes: !yes });
            }
            (Page::Ask { question, yes: true }, Button::A) => self.do_asked(question),
            (Page::Menu, Button::Y) => self.close_all(),
            (Page::Packs { chosen }, Button::X) => self.open(Page::Pack(chosen)),
            (Page::Pack(pack), Button::X) => self.ask_to_delete(pack),
            (Page::Pack(pack), Button::A) => self.choose(Page::Packs { chosen: pack }),
            (Page::Primer, Button::X) => {
                self.close();
                self.desk.ask_for_a_hint();
            }
            (Page::Primer, _)
            | (
                Page::Help(_)
                | Page::Ask { .. }
                | Page::Statistics
                | Page::NoProblem
                | Page::Trouble
                | Page::Lesson,
                Button::A,
            )
            | (_, Button::B | Button::X | Button::Y) => self.close(),
            (Page::Statistics | Page::NoProblem | Page::Trouble | Page::Lesson | Page::Pack(_), _) => {}
            (_, Button::A) => self.choose(page),
            (_, direction) => self.move_choice(page, direction),
        }
    }

    pub(super) fn page_touch(&mut self, target: Target) {
        let Some(&page) = self.pages.last() else {
            return;
        };
        match target {
            Target::Key(button) => self.page_stroke(Stroke::Press(button)),
            Target::Item(item) if item < self.page_len(page) => {
                self.turn_to(with_choice(page, item));
                if page == Page::Menu {
                    self.menu_row = item;
                }
                if let Some(&page) = self.pages.last() {
                    self.choose(page);
                }
            }
            _ => {}
        }
    }

    /// Another page in place of the topmost one.
    fn turn_to(&mut self, page: Page) {
        self.pages.pop();
        let kept = self.pages.push(page);
        debug_assert!(kept.is_ok());
    }

    /// How many things there are to choose from.
    pub(super) fn page_len(&self, page: Page) -> u16 {
        match page {
            Page::Menu => ITEMS.len() as u16,
            Page::Packs { .. } => self.library.packs(),
            Page::Grid { pack, .. } => self.library.len(pack),
            Page::Settings { .. } => settings::ALL.len() as u16,
            Page::Mistakes { .. } => self.mistakes(),
            _ => 0,
        }
    }

    /// The thing that is chosen.
    pub(super) fn page_choice(&self, page: Page) -> u16 {
        match page {
            Page::Menu => self.menu_row.min(self.page_len(page).saturating_sub(1)),
            Page::Packs { chosen }
            | Page::Grid { chosen, .. }
            | Page::Settings { chosen }
            | Page::Mistakes { chosen } => chosen,
            _ => 0,
        }
    }

    fn move_choice(&mut self, page: Page, direction: Button) {
        let forwards = matches!(direction, Button::Down | Button::Right);
        let across = matches!(direction, Button::Left | Button::Right);
        if across && self.change_value(page, forwards) {
            return;
        }
        let step = match (page, across) {
            (Page::Grid { .. }, true) => 1,
            (Page::Grid { .. }, false) => GRID_COLUMNS as i32,
            (_, true) => ROWS as i32,
            (_, false) => 1,
        };
        let (at, len) = (i32::from(self.page_choice(page)), i32::from(self.page_len(page)));
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
        if page == Page::Menu {
            self.menu_row = next as u16;
        } else {
            self.turn_to(with_choice(page, next as u16));
        }
    }

    /// Left and right on a row that has a value.
    fn change_value(&mut self, page: Page, forwards: bool) -> bool {
        match page {
            Page::Settings { chosen } => {
                if let Some(&setting) = settings::ALL.get(usize::from(chosen)) {
                    self.change_setting(setting, forwards);
                }
                true
            }
            Page::Menu => {
                let is_mode = ITEMS.get(usize::from(self.page_choice(page))) == Some(&Item::Mode);
                if is_mode {
                    self.change_setting(Setting::Mode, forwards);
                }
                is_mode
            }
            _ => false,
        }
    }

    pub(super) fn change_setting(&mut self, setting: Setting, forwards: bool) {
        self.profile.settings.change(setting, forwards);
        self.keeper.keep_profile(&self.profile);
        if self.has_problem {
            self.desk.set(self.profile.settings);
        }
    }

    fn choose(&mut self, page: Page) {
        match page {
            Page::Menu => {
                let row = usize::from(self.page_choice(page));
                if let Some(&item) = ITEMS.get(row) {
                    self.do_item(item);
                }
            }
            Page::Packs { chosen } if !self.library.is_empty(chosen) => {
                let here = self.desk().map(|desk| &desk.showing);
                let chosen_problem = here
                    .filter(|showing| showing.pack == chosen)
                    .map(|showing| showing.index);
                let first = chosen_problem
                    .or_else(|| self.first_unsolved(chosen))
                    .unwrap_or(0);
                self.open(Page::Grid {
                    pack: chosen,
                    chosen: first,
                });
            }
            Page::Grid { pack, chosen } => {
                self.close_all();
                self.leave_review();
                self.show(pack, chosen);
            }
            Page::Settings { chosen } => {
                if let Some(&setting) = settings::ALL.get(usize::from(chosen)) {
                    self.change_setting(setting, true);
                }
            }
            Page::Mistakes { chosen } => {
                if let Some((pack, problem)) = self.mistake(chosen) {
                    self.close_all();
                    self.leave_review();
                    self.show(pack, problem);
                }
            }
            _ => {}
        }
    }

    /// How many problems of the packs that are there were failed.
    pub(super) fn mistakes(&self) -> u16 {
        let mut count = 0;
        self.each_mistake(&mut |_| count += 1);
        count
    }

    /// Where the mistake with this number stands.
    pub(super) fn mistake(&self, number: u16) -> Option<(PackIndex, ProblemIndex)> {
        let (mut at, mut found) = (0, None);
        self.each_mistake(&mut |id| {
            if at == number {
                found = Some(id);
            }
            at += 1;
        });
        self.library.find(found?)
    }

    fn each_mistake(&self, show: &mut dyn FnMut(ProblemId)) {
        let packs = self.packs_there();
        self.keeper.each(&mut |id, record| {
            if record.done == Done::Failed && packs.contains(&id.pack) {
                show(id);
            }
        });
    }
}

/// The same page with another choice.
const fn with_choice(page: Page, chosen: u16) -> Page {
    match page {
        Page::Packs { .. } => Page::Packs { chosen },
        Page::Grid { pack, .. } => Page::Grid { pack, chosen },
        Page::Settings { .. } => Page::Settings { chosen },
        Page::Mistakes { .. } => Page::Mistakes { chosen },
        other => other,
    }
}

/// The first row of the window of `seen` rows that shows the chosen one, page by page.
pub(super) const fn window(chosen: u16, seen: usize) -> u16 {
    chosen - chosen % seen as u16
}

const _: () = assert!(GRID_CELLS.is_multiple_of(GRID_COLUMNS));
