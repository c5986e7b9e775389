//! What a file's own lines come to.
//!
//! An author stops where the rest is clear. The stones that a right line is after have been captured by then, or are in atari; and those that are
//! lost where a move fails are what had to be saved. So the lines tell what a problem is about, where no wall does: races, cuts, stones to catch.

use std::cmp::Reverse;

use shikatsu::board::{Board, Color, Move, PointSet, Setup};

use crate::book::Book;

/// How many different catches of a file are considered.
const MOST: usize = 3;
/// How many lines of a file are played through.
const MOST_LINES: usize = 200;

/// The stones of this colour that fall at the end of the file's lines, those of most lines first: the opponent's where a line is right, those
/// of the side to move where one is not.
pub(super) fn caught(setup: &Setup, color: Color, book: &Book) -> Vec<PointSet> {
    let solves = book.solving(setup.to_move);
    let is_wanted = |place: usize| solves[place] == (color != setup.to_move);
    let mut goes_on = vec![false; book.nodes.len()];
    for (place, node) in book.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            // A right line that only goes on with mistakes ends here.
            goes_on[parent] |= is_wanted(place);
        }
    }
    let mut catches: Vec<(PointSet, usize)> = Vec::new();
    let ends = (0..book.nodes.len()).filter(|&place| is_wanted(place) && !goes_on[place]);
    for end in ends.take(MOST_LINES) {
        let fallen = fallen(setup, color, book, end);
        if fallen.is_empty() {
            continue;
        }
        match catches.iter_mut().find(|(stones, _)| *stones == fallen) {
            Some((_, count)) => *count += 1,
            None => catches.push((fallen, 1)),
        }
    }
    catches.sort_by_key(|(_, count)| Reverse(*count));
    catches.into_iter().map(|(stones, _)| stones).take(MOST).collect()
}

/// The stones of the setup that are captured on the way to a node, or in atari there and were not at the beginning.
fn fallen(setup: &Setup, color: Color, book: &Book, end: usize) -> PointSet {
    let mut line = vec![end];
    while let Some(parent) = line.last().and_then(|&last| book.nodes[last].parent) {
        line.push(parent);
    }
    let mut board = Board::new(&Setup {
        outside: PointSet::EMPTY,
        ..*setup
    });
    let is_short = |board: &Board, stone| board.is_stifled(stone) || board.last_liberty(stone).is_some();
    let all = *setup.stones(color);
    let short: PointSet = all.iter().filter(|&stone| is_short(&board, stone)).collect();
    let mut standing = all;
    for &place in line.iter().rev() {
        let node = &book.nodes[place];
        let Move::Play(point) = node.played else {
            continue;
        };
        if board.play(point, node.color).is_err() {
            break;
        }
        standing = standing.intersection(&board.stones(color));
    }
    let is_safe = |&stone: &_| short.contains(stone) || !is_short(&board, stone);
    all.minus(&standing.iter().filter(is_safe).collect())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::entry::{Entry, names};
    use crate::files::read;
    use crate::overrides::Overrides;

    /// Black catches D5 with E5, and loses G3 elsewhere. A7 is in atari from the beginning, and stays.
    const CUT: &str = "(;SZ[9]PL[B]AB[ce][cf][dd][gg][ab][ad][bd]AW[de][fg][hg][ac]\
        (;B[ee];W[aa];B[df]C[Correct])(;B[ee];W[df];B[dg]C[Correct])(;B[df];W[gf];B[bb];W[gh]C[Wrong]))";

    fn entry(sgf: &str) -> Entry {
        let loaded = read(Path::new("cut.sgf"), sgf.as_bytes(), &Overrides::default());
        loaded[0].entry.clone().expect("a problem")
    }

    fn fallen(entry: &Entry, color: Color) -> Vec<String> {
        let setup = entry.problem.setup();
        let catches = caught(&setup, color, &entry.book).into_iter();
        catches.map(|stones| names(&stones, setup.size)).collect()
    }

    #[test]
    fn what_right_lines_catch_and_what_wrong_ones_lose() {
        let entry = entry(CUT);
        assert_eq!(fallen(&entry, Color::White), ["D5"]);
        assert_eq!(fallen(&entry, Color::Black), ["G3"]);
    }
}
