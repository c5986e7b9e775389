//! The way from problem to problem, and what is remembered of it.

use heapless::Vec;

use super::desk::Outbox;
use super::keeper::Record;
use super::library::{PackIndex, ProblemId, ProblemIndex};
use super::pages::Page;
use super::picture::{Done, Tone, Words};
use super::showing::Showing;
use super::words::{Message, words};
use super::{Effects, Session, rating, review};

/// Packs that count for review: more than a handheld has room for.
const PACKS: usize = 64;

/// Which problem comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Route {
    /// The next of the pack that is not solved.
    Pack,
    /// The next that is due.
    Review,
}

impl Session<'_> {
    /// The problem where the player left off, or the first there is.
    pub(super) fn go_to_place(&mut self) {
        let place = self.profile.place.and_then(|id| self.library.find(id));
        let start = place.or_else(|| {
            (0..self.library.packs()).find_map(|pack| {
                let first = self.first_unsolved(pack)?;
                Some((pack, first))
            })
        });
        match start {
            Some((pack, problem)) => self.show(pack, problem),
            None => self.has_problem = false,
        }
    }

    /// The packs are not what they were.
    pub(super) fn reload(&mut self) {
        self.close_pack_pages();
        let stays = self.desk().and_then(|desk| self.library.find(desk.showing.id));
        match stays {
            Some((pack, index)) => {
                self.desk.showing.pack = pack;
                self.desk.showing.index = index;
            }
            _ => self.go_to_place(),
        }
    }

    /// Lays a problem on the table. If it is damaged, the next one that is not.
    pub(super) fn show(&mut self, pack: PackIndex, problem: ProblemIndex) {
        let count = self.library.len(pack);
        let mut skipped = None;
        for step in 0..count {
            let index = (problem + step) % count;
            let Some(entry) = self.library.load(pack, index) else {
                skipped.get_or_insert(index);
                continue;
            };
            let id = self.library.id(pack, index);
            let has_lesson = !entry.lesson.is_empty();
            let home = (pack, self.library.pack_name(pack));
            self.pages.retain(|page| *page != Page::Primer);
            let mut showing = Showing::new(id, home, index, entry);
            if self.profile.settings.transforms {
                showing = showing.shuffled(&mut self.random);
            }
            let (settings, random) = (self.profile.settings, self.random.fork());
            let desk = &mut *self.desk;
            desk.lay(showing, settings, random);
            desk.begin();
            self.has_problem = true;
            if let Some(skipped) = skipped {
                let number = skipped + 1;
                desk.say(Message::lasting(
                    Tone::Plain,
                    words(format_args!("Problem {number} is damaged, skipped")),
                ));
            }
            self.profile.place = Some(id);
            self.keeper.keep_profile(&self.profile);
            if has_lesson {
                // Below whatever is open, since it belongs to the problem. Without room there it is still in the menu.
                let _ = self.pages.insert(0, Page::Primer);
            }
            return;
        }
        self.has_problem = false;
    }

    /// Where one is in the pack.
    pub(super) fn place_words(&self) -> Words {
        if self.route == Route::Review {
            return words(format_args!("review"));
        }
        let showing = &self.desk.showing;
        let number = showing.index + 1;
        words(format_args!("{number}/{}", self.library.len(showing.pack)))
    }

    /// The next problem on the route.
    pub(super) fn go_on(&mut self) {
        self.keys.forget();
        if self.route == Route::Review {
            if let Some((pack, index)) = self.next_due() {
                return self.show(pack, index);
            }
            self.route = Route::Pack;
            self.step(1);
            return self.tell("Review done: back to the pack");
        }
        let Some(desk) = self.desk() else {
            return self.go_to_place();
        };
        let (pack, index) = (desk.showing.pack, desk.showing.index);
        if let Some(next) = self.next_unsolved(pack, Some(index)) {
            self.show(pack, next);
        } else {
            self.step(1);
            self.tell("Every problem of this pack is solved");
        }
    }

    /// The problem so many places on, round the pack.
    pub(super) fn step(&mut self, step: i32) {
        let Some(desk) = self.desk() else {
            return;
        };
        let (pack, index) = (desk.showing.pack, desk.showing.index);
        let count = i32::from(self.library.len(pack)).max(1);
        self.show(pack, (i32::from(index) + step).rem_euclid(count) as ProblemIndex);
    }

    /// Starts the review, if something is due.
    pub(super) fn start_review(&mut self) {
        if let Some((pack, index)) = self.next_due() {
            self.route = Route::Review;
            self.show(pack, index);
        } else {
            self.tell("What is due is on the table");
        }
    }

    pub(super) fn tell(&mut self, text: &str) {
        self.desk.say(Message::passing(Tone::Plain, text));
    }

    /// The next problem of a pack that is not solved, after `index` and round again.
    fn next_unsolved(&self, pack: PackIndex, index: Option<ProblemIndex>) -> Option<ProblemIndex> {
        let count = self.library.len(pack);
        let start = index.map_or(0, |index| index + 1);
        (0..count)
            .map(|step| ((u32::from(start) + u32::from(step)) % u32::from(count)) as ProblemIndex)
            .find(|&next| Some(next) != index && self.record(pack, next).done != Done::Solved)
            .or_else(|| (count > 0 && index.is_none()).then_some(0))
    }

    /// The first problem of a pack that is not solved, or the first of all.
    pub(super) fn first_unsolved(&self, pack: PackIndex) -> Option<ProblemIndex> {
        self.next_unsolved(pack, None)
    }

    /// Goes on with the pack from here.
    pub(super) fn leave_review(&mut self) {
        self.route = Route::Pack;
    }

    pub(super) fn record(&self, pack: PackIndex, problem: ProblemIndex) -> Record {
        self.keeper.record(self.library.id(pack, problem))
    }

    /// The problem that has been due longest and is not the one on the table. What is gone from its pack does not wait any more.
    fn next_due(&mut self) -> Option<(PackIndex, ProblemIndex)> {
        loop {
            let id = self.longest_due()?;
            let place = self.library.find(id);
            if place.is_some() {
                return place;
            }
            self.keeper.keep(id, Record::default());
            // Nothing is kept while a backup comes in: then it would be the longest due for ever.
            if review::is_due(self.keeper.record(id), self.profile.tries.0) {
                return None;
            }
        }
    }

    fn longest_due(&self) -> Option<ProblemId> {
        let here = self.desk().map(|desk| desk.showing.id);
        let tries = self.profile.tries.0;
        let packs = self.packs_there();
        let mut oldest: Option<(u32, ProblemId)> = None;
        self.keeper.each(&mut |id, record| {
            let is_older = oldest.is_none_or(|(due, _)| record.due < due);
            if review::is_due(record, tries) && Some(id) != here && is_older && packs.contains(&id.pack) {
                oldest = Some((record.due, id));
            }
        });
        oldest.map(|(_, id)| id)
    }

    /// The numbers of all packs. Whether a problem is still in its pack is looked up only when it is wanted: that is a long look in a
    /// large pack, and this is asked for each problem that was ever tried.
    pub(super) fn packs_there(&self) -> Vec<u32, PACKS> {
        let packs = (0..self.library.packs()).map(|pack| self.library.pack_id(pack));
        packs.take(PACKS).collect()
    }

    /// How many problems wait in boxes, and how many of them are due.
    pub(super) fn review_counts(&self) -> (u16, u16) {
        let (mut waiting, mut due) = (0, 0);
        let here = self.desk().map(|desk| desk.showing.id);
        let packs = self.packs_there();
        self.keeper.each(&mut |id, record| {
            if review::waits(record) && packs.contains(&id.pack) {
                waiting += 1;
                let is_due = review::is_due(record, self.profile.tries.0);
                due += u16::from(is_due && Some(id) != here);
            }
        });
        (waiting, due)
    }

    /// Takes in what the desk has to tell: results are counted and remembered.
    pub(super) fn take_results(&mut self) -> Effects {
        let desk = &mut *self.desk;
        let outbox = core::mem::replace(&mut desk.outbox, Outbox::EMPTY);
        let (id, level) = (desk.showing.id, desk.showing.entry.level);
        if let Some(done) = outbox.settled {
            let profile = &mut self.profile;
            let solved = done == Done::Solved;
            if let Some(level) = level.filter(|_| done != Done::Helped) {
                profile.rating = rating::after(profile.rating, level, solved, profile.tries.0);
                if profile.history.is_full() {
                    profile.history.remove(0);
                }
                let _ = profile.history.push(profile.rating);
            }
            profile.tries.0 = profile.tries.0.saturating_add(1);
            profile.tries.1 = profile.tries.1.saturating_add(u32::from(solved));
            profile.streak.0 = if solved {
                profile.streak.0.saturating_add(1)
            } else {
                0
            };
            profile.streak.1 = profile.streak.1.max(profile.streak.0);
            let record = review::after(self.keeper.record(id), done, profile.tries.0);
            self.keeper.keep(id, record);
            self.keeper.keep_profile(&self.profile);
        }
        Effects {
            sound: outbox.sound,
            delete: self.delete.take(),
        }
    }
}
