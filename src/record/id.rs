//! The names that problems have for ever.

use serde::{Deserialize, Serialize};

/// What names a problem wherever it stands: its pack, and its stones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ProblemId {
    /// The pack, by a number that later revisions keep.
    pub pack: u32,
    /// The problem, by a number made from its stones.
    pub problem: u32,
}
