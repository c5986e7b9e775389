//! The way from problem to problem, and what is remembered of it.
//!
//! A journey knows the library, the keeper and the desk. It knows no page and no key: what a page has to know of an arrival is left
//! behind as a value.

use super::about::About;
use super::activity::{Edit, Extra, Goal, Start, Twin};
use super::desk::Desk;
use super::event::Effects;
use super::kept_go::KeptGo;
use super::picture::{Tone, Words};
use super::random::Random;
use super::row::Wanted;
use super::settings::Setting;
use super::showing::{Showing, Taught};
use super::tally::Tally;
use super::today::{self, FINDERS, Finding};
use super::words::{Message, words};
use super::{language, rating, review};
use crate::board::MAX_SIZE;
use crate::edit::is_twin;
use crate::language::Language;
use crate::pack::library::{Change, Entry, Library, Made, Name, PackIndex, ProblemIndex, problem_number};
use crate::play::DEVICE_SIZE;
use crate::problem::Theme;
use crate::record::{Done, Keeper, ProblemId, Profile, Record, SET, SetName, SetNumber, Settings};

/// Lessons before which something may not have been taught: to look through more of them would take too long for a key.
const FIRST_LESSONS: ProblemIndex = 40;

/// Problems whose notes are looked through for a theme while a key waits.
pub(super) const NOTES_AT_ONCE: ProblemIndex = 900;

/// Which problem comes next.
#[derive(Clone, Copy, Debug)]
enum Route {
    /// The next of the pack that is not solved.
    Pack,
    /// The next that is due.
    Review,
    /// The next of today's set.
    Today,
    /// What failed in today's set, once more.
    Again,
    /// Problems that find the player's level.
    Find(Finding),
    /// The next one of a set that the player keeps.
    Kept(SetNumber),
    /// The next of the pack that is about this and not solved.
    Theme(Theme),
}

/// An end was reached that has a page of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Of a pack.
    Pack(PackIndex),
    /// Of today's set.
    Set,
    /// Of the search for a level.
    Level,
}

/// Problems that are compared with the one in the making, at a time.
const COMPARED: usize = 8;

/// A problem was laid on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Arrival {
    /// There is something to read before its first move.
    pub(super) has_primer: bool,
}

/// The player on the way through the problems.
pub(super) struct Journey<'a> {
    library: &'a dyn Library,
    keeper: &'a mut dyn Keeper,
    profile: Profile,
    random: Random,
    desk: &'a mut Desk,
    /// Something lies on the desk; nothing does if there is no problem at all.
    has_problem: bool,
    route: Route,
    /// The newest arrival, until it is told.
    arrival: Option<Arrival>,
    /// The end that was reached, until it is told.
    end: Option<End>,
    /// The pack that is to be deleted, by its number.
    delete: Option<u32>,
    /// The problem that is being kept, by its number.
    keeping: Option<u32>,
    /// The set that a problem was put into last.
    last_set: SetNumber,
    /// How far the whole game was that is kept.
    go_stood: Option<(usize, bool)>,
    /// The most lines that a whole game can be played on.
    go_lines: u8,
}

impl<'a> Journey<'a> {
    /// Starts where the player left off.
    pub(super) fn new(
        library: &'a dyn Library,
        keeper: &'a mut dyn Keeper,
        desk: &'a mut Desk,
        seed: u32,
    ) -> Journey<'a> {
        let profile = keeper.profile().bounded();
        let mut journey = Journey {
            library,
            keeper,
            profile,
            random: Random::new(seed),
            desk,
            has_problem: false,
            route: Route::Pack,
            arrival: None,
            end: None,
            delete: None,
            keeping: None,
            last_set: 0,
            go_stood: None,
            go_lines: DEVICE_SIZE,
        };
        journey.go_to_place();
        journey
    }
}

impl Journey<'_> {
    pub(super) const fn library(&self) -> &dyn Library {
        self.library
    }

    pub(super) const fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The problem on the table, if there is one.
    pub(super) fn desk(&self) -> Option<&Desk> {
        self.has_problem.then_some(&*self.desk)
    }

    /// The same, to do something with it.
    pub(super) fn desk_mut(&mut self) -> Option<&mut Desk> {
        self.has_problem.then_some(&mut *self.desk)
    }

    /// The newest arrival, told once.
    pub(super) const fn take_arrival(&mut self) -> Option<Arrival> {
        self.arrival.take()
    }

    /// The end that was reached, told once.
    pub(super) const fn take_end(&mut self) -> Option<End> {
        self.end.take()
    }

    /// The first pages were seen.
    pub(super) fn was_welcomed(&mut self) {
        self.profile.welcomed = true;
        self.keeper.keep_profile(&self.profile);
    }

    pub(super) fn change_setting(&mut self, setting: Setting, forwards: bool) {
        let mut settings = self.profile.settings;
        if setting == Setting::Language {
            settings.language = language::beside(self.library, settings.language, forwards);
        } else {
            settings.change(setting, forwards);
        }
        self.set(settings);
    }

    /// The language of the player.
    pub(super) fn language(&self) -> Language<'static> {
        language::find(self.library, self.profile.settings.language)
            .map_or(Language::ENGLISH, |found| found.language)
    }

    /// What it is called by those who speak it.
    pub(super) fn language_name(&self) -> Name {
        language::name(self.library, self.profile.settings.language)
    }

    /// Row Go is to be played like this from now on.
    pub(super) fn want_row(&mut self, wanted: Wanted) {
        let mut settings = self.profile.settings;
        wanted.write(&mut settings);
        self.set(settings);
    }

    fn set(&mut self, settings: Settings) {
        self.profile.settings = settings;
        self.keeper.keep_profile(&self.profile);
        if let Some(desk) = self.desk_mut() {
            desk.set(settings);
        }
    }

    /// Does something else with the problem on the table.
    pub(super) fn go(&mut self, goal: Goal) {
        if let Some(desk) = self.desk_mut() {
            desk.go(goal);
        }
    }

    /// Asks what is being done for something that it offers.
    pub(super) fn give(&mut self, extra: Extra) {
        if let Some(desk) = self.desk_mut() {
            desk.give(extra);
        }
    }

    /// Forgets all progress, but not the settings.
    pub(super) fn forget(&mut self) {
        self.keeper.forget();
        self.profile = Profile {
            settings: self.profile.settings,
            welcomed: true,
            place: self.profile.place,
            // What one wants to find again is no progress.
            kept: core::mem::take(&mut self.profile.kept),
            kept_in: core::mem::take(&mut self.profile.kept_in),
            set_names: core::mem::take(&mut self.profile.set_names),
            ..self.keeper.profile()
        };
        self.keeper.keep_profile(&self.profile);
    }

    /// Asks the world to delete a pack. It goes when the flash says so: then there is another library.
    pub(super) fn delete(&mut self, pack: PackIndex) {
        self.delete = Some(self.library.pack_id(pack));
    }

    /// The problem where the player left off, or the first there is.
    fn go_to_place(&mut self) {
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
        let stays = self.desk().and_then(|desk| self.library.find(desk.showing().id));
        let is_editing = self.editor().is_some();
        match stays {
            Some((pack, index)) => self.desk.moved_to(pack, index),
            // What is being made is not lost with the problem that it was made of.
            None if is_editing => {}
            None => self.go_to_place(),
        }
    }

    // The editor.

    /// The editor, if it is open.
    pub(super) fn editor(&self) -> Option<&Edit> {
        self.desk()?.editor()
    }

    /// Opens the editor with an empty board.
    pub(super) fn edit_nothing(&mut self) {
        if self.desk().is_some() {
            self.desk.forget_words();
            self.go(Goal::Edit(Start::Nothing));
        }
    }

    /// Opens the editor with what stands on the board.
    pub(super) fn edit(&mut self) {
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
    pub(super) fn leave_editor(&mut self) {
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
    pub(super) fn describe(&mut self, about: About<'_>) {
        if self.keeping.is_some() {
            // What is kept just now is what was said before.
            return self.tell("Keeping it …");
        }
        if self.editor().is_some() {
            self.desk.describe(about);
        }
    }

    /// Keeps what was made, in place of what it was made of or beside it.
    pub(super) fn keep_made(&mut self, as_new: bool) {
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
    pub(super) fn delete_made(&mut self) {
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
    pub(super) fn was_kept(&mut self) {
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
    pub(super) fn was_not_kept(&mut self, why: &str) {
        self.keeping = None;
        self.tell(why);
    }

    /// Compares what is being made with some more problems.
    pub(super) fn seek_twin(&mut self) {
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

    /// Lays a problem on the table. If it is damaged, the next one that is not.
    pub(super) fn show(&mut self, pack: PackIndex, problem: ProblemIndex) {
        self.lay(pack, problem, self.profile.settings.transforms);
    }

    /// The same, and turned and mirrored by chance or not.
    fn lay(&mut self, pack: PackIndex, problem: ProblemIndex, shuffles: bool) {
        let count = self.library.len(pack);
        let mut skipped = None;
        for step in 0..count {
            let index = (problem + step) % count;
            let Some(entry) = self.library.load(pack, index) else {
                skipped.get_or_insert(index);
                continue;
            };
            let id = self.library.id(pack, index);
            let has_primer = !entry.lesson.is_empty();
            let home = (pack, self.library.pack_name(pack));
            let mut showing = Showing::new(id, home, index, entry);
            showing.is_course = self.is_course(pack);
            if has_primer {
                showing.taught = self.taught(pack, index);
            }
            // A lesson lies as it is written until it is understood: whoever types points in a first lesson finds letters across.
            if shuffles && !(has_primer && self.record(pack, index).done != Done::Solved) {
                showing = showing.shuffled(&mut self.random);
            }
            let (settings, random) = (self.profile.settings, self.random.fork());
            self.library.open_book(pack, index, self.desk.book_mut());
            self.desk.lay(showing, settings, random);
            self.has_problem = true;
            if let Some(skipped) = skipped {
                let number = skipped + 1;
                self.desk.say(Message::lasting(
                    Tone::Plain,
                    words(format_args!("Problem {number} is damaged, skipped")),
                ));
            }
            self.profile.place = Some(id);
            self.keeper.keep_profile(&self.profile);
            self.arrival = Some(Arrival { has_primer });
            return;
        }
        self.has_problem = false;
    }

    /// Whether a pack is a course: it begins with a lesson.
    fn is_course(&self, pack: PackIndex) -> bool {
        let first = self.library.load(pack, 0);
        first.is_some_and(|first| !first.lesson.is_empty())
    }

    /// What the lessons of the pack teach up to this one. Whoever has come far is asked everything.
    // An entry is large, and must be off the stack again before anything else is done.
    #[inline(never)]
    fn taught(&self, pack: PackIndex, last: ProblemIndex) -> Taught {
        if last >= FIRST_LESSONS {
            return Taught::ALL;
        }
        (0..=last).fold(Taught::NOTHING, |taught, index| {
            let entry = self.library.load(pack, index);
            entry.map_or(taught, |entry| taught.with(&entry.lesson))
        })
    }

    /// Where one is in the pack.
    pub(super) fn place_words(&self) -> Words {
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
    pub(super) fn go_on(&mut self) {
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
    pub(super) const fn follow(&mut self, theme: Theme) {
        self.route = Route::Theme(theme);
    }

    fn is_on_route(&self, pack: PackIndex, problem: ProblemIndex) -> bool {
        match self.route {
            Route::Theme(theme) => self.library.themes(pack, problem).has(theme),
            _ => true,
        }
    }

    /// The problem that is `step` places further on. Behind the last one is the end of the pack, before the first one the last.
    pub(super) fn step(&mut self, step: i32) {
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
    pub(super) fn set_counts(&self) -> (usize, usize) {
        let set = &self.profile.set;
        let open = set.iter().filter(|(_, done)| *done == Done::New).count();
        (set.len() - open, set.len())
    }

    /// In how many days so many more problems are done, by someone who does today's set every day.
    pub(super) fn days_until(&self, problems: u32) -> u32 {
        let (done, all) = self.set_counts();
        let today = if all == 0 { SET } else { all - done };
        problems.saturating_sub(today as u32).div_ceil(SET as u32)
    }

    /// Begins today's set, or goes on with it. What is finished makes way for a new one.
    pub(super) fn start_today(&mut self) {
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
    pub(super) fn look_again(&mut self) {
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

    /// The set that the problem on the table is in; none if it is not kept.
    pub(super) fn set_of_this(&self) -> Option<SetNumber> {
        self.profile.set_of(self.desk()?.showing().id)
    }

    /// The set that was used last.
    pub(super) const fn last_set(&self) -> SetNumber {
        self.last_set
    }

    /// Keeps the problem on the table in the set that was used last, or does not keep it any more.
    pub(super) fn turn_kept(&mut self) {
        self.turn_in(self.set_of_this().unwrap_or(self.last_set));
    }

    /// Puts the problem on the table into a set, or takes it out if it is there.
    pub(super) fn turn_in(&mut self, set: SetNumber) {
        if let Some(id) = self.desk().map(|desk| desk.showing().id) {
            self.last_set = set;
            let said = self.profile.turn_in(id, set);
            self.keeper.keep_profile(&self.profile);
            self.tell(&said);
        }
    }

    /// Takes a problem out of its set.
    pub(super) fn take_out(&mut self, id: ProblemId) {
        self.profile.take_out(id);
        self.keeper.keep_profile(&self.profile);
    }

    /// Gives a set a name.
    pub(super) fn name_set(&mut self, set: SetNumber, name: SetName) {
        self.profile.name_set(set, name);
        self.keeper.keep_profile(&self.profile);
    }

    /// Shows a problem of a set, and goes on from there.
    pub(super) fn show_kept(&mut self, set: SetNumber, (pack, index): (PackIndex, ProblemIndex)) {
        self.route = Route::Kept(set);
        self.show(pack, index);
    }

    /// The problems of a set behind the one on the table.
    fn kept_after(&self, set: SetNumber) -> impl Iterator<Item = ProblemId> + '_ {
        self.profile.kept_after(set, self.desk.showing().id)
    }

    /// The rating begins here.
    pub(super) fn set_rating(&mut self, rating: i16) {
        self.profile.rating = rating;
        self.profile.history.clear();
        self.keeper.keep_profile(&self.profile);
    }

    /// Begins to look for the player's level.
    pub(super) fn find_level(&mut self) {
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

    /// The first problem of a pack that is not solved, or the first of all.
    pub(super) fn first_unsolved(&self, pack: PackIndex) -> Option<ProblemIndex> {
        let count = self.library.len(pack);
        (0..count)
            .find(|&next| self.record(pack, next).done != Done::Solved)
            .or_else(|| (count > 0).then_some(0))
    }

    /// The pack that comes after this one, if there is one with problems.
    pub(super) fn pack_after(&self, pack: PackIndex) -> Option<PackIndex> {
        (pack + 1..self.library.packs()).find(|&next| !self.library.is_empty(next))
    }

    /// Goes to where a pack is to be gone on with.
    pub(super) fn go_to_pack(&mut self, pack: PackIndex) {
        self.leave_route();
        if let Some(first) = self.first_unsolved(pack) {
            self.show(pack, first);
        }
    }

    /// Goes on with the pack from here.
    pub(super) fn leave_route(&mut self) {
        self.route = Route::Pack;
    }

    pub(super) fn record(&self, pack: PackIndex, problem: ProblemIndex) -> Record {
        self.keeper.record(self.library.id(pack, problem))
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

    /// Whole games can be played on the largest board.
    pub(super) const fn tell_of_large_boards(&mut self) {
        self.go_lines = MAX_SIZE;
    }

    /// The most lines that a whole game can be played on.
    pub(super) const fn go_lines(&self) -> u8 {
        self.go_lines
    }

    /// The moves of the whole game that was kept; none if no game was.
    pub(super) fn kept_go(&self) -> usize {
        let mut moves = 0;
        self.keeper.game(&mut |bytes| {
            moves = KeptGo::read(bytes, self.go_lines).map_or(0, |kept| kept.len());
        });
        moves
    }

    /// Goes on with it.
    pub(super) fn go_on_with_go(&mut self) {
        let (desk, lines) = (&mut *self.desk, self.go_lines);
        self.keeper.game(&mut |bytes| {
            if let Some(kept) = KeptGo::read(bytes, lines) {
                desk.go_on_with(&kept);
            }
        });
    }

    /// Keeps the whole game that is played, whenever there is another move, until it ends. One that is only laid aside stays.
    fn keep_go(&mut self) {
        let stands = self.desk().and_then(Desk::go_stands);
        if stands == self.go_stood {
            return;
        }
        self.go_stood = stands;
        match self.desk.unfinished_go() {
            Some(mut bytes) if stands.is_some() => self.keeper.keep_game(&mut bytes),
            // What has not begun takes no other game's place.
            _ if stands.is_some_and(|(moves, _)| moves > 1) => {
                self.keeper.keep_game(&mut core::iter::empty());
            }
            _ => {}
        }
    }

    /// What the results so far come to.
    pub(super) fn tally(&self) -> Tally<'_> {
        Tally {
            library: self.library,
            keeper: self.keeper,
            tries: self.all_tries(),
            here: self.desk().map(|desk| desk.showing().id),
        }
    }

    /// Takes in what the desk has to tell: results are counted and remembered.
    pub(super) fn take_results(&mut self) -> Effects {
        self.keep_go();
        let (id, level) = (self.desk.showing().id, self.desk.showing().entry.level);
        let is_by_the_book = self.desk.showing().entry.is_by_the_book;
        if let Some(done) = self.desk.take_result() {
            let profile = &mut self.profile;
            let solved = done == Done::Solved;
            if let Some((_, kept)) = profile.set.iter_mut().find(|(known, _)| *known == id)
                && *kept == Done::New
            {
                *kept = done;
            }
            if is_by_the_book {
                // Nobody knows whether the book is right, nor how hard it is: rating and streak are about what is proved.
                profile.book_tries.0 = profile.book_tries.0.saturating_add(1);
                profile.book_tries.1 = profile.book_tries.1.saturating_add(u32::from(solved));
                self.remember(id, done);
                return self.effects();
            }
            if let Route::Find(finding) = &mut self.route {
                *finding = finding.after(solved);
            } else if let Some(level) = level.filter(|_| done != Done::Helped) {
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
            self.remember(id, done);
        }
        self.effects()
    }

    /// Remembers how a problem ended, and the player.
    fn remember(&mut self, id: ProblemId, done: Done) {
        let record = review::after(self.keeper.record(id), done, self.all_tries());
        self.keeper.keep(id, record);
        self.keeper.keep_profile(&self.profile);
    }

    /// The clock of the review.
    const fn all_tries(&self) -> u32 {
        review::clock(&self.profile)
    }

    fn effects(&mut self) -> Effects {
        Effects {
            sound: self.desk.take_sound(),
            delete: self.delete.take(),
        }
    }
}
