//! Row Go with the handheld's memory: the computer's second move, with the settings for which an older program's author published his
//! seconds in 2022. We do not know those positions. Ours: Black begins and is not careful, and White, the computer, is to play its second stone.

use super::solving::{EMPTY, SLICE, fold};
use crate::board::{Color, Game, Point, PointSet, Setup};
use crate::row::{Found, RowThinker, Rules, Task, Thinking};
use crate::search::{Limits, Table};

/// How many of the [`ROWS`], from the first, are for the chip too.
pub const ROWS_ON_CHIP: usize = 5;

/// The games that are measured: board, stones in a row, plies.
pub const ROWS: [&str; 6] = [
    "row-4x4/3/8",
    "row-5x5/4/5",
    "row-6x6/4/5",
    "row-7x7/4/4",
    "row-9x9/5/4",
    "row-9x9/5/5",
];

/// The same as numbers, and the first three stones.
const GAMES: [(u8, u8, u8, [&str; 3]); ROWS.len()] = [
    (4, 3, 8, ["B2", "C3", "A4"]),
    (5, 4, 5, ["C3", "B2", "D2"]),
    (6, 4, 5, ["C3", "D4", "B5"]),
    (7, 4, 4, ["D4", "C3", "F5"]),
    (9, 5, 4, ["E5", "D4", "F4"]),
    (9, 5, 5, ["E5", "D4", "F4"]),
];

/// A move to be looked for once.
#[derive(Debug)]
pub struct RowTrial {
    thinker: RowThinker,
}

impl RowTrial {
    /// The game measured under the name `ROWS[index]`.
    ///
    /// # Panics
    /// If there is no such game.
    pub fn new(index: usize) -> RowTrial {
        let (size, row, depth, stones) = GAMES[index];
        let rules = Rules::new(size, row).expect("there is such a game");
        let mut game = Game::new(&Setup::empty(size));
        for name in stones {
            let point = Point::from_vertex(name, size).expect("it is on the board");
            game.play(point).expect("it is legal");
        }
        let limits = Limits {
            depth,
            ..Limits::NONE
        };
        let mut trial = RowTrial {
            thinker: RowThinker::IDLE,
        };
        // Nothing was captured, so nothing can come back that stood before.
        let task = Task::of(rules, &game, &[], [PointSet::EMPTY; 2], limits);
        trial.thinker.start(&task);
        trial
    }

    /// Looks for the move. The table must be empty, and of [`crate::tsumego::DEVICE_SLOTS`] for the figures to be those of the handheld.
    pub fn solve(&mut self, table: &mut Table<'_>) -> RowFound {
        loop {
            if let Thinking::Done(found) = self.thinker.step(table, SLICE) {
                return RowFound(found);
            }
        }
    }
}

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowFound(pub Found);

impl RowFound {
    /// What is known about it.
    pub fn word(&self) -> &'static str {
        match self.0.winner(Color::White) {
            Some(Color::White) => "won",
            Some(Color::Black) => "lost",
            None => "open",
        }
    }

    /// Folded from move, value and positions.
    pub fn signature(&self) -> u64 {
        let Found {
            best, value, nodes, ..
        } = self.0;
        let line = |line: fn(Point) -> u8| best.map_or(0, |best| 1 + u64::from(line(best)));
        [line(Point::column), line(Point::row), value as u64, nodes]
            .into_iter()
            .fold(EMPTY, fold)
    }
}
