//! What came of problems, counted and remembered.

use super::{Journey, Route};
use crate::record::{Done, ProblemId};
use crate::session::event::Effects;
use crate::session::tally::Tally;
use crate::session::{rating, review};

impl Journey<'_> {
    /// What the results so far come to.
    pub(in crate::session) fn tally(&self) -> Tally<'_> {
        Tally {
            library: self.library,
            keeper: self.keeper,
            tries: self.all_tries(),
            here: self.desk().map(|desk| desk.showing().id),
        }
    }

    /// Takes in what the desk has to tell: results are counted and remembered.
    pub(in crate::session) fn take_results(&mut self) -> Effects {
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
    pub(in crate::session) fn remember(&mut self, id: ProblemId, done: Done) {
        let record = review::after(self.keeper.record(id), done, self.all_tries());
        self.keeper.keep(id, record);
        self.keeper.keep_profile(&self.profile);
    }

    /// The clock of the review.
    pub(in crate::session) const fn all_tries(&self) -> u32 {
        review::clock(&self.profile)
    }

    pub(in crate::session) fn effects(&mut self) -> Effects {
        Effects {
            sound: self.desk.take_sound(),
            delete: self.delete.take(),
        }
    }
}
