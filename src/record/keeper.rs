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

    /// Shows the game of Go that is not finished yet, in bytes that only the session understands. There are none if there is no such game.
    fn game(&self, show: &mut dyn FnMut(&[u8]));

    /// Remembers that game; no bytes are no game. One that there is no room for is not kept.
    fn keep_game(&mut self, bytes: &mut dyn Iterator<Item = u8>);

    /// Forgets every record and what was made of them, the game too, but not the settings.
    fn forget(&mut self);
}
