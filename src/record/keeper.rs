//! Who remembers: a file on a computer, flash on the handheld.

use super::{ProblemId, Profile, Record};

/// Remembers. It answers at once; when it writes is its own business.
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
