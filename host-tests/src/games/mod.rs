//! Small games that have nothing to do with Go, each with a second, slow and obvious way to its answer.
//!
//! - [`tree`]: a tree whose positions have given values, read from text or made at random; plain minimax.
//! - [`graph`]: random places with moves in circles; the winner by the classical backward induction.
//! - [`nim`] and [`noughts`]: real games with known answers.
//! - [`rows`]: stones in a row with captures; what is forced, by trying everything.

pub mod graph;
pub mod nim;
pub mod noughts;
pub mod rows;
pub mod tree;

use shikatsu::search::{Aim, Game, Limits, Report, Search, Slot, Step, Table, WIN};

/// The deepest line that [`Searcher`] has room for.
pub const MAX_DEPTH: usize = 80;

/// The search that these games are played by.
pub type Searcher = Search<MAX_DEPTH, 1200>;

/// Memory for a table.
pub fn slots(count: usize) -> Vec<Slot> {
    vec![Slot::EMPTY; count]
}

/// Searches to the end in one step.
pub fn solve(game: &mut impl Game, table: &mut Table<'_>, aim: Aim, limits: Limits) -> Report {
    let mut search = Searcher::default();
    search.start(aim, limits);
    finish(&mut search, game, table, u32::MAX)
}

/// Goes on with a search to its end, this many nodes at a time.
pub fn finish<const DEPTH: usize, const MOVES: usize>(
    search: &mut Search<DEPTH, MOVES>,
    game: &mut impl Game,
    table: &mut Table<'_>,
    nodes: u32,
) -> Report {
    loop {
        if let Step::Done(report) = search.step(game, table, nodes) {
            return report;
        }
    }
}

/// What a value proves: 1 a win, -1 a loss, 0 nothing.
pub const fn proof(value: i16) -> i16 {
    if value >= WIN {
        1
    } else if value <= -WIN {
        -1
    } else {
        0
    }
}

/// Spreads numbers that lie side by side over all of 2⁶⁴.
pub(crate) fn spread(number: u64) -> u64 {
    crate::random::Random::new(number).number()
}
