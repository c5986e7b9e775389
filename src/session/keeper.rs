//! What is remembered from one session to the next, and who remembers it.
//!
//! The session changes a [`Profile`] and one [`Record`] a problem. A [`Keeper`] holds them: a file on a computer, flash on
//! the handheld. It answers at once; when it writes is its own business.

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::library::ProblemId;
use super::picture::{Done, PLOT};
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
            rating: super::rating::START,
            streak: (0, 0),
            tries: (0, 0),
            history: Vec::new(),
        }
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
