//! Counts of legal games: how many sequences of so many moves there are, by the core and by the second
//! implementation, pinned as numbers.
//!
//! Passes count as moves. A sequence does not go on after two passes or after the last key stone's capture,
//! and only those of the full length count.

use host_tests::diagram::problem;
use host_tests::naive::Naive;
use shikatsu::board::{Game, Point, Setup, Symmetry};

fn sequences(game: &mut Game, moves: usize) -> u64 {
    if moves == 0 {
        return 1;
    }
    let mut count = 0;
    for point in Point::all(game.board().size()) {
        if game.play(point).is_ok() {
            count += sequences(game, moves - 1);
            game.undo();
        }
    }
    if game.pass().is_ok() {
        count += sequences(game, moves - 1);
        game.undo();
    }
    count
}

fn naive_sequences(naive: &mut Naive, moves: usize) -> u64 {
    if moves == 0 {
        return 1;
    }
    let size = naive.as_setup().size;
    let mut count = 0;
    for point in Point::all(size) {
        if naive.play(point).is_ok() {
            count += naive_sequences(naive, moves - 1);
            naive.undo();
        }
    }
    if naive.pass().is_ok() {
        count += naive_sequences(naive, moves - 1);
        naive.undo();
    }
    count
}

/// Compares the numbers of sequences of 1, 2, 3 … moves with `expected`, and one of a middle length for all
/// eight symmetries and both colours.
fn pin(setup: &Setup, expected: &[u64]) {
    let lengths = 1..=expected.len();
    let fast: Vec<u64> = lengths
        .clone()
        .map(|n| sequences(&mut Game::new(setup), n))
        .collect();
    let naive: Vec<u64> = lengths
        .map(|n| naive_sequences(&mut Naive::new(setup), n))
        .collect();
    assert_eq!(fast, naive, "the two implementations count differently");
    assert_eq!(fast, expected);
    let length = expected.len() - 1;
    for symmetry in Symmetry::all() {
        for setup in [setup.turned(symmetry), setup.turned(symmetry).swapped()] {
            assert_eq!(sequences(&mut Game::new(&setup), length), expected[length - 1]);
        }
    }
}

#[test]
fn sequences_on_an_empty_board() {
    // By hand: 26; 25·25 + 26; 25·24·24 + 2·25·25.
    pin(&Setup::empty(5), &[26, 651, 15_650, 361_041]);
}

#[test]
fn sequences_around_a_ko() {
    let ko = problem(
        "-xo**
         xo-o*
         -xo**
         *****
         *****
         C5 x",
    );
    pin(&ko.setup(), &[4, 12, 29, 63, 113, 233, 309, 607, 633]);
}

#[test]
fn sequences_in_a_triple_ko() {
    let triple = problem(
        "*xo******
         xo-o*****
         *xo******
         *xo******
         x-xo*****
         *xo******
         *xo******
         xo-o*****
         *xo******
         B9 x",
    );
    pin(
        &triple.setup(),
        &[4, 13, 36, 86, 187, 367, 670, 1_118, 1_728, 2_490],
    );
}

#[test]
fn sequences_in_a_seki() {
    let seki = problem(
        "xx-oox*
         xx-oox*
         oooxxx*
         *******
         *******
         *******
         *******
         A7 x",
    );
    pin(&seki.setup(), &[3, 7, 7, 20, 73, 263, 704, 1_461, 2_664]);
}

#[test]
fn sequences_in_a_corner_of_six_points() {
    let corner = problem(
        "---xo*
         ---xo*
         xxxxo*
         ooooo*
         ******
         ******
         A4 o",
    );
    pin(&corner.setup(), &[7, 43, 222, 960, 3_282, 9_312, 21_066, 40_540]);
}

#[test]
fn sequences_of_sending_two_and_returning_one() {
    let sent = problem(
        "-x-o*
         xoo-*
         x-***
         *****
         *****
         A4 x",
    );
    pin(
        &sent.setup(),
        &[5, 18, 59, 147, 315, 567, 870, 1_299, 1_619, 1_932],
    );
}

#[test]
fn sequences_of_a_snapback() {
    let snapback = problem(
        "*****
         *****
         *xxx*
         xooox
         xo--x
         B2 x",
    );
    pin(&snapback.setup(), &[3, 6, 10, 3, 0]);
}
