//! Ways to look at a position that differ in taste: what limits and orders the winner's moves. They change speed, never answers.

use crate::policy::WEIGHT_COUNT;
use crate::weights::WEIGHTS;

/// How one search chooses among the moves of the side that is to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// How much above the distance the cells may lie that the defender wants for its eyes.
    pub slack: u32,
    /// How far from the defender's stones W may play.
    pub near: u32,
    /// The same for its first move, if that is farther.
    pub near_first: u32,
    /// The steps that a bit of surprise costs.
    pub bit: u32,
    /// How much less likely a move is taken to be that brings no eye nearer and that no pair of eyes wants, in sixteenths of a bit.
    pub odd: i32,
    /// The same for such a move on the first two lines that touches the defender's stones.
    pub odd_at_edge: i32,
    /// The most steps that a first move costs. One wrong guess there would put everything off, and there is only one first move.
    pub opening: u32,
    /// The steps that a missing move is taken to cost, at least 1.
    pub missing: u32,
    /// By how many moves are missing: what a move's price is multiplied with, in eighths. Far from life there is little to choose from; close
    /// to it there is much, and little of it helps.
    pub scale: [u32; 5],
    /// So many steps, at least 1, make a move look twice as hard to prove.
    pub spread: u32,
    /// The steps beyond the missing moves that proof numbers begin with, and by how many a round is longer than the one before.
    pub first: u32,
    /// See `first`.
    pub round: u32,
    /// How much of what was learnt counts, in eighths.
    pub trust: i32,
    /// Whether it deepens, and whether it goes by proof numbers.
    pub deepens: bool,
    /// See `deepens`.
    pub weighs: bool,
}

/// What is tried first.
pub(crate) const PLAIN: Style = Style {
    slack: 1,
    near: 2,
    near_first: 2,
    bit: 4,
    odd: 40,
    odd_at_edge: 40,
    opening: 20,
    missing: 6,
    scale: [10, 10, 10, 8, 6],
    spread: 8,
    first: 28,
    round: 8,
    trust: 8,
    deepens: true,
    weighs: true,
};

/// Looks farther for a first move, and thinks more of moves that make room along the edge.
pub(crate) const WIDE: Style = Style {
    near_first: 3,
    odd_at_edge: 16,
    ..PLAIN
};

/// They take turns, after the first one had some for itself.
pub(crate) const STYLES: [Style; 2] = [PLAIN, WIDE];

const EIGHTHS: u32 = 8;

impl Default for Style {
    fn default() -> Style {
        PLAIN
    }
}

impl Style {
    /// A price where so many moves are missing.
    #[inline]
    pub(crate) fn scaled(&self, price: u32, distance: u32) -> u32 {
        price * self.scale[distance.min(4) as usize] / EIGHTHS
    }

    /// The steps that so many missing moves are taken to cost.
    #[inline]
    pub(crate) fn missing(&self, distance: u32) -> u32 {
        (1..=distance)
            .map(|distance| self.scaled(self.missing, distance))
            .sum()
    }

    /// What this style makes of what was learnt.
    pub(crate) fn weights(&self) -> [i16; WEIGHT_COUNT] {
        WEIGHTS.map(|weight| (i32::from(weight) * self.trust / EIGHTHS as i32) as i16)
    }
}
