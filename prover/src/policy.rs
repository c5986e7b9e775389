//! What a defender who has to live is likely to play: an opinion that was learnt from proofs.
//!
//! Each move gets a price in sixteenths of a bit: little for a move that looks right, much for one that does not. A search that may spend so
//! many bits looks at no more than that many lines, so what is likely is searched deep and what is not is searched a little. Prices limit and order
//! the winner's own moves only, so no proof leans on them. All in whole numbers: the same on every machine.

use crate::field::Field;
use crate::position::{PASS, Position};
use crate::set::Set;

/// Sixteenths of a bit.
pub(crate) const BIT: i32 = 16;

/// What is known of a position before its moves are looked at one by one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<const N: usize> {
    /// The distance to two eyes.
    pub(crate) here: u32,
    /// Cells that pairs of eyes want.
    pub(crate) wanted: Set<N>,
    /// Cells that the cheapest pairs want.
    pub(crate) vital: Set<N>,
    /// Liberties of chains that hang by a thread.
    pub(crate) tactical: Set<N>,
    /// Answers to an atari on something large.
    pub(crate) forced: Set<N>,
    /// The attacker's last move.
    pub(crate) last: u16,
    /// The answer to a pass.
    pub(crate) hint: u16,
    /// The answers to other moves of the attacker.
    pub(crate) replies: Set<N>,
    /// What won against the attacker's last move elsewhere, the last time and the time before.
    pub(crate) answers: [u16; 2],
}

/// The features of a move: places in the list of weights.
pub(crate) type Features = [u8; 16];

/// What a proof teaches: the moves that there were, by their features, and which of them won.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The features of each move: places in the list of weights.
    pub moves: Vec<[u8; 16]>,
    /// The place of the move that won.
    pub chosen: usize,
}

/// Where each kind of feature begins.
mod at {
    pub(super) const DISTANCE: usize = 0;
    pub(super) const DAMAGE: usize = DISTANCE + 25;
    pub(super) const BESIDE: usize = DAMAGE + 20;
    pub(super) const CORNERS: usize = BESIDE + 35;
    pub(super) const LINE: usize = CORNERS + 35;
    pub(super) const LAST: usize = LINE + 4;
    pub(super) const HINT: usize = LAST + 6;
    pub(super) const WANTED: usize = HINT + 4;
    pub(super) const TAKES: usize = WANTED + 4;
    pub(super) const LIBERTIES: usize = TAKES + 3;
    pub(super) const ATARI: usize = LIBERTIES + 4;
    pub(super) const SAVES: usize = ATARI + 2;
    pub(super) const FORCED: usize = SAVES + 2;
    pub(super) const JOINS: usize = FORCED + 2;
    pub(super) const ANSWERS: usize = JOINS + 3;
    pub(super) const HISTORY: usize = ANSWERS + 3;
    pub(super) const END: usize = HISTORY + 5;
}

/// How many weights there are.
pub const WEIGHT_COUNT: usize = at::END;

/// A number for each way to share four places among own stones, others' stones, what is off, and the rest.
fn class(own: u32, theirs: u32, off: u32) -> usize {
    const START: [usize; 5] = [0, 15, 25, 31, 34];
    // Of n places left: own and theirs in a triangle.
    let left = 4 - off as usize;
    let (own, theirs) = (own as usize, theirs as usize);
    START[off as usize] + own * (2 * left + 3 - own) / 2 + theirs
}

/// A move of the defender, and what is known after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trial<'a, const N: usize> {
    pub(crate) cell: usize,
    pub(crate) child: &'a Position<N>,
    /// The distance to two eyes after it, and after a move of the attacker there.
    pub(crate) distance: u32,
    pub(crate) spoilt: u32,
    /// How much has been won there so far, from 0 to 4.
    pub(crate) fame: usize,
}

/// The features of a move.
pub(crate) fn features<const N: usize>(
    field: &Field<N>,
    position: &Position<N>,
    scene: &Scene<N>,
    trial: &Trial<'_, N>,
) -> Features {
    let (cell, child) = (trial.cell, trial.child);
    let (own, theirs) = (position.stones[0], position.stones[1]);
    let around = field.around(cell);
    let corners = field.corners(cell);
    let share = |places: Set<N>| {
        class(
            (places & own).len(),
            (places & theirs).len(),
            4 - places.len().min(4),
        )
    };
    let delta = (scene.here + 1).saturating_sub(trial.distance).min(4) as usize;
    let line = if field.edge.has(cell) {
        usize::from(around.len() <= 2)
    } else {
        2 + usize::from(!around.meets(field.edge))
    };
    let last = if scene.last == PASS {
        0
    } else {
        let last = usize::from(scene.last);
        let (beside, diagonal) = (field.around(last), field.corners(last));
        match () {
            () if beside.has(cell) => 1,
            () if diagonal.has(cell) => 2,
            () if field.near(beside).has(cell) => 3,
            () if field.near(diagonal).has(cell) => 4,
            () => 5,
        }
    };
    let empty = child.empty(field);
    let chain = field.flood(child.stones[0], Set::one(cell));
    let liberties = (field.near(chain) & empty).len();
    let taken = theirs.minus(child.stones[1]).len();
    let mut atari = false;
    let mut rest = around & child.stones[1];
    while rest.any() && !atari {
        let seed = rest.lowest();
        rest = rest.minus(seed);
        atari = field
            .weak_chain(child.stones[1], seed, empty, field.immune[1], 1)
            .is_ok();
    }
    let before = position.empty(field);
    let (mut joins, mut saves) = (0, false);
    let mut rest = around & own;
    while rest.any() {
        let other = field.flood(own, rest.lowest());
        rest = rest.minus(other);
        joins += 1;
        saves |= liberties > 1 && (field.near(other) & before).len() == 1;
    }
    let damage = trial.spoilt.saturating_sub(scene.here).min(3) as usize;
    [
        at::DISTANCE + delta * 5 + scene.here.min(4) as usize,
        at::DAMAGE + damage * 5 + delta,
        at::BESIDE + share(around),
        at::CORNERS + share(corners),
        at::LINE + line,
        at::LAST + last,
        at::HINT + usize::from(scene.hint == cell as u16) + 2 * usize::from(scene.replies.has(cell)),
        at::WANTED + usize::from(scene.wanted.has(cell)) + 2 * usize::from(scene.tactical.has(cell)),
        at::TAKES + taken.min(2) as usize,
        at::LIBERTIES + liberties.clamp(1, 4) as usize - 1,
        at::ATARI + usize::from(atari),
        at::SAVES + usize::from(saves),
        at::FORCED + usize::from(scene.forced.has(cell)),
        at::JOINS + joins.min(2),
        at::ANSWERS
            + scene
                .answers
                .iter()
                .position(|&answer| answer == cell as u16)
                .map_or(0, |place| place + 1),
        at::HISTORY + trial.fame,
    ]
    .map(|place| place as u8)
}

/// How likely the move looks, on the scale of [`BIT`].
pub(crate) fn score(weights: &[i16; WEIGHT_COUNT], features: &Features) -> i32 {
    features
        .iter()
        .map(|&place| i32::from(weights[usize::from(place)]))
        .sum()
}

/// 2 to the power of minus sixteenths, times 65536.
const POWERS: [u32; 16] = [
    65536, 62757, 60097, 57549, 55109, 52772, 50535, 48393, 46341, 44376, 42495, 40693, 38968, 37316, 35734,
    34219,
];

/// What score a move would have that looks as likely as all of these together.
pub(crate) fn together(scores: impl Iterator<Item = i32> + Clone) -> i32 {
    let Some(most) = scores.clone().max() else {
        return 0;
    };
    let sum: u64 = scores
        .map(|score| {
            let less = (most - score) as u32;
            if less >= 16 * BIT as u32 {
                0
            } else {
                u64::from(POWERS[(less % 16) as usize] >> (less / 16))
            }
        })
        .sum();
    // The logarithm of the sum, rounded down to sixteenths.
    let whole = (sum.max(65536) >> 16).ilog2();
    let rest = (sum >> whole) as u32;
    let part = POWERS
        .iter()
        .filter(|&&power| u64::from(rest) * u64::from(power) >= 1 << 32)
        .count();
    most + whole as i32 * BIT + part.saturating_sub(1) as i32
}
