//! The player.

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::{Done, Fields, Kept, OWN_SETS, ProblemId, SetName, SetNumber, Settings};

/// Where everybody begins: 20 kyu.
pub const FIRST_RATING: i16 = 100;
/// Ratings of the past that are kept.
pub const HISTORY: usize = 48;

/// Problems of a day's set.
pub const SET: usize = 15;

/// Problems that can be kept in the player's own list.
pub const KEPT: usize = 48;

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
    pub history: Vec<i16, HISTORY>,
    /// Problems on the book's word that counted, and those of them solved: apart from all others.
    pub book_tries: (u32, u32),
    /// Today's set, and what became of each of its problems.
    pub set: Vec<(ProblemId, Done), SET>,
    /// The rating before it.
    pub set_rating: i16,
    /// Sets that were finished.
    pub sets: u16,
    /// Problems that the player wants to find again, in the order in which they were kept.
    pub kept: Vec<ProblemId, KEPT>,
    /// Which set each of these is in.
    pub kept_in: Vec<SetNumber, KEPT>,
    /// What the sets are called.
    pub set_names: Vec<SetName, OWN_SETS>,
}

impl Profile {
    /// A new player.
    pub const NEW: Profile = Profile {
        settings: Settings::DEFAULT,
        welcomed: false,
        place: None,
        rating: FIRST_RATING,
        streak: (0, 0),
        tries: (0, 0),
        history: Vec::new(),
        book_tries: (0, 0),
        set: Vec::new(),
        set_rating: FIRST_RATING,
        sets: 0,
        kept: Vec::new(),
        kept_in: Vec::new(),
        set_names: Vec::new(),
    };
}

impl Default for Profile {
    fn default() -> Profile {
        Profile::NEW
    }
}

impl Kept for Profile {
    fn fields(&mut self, to: &mut impl Fields) {
        to.group(&mut self.settings);
        to.field(&mut self.welcomed);
        to.field(&mut self.place);
        to.field(&mut self.rating);
        to.field(&mut self.streak);
        to.field(&mut self.tries);
        to.field(&mut self.history);
        to.field(&mut self.book_tries);
        to.field(&mut self.set);
        to.field(&mut self.set_rating);
        to.field(&mut self.sets);
        to.field(&mut self.kept);
        to.field(&mut self.kept_in);
        to.field(&mut self.set_names);
    }
}
