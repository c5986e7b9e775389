//! Unconditional life: known examples, and stones found alive that nothing captures while their owner passes.

use std::collections::HashSet;

use host_tests::diagram::{picture, problem};
use host_tests::enclosed::random_position;
use host_tests::oracle::key_lives;
use host_tests::random::Random;
use shikatsu::board::{Board, Cell, Color, Point, PointSet};
use shikatsu::life::{alive_for_good, safe_stones, unconditionally_alive};
use shikatsu::problem::Problem;
use shikatsu::region::Region;

/// The stones of `owner` among the cells that are found alive.
fn alive<const N: usize>(problem: &Problem, owner: Color) -> PointSet {
    let (region, stones) = Region::<N>::new(problem).expect("it fits");
    let alive = unconditionally_alive(&region, &stones, owner);
    alive.iter().map(|cell| region.point(cell)).collect()
}

/// How many of White's stones live in a picture.
fn white_lives(picture: &str) -> usize {
    alive::<4>(&problem(picture), Color::White).len()
}

#[test]
fn two_eyes_live() {
    assert_eq!(white_lives("-o-ox\noooox\nxxxxx\n-----\n-----\nB5 x"), 6);
}

#[test]
fn one_eye_does_not() {
    assert_eq!(white_lives("-ooox\noooox\nxxxxx\n-----\n-----\nB5 x"), 0);
}

#[test]
fn a_false_eye_is_no_eye() {
    assert_eq!(white_lives("-o-ox\noxoox\nxxxxx\n-----\n-----\nB5 x"), 0);
}

#[test]
fn an_eye_with_a_stone_in_it_is_an_eye_if_all_its_empty_points_are_liberties() {
    assert_eq!(white_lives("-xoo-\nooooo\nxxxxx\n-----\n-----\nA4 x"), 7);
    assert_eq!(white_lives("--oo-\n-oooo\noxxxx\nx----\n-----\nC5 x"), 0);
}

#[test]
fn seki_is_not_unconditional() {
    let text = "xx-ox\nx-oox\noooox\nxxxxx\n-----\nD5 x";
    assert_eq!(white_lives(text), 0);
    assert!(alive::<4>(&problem(text), Color::Black).is_empty());
}

#[test]
fn two_chains_that_share_two_eyes_live_together() {
    assert_eq!(white_lives("-oxxx\noxxxx\nxxx--\n-----\n-----\nA4 x"), 0);
    assert_eq!(white_lives("o-oxx\n-oo-x\nooxxx\nxx---\n-----\nA5 x"), 6);
}

#[test]
fn a_stone_joined_to_a_wall_lives_and_one_beside_it_does_not() {
    let problem = problem("*****\n*****\n*xx**\noox**\n--x**\nA2 x");
    let (region, stones) = Region::<2>::new(&problem).expect("it fits");
    let cell = |name: &str| region.cell(problem.point(name).expect("a point"));
    for (color, name) in [(Color::White, "A1"), (Color::White, "B1"), (Color::Black, "B1")] {
        let (after, _) = stones.play(&region, cell(name), color).expect("no suicide");
        let found = unconditionally_alive(&region, &after, color);
        assert!(found.contains(cell(name)), "{color:?} {name}");
    }
    let (after, _) = stones
        .play(&region, cell("A1"), Color::Black)
        .expect("no suicide");
    assert!(unconditionally_alive(&region, &after, Color::Black).is_empty());
}

/// More than 24 areas: one chain with 30 eyes.
#[test]
fn a_chain_with_more_eyes_than_are_looked_at_lives() {
    let (full, eyes) = ("ooooooooooo\n", "-o-o-o-o-o-\n");
    let rows: String = (0..11)
        .map(|row| if row % 2 == 0 { full } else { eyes })
        .collect();
    assert_eq!(white_lives(&format!("{rows}A1 x")), 121 - 30);
}

/// More than 24 chains: single stones that enclose single points together, and hold each other up.
#[test]
fn with_more_chains_than_are_looked_at_none_is_called_alive_that_is_not() {
    let rows = |first: &str, second: &str| -> String {
        (0..11)
            .map(|row| if row % 2 == 0 { first } else { second })
            .collect()
    };
    // Black's single stone breaks one point after the other, and with it everything.
    let chess = rows("-o-o-o-o-o-\n", "o-o-o-o-o-o\n");
    let all = white_lives(&format!("{chess}B11 x"));
    assert!(all == 0 || all == 60, "{all} of 60");
    for (row, column) in [(0, 1), (5, 4), (10, 9)] {
        let mut text: Vec<Vec<u8>> = chess.lines().map(|line| line.bytes().collect()).collect();
        text[row][column] = b'-';
        let lines: Vec<String> = text
            .into_iter()
            .map(|line| String::from_utf8(line).expect("text"))
            .collect();
        let problem = problem(&format!("{}\nA2 x", lines.join("\n")));
        let found = alive::<4>(&problem, Color::White);
        println!("without a stone in line {row}: {} of 59 alive", found.len());
        let naive = slow_life(&problem, Color::White);
        assert!(found.minus(&naive).is_empty());
    }
}

/// The same without limits: chains and areas in lists, point by point.
fn slow_life(problem: &Problem, owner: Color) -> PointSet {
    let board = Board::new(&problem.setup());
    let size = board.size();
    let all: PointSet = Point::all(size).collect();
    let own = board.stones(owner);
    let beside = |set: &PointSet| -> PointSet { set.iter().flat_map(|p| p.beside(size)).collect() };
    let parts = |mut rest: PointSet| {
        let mut parts = Vec::new();
        while let Some(first) = rest.first() {
            let mut part: PointSet = [first].into_iter().collect();
            loop {
                let wider = part.union(&beside(&part).intersection(&rest));
                if wider == part {
                    break;
                }
                part = wider;
            }
            rest = rest.minus(&part);
            parts.push(part);
        }
        parts
    };
    let (mut chains, mut areas) = (parts(own), parts(all.minus(&own)));
    let empty =
        |area: &PointSet| -> PointSet { area.iter().filter(|&p| board.at(p) == Cell::Empty).collect() };
    loop {
        let before = chains.len();
        chains.retain(|chain| {
            let liberties = beside(chain);
            let vital = areas.iter().filter(|area| {
                !area.intersection(&liberties).is_empty() && empty(area).minus(&liberties).is_empty()
            });
            vital.count() >= 2
        });
        let left = chains.iter().fold(PointSet::EMPTY, PointSet::union);
        areas.retain(|area| beside(area).intersection(&own).minus(&left).is_empty());
        if chains.len() == before {
            return left;
        }
    }
}

#[test]
fn random_boards_have_the_life_that_a_slow_search_finds() {
    let mut random = Random::new(5);
    let (mut boards, mut found) = (0, 0);
    while boards < 1500 {
        let size = random.between(5, 9);
        let setup = random.setup(size);
        if !setup.outside.is_empty() {
            continue;
        }
        let problem = Problem::new(&setup).expect("a possible position");
        boards += 1;
        for owner in Color::BOTH {
            let (fast, slow) = (alive::<4>(&problem, owner), slow_life(&problem, owner));
            assert!(fast.minus(&slow).is_empty(), "{}", picture(&Board::new(&setup)));
            if slow.len() < 20 {
                assert_eq!(fast, slow, "{}", picture(&Board::new(&setup)));
            }
            found += usize::from(!fast.is_empty());
        }
    }
    println!("{boards} boards, life on {found} sides");
    assert!(found > 20, "{found}");
}

/// Lets `attacker` play everywhere in every order. False if a stone of `standing` falls; `None` if that takes too
/// many positions.
fn survives(
    board: &mut Board,
    attacker: Color,
    standing: &PointSet,
    seen: &mut HashSet<u64>,
) -> Option<bool> {
    if !standing.minus(&board.stones(attacker.opponent())).is_empty() {
        return Some(false);
    }
    if seen.len() > 20_000 {
        return None;
    }
    if !seen.insert(board.hash()) {
        return Some(true);
    }
    for point in Point::all(board.size()) {
        if let Ok(undo) = board.play(point, attacker) {
            let result = survives(board, attacker, standing, seen);
            board.take_back(&undo);
            if result != Some(true) {
                return result;
            }
        }
    }
    Some(true)
}

#[test]
fn what_is_found_alive_survives_every_attack_while_its_owner_passes() {
    let mut random = Random::new(9);
    let (mut attacked, mut stones, mut too_many) = (0, 0, 0);
    for _ in 0..2000 {
        let Some(problem) = random_position(&mut random) else {
            continue;
        };
        for owner in Color::BOTH {
            let standing = alive::<2>(&problem, owner);
            if standing.is_empty() {
                continue;
            }
            let mut board = Board::new(&problem.setup());
            match survives(&mut board, owner.opponent(), &standing, &mut HashSet::new()) {
                Some(true) => (attacked, stones) = (attacked + 1, stones + standing.len()),
                Some(false) => panic!("{owner:?} {standing:?} fell on\n{}", picture(&board)),
                None => too_many += 1,
            }
        }
    }
    println!("{attacked} positions with {stones} stones alive, {too_many} too large");
    assert!(attacked > 100);
}

#[test]
fn key_stones_live_when_the_oracle_says_so() {
    let mut random = Random::new(10);
    let (mut compared, mut living) = (0, 0);
    for _ in 0..5000 {
        let Some(problem) = random_position(&mut random) else {
            continue;
        };
        let Some(expected) = key_lives(&problem) else {
            continue;
        };
        let (region, cells) = Region::<2>::new(&problem).expect("it fits");
        let key = region.bits(&problem.setup().key);
        let safe = key.len() < problem.setup().key.len();
        let found = safe || unconditionally_alive(&region, &cells, problem.defender()).meets(key);
        assert_eq!(found, expected, "{}", picture(&Board::new(&problem.setup())));
        compared += 1;
        living += usize::from(found);
    }
    println!("{compared} positions, {living} with a living key stone");
    assert!(living > 50);
}

/// The stones that two eyes keep alive, as the search knows them: what is safe without eyes is left out.
fn alive_by_eyes<const N: usize>(problem: &Problem) -> PointSet {
    let (region, stones) = Region::<N>::new(problem).expect("it fits");
    let of = |owner| {
        let alive = unconditionally_alive(&region, &stones, owner);
        alive.minus(safe_stones(&region, &stones, owner))
    };
    let [black, white] = Color::BOTH.map(of);
    let cells = black.iter().chain(white.iter());
    cells.map(|cell| region.point(cell)).collect()
}

#[test]
fn what_is_shown_as_alive_for_good_is_what_the_search_proves() {
    let mut random = Random::new(18);
    let mut alive = 0;
    for _ in 0..20_000 {
        let Some(problem) = random_position(&mut random) else {
            continue;
        };
        let board = Board::new(&problem.setup());
        let shown = alive_for_good(&board);
        assert_eq!(shown.stones, alive_by_eyes::<4>(&problem), "{}", picture(&board));
        assert_eq!(shown.stones.is_empty(), shown.eyes.is_empty());
        alive += usize::from(!shown.stones.is_empty());
    }
    assert!(alive > 100, "{alive} had something to show");
}
