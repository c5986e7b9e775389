//! A keeper without flash or file.
//!
//! The session changes a [`Profile`] and one [`Record`] a problem. A [`Keeper`] holds them: a file on a computer, flash on
//! the handheld. It answers at once; when it writes is its own business.

use heapless::Vec;

use super::rating;
use crate::record::{GAME, Keeper, ProblemId, Profile, Record, take_game};

impl Profile {
    /// The same with nothing beyond its bounds: a file can be edited, and a backup be damaged.
    pub(super) fn bounded(mut self) -> Profile {
        self.settings = self.settings.bounded();
        self.rating = rating::bounded(self.rating.into());
        for rating in &mut self.history {
            *rating = rating::bounded((*rating).into());
        }
        self.tries.1 = self.tries.1.min(self.tries.0);
        self.book_tries.1 = self.book_tries.1.min(self.book_tries.0);
        self
    }
}

/// Remembers in memory, for as long as that lasts.
#[derive(Clone, Debug)]
pub struct Notebook<const N: usize> {
    profile: Profile,
    /// The one that was touched longest ago first: it goes when there is no room.
    records: Vec<(ProblemId, Record), N>,
    /// The game that is not finished.
    game: Vec<u8, GAME>,
}

impl<const N: usize> Notebook<N> {
    /// An empty one.
    pub fn new() -> Notebook<N> {
        Notebook {
            profile: Profile::default(),
            records: Vec::new(),
            game: Vec::new(),
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

    fn game(&self, show: &mut dyn FnMut(&[u8])) {
        show(&self.game);
    }

    fn keep_game(&mut self, bytes: &mut dyn Iterator<Item = u8>) {
        take_game(&mut self.game, bytes);
    }

    fn forget(&mut self) {
        self.records.clear();
        self.game.clear();
        self.profile = Profile {
            settings: self.profile.settings,
            ..Profile::default()
        };
    }
}
