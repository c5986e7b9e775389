//! What is remembered from one session to the next, and who remembers it.
//!
//! The session changes a [`Profile`] and one [`Record`] a problem. A [`Keeper`] holds them: a file on a computer, flash on
//! the handheld. It answers at once; when it writes is its own business.

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::library::ProblemId;
use super::picture::{Done, PLOT};
use super::rating;
use super::settings::Settings;

/// What became of a problem so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    /// How the newest counted try ended.
    pub done: Done,
    /// Its box: 0 is not in review, 1 comes back soonest.
    pub box_number: u8,
    /// It is due when so many problems have been tried in all.
    pub due: u32,
}

/// What is remembered about the player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Profile {
    /// How the player likes it.
    pub settings: Settings,
    /// The first pages were seen.
    pub welcomed: bool,
    /// The problem on the screen.
    pub place: Option<ProblemId>,
    /// The rating: 100 to a rank, 2100 is 1 dan.
    pub rating: i16,
    /// Solved one after the other, now and at best.
    pub streak: (u16, u16),
    /// Problems that counted, and those of them solved.
    pub tries: (u32, u32),
    /// Ratings after the newest counted tries, the newest last.
    pub history: Vec<i16, PLOT>,
}

impl Default for Profile {
    fn default() -> Profile {
        Profile {
            settings: Settings::default(),
            welcomed: false,
            place: None,
            rating: rating::START,
            streak: (0, 0),
            tries: (0, 0),
            history: Vec::new(),
        }
    }
}

impl Profile {
    /// The same with nothing beyond its bounds: a file can be edited, and a backup be damaged.
    pub(super) fn bounded(mut self) -> Profile {
        self.settings = self.settings.bounded();
        self.rating = rating::bounded(self.rating.into());
        for rating in &mut self.history {
            *rating = rating::bounded((*rating).into());
        }
        self.tries.1 = self.tries.1.min(self.tries.0);
        self
    }
}

/// Remembers in memory, for as long as that lasts.
#[derive(Clone, Debug)]
pub struct Notebook<const N: usize> {
    profile: Profile,
    /// The one that was touched longest ago first: it goes when there is no room.
    records: Vec<(ProblemId, Record), N>,
}

impl<const N: usize> Notebook<N> {
    /// An empty one.
    pub fn new() -> Notebook<N> {
        Notebook {
            profile: Profile::default(),
            records: Vec::new(),
        }
    }
}

impl<const N: usize> Default for Notebook<N> {
    fn default() -> Notebook<N> {
        Notebook::new()
    }
}

impl<const N: usize> Keeper for Notebook<N> {
    fn record(&self, id: ProblemId) -> Record {
        let found = self.records.iter().rev().find(|(kept, _)| *kept == id);
        found.map_or(Record::default(), |(_, record)| *record)
    }

    fn keep(&mut self, id: ProblemId, record: Record) {
        if let Some(place) = self.records.iter().position(|(kept, _)| *kept == id) {
            self.records.remove(place);
        } else if self.records.is_full() {
            self.records.remove(0);
        }
        let _ = self.records.push((id, record));
    }

    fn each(&self, show: &mut dyn FnMut(ProblemId, Record)) {
        for (id, record) in &self.records {
            show(*id, *record);
        }
    }

    fn profile(&self) -> Profile {
        self.profile.clone()
    }

    fn keep_profile(&mut self, profile: &Profile) {
        self.profile = profile.clone();
    }

    fn forget(&mut self) {
        self.records.clear();
        self.profile = Profile {
            settings: self.profile.settings,
            ..Profile::default()
        };
    }
}

/// Remembers.
pub trait Keeper {
    /// What became of a problem; a new record if nothing is known.
    fn record(&self, id: ProblemId) -> Record;

    /// Remembers what became of a problem.
    fn keep(&mut self, id: ProblemId, record: Record);

    /// Shows every record there is, in the same order each time.
    fn each(&self, show: &mut dyn FnMut(ProblemId, Record));

    /// What is remembered about the player.
    fn profile(&self) -> Profile;

    /// Remembers the player.
    fn keep_profile(&mut self, profile: &Profile);

    /// Forgets every record and what was made of them, but not the settings.
    fn forget(&mut self);
}
