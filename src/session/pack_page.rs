//! A page about a pack, and the questions that are asked before something goes for good.

use core::fmt::Write as _;

use super::Session;
use super::keys::Button;
use super::library::{Origin, PackIndex};
use super::pages::{Ask, Page};
use super::picture::{Art, Done, PageScreen, Text};
use super::sheets::page;
use super::words::words;

impl Session<'_> {
    /// Problems of a pack that were solved, solved with help, and failed.
    pub(super) fn done_in(&self, pack: PackIndex) -> (u16, u16, u16) {
        let id = self.library.pack_id(pack);
        let (mut solved, mut helped, mut failed) = (0, 0, 0);
        self.keeper.each(&mut |problem, record| {
            if problem.pack == id {
                match record.done {
                    Done::New => {}
                    Done::Solved => solved += 1,
                    Done::Helped => helped += 1,
                    Done::Failed => failed += 1,
                }
            }
        });
        (solved, helped, failed)
    }

    /// Whether a pack can be deleted.
    fn can_go(&self, pack: PackIndex) -> bool {
        matches!(self.library.origin(pack), Origin::Loaded { .. })
    }

    pub(super) fn pack_page(&self, pack: PackIndex) -> PageScreen {
        let (solved, helped, failed) = self.done_in(pack);
        let mut text = Text::new();
        // What does not fit is cut off.
        let _ = writeln!(
            text,
            "{} problems: {solved} solved, {helped} with help, {failed} failed.",
            self.library.len(pack)
        );
        let _ = match self.library.origin(pack) {
            Origin::Fixed => write!(text, "It is always there."),
            Origin::Loaded { revision, bytes } => {
                let kilobytes = bytes.div_ceil(1024);
                write!(
                    text,
                    "Loaded from a computer: revision {revision}, {kilobytes} KB."
                )
            }
        };
        let keys: &[(Button, &'static str)] = if self.can_go(pack) {
            &[(Button::A, "problems"), (Button::X, "delete")]
        } else {
            &[(Button::A, "problems"), (Button::B, "back")]
        };
        PageScreen {
            title: words(format_args!("{}", self.library.pack_name(pack))),
            text,
            ..page("", Art::None, "", (1, 1), keys)
        }
    }

    /// Asks before a pack is deleted, if it can be.
    pub(super) fn ask_to_delete(&mut self, pack: PackIndex) {
        if self.can_go(pack) {
            self.open(Page::Ask {
                question: Ask::Delete(pack),
                yes: false,
            });
        }
    }

    pub(super) fn ask(&self, question: Ask, yes: bool) -> PageScreen {
        let (title, paragraph, verb) = match question {
            Ask::Forget => (
                words(format_args!("Forget my progress?")),
                "Marks, rating, streak and review boxes of every pack go, for good. Settings and packs stay.",
                "yes, forget",
            ),
            Ask::Delete(pack) => (
                words(format_args!("Delete {}?", self.library.pack_name(pack))),
                "Its problems go. What became of them stays remembered, in case the pack is loaded again.",
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

    pub(super) fn do_asked(&mut self, question: Ask) {
        match question {
            Ask::Forget => {
                self.keeper.forget();
                let kept = self.keeper.profile();
                self.profile = super::Profile {
                    settings: self.profile.settings,
                    welcomed: true,
                    place: self.profile.place,
                    ..kept
                };
                self.keeper.keep_profile(&self.profile);
                self.close_all();
                self.tell("Progress forgotten");
            }
            // It goes when the flash says so: then there is another library.
            Ask::Delete(pack) => {
                self.delete = Some(self.library.pack_id(pack));
                self.close();
                self.close();
            }
        }
    }

    /// Packs have come or gone, so pages about one of them may mean another now.
    pub(super) fn close_pack_pages(&mut self) {
        let is_about_one = |page: &Page| {
            matches!(
                page,
                Page::Pack(_)
                    | Page::Grid { .. }
                    | Page::Ask {
                        question: Ask::Delete(_),
                        ..
                    }
            )
        };
        if let Some(first) = self.pages.iter().position(is_about_one) {
            self.pages.truncate(first);
        }
        let last = self.library.packs().saturating_sub(1);
        for page in &mut self.pages {
            if let Page::Packs { chosen } = page {
                *chosen = (*chosen).min(last);
            }
        }
    }
}
