//! What a search is asked, and what it answers.

use super::MoveId;

/// What to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The value, by full windows.
    Value,
    /// Whether the side to move wins or loses, by the narrowest windows: anything
    /// in between stays unknown.
    Proof,
}

/// When to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How many plies to look ahead at most.
    pub depth: u8,
    /// How many moves to try in a position at most. If that leaves a move out, a loss there is not proved.
    pub breadth: usize,
    /// How many positions to look at, at most.
    pub nodes: u64,
}

impl Limits {
    /// As far as there is room.
    pub const NONE: Limits = Limits {
        depth: u8::MAX,
        breadth: usize::MAX,
        nodes: u64::MAX,
    };
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The value is proved.
    Proved,
    /// Everything within the depth was searched.
    Depth,
    /// There was no room to look at everything: lines deeper than the search holds were asked for, or a line had more moves than
    /// its list holds. What was left out was taken for undecided and remembered nowhere.
    Room,
    /// The nodes were used up.
    Nodes,
}

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// The value for the side to move at the root, of the last round that was finished.
    pub value: i16,
    /// The move that reaches it.
    pub best: Option<MoveId>,
    /// How deep that round went.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
    /// Why it ended.
    pub end: End,
    /// Whether the value was found without meeting a repetition, so that it holds under any rule about repetitions.
    pub pure: bool,
}

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// There is more to do.
    More,
    /// The search is over.
    Done(Report),
}
