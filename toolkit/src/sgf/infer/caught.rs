//! What a file's own lines come to.
//!
//! An author stops where the rest is clear. At the end of a right line the opponent's stones are captured or in atari. At the end of a line that fails, the
//! solver's own are: those had to be saved. So the lines tell what a problem is about, where no wall does: races, cuts, stones to catch.

use std::cmp::Reverse;

use shikatsu::board::{Board, Color, Move, PointSet, Setup};

use crate::book::{Book, Mark};

/// How many different catches of a file are considered.
const MOST: usize = 3;
/// How many lines of a file are played through.
const MOST_LINES: usize = 200;

/// The stones of this colour that fall at the end of the file's lines, those of most lines first: the opponent's where a line is right, those
/// of the side to move where one is not.
pub(super) fn caught(setup: &Setup, color: Color, book: &Book) -> Vec<PointSet> {
    let is_wanted = if color == setup.to_move {
        failing(setup.to_move, book)
    } else {
        book.solving(setup.to_move)
    };
    let mut goes_on = vec![false; book.nodes.len()];
    for (place, node) in book.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            // A right line that only goes on with mistakes ends here.
            goes_on[parent] |= is_wanted[place];
        }
    }
    let mut catches: Vec<(PointSet, usize)> = Vec::new();
    let ends = (0..book.nodes.len()).filter(|&place| is_wanted[place] && !goes_on[place]);
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

/// Which nodes belong to lines that do not solve the problem. Nobody can tell if the file calls nothing right, and a line that goes on with what it calls a
/// mistake of the opponent's shows nothing.
fn failing(side: Color, book: &Book) -> Vec<bool> {
    let is_told = !book.called(side, Mark::Right).is_empty();
    let solves = book.solving(side);
    let mut is_mistake = vec![false; book.nodes.len()];
    for (place, node) in book.nodes.iter().enumerate() {
        let is_marked = node.color != side && node.mark == Some(Mark::Wrong);
        is_mistake[place] = is_marked || node.parent.is_some_and(|parent| is_mistake[parent]);
    }
    let fails = |(solves, is_mistake): (&bool, &bool)| is_told && !solves && !is_mistake;
    solves.iter().zip(&is_mistake).map(fails).collect()
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

    #[test]
    fn a_mistake_of_the_opponents_shows_nothing() {
        // White loses D5, though it takes A8.
        let aside = CUT.replacen("(;B[ee]", "(;B[ee];W[bb];B[df];W[aa])(;B[ee]", 1);
        assert_eq!(fallen(&entry(&aside), Color::Black), ["A8", "G3"]);
        let marked = aside.replacen("W[bb]", "W[bb]C[White's mistake.]", 1);
        assert_eq!(fallen(&entry(&marked), Color::Black), ["G3"]);
    }

    #[test]
    fn a_file_that_calls_nothing_right_does_not_say_what_fails() {
        let silent = CUT.replace("C[Correct]", "");
        assert!(fallen(&entry(&silent), Color::Black).is_empty());
    }
}
