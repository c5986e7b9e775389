//! What became of a problem.

use serde::{Deserialize, Serialize};

/// How the newest try at a problem ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Done {
    /// Not tried.
    #[default]
    New,
    /// Solved at the first try.
    Solved,
    /// Solved with help.
    Helped,
    /// Failed.
    Failed,
}

/// What became of a problem so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    /// How the newest counted try ended.
    pub done: Done,
    /// Its box: 0 is not in review, 1 comes back soonest.
    pub box_number: u8,
    /// It is due when so many problems have been tried in all.
    pub due: u32,
}
