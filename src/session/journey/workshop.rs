//! What the player makes: the editor opened and left, and what was made kept.

use super::Journey;
use crate::edit::is_twin;
use crate::pack::library::{Change, Entry, Made, PackIndex, ProblemIndex, problem_number};
use crate::session::about::About;
use crate::session::activity::{Edit, Goal, Start, Twin};
use crate::session::desk::Desk;
use crate::session::words::words;

/// Problems that are compared with the one in the making, at a time.
const COMPARED: usize = 8;

impl Journey<'_> {
    /// Opens the editor with an empty board.
    pub(in crate::session) fn edit_nothing(&mut self) {
        if self.desk().is_some() {
            self.desk.forget_words();
            self.go(Goal::Edit(Start::Nothing));
        }
    }

    /// Opens the editor with what stands on the board.
    pub(in crate::session) fn edit(&mut self) {
        let Some(desk) = self.desk() else {
            return;
        };
        let showing = desk.showing();
        let (pack, index) = (showing.pack, showing.index);
        let is_own = self.library.own() == Some(pack) && desk.is_at_start();
        let own = is_own.then(|| self.library.problem_id(pack, index));
        if desk.is_at_start() {
            // As it is written, not turned.
            self.lay(pack, index, false);
            // What is to be read before its first move is for those who solve it.
            self.arrival = None;
        }
        if !is_own {
            self.desk.forget_words();
        }
        self.go(Goal::Edit(Start::Board { own }));
    }

    /// Goes back to the problem that was on the table, or to the one that was made of it.
    pub(in crate::session) fn leave_editor(&mut self) {
        let made = self.editor().and_then(Edit::replaces);
        let place = self
            .library
            .own()
            .zip(made)
            .and_then(|(own, made)| Some((own, self.library.find_problem(own, made)?)));
        let showing = self.desk.showing();
        let (pack, index) = place.unwrap_or((showing.pack, showing.index));
        if self.library.len(pack) > index {
            self.show(pack, index);
        } else {
            self.go_to_place();
        }
    }

    /// Says something about what is being made.
    pub(in crate::session) fn describe(&mut self, about: About<'_>) {
        if self.keeping.is_some() {
            // What is kept just now is what was said before.
            return self.tell("Keeping it …");
        }
        if self.editor().is_some() {
            self.desk.describe(about);
        }
    }

    /// Keeps what was made, in place of what it was made of or beside it.
    pub(in crate::session) fn keep_made(&mut self, as_new: bool) {
        if self.keeping.is_some() {
            // One after the other: whoever writes has room for one.
            return self.tell("Keeping it …");
        }
        let Some(made) = self.desk().and_then(Desk::made) else {
            return self.tell("Not kept: mark the key stones first");
        };
        let gone = self.editor().and_then(Edit::replaces).filter(|_| !as_new);
        let number = problem_number(&made.problem);
        let is_there = |own| self.library.find_problem(own, number).is_some();
        if gone != Some(number) && self.library.own().is_some_and(is_there) {
            return self.tell("It is kept already");
        }
        let change = Change {
            gone,
            new: Some(&made),
        };
        match self.library.make(&change) {
            Ok(Made::Now) => {
                self.keeping = Some(number);
                self.was_kept();
            }
            Ok(Made::Soon) => {
                self.keeping = Some(number);
                self.tell("Keeping it …");
            }
            Err(why) => self.tell(&why),
        }
    }

    /// Takes the problem that is edited away from one's own.
    pub(in crate::session) fn delete_made(&mut self) {
        if self.keeping.is_some() {
            return self.tell("Keeping it …");
        }
        let gone = self.editor().and_then(Edit::replaces);
        match self.library.make(&Change { gone, new: None }) {
            Ok(Made::Now) => self.go_to_place(),
            Ok(Made::Soon) => self.go(Goal::Begin),
            Err(why) => self.tell(&why),
        }
    }

    /// Whether what was to be kept is there now.
    pub(in crate::session) fn was_kept(&mut self) {
        let own = self.library.own();
        let is_there =
            |number: &u32| own.is_some_and(|own| self.library.find_problem(own, *number).is_some());
        let Some(number) = self.keeping.filter(is_there) else {
            return;
        };
        self.keeping = None;
        if let Some(edit) = self.desk_mut().and_then(Desk::editor_mut) {
            edit.was_kept(number);
            let name = own.map(|own| self.library.pack_name(own)).unwrap_or_default();
            let count = own.map_or(0, |own| self.library.len(own));
            self.tell(&words(format_args!("Kept in {name}, {count} in all")));
        }
    }

    /// What was to be kept is not.
    pub(in crate::session) fn was_not_kept(&mut self, why: &str) {
        self.keeping = None;
        self.tell(why);
    }

    /// Compares what is being made with some more problems.
    pub(in crate::session) fn seek_twin(&mut self) {
        for _ in 0..COMPARED {
            let Some(Twin::Seeking(pack, index)) = self.editor().map(Edit::twin) else {
                return;
            };
            let twin = self.twin_at(pack, index);
            if let Some(edit) = self.desk_mut().and_then(Desk::editor_mut) {
                edit.set_twin(twin);
            }
            if let Twin::Found(pack, index) = twin {
                let (name, number) = (self.library.pack_name(pack), index + 1);
                return self.tell(&words(format_args!("Not new: {name} {number}")));
            }
        }
    }

    /// Whether this problem is the same, or which one to look at next.
    // An entry is large, and must be off the stack again before anything else is done.
    #[inline(never)]
    fn twin_at(&self, pack: PackIndex, index: ProblemIndex) -> Twin {
        if pack >= self.library.packs() {
            return Twin::None;
        }
        if index >= self.library.len(pack) {
            return Twin::Seeking(pack + 1, 0);
        }
        let own = self.editor().and_then(Edit::replaces);
        let is_itself = self.library.own() == Some(pack) && own == Some(self.library.problem_id(pack, index));
        let is_same = |entry: &Entry| is_twin(self.desk.showing().problem(), &entry.problem);
        if !is_itself && self.library.load(pack, index).as_ref().is_some_and(is_same) {
            Twin::Found(pack, index)
        } else {
            Twin::Seeking(pack, index + 1)
        }
    }
}
