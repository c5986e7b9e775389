//! What looks natural: an opinion about moves that was learnt from proofs (`docs/learning.md`).
//!
//! A move is judged by the twelve points around it, a quarter of them at a time, and by its place on the board. A small table for each says what that is
//! worth. Their sum orders moves and never decides anything. The tables have one orientation: what is turned or mirrored gets the same sum.

mod ground;
mod look;
mod weights;

pub use ground::{Ground, Scene, Stand, Surroundings};
pub use look::{Look, look};
pub use weights::WEIGHTS;

/// Where each table begins among the weights of a side.
pub mod table {
    /// By a corner, the points on both sides of it, and those behind them.
    pub const QUARTERS: usize = 0;
    /// By the distances from the nearest edges, up and down and sideways.
    pub const PLACES: usize = QUARTERS + (1 << 10);
    /// Behind the last.
    pub const END: usize = PLACES + 25;
}

/// What is known of every part of a move, for the attacker and for the defender.
pub type Weights = [[i8; table::END]; 2];

/// A weight for each bit of surprise: a move with so much more looks twice as likely.
pub const BIT: i16 = 11;

/// How many parts of a move are weighed.
pub const PARTS: usize = 5;

/// The places of a move's parts among the weights of its side.
#[inline]
pub fn parts(seen: Surroundings) -> [usize; PARTS] {
    let Surroundings { ring, far, place } = seen;
    // Both twice, so that what goes round lies in one piece.
    let (rings, fars) = (ring | ring << 16, far | far << 8);
    let quarter =
        |side: u32| table::QUARTERS + (rings >> (4 * side) & 0x3f | (fars >> (2 * side) & 0xf) << 6) as usize;
    [
        quarter(0),
        quarter(1),
        quarter(2),
        quarter(3),
        table::PLACES + usize::from(place),
    ]
}

/// How natural a move looks for the side to move, which attacks or `defends`: the higher, the more.
#[inline]
pub fn score(seen: Surroundings, defends: bool) -> i16 {
    let weights = &WEIGHTS[usize::from(defends)];
    parts(seen).iter().map(|&part| i16::from(weights[part])).sum()
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::board::{Point, Symmetry};
    use crate::problem::{Problem, read_text};

    /// The scores of all first moves, by their points.
    fn scores(problem: &Problem) -> Vec<(Point, i16)> {
        let mut scores = Vec::new();
        look(problem, &mut |first| scores.push((first.point, first.score)));
        scores
    }

    /// In the corner, on the side and in the middle; narrow and wide.
    pub(super) const TEXTS: [&str; 3] = [
        "--x-ox***\n-o--ox***\n--ooox***\nooxxx****\nxxx******\n*********\n*********\n*********\n*********\nA6 x\n",
        "*********\n*********\n*********\n**xxxxx**\n**xo-ox**\n**x--xx**\n**xoo-x**\n**xxxxx**\n*********\nD5 o\n",
        "*******************\n*******************\n*******************\n*******************\n*******************\n\
         *******************\n*******************\n*******************\n*******************\n*******************\n\
         *******************\n*******************\n*******************\n*******************\n*******************\n\
         xxxxxxxxxxxxxxxxxxx\nooo-oooooo-oooooo-o\n-----x----o-----x--\n-------------------\nA3 x\n",
    ];

    #[test]
    fn a_turned_position_gets_the_same_scores() {
        for text in TEXTS {
            let (problem, _) = read_text(text).expect("a problem");
            let size = problem.size();
            let plain = scores(&problem);
            assert!(plain.iter().any(|(_, score)| *score != plain[0].1));
            for symmetry in Symmetry::all() {
                let mut back: Vec<(Point, i16)> = scores(&problem.turned(symmetry))
                    .into_iter()
                    .map(|(point, score)| (symmetry.inverse().apply(point, size), score))
                    .collect();
                back.sort_by_key(|(point, _)| (point.row(), point.column()));
                let mut plain = plain.clone();
                plain.sort_by_key(|(point, _)| (point.row(), point.column()));
                assert_eq!(back, plain, "{symmetry:?}");
            }
        }
    }

    #[test]
    fn exchanged_colours_change_nothing() {
        for text in TEXTS {
            let (problem, _) = read_text(text).expect("a problem");
            assert_eq!(scores(&problem), scores(&problem.swapped()));
        }
    }

    /// By hand: the corner point of the first text sees edges on two sides, an empty point on each of the others, and stones behind.
    #[test]
    fn surroundings_are_what_stands_there() {
        let (problem, _) = read_text(TEXTS[0]).expect("a problem");
        let mut corner = None;
        look(&problem, &mut |first| {
            if first.point == Point::new(0, 0) {
                corner = Some(first.seen);
            }
        });
        let corner = corner.expect("it is empty");
        // From the right over the bottom: empty, a defender, empty, no board five times.
        assert_eq!(corner.ring, 2 << 2 | 0x3ff << 6);
        // An attacker on the right, nothing below, no board on the left and above.
        assert_eq!(corner.far, 1 | 0xf << 4);
        assert_eq!(corner.place, 0);
    }

    #[test]
    fn the_tables_are_small_and_whole() {
        let bytes = WEIGHTS.as_flattened();
        assert!(bytes.len() <= 16 * 1024);
        // What turns into each other has one weight.
        for side in &WEIGHTS {
            for row in 0..5 {
                for column in 0..5 {
                    let at = |one: usize, other: usize| side[table::PLACES + 5 * one + other];
                    assert_eq!(at(row, column), at(column, row));
                }
            }
        }
    }
}
