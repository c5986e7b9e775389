//! What can be done to a position in the making.

use core::fmt;

use crate::board::{Color, Point};

/// One thing that can be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Puts a stone on a point, in place of one of the other colour if there is one. Chains that lose their last liberty go.
    Put(Color, Point),
    /// Takes the stone from a point.
    Take(Point),
    /// Makes the chain of a stone key stones, or takes that back if all of it is.
    Key(Point),
    /// The same with this stone alone.
    KeyStone(Point),
    /// Opens a point that is outside, or closes one that is inside.
    Paint(Point),
    /// One may play inside of the rectangle between these two points, and nowhere else.
    Frame(Point, Point),
    /// Where one may play is worked out from the key stones.
    WorkOut,
    /// The other side moves first. With the same key stones that is the other goal, too.
    Side,
    /// Another size. What stands near a side stays beside it; what has no place any more goes.
    Size(u8),
    /// Turns everything by a quarter.
    Turn,
    /// Mirrors the columns.
    Mirror,
    /// Exchanges the colours.
    Swap,
    /// Takes every stone away.
    Clear,
}

/// Why something is not done. Then nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The stone would have no liberty, and takes none from others.
    NoLiberty,
    /// Such a stone is there already.
    Taken,
    /// There is no stone.
    NoStone,
    /// A stone stands there, so nobody can play there anyway.
    OnStone,
    /// There is no such point, or no such size.
    OffBoard,
    /// It is like that already.
    Same,
}

impl Refused {
    /// In few words.
    pub const fn sentence(self) -> &'static str {
        match self {
            Refused::NoLiberty => "No liberty: it cannot stand there",
            Refused::Taken => "Such a stone is there already",
            Refused::NoStone => "There is no stone",
            Refused::OnStone => "A stone stands there",
            Refused::OffBoard => "That is not on the board",
            Refused::Same => "It is like that already",
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sentence())
    }
}

impl core::error::Error for Refused {}
