//! How far a solver can look: the room that its search has, and the room that its game needs for that.

use crate::search::Search;

/// The deepest line that is searched, in plies.
pub const MAX_DEPTH: usize = 80;

/// The untried moves of all positions on a line together.
const MAX_MOVES: usize = 1200;

/// The moves between the setup and the deepest position: a first move that a question is about, and then the search's.
pub(super) const MAX_PLIES_AHEAD: usize = 1 + MAX_DEPTH;

/// The search that every question is put to.
pub(super) type LifeSearch = Search<MAX_DEPTH, MAX_MOVES>;

// A game without a place for the position after a move would have to call a legal move illegal.
const _: () = assert!(MAX_PLIES_AHEAD > LifeSearch::DEPTH);
