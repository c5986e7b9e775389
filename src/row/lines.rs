//! Stones line by line: what rows there are, and what open ones are worth.
//!
//! A **place** is where a row could stand: so many points side by side on one line. It is open to a side while the other has no stone in
//! it. What a place is worth grows with the stones that are there already. All of this is kept from move to move, since a stone changes
//! two lines only.

use super::rules::{LARGEST, Rules};
use crate::board::Color;

/// Lines of both directions: those across, then those down.
const LINES: usize = 2 * LARGEST as usize;

/// What an open place with so many stones is worth, by how many of the row's stones are missing. A place that lacks one stone wins next move,
/// or has to be stopped.
const WORTH: [i16; 6] = [0, 60, 16, 4, 1, 0];

/// The stones on every line, a bit each, and what they come to. By colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    stones: [[u16; LINES]; 2],
    worth: [i16; 2],
    /// Open places that lack one stone.
    almost: [u8; 2],
    /// Full rows.
    full: [u8; 2],
}

/// What a line comes to for one side.
#[derive(Clone, Copy, Default)]
struct Tally {
    worth: i16,
    almost: u8,
    full: u8,
}

/// A place on the current lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// The line: across up to the board's size, then down.
    line: u8,
    /// Where on it the place begins.
    from: u8,
    /// The side that it is open to. An empty place is nobody's.
    pub(super) owner: Option<Color>,
    /// How many stones are there.
    pub(super) stones: u8,
    /// Which of its points have one, the first in the lowest bit.
    taken: u16,
}

impl Place {
    /// Its points that have no stone, as columns and rows.
    pub(super) fn free(self, rules: Rules) -> impl Iterator<Item = (u8, u8)> {
        let (size, row) = (rules.size(), rules.row());
        (0..row)
            .filter(move |&step| self.taken >> step & 1 == 0)
            .map(move |step| {
                let at = self.from + step;
                if self.line < size {
                    (at, self.line)
                } else {
                    (self.line - size, at)
                }
            })
    }

    /// What it is worth with one stone more than it has.
    pub(super) const fn promise(self, rules: Rules) -> i16 {
        WORTH[(rules.row() - self.stones - 1) as usize]
    }
}

const fn count(bits: u16) -> u8 {
    /// The members of every set of five.
    const COUNTS: [u8; 32] = {
        let mut counts = [0; 32];
        let mut bits = 0;
        while bits < 32 {
            counts[bits] = (bits as u32).count_ones() as u8;
            bits += 1;
        }
        counts
    };
    // The chip has no instruction for it.
    COUNTS[(bits & 31) as usize]
}

impl Lines {
    pub(super) const EMPTY: Lines = Lines {
        stones: [[0; LINES]; 2],
        worth: [0; 2],
        almost: [0; 2],
        full: [0; 2],
    };

    /// What open places are worth to a side.
    pub(super) const fn worth(&self, color: Color) -> i16 {
        self.worth[color as usize]
    }

    /// How many places lack one stone of this side.
    pub(super) const fn almost(&self, color: Color) -> u8 {
        self.almost[color as usize]
    }

    /// Whether a side has a row.
    pub(super) const fn has_row(&self, color: Color) -> bool {
        self.full[color as usize] > 0
    }

    /// Puts a stone on a point, or takes it away.
    pub(super) fn turn(&mut self, rules: Rules, (column, row): (u8, u8), color: Color) {
        self.turn_on_line(rules, row, column, color);
        self.turn_on_line(rules, rules.size() + column, row, color);
    }

    fn turn_on_line(&mut self, rules: Rules, line: u8, at: u8, color: Color) {
        let line = usize::from(line);
        let [mut black, mut white] = [self.stones[0][line], self.stones[1][line]];
        let before = [tally(rules, black, white), tally(rules, white, black)];
        match color {
            Color::Black => black ^= 1 << at,
            Color::White => white ^= 1 << at,
        }
        let after = [tally(rules, black, white), tally(rules, white, black)];
        self.stones[0][line] = black;
        self.stones[1][line] = white;
        for side in 0..2 {
            self.worth[side] += after[side].worth - before[side].worth;
            self.almost[side] = self.almost[side] + after[side].almost - before[side].almost;
            self.full[side] = self.full[side] + after[side].full - before[side].full;
        }
    }

    /// Shows every place that is open to somebody.
    pub(super) fn each_place(&self, rules: Rules, mut show: impl FnMut(Place)) {
        let whole = (1 << rules.row()) - 1;
        for line in 0..2 * rules.size() {
            let [black, white] = [0, 1].map(|side| self.stones[side][usize::from(line)]);
            for from in 0..=rules.size() - rules.row() {
                let [blacks, whites] = [black >> from & whole, white >> from & whole];
                let owner = match (blacks, whites) {
                    (0, 0) => None,
                    (_, 0) => Some(Color::Black),
                    (0, _) => Some(Color::White),
                    _ => continue,
                };
                let taken = blacks | whites;
                show(Place {
                    line,
                    from,
                    owner,
                    stones: count(taken),
                    taken,
                });
            }
        }
    }

    /// Shows the points on which a stone of `color` completes a row.
    pub(super) fn each_last_point(&self, rules: Rules, color: Color, mut show: impl FnMut((u8, u8))) {
        if self.almost(color) == 0 {
            return;
        }
        self.each_place(rules, |place| {
            if place.owner == Some(color) && place.stones + 1 == rules.row() {
                place.free(rules).for_each(&mut show);
            }
        });
    }
}

/// What a line comes to for the side that has the stones `own` on it.
fn tally(rules: Rules, own: u16, other: u16) -> Tally {
    let mut tally = Tally::default();
    if own == 0 {
        return tally;
    }
    let (row, whole) = (rules.row(), (1 << rules.row()) - 1);
    for from in 0..=rules.size() - row {
        if other >> from & whole != 0 {
            continue;
        }
        let missing = row - count(own >> from & whole);
        tally.almost += u8::from(missing == 1);
        tally.full += u8::from(missing == 0);
        // An empty place is worth nothing to anybody.
        if missing < row {
            tally.worth += WORTH[usize::from(missing)];
        }
    }
    tally
}
