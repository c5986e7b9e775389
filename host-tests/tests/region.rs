//! The region's stones play like the board's.

use std::collections::BTreeSet;

use host_tests::diagram::picture;
use host_tests::random::Random;
use shikatsu::board::{Board, Cell, Color, Illegal, Point, PointSet};
use shikatsu::problem::Problem;
use shikatsu::region::{Bits, Region, Stones};

#[derive(Default, Debug)]
struct Seen {
    moves: usize,
    captures: usize,
    suicides: usize,
}

fn same_stones<const N: usize>(region: &Region<N>, stones: &Stones<N>, board: &Board) -> bool {
    Color::BOTH
        .into_iter()
        .all(|color| stones.of(color) == region.bits(&board.stones(color)))
}

/// Plays at random on both, and compares after each move.
fn play_both<const N: usize>(problem: &Problem, random: &mut Random, plies: usize, seen: &mut Seen) {
    let Some((region, mut stones)) = Region::<N>::new(problem) else {
        return;
    };
    let mut board = Board::new(&problem.setup());
    let fixed = board.hash() ^ stones.hash();
    assert!(same_stones(&region, &stones, &board));
    let open = |board: &Board| -> Vec<Point> {
        let is_open = |&p: &Point| board.at(p) == Cell::Empty && !board.outside().contains(p);
        Point::all(board.size()).filter(is_open).collect()
    };
    for _ in 0..plies {
        let points = open(&board);
        let playable = (stones.empty(&region) & region.playable()).iter();
        assert!(playable.map(|cell| region.point(cell)).eq(points.iter().copied()));
        if points.is_empty() {
            return;
        }
        let (point, color) = (random.pick(&points), random.color());
        let before = picture(&board);
        let foes = board.stones(color.opponent());
        let played = stones.play(&region, region.cell(point), color);
        if let Err(reason) = board.play(point, color) {
            assert_eq!(reason, Illegal::Suicide);
            assert!(played.is_none(), "{point:?} {color:?} on\n{before}");
            seen.suicides += 1;
        } else {
            let (after, captured) = played.unwrap_or_else(|| panic!("{point:?} {color:?} on\n{before}"));
            let gone: PointSet = foes.minus(&board.stones(color.opponent()));
            assert_eq!(captured, region.bits(&gone), "{point:?} {color:?} on\n{before}");
            assert_eq!(
                captured.len(),
                gone.len(),
                "a wall fell: {point:?} {color:?} on\n{before}"
            );
            assert!(
                same_stones(&region, &after, &board),
                "{point:?} {color:?} on\n{before}"
            );
            assert_eq!(board.hash() ^ after.hash(), fixed);
            seen.captures += usize::from(!gone.is_empty());
            seen.moves += 1;
            stones = after;
        }
    }
}

fn agree<const N: usize>(sizes: &[u8], games: usize, plies: usize) {
    let (mut random, mut seen) = (Random::new(N as u64), Seen::default());
    for _ in 0..games {
        let size = random.pick(sizes);
        let setup = random.setup(size);
        let problem = Problem::new(&setup).expect("a possible position");
        play_both::<N>(&problem, &mut random, plies, &mut seen);
    }
    println!("{N} words: {seen:?}");
    assert!(seen.captures > 100 && seen.suicides > 100);
}

/// Counts and floods against the plainest way to do them, on sets that have nothing to do with stones.
fn sets_agree<const N: usize>(sizes: &[u8], problems: usize) {
    let mut random = Random::new(100 + N as u64);
    for _ in 0..problems {
        let size = random.pick(sizes);
        let problem = Problem::new(&random.setup(size)).expect("a possible position");
        let Some((region, _)) = Region::<N>::new(&problem) else {
            continue;
        };
        let share = random.pick(&[20, 50, 80, 100]);
        let chosen = random.some_of(Point::all(size), share);
        let within = region.bits(&chosen);
        let counts = region.counts(within);
        for cell in region.cells().iter() {
            let beside = region.beside(Bits::one(cell));
            assert_eq!(region.around(cell), beside);
            assert_eq!(counts.at(cell) as usize, (beside & within).len());
        }
        let seeds = region.bits(&random.some_of(Point::all(size), 10)) & within;
        let mut slowly = seeds;
        while region.beside(slowly).minus(slowly).meets(within) {
            slowly |= region.beside(slowly) & within;
        }
        assert_eq!(region.flood(seeds, within), slowly);
        let lines = |line: fn(Point) -> u8| {
            let used: BTreeSet<u8> = region
                .cells()
                .iter()
                .map(|cell| line(region.point(cell)))
                .collect();
            used.last()
                .map_or(0, |last| usize::from(last - used.first().unwrap_or(last) + 1))
        };
        assert_eq!(region.points(), lines(Point::column) * lines(Point::row));
    }
}

#[test]
fn all_neighbours_are_counted_and_all_that_hangs_together_is_flooded() {
    sets_agree::<1>(&[5, 7, 8], 2000);
    sets_agree::<2>(&[5, 7, 8, 9, 11], 2000);
    sets_agree::<4>(&[7, 9, 11, 13, 16], 2000);
    sets_agree::<12>(&[13, 19], 500);
}

#[test]
fn one_word_plays_like_the_board() {
    agree::<1>(&[5, 6, 7, 8], 2000, 40);
}

#[test]
fn two_words_play_like_the_board() {
    agree::<2>(&[5, 6, 7, 8, 9, 11], 2000, 40);
}

#[test]
fn four_words_play_like_the_board() {
    agree::<4>(&[5, 9, 10, 11, 13, 16], 800, 150);
}

#[test]
fn twelve_words_play_like_the_board() {
    agree::<12>(&[7, 13, 18, 19], 150, 400);
}
