//! The ways through the problems: which one comes next, and what is an end.

use super::{End, Journey, NOTES_AT_ONCE, Route};
use crate::pack::library::{PackIndex, ProblemIndex};
use crate::problem::Theme;
use crate::record::{Done, ProblemId, Record, SET};
use crate::session::picture::Words;
use crate::session::review;
use crate::session::today::{self, FINDERS, Finding};
use crate::session::words::words;

impl Journey<'_> {
    /// Where one is in the pack.
    pub(in crate::session) fn place_words(&self) -> Words {
        if let Some(edit) = self.editor() {
            let is_own = edit.replaces().is_some();
            return words(format_args!("{}", if is_own { "yours" } else { "new" }));
        }
        match self.route {
            Route::Pack | Route::Theme(_) => {}
            Route::Review => return words(format_args!("review")),
            Route::Again => return words(format_args!("again")),
            Route::Kept(set) => {
                let all = self.profile.in_set(set).count();
                let rest = self.kept_after(set).count();
                return words(format_args!("kept {}/{all}", all - rest));
            }
            Route::Today => {
                let (here, set) = (self.desk.showing().id, &self.profile.set);
                let place = set.iter().position(|(id, _)| *id == here).unwrap_or(0);
                return words(format_args!("today {}/{}", place + 1, set.len()));
            }
            Route::Find(finding) => {
                return words(format_args!("level {}/{FINDERS}", finding.shown));
            }
        }
        let showing = self.desk.showing();
        let number = showing.index + 1;
        words(format_args!("{number}/{}", self.library.len(showing.pack)))
    }

    /// The next problem on the route.
    pub(in crate::session) fn go_on(&mut self) {
        match self.route {
            Route::Pack | Route::Theme(_) => {}
            Route::Review => {
                if let Some((pack, index)) = self.next_due() {
                    return self.show(pack, index);
                }
                self.route = Route::Pack;
                self.step(1);
                return self.tell("Review done: back to the pack");
            }
            Route::Today => {
                self.pass_over();
                return self.go_on_today();
            }
            Route::Again => return self.look_again(),
            Route::Kept(set) => {
                let next = self.kept_after(set).find_map(|id| self.library.find(id));
                if let Some(place) = next {
                    return self.show_kept(set, place);
                }
                self.route = Route::Pack;
                self.step(1);
                return self.tell("That was the last one kept");
            }
            Route::Find(finding) => return self.find_on(finding),
        }
        let Some(desk) = self.desk() else {
            return self.go_to_place();
        };
        let (pack, index) = (desk.showing().pack, desk.showing().index);
        let end = match self.route {
            Route::Theme(_) => index.saturating_add(NOTES_AT_ONCE),
            _ => ProblemIndex::MAX,
        };
        let next = (index + 1..self.library.len(pack).min(end))
            .find(|&next| self.is_on_route(pack, next) && self.record(pack, next).done != Done::Solved);
        match (next, self.route) {
            (Some(next), _) => self.show(pack, next),
            (None, Route::Theme(theme)) => {
                self.route = Route::Pack;
                self.step(1);
                self.tell(&words(format_args!("No other one nearby: {}", theme.name())));
            }
            (None, _) => self.end = Some(End::Pack(pack)),
        }
    }

    /// Goes through the problems about this from now on.
    pub(in crate::session) const fn follow(&mut self, theme: Theme) {
        self.route = Route::Theme(theme);
    }

    fn is_on_route(&self, pack: PackIndex, problem: ProblemIndex) -> bool {
        match self.route {
            Route::Theme(theme) => self.library.themes(pack, problem).has(theme),
            _ => true,
        }
    }

    /// The problem that is `step` places further on. Behind the last one is the end of the pack, before the first one the last.
    pub(in crate::session) fn step(&mut self, step: i32) {
        let Some(desk) = self.desk() else {
            return;
        };
        let (pack, index) = (desk.showing().pack, desk.showing().index);
        let count = i32::from(self.library.len(pack)).max(1);
        let place = i32::from(index) + step;
        if place >= count {
            self.end = Some(End::Pack(pack));
        } else {
            self.show(pack, place.rem_euclid(count) as ProblemIndex);
        }
    }

    /// How many problems of today's set are done, and how many it has.
    pub(in crate::session) fn set_counts(&self) -> (usize, usize) {
        let set = &self.profile.set;
        let open = set.iter().filter(|(_, done)| *done == Done::New).count();
        (set.len() - open, set.len())
    }

    /// In how many days so many more problems are done, by someone who does today's set every day.
    pub(in crate::session) fn days_until(&self, problems: u32) -> u32 {
        let (done, all) = self.set_counts();
        let today = if all == 0 { SET } else { all - done };
        problems.saturating_sub(today as u32).div_ceil(SET as u32)
    }

    /// Begins today's set, or goes on with it. What is finished makes way for a new one.
    pub(in crate::session) fn start_today(&mut self) {
        let (done, all) = self.set_counts();
        if done == all {
            let mut random = self.random.fork();
            self.profile.set = today::new_set(&self.tally(), self.profile.rating, &mut random);
            self.profile.set_rating = self.profile.rating;
            self.keeper.keep_profile(&self.profile);
        }
        if self.profile.set.is_empty() {
            return self.tell("Every problem is solved: nothing is left");
        }
        self.route = Route::Today;
        self.go_on_today();
    }

    /// The next open problem of today's set, or its end. What is gone from its pack is passed over.
    fn go_on_today(&mut self) {
        while let Some(place) = self.profile.set.iter().position(|(_, done)| *done == Done::New) {
            let (id, done) = &mut self.profile.set[place];
            if let Some((pack, index)) = self.library.find(*id) {
                return self.show(pack, index);
            }
            *done = Done::Helped;
        }
        self.profile.sets = self.profile.sets.saturating_add(1);
        self.keeper.keep_profile(&self.profile);
        self.end = Some(End::Set);
    }

    /// Leaves the problem of today's set that is on the table, whatever came of it.
    fn pass_over(&mut self) {
        let here = self.desk.showing().id;
        let open = |(id, done): &&mut (ProblemId, Done)| *id == here && *done == Done::New;
        if let Some((_, done)) = self.profile.set.iter_mut().find(open) {
            *done = Done::Helped;
        }
    }

    /// The next problem that failed in today's set, after the one on the table; behind the last one it goes on with the pack.
    pub(in crate::session) fn look_again(&mut self) {
        let is_under_way = matches!(self.route, Route::Again);
        let here = self.desk().map(|desk| desk.showing().id);
        let failed = |(id, done): &(ProblemId, Done)| (*done == Done::Failed).then_some(*id);
        let mut failed = self.profile.set.iter().filter_map(failed);
        let next = if is_under_way {
            failed.find(|&id| Some(id) == here);
            failed.next()
        } else {
            failed.next()
        };
        self.route = Route::Again;
        if let Some((pack, index)) = next.and_then(|id| self.library.find(id)) {
            self.show(pack, index);
        } else {
            self.route = Route::Pack;
            self.step(1);
        }
    }

    /// The rating begins here.
    pub(in crate::session) fn set_rating(&mut self, rating: i16) {
        self.profile.rating = rating;
        self.profile.history.clear();
        self.keeper.keep_profile(&self.profile);
    }

    /// Begins to look for the player's level.
    pub(in crate::session) fn find_level(&mut self) {
        self.find_on(Finding::START);
    }

    /// The next problem that finds the level, or the end of the search.
    fn find_on(&mut self, finding: Finding) {
        self.route = Route::Find(Finding {
            shown: finding.done + 1,
            ..finding
        });
        let here = self.desk().map(|desk| desk.showing().id);
        let mut random = self.random.fork();
        let next = today::near(&self.tally(), finding.rating, &mut random, &|id| Some(id) == here);
        if let Some((pack, index)) = next.filter(|_| !finding.is_over()) {
            self.show(pack, index);
        } else {
            self.route = Route::Pack;
            self.set_rating(finding.rating);
            self.end = Some(End::Level);
        }
    }

    /// Starts the review, if something is due.
    pub(in crate::session) fn start_review(&mut self) {
        if let Some((pack, index)) = self.next_due() {
            self.route = Route::Review;
            self.show(pack, index);
        } else {
            self.tell("What is due is on the table");
        }
    }

    /// The pack that comes after this one, if there is one with problems.
    pub(in crate::session) fn pack_after(&self, pack: PackIndex) -> Option<PackIndex> {
        (pack + 1..self.library.packs()).find(|&next| !self.library.is_empty(next))
    }

    /// Goes to where a pack is to be gone on with.
    pub(in crate::session) fn go_to_pack(&mut self, pack: PackIndex) {
        self.leave_route();
        if let Some(first) = self.first_unsolved(pack) {
            self.show(pack, first);
        }
    }

    /// Goes on with the pack from here.
    pub(in crate::session) fn leave_route(&mut self) {
        self.route = Route::Pack;
    }

    /// The problem that has been due longest and is not the one on the table. What is gone from its pack does not wait any more.
    fn next_due(&mut self) -> Option<(PackIndex, ProblemIndex)> {
        loop {
            let id = self.tally().longest_due()?;
            let place = self.library.find(id);
            if place.is_some() {
                return place;
            }
            self.keeper.keep(id, Record::default());
            // Nothing is kept while a backup comes in: then it would be the longest due for ever.
            if review::is_due(self.keeper.record(id), self.all_tries()) {
                return None;
            }
        }
    }
}
