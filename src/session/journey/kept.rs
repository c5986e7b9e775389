//! The player's own sets: what is put into them, and the way through one.

use super::{Journey, Route};
use crate::pack::library::{PackIndex, ProblemIndex};
use crate::record::{ProblemId, SetName, SetNumber};

impl Journey<'_> {
    /// The set that the problem on the table is in; none if it is not kept.
    pub(in crate::session) fn set_of_this(&self) -> Option<SetNumber> {
        self.profile.set_of(self.desk()?.showing().id)
    }

    /// The set that was used last.
    pub(in crate::session) const fn last_set(&self) -> SetNumber {
        self.last_set
    }

    /// Keeps the problem on the table in the set that was used last, or does not keep it any more.
    pub(in crate::session) fn turn_kept(&mut self) {
        self.turn_in(self.set_of_this().unwrap_or(self.last_set));
    }

    /// Puts the problem on the table into a set, or takes it out if it is there.
    pub(in crate::session) fn turn_in(&mut self, set: SetNumber) {
        if let Some(id) = self.desk().map(|desk| desk.showing().id) {
            self.last_set = set;
            let said = self.profile.turn_in(id, set);
            self.keeper.keep_profile(&self.profile);
            self.tell(&said);
        }
    }

    /// Takes a problem out of its set.
    pub(in crate::session) fn take_out(&mut self, id: ProblemId) {
        self.profile.take_out(id);
        self.keeper.keep_profile(&self.profile);
    }

    /// Gives a set a name.
    pub(in crate::session) fn name_set(&mut self, set: SetNumber, name: SetName) {
        self.profile.name_set(set, name);
        self.keeper.keep_profile(&self.profile);
    }

    /// Shows a problem of a set, and goes on from there.
    pub(in crate::session) fn show_kept(&mut self, set: SetNumber, (pack, index): (PackIndex, ProblemIndex)) {
        self.route = Route::Kept(set);
        self.show(pack, index);
    }

    /// The problems of a set behind the one on the table.
    pub(in crate::session) fn kept_after(&self, set: SetNumber) -> impl Iterator<Item = ProblemId> + '_ {
        self.profile.kept_after(set, self.desk.showing().id)
    }
}
