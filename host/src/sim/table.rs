//! One problem as the players left it.

use shikatsu::board::Crop;
use shikatsu::board::{Game, Point};

use crate::entry::Entry;

/// A problem that has been looked at: its game goes on where it was left.
pub(super) struct Table {
    pub(super) game: Game,
    pub(super) cursor: Point,
    /// The part of the board that matters.
    pub(super) crop: Crop,
}

impl Table {
    pub(super) fn new(entry: &Entry) -> Table {
        let setup = entry.problem.setup();
        let (game, crop) = (Game::new(&setup), Crop::around(&setup));
        // In the middle, on a point that can be played if there is one.
        let from_middle = |point: &Point| {
            let across = (point.column() * 2).abs_diff(crop.left + crop.right);
            let down = (point.row() * 2).abs_diff(crop.top + crop.bottom);
            (game.check(*point).is_err(), across + down)
        };
        let cursor = crop.points().min_by_key(from_middle).expect("a crop has points");
        Table { game, cursor, crop }
    }
}
