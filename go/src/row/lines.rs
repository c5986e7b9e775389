//! Stones line by line: what rows there are, and what open ones are worth.
//!
//! A **place** is where a row could stand: so many points side by side on one line. It is open to a side while the other has no stone in
//! it. What a place is worth grows with the stones that are there already. All of this is kept from move to move, since a stone changes
//! two lines only.

use super::game::POINTS;
use super::rules::{LARGEST, LONGEST_ROW, Rules, SHORTEST_ROW};
use crate::board::Color;

/// Lines of both directions: those across, then those down.
const LINES: usize = 2 * LARGEST as usize;

/// What an open place is worth, by how many of the row's stones are missing. A place that lacks one stone wins next move, or has to be stopped.
const WORTH: [i16; 6] = [0, 60, 16, 4, 1, 0];

/// How early to try a move that completes a row, and one that keeps the other side from doing so.
const COMPLETES: i32 = 8000;
const STOPS: i32 = 4000;

/// Lengths that a row can have.
const ROWS: usize = (LONGEST_ROW - SHORTEST_ROW) as usize + 1;

/// What places come to for one side, in one number, since the chip adds one as fast as a part of it: what they are worth, and in higher bits how
/// many of them lack one stone, and how many are full. Each part has room for all places of the largest board.
type Sum = i32;
const ALMOST: u32 = 16;
const FULL: u32 = 24;

/// By the length of the row and the stones that an open place has, what it adds to a sum. An empty one is worth nothing to anybody.
const PLACES: [[Sum; 6]; ROWS] = {
    let mut places = [[0; 6]; ROWS];
    let mut row = 0;
    while row < ROWS {
        let length = row + SHORTEST_ROW as usize;
        let mut stones = 1;
        while stones < length {
            places[row][stones] = WORTH[length - stones] as Sum;
            stones += 1;
        }
        places[row][length - 1] += 1 << ALMOST;
        places[row][length] = 1 << FULL;
        row += 1;
    }
    places
};

/// By the length of the row, for the mover's places and for the other side's: how early to try a move on a place that has so many stones, for what it
/// would be worth with one more.
const PROMISES: [[[i32; 6]; 2]; ROWS] = {
    let mut promises = [[[0; 6]; 2]; ROWS];
    let mut row = 0;
    while row < ROWS {
        let length = row + SHORTEST_ROW as usize;
        let mut stones = 0;
        while stones + 1 < length {
            let promise = WORTH[length - stones - 1] as i32;
            promises[row] = [
                with(promises[row][0], stones, promise),
                with(promises[row][1], stones, promise),
            ];
            stones += 1;
        }
        promises[row] = [
            with(promises[row][0], stones, COMPLETES),
            with(promises[row][1], stones, STOPS),
        ];
        row += 1;
    }
    promises
};

const fn with(mut list: [i32; 6], place: usize, value: i32) -> [i32; 6] {
    list[place] = value;
    list
}

/// The stones on every line, a bit each, and what they come to. By colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    stones: [[u16; LINES]; 2],
    sums: [Sum; 2],
}

const fn count(bits: u16) -> usize {
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
    COUNTS[(bits & 31) as usize] as usize
}

impl Lines {
    pub(super) const EMPTY: Lines = Lines {
        stones: [[0; LINES]; 2],
        sums: [0; 2],
    };

    /// What open places are worth to a side.
    pub(super) const fn worth(&self, color: Color) -> i16 {
        self.sums[color as usize] as i16
    }

    /// How many places lack one stone of this side.
    pub(super) const fn almost(&self, color: Color) -> u8 {
        (self.sums[color as usize] >> ALMOST) as u8
    }

    /// Whether a side has a row.
    pub(super) const fn has_row(&self, color: Color) -> bool {
        self.sums[color as usize] >> FULL > 0
    }

    /// Puts a stone on a point, or takes it away.
    pub(super) fn turn(&mut self, rules: Rules, (column, row): (u8, u8), color: Color) {
        self.turn_on_line(rules, row, column, color);
        self.turn_on_line(rules, rules.size() + column, row, color);
    }

    fn turn_on_line(&mut self, rules: Rules, line: u8, at: u8, color: Color) {
        let (line, row, whole) = (usize::from(line), rules.row(), rules.whole_row());
        let (own, other) = (color as usize, color.opponent() as usize);
        let places = &PLACES[usize::from(row - SHORTEST_ROW)];
        let bit = 1 << at;
        let without = self.stones[own][line] & !bit;
        let others = self.stones[other][line];
        let (mut gained, mut lost) = (0, 0);
        // Only the places through this point change.
        let (first, behind) = ((at + 1).saturating_sub(row), (at + 1).min(rules.places()));
        for from in usize::from(first)..usize::from(behind) {
            let (mine, theirs) = (without >> from & whole, others >> from & whole);
            if theirs == 0 {
                let stones = count(mine);
                gained += places[stones + 1] - places[stones];
            } else if mine == 0 {
                lost += places[count(theirs)];
            }
        }
        self.stones[own][line] ^= bit;
        let is_put = self.stones[own][line] & bit != 0;
        let (gained, lost) = if is_put { (gained, lost) } else { (-gained, -lost) };
        self.sums[own] += gained;
        self.sums[other] -= lost;
    }

    /// Adds to the rank of every cell what the open places through it would be worth with one stone more; what comes of cells that have a stone
    /// does not matter. Tells whether a place is open to anybody.
    pub(super) fn rank(&self, rules: Rules, mover: Color, ranks: &mut [i32; POINTS]) -> bool {
        let (size, row) = (usize::from(rules.size()), usize::from(rules.row()));
        let mut is_any_open = false;
        for line in 0..size {
            self.each_promise(rules, mover, line, |from, promise| {
                is_any_open = true;
                for rank in &mut ranks[line * size + from..][..row] {
                    *rank += promise;
                }
            });
            self.each_promise(rules, mover, size + line, |from, promise| {
                is_any_open = true;
                let mut cell = from * size + line;
                for _ in 0..row {
                    ranks[cell] += promise;
                    cell += size;
                }
            });
        }
        is_any_open
    }

    /// Shows the open places of a line: where they begin, and how early to try a move there.
    #[inline]
    fn each_promise(&self, rules: Rules, mover: Color, line: usize, mut show: impl FnMut(usize, i32)) {
        let (row, whole) = (usize::from(rules.row()), rules.whole_row());
        let [own_promises, other_promises] = &PROMISES[row - SHORTEST_ROW as usize];
        let own = self.stones[mover as usize][line];
        let other = self.stones[mover.opponent() as usize][line];
        for from in 0..usize::from(rules.places()) {
            let (mine, theirs) = (own >> from & whole, other >> from & whole);
            if theirs == 0 {
                show(from, own_promises[count(mine)]);
            } else if mine == 0 {
                show(from, other_promises[count(theirs)]);
            }
        }
    }

    /// Shows the cells on which a stone of `color` completes a row.
    pub(super) fn each_last_cell(&self, rules: Rules, color: Color, mut show: impl FnMut(usize)) {
        if self.almost(color) == 0 {
            return;
        }
        let (size, row, whole) = (
            usize::from(rules.size()),
            usize::from(rules.row()),
            rules.whole_row(),
        );
        for line in 0..2 * size {
            let own = self.stones[color as usize][line];
            let other = self.stones[color.opponent() as usize][line];
            // Most lines have too few stones.
            if count(own) + count(own >> 5) + 1 < row {
                continue;
            }
            let (first, step) = way(rules, line);
            for from in 0..usize::from(rules.places()) {
                let mine = own >> from & whole;
                if other >> from & whole == 0 && count(mine) + 1 == row {
                    let mut at = from;
                    while own >> at & 1 != 0 {
                        at += 1;
                    }
                    show(first + at * step);
                }
            }
        }
    }
}

/// The first cell of a line, and how far it is from one to the next.
const fn way(rules: Rules, line: usize) -> (usize, usize) {
    let size = rules.size() as usize;
    if line < size {
        (line * size, 1)
    } else {
        (line - size, size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a line comes to for the side that has the stones `own` on it, counted from nothing: worth, places that lack one stone, full rows.
    fn counted(rules: Rules, own: u16, other: u16) -> (i16, u8, u8) {
        let mut counted = (0, 0, 0);
        let whole = rules.whole_row();
        for from in 0..=rules.size() - rules.row() {
            if other >> from & whole == 0 && own >> from & whole != 0 {
                let missing = rules.row() - (own >> from & whole).count_ones() as u8;
                counted.0 += WORTH[usize::from(missing)];
                counted.1 += u8::from(missing == 1);
                counted.2 += u8::from(missing == 0);
            }
        }
        counted
    }

    #[test]
    fn what_is_kept_from_stone_to_stone_is_what_is_counted_from_nothing() {
        let mut noise = 1u32;
        let mut below = |count: u8| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (noise >> 8) as u8 % count
        };
        let mut full_rows = 0;
        for (size, row) in [(4, 3), (5, 4), (6, 4), (6, 5), (7, 4), (9, 5), (9, 3)] {
            let rules = Rules::new(size, row).unwrap();
            let mut lines = Lines::EMPTY;
            for _ in 0..2000 {
                let (column, line) = (below(size), below(size));
                let has = |color: Color| lines.stones[color as usize][usize::from(line)] >> column & 1 != 0;
                // A stone that is there goes, and where none is one comes.
                let by_chance = Color::BOTH[usize::from(below(2))];
                let color = Color::BOTH.into_iter().find(|&color| has(color));
                lines.turn(rules, (column, line), color.unwrap_or(by_chance));
                for color in Color::BOTH {
                    let [own, other] = [color, color.opponent()].map(|color| lines.stones[color as usize]);
                    let mut all = (0, 0, 0);
                    for line in 0..2 * usize::from(size) {
                        let (worth, almost, full) = counted(rules, own[line], other[line]);
                        all = (all.0 + worth, all.1 + almost, all.2 + full);
                    }
                    assert_eq!((lines.worth(color), lines.almost(color)), (all.0, all.1));
                    assert_eq!(lines.has_row(color), all.2 > 0);
                    full_rows += usize::from(all.2 > 0);
                }
            }
        }
        assert!(full_rows > 1000, "{full_rows}");
    }
}
