//! The whole game of Go that is not finished: kept move by move, and gone on with.

use super::Journey;
use crate::board::MAX_SIZE;
use crate::session::desk::Desk;
use crate::session::kept_go::KeptGo;

impl Journey<'_> {
    /// Whole games can be played on the largest board.
    pub(in crate::session) const fn tell_of_large_boards(&mut self) {
        self.go_lines = MAX_SIZE;
    }

    /// The most lines that a whole game can be played on.
    pub(in crate::session) const fn go_lines(&self) -> u8 {
        self.go_lines
    }

    /// The moves of the whole game that was kept; none if no game was.
    pub(in crate::session) fn kept_go(&self) -> usize {
        let mut moves = 0;
        self.keeper.game(&mut |bytes| {
            moves = KeptGo::read(bytes, self.go_lines).map_or(0, |kept| kept.len());
        });
        moves
    }

    /// Goes on with it.
    pub(in crate::session) fn go_on_with_go(&mut self) {
        let (desk, lines) = (&mut *self.desk, self.go_lines);
        self.keeper.game(&mut |bytes| {
            if let Some(kept) = KeptGo::read(bytes, lines) {
                desk.go_on_with(&kept);
            }
        });
    }

    /// Keeps the whole game that is played, whenever there is another move, until it ends. One that is only laid aside stays.
    pub(in crate::session) fn keep_go(&mut self) {
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
}
