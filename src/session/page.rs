//! The pages that lie over the problem, as plain data: which there are, and which are open.

use heapless::{String, Vec};

use super::code::Code;
use super::item::{Item, MENUS, Menu};
use super::picture::Text;
use super::settings::Group;
use crate::pack::MAX_LINK;
use crate::pack::library::{PackIndex, ProblemIndex};
use crate::problem::{Level, THEMES, Theme};
use crate::record::{SetName, SetNumber};

/// Pages that can lie on each other.
const DEEPEST: usize = 6;
/// Pages of the first start.
pub(super) const WELCOMES: u8 = 3;
/// Pages of the help.
pub(super) const HELPS: u8 = 4;

/// Ranks that there are.
pub(super) const RANKS: usize =
    (Level::STRONGEST.steps_from_first_dan() - Level::WEAKEST.steps_from_first_dan()) as usize + 1;

/// A page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Page {
    /// The first start, page by page.
    Welcome(u8),
    Menu(Menu),
    Packs {
        chosen: PackIndex,
    },
    /// About a pack, with the rank that is pointed at on its ruler.
    Pack {
        pack: PackIndex,
        level: Level,
    },
    /// A pack has come to its end.
    PackEnd(PackIndex),
    Grid {
        pack: PackIndex,
        chosen: ProblemIndex,
        filter: Filter,
    },
    /// The themes of a pack; what is chosen begins at this problem.
    Themes {
        pack: PackIndex,
        from: ProblemIndex,
        chosen: u16,
    },
    Settings {
        group: Group,
        chosen: u16,
    },
    Mistakes {
        chosen: u16,
    },
    /// The player's own sets, to look at or to keep the problem in.
    Sets {
        chosen: u16,
        keeps: bool,
    },
    /// The problems of a set.
    Kept {
        set: SetNumber,
        chosen: u16,
    },
    /// What a set is called, with the place of the letter that changes.
    SetName {
        set: SetNumber,
        at: u8,
    },
    /// The menu of the editor.
    Edit {
        chosen: u16,
    },
    /// Where to start.
    Start {
        chosen: u16,
    },
    /// Today's set is done.
    SetEnd,
    /// The player's level was found.
    LevelEnd,
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
    /// The problem as a link.
    Code,
    /// How Row Go is to be played.
    RowGo {
        chosen: u16,
    },
    /// How a whole game is to be played.
    PlayGo {
        chosen: u16,
    },
    /// The rules of Row Go, page by page.
    RowRules(u8),
    /// There is nothing to show.
    NoProblem,
    /// Something went wrong.
    Trouble,
    /// What is remembered comes from newer firmware.
    NewerProgress,
}

/// Which problems of a grid are gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Filter {
    All,
    Unsolved,
    Failed,
    Solved,
    Kept,
    Theme(Theme),
}

impl Filter {
    /// The next one.
    pub(super) const fn next(self) -> Filter {
        match self {
            Filter::All => Filter::Unsolved,
            Filter::Unsolved => Filter::Failed,
            Filter::Failed => Filter::Solved,
            Filter::Solved => Filter::Kept,
            Filter::Kept | Filter::Theme(_) => Filter::All,
        }
    }

    /// What it is called.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Filter::All => "all",
            Filter::Unsolved => "unsolved",
            Filter::Failed => "failed",
            Filter::Solved => "solved",
            Filter::Kept => "kept",
            Filter::Theme(theme) => theme.name(),
        }
    }
}

/// What is asked before it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ask {
    /// To forget all progress.
    Forget,
    /// To delete a pack.
    Delete(PackIndex),
    /// To leave the editor without keeping what was made.
    Leave,
    /// To delete the problem that is edited.
    DeleteMade,
}

/// The pages that are open, and what they remember.
#[derive(Clone, Debug)]
pub(super) struct Pages {
    /// The topmost last.
    open: Vec<Page, DEEPEST>,
    /// What is chosen in each menu, so that it opens where it was closed.
    chosen: [Option<Item>; MENUS],
    /// How many problems each theme has, while they are listed.
    pub(super) themes: [u16; THEMES],
    /// So many problems of the pack are counted.
    pub(super) themes_read: ProblemIndex,
    /// How many problems of each rank the pack has that is told about.
    pub(super) ranks: [u16; RANKS],
    /// The name of a set, while it is made.
    pub(super) name: SetName,
    /// The link to the problem, while it is seen.
    pub(super) link: String<MAX_LINK>,
    /// The same as a QR code; empty if there is none.
    pub(super) code: Code,
    /// What went wrong, to be told.
    pub(super) trouble: Text,
    /// How full the battery is, in percent, where there is one.
    pub(super) battery: Option<u8>,
    /// A direction is held for long.
    pub(super) goes_far: bool,
    /// There is something to hear sounds with.
    pub(super) has_speaker: bool,
    /// The keys are those of a keyboard.
    pub(super) has_keyboard: bool,
    /// Another screen lies on top than before.
    has_turned: bool,
}

impl Pages {
    /// None is open.
    pub(super) const NONE: Pages = Pages {
        open: Vec::new(),
        chosen: [None; MENUS],
        themes: [0; THEMES],
        themes_read: 0,
        ranks: [0; RANKS],
        name: SetName::new(),
        link: String::new(),
        code: Code::EMPTY,
        trouble: Text::new(),
        battery: None,
        goes_far: false,
        has_speaker: false,
        has_keyboard: false,
        has_turned: false,
    };

    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// The one that is seen.
    pub(super) fn topmost(&self) -> Option<Page> {
        self.open.last().copied()
    }

    /// What is chosen in a menu; nothing if it was not used yet.
    pub(super) const fn chosen_in(&self, menu: Menu) -> Option<Item> {
        self.chosen[menu as usize]
    }

    /// Chooses something else in a menu.
    pub(super) const fn choose_in(&mut self, menu: Menu, item: Item) {
        self.chosen[menu as usize] = Some(item);
    }

    /// Lays a page over what is there.
    pub(super) fn open(&mut self, page: Page) {
        self.has_turned = true;
        if self.open.is_full() {
            self.open.clear();
        }
        let kept = self.open.push(page);
        debug_assert!(kept.is_ok());
    }

    /// Takes the topmost page away.
    pub(super) fn close(&mut self) {
        self.has_turned = true;
        self.open.pop();
    }

    /// Takes all pages away.
    pub(super) fn close_all(&mut self) {
        self.has_turned = true;
        self.open.clear();
    }

    /// Another page in place of the topmost one.
    pub(super) fn turn_to(&mut self, page: Page) {
        self.open.pop();
        let kept = self.open.push(page);
        debug_assert!(kept.is_ok());
    }

    /// Another problem lies on the table. What is to be read before its first move lies below whatever is open, since it belongs to the
    /// problem. Without room there it is still in the menu. A link to the problem before goes.
    pub(super) fn arrive(&mut self, has_primer: bool) {
        self.open
            .retain(|page| !matches!(page, Page::Primer | Page::Code));
        if has_primer {
            let _ = self.open.insert(0, Page::Primer);
        }
    }

    /// Packs have come or gone, so pages about one of them may mean another now.
    pub(super) fn close_about_packs(&mut self, packs: PackIndex) {
        let is_about_one = |page: &Page| {
            matches!(
                page,
                Page::Pack { .. }
                    | Page::PackEnd(_)
                    | Page::Grid { .. }
                    | Page::Themes { .. }
                    | Page::Ask {
                        question: Ask::Delete(_),
                        ..
                    }
            )
        };
        if let Some(first) = self.open.iter().position(is_about_one) {
            self.open.truncate(first);
        }
        for page in &mut self.open {
            if let Page::Packs { chosen } = page {
                *chosen = (*chosen).min(packs.saturating_sub(1));
            }
        }
    }

    /// Whether another screen lies on top than before, told once.
    pub(super) const fn take_turned(&mut self) -> bool {
        core::mem::replace(&mut self.has_turned, false)
    }
}

/// The same page with another choice.
pub(super) const fn with_choice(page: Page, chosen: u16) -> Page {
    match page {
        Page::Packs { .. } => Page::Packs { chosen },
        Page::Grid { pack, filter, .. } => Page::Grid { pack, chosen, filter },
        Page::Themes { pack, from, .. } => Page::Themes { pack, from, chosen },
        Page::Settings { group, .. } => Page::Settings { group, chosen },
        Page::Mistakes { .. } => Page::Mistakes { chosen },
        Page::Kept { set, .. } => Page::Kept { set, chosen },
        Page::Sets { keeps, .. } => Page::Sets { chosen, keeps },
        Page::Start { .. } => Page::Start { chosen },
        Page::RowGo { .. } => Page::RowGo { chosen },
        Page::PlayGo { .. } => Page::PlayGo { chosen },
        Page::Edit { .. } => Page::Edit { chosen },
        other => other,
    }
}
