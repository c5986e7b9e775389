//! Moves that somebody found on a larger machine, so that the handheld looks there first.
//!
//! Hints are advice and prove nothing: with false ones the solver takes longer and answers the same. They are a tree, written
//! node by node, each before what follows it, with its depth. Such a list has no links that could lead in a ring, and one
//! pass tells whether it is a tree.
//!
//! ```text
//! 15      12 11    9 8             0
//! | depth   | proved | point or pass |      two bytes a node, the lower one first
//! ```

use super::MAX_HINTS;
use crate::board::{Move, Point, Setup};
use crate::problem::Outcome;

const PASS: u16 = 0x1ff;

/// A move of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hint {
    /// How many moves come before it: 0 for a first move, 15 at most.
    pub depth: u8,
    /// The move. Among those that follow the same one, the best come first.
    pub played: Move,
    /// What it leads to, if that was proved.
    pub outcome: Option<Outcome>,
}

impl Hint {
    /// The bytes of a hint.
    pub const LEN: usize = 2;
    /// The largest depth.
    pub const DEEPEST: u8 = 15;

    /// The bytes of this one on a board of `size` lines.
    pub fn write(&self, size: u8) -> [u8; Hint::LEN] {
        let place = match self.played {
            Move::Play(point) => u16::from(point.row()) * u16::from(size) + u16::from(point.column()),
            Move::Pass => PASS,
        };
        let proved = self.outcome.map_or(0, |outcome| outcome as u16 + 1);
        (place | proved << 9 | u16::from(self.depth.min(Hint::DEEPEST)) << 12).to_le_bytes()
    }

    fn read(bytes: [u8; Hint::LEN], size: u8) -> Option<Hint> {
        let word = u16::from_le_bytes(bytes);
        let place = word & PASS;
        let lines = u16::from(size);
        let played = match place {
            PASS => Move::Pass,
            place if place < lines * lines => {
                Move::Play(Point::new((place % lines) as u8, (place / lines) as u8))
            }
            _ => return None,
        };
        let outcome = match word >> 9 & 7 {
            0 => None,
            proved => Some(*Outcome::ALL.get(usize::from(proved) - 1)?),
        };
        Some(Hint {
            depth: (word >> 12) as u8,
            played,
            outcome,
        })
    }
}

/// The hints of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hints<'a> {
    bytes: &'a [u8],
    size: u8,
}

impl<'a> Hints<'a> {
    /// No hints.
    pub const NONE: Hints<'static> = Hints { bytes: &[], size: 0 };

    /// The hints that `bytes` hold for a position; `None` if they are not a tree, or too many, or name a point that is not
    /// on the board or never played on.
    pub fn new(bytes: &'a [u8], setup: &Setup) -> Option<Hints<'a>> {
        let (pairs, rest) = bytes.as_chunks::<{ Hint::LEN }>();
        if !rest.is_empty() || pairs.len() > MAX_HINTS {
            return None;
        }
        let mut deepest = 0;
        for &pair in pairs {
            let hint = Hint::read(pair, setup.size)?;
            let closed = matches!(hint.played, Move::Play(point) if setup.outside.contains(point));
            if hint.depth > deepest || closed {
                return None;
            }
            deepest = hint.depth + 1;
        }
        // Without any it does not matter for which board.
        let size = if bytes.is_empty() { 0 } else { setup.size };
        Some(Hints { bytes, size })
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.bytes.len() / Hint::LEN
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// All of them, each before what follows it.
    pub fn iter(&self) -> impl Iterator<Item = Hint> + use<'a> {
        let Hints { bytes, size } = *self;
        let (pairs, _) = bytes.as_chunks::<{ Hint::LEN }>();
        pairs.iter().filter_map(move |&pair| Hint::read(pair, size))
    }

    /// What to look at first after these moves, the best first.
    pub fn after(&self, line: &[Move]) -> impl Iterator<Item = Hint> + use<'a> {
        let mut below = 0..self.len();
        for (depth, &played) in line.iter().enumerate() {
            let here = |&(_, hint): &(usize, Hint)| usize::from(hint.depth) == depth;
            let within =
                |range: core::ops::Range<usize>| self.iter().enumerate().skip(range.start).take(range.len());
            let found = within(below.clone())
                .filter(here)
                .find(|(_, hint)| hint.played == played);
            let start = found.map_or(below.end, |(at, _)| at + 1);
            let next = within(start..below.end).find(|(_, hint)| usize::from(hint.depth) <= depth);
            below = start..next.map_or(below.end, |(at, _)| at);
        }
        let depth = line.len();
        self.iter()
            .skip(below.start)
            .take(below.len())
            .filter(move |hint| usize::from(hint.depth) == depth)
    }

    pub(super) const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }
}
