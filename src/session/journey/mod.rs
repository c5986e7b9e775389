//! The way from problem to problem, and what is remembered of it.
//!
//! A journey knows the library, the keeper and the desk. It knows no page and no key: what a page has to know of an arrival is left
//! behind as a value.
//!
//! Here is what it has, and how a problem is laid on the table. On top of that, `results` counts, `ways` says what comes next, `kept` has the player's own sets,
//! `workshop` what the player makes, and `whole_game` the game that is not finished.

mod kept;
mod results;
mod ways;
mod whole_game;
mod workshop;

use crate::language::Language;
use crate::pack::library::{Library, Name, PackIndex, ProblemIndex};
use crate::play::DEVICE_SIZE;
use crate::problem::Theme;
use crate::record::{Done, Keeper, Profile, Record, SetNumber, Settings};
use crate::session::activity::{Edit, Extra, Goal};
use crate::session::desk::Desk;
use crate::session::language;
use crate::session::picture::Tone;
use crate::session::random::Random;
use crate::session::row::Wanted;
use crate::session::settings::Setting;
use crate::session::showing::{Showing, Taught};
use crate::session::today::Finding;
use crate::session::words::{Message, words};

/// Lessons before which something may not have been taught: to look through more of them would take too long for a key.
const FIRST_LESSONS: ProblemIndex = 40;

/// Problems whose notes are looked through for a theme while a key waits.
pub(in crate::session) const NOTES_AT_ONCE: ProblemIndex = 900;

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
pub(in crate::session) enum End {
    /// Of a pack.
    Pack(PackIndex),
    /// Of today's set.
    Set,
    /// Of the search for a level.
    Level,
}

/// A problem was laid on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::session) struct Arrival {
    /// There is something to read before its first move.
    pub(in crate::session) has_primer: bool,
}

/// The player on the way through the problems.
pub(in crate::session) struct Journey<'a> {
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
    pub(in crate::session) fn new(
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
    pub(in crate::session) const fn library(&self) -> &dyn Library {
        self.library
    }

    pub(in crate::session) const fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The problem on the table, if there is one.
    pub(in crate::session) fn desk(&self) -> Option<&Desk> {
        self.has_problem.then_some(&*self.desk)
    }

    /// The same, to do something with it.
    pub(in crate::session) fn desk_mut(&mut self) -> Option<&mut Desk> {
        self.has_problem.then_some(&mut *self.desk)
    }

    /// The newest arrival, told once.
    pub(in crate::session) const fn take_arrival(&mut self) -> Option<Arrival> {
        self.arrival.take()
    }

    /// The end that was reached, told once.
    pub(in crate::session) const fn take_end(&mut self) -> Option<End> {
        self.end.take()
    }

    /// The first pages were seen.
    pub(in crate::session) fn was_welcomed(&mut self) {
        self.profile.welcomed = true;
        self.keeper.keep_profile(&self.profile);
    }

    pub(in crate::session) fn change_setting(&mut self, setting: Setting, forwards: bool) {
        let mut settings = self.profile.settings;
        if setting == Setting::Language {
            settings.language = language::beside(self.library, settings.language, forwards);
        } else {
            settings.change(setting, forwards);
        }
        self.set(settings);
    }

    /// The language of the player.
    pub(in crate::session) fn language(&self) -> Language<'static> {
        language::find(self.library, self.profile.settings.language)
            .map_or(Language::ENGLISH, |found| found.language)
    }

    /// What it is called by those who speak it.
    pub(in crate::session) fn language_name(&self) -> Name {
        language::name(self.library, self.profile.settings.language)
    }

    /// Row Go is to be played like this from now on.
    pub(in crate::session) fn want_row(&mut self, wanted: Wanted) {
        let mut settings = self.profile.settings;
        wanted.write(&mut settings);
        self.set(settings);
    }

    pub(in crate::session) fn set(&mut self, settings: Settings) {
        self.profile.settings = settings;
        self.keeper.keep_profile(&self.profile);
        if let Some(desk) = self.desk_mut() {
            desk.set(settings);
        }
    }

    /// Does something else with the problem on the table.
    pub(in crate::session) fn go(&mut self, goal: Goal) {
        if let Some(desk) = self.desk_mut() {
            desk.go(goal);
        }
    }

    /// Asks what is being done for something that it offers.
    pub(in crate::session) fn give(&mut self, extra: Extra) {
        if let Some(desk) = self.desk_mut() {
            desk.give(extra);
        }
    }

    /// Forgets all progress, but not the settings.
    pub(in crate::session) fn forget(&mut self) {
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
    pub(in crate::session) fn delete(&mut self, pack: PackIndex) {
        self.delete = Some(self.library.pack_id(pack));
    }

    /// The problem where the player left off, or the first there is.
    pub(in crate::session) fn go_to_place(&mut self) {
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
    pub(in crate::session) fn reload(&mut self) {
        let stays = self.desk().and_then(|desk| self.library.find(desk.showing().id));
        let is_editing = self.editor().is_some();
        match stays {
            Some((pack, index)) => self.desk.moved_to(pack, index),
            // What is being made is not lost with the problem that it was made of.
            None if is_editing => {}
            None => self.go_to_place(),
        }
    }

    /// The editor, if it is open.
    pub(in crate::session) fn editor(&self) -> Option<&Edit> {
        self.desk()?.editor()
    }

    /// Lays a problem on the table. If it is damaged, the next one that is not.
    pub(in crate::session) fn show(&mut self, pack: PackIndex, problem: ProblemIndex) {
        self.lay(pack, problem, self.profile.settings.transforms);
    }

    /// The same, and turned and mirrored by chance or not.
    pub(in crate::session) fn lay(&mut self, pack: PackIndex, problem: ProblemIndex, shuffles: bool) {
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

    pub(in crate::session) fn tell(&mut self, text: &str) {
        self.desk.say(Message::passing(Tone::Plain, text));
    }

    /// The first problem of a pack that is not solved, or the first of all.
    pub(in crate::session) fn first_unsolved(&self, pack: PackIndex) -> Option<ProblemIndex> {
        let count = self.library.len(pack);
        (0..count)
            .find(|&next| self.record(pack, next).done != Done::Solved)
            .or_else(|| (count > 0).then_some(0))
    }

    pub(in crate::session) fn record(&self, pack: PackIndex, problem: ProblemIndex) -> Record {
        self.keeper.record(self.library.id(pack, problem))
    }
}
