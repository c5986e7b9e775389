//! What is seen of life and death by the room for eyes: the shapes every player learns, and no claim that the
//! exhaustive oracle denies.

use host_tests::diagram::{picture, points, problem};
use host_tests::enclosed::random_position;
use host_tests::oracle::{self, Method};
use host_tests::random::Random;
use shikatsu::board::{Board, Color, PointSet, Setup};
use shikatsu::life::{EyeSpace, dame, eyes, holds_two_eyes, lacks_room, safe_stones};
use shikatsu::problem::{Outcome, Problem};
use shikatsu::region::{Bits, Chains, Region};

/// The chain of the first key stone, in a position where it is part of the region.
fn key_chain(problem: &Problem, region: &Region<4>, own: Bits<4>) -> Option<Chains<4>> {
    let key = region.bits(&problem.setup().key);
    let chain = region.flood(key.lowest(), own);
    let is_whole = key.len() == problem.setup().key.len() && key.minus(chain).is_empty();
    is_whole.then(|| Chains::new(region, chain))
}

/// The eye space of White's one area: whether it can be split, and where Black must play to prevent it.
fn space(text: &str) -> (bool, PointSet) {
    let problem = problem(text);
    let (region, stones) = Region::<4>::new(&problem).expect("it fits");
    let chain = key_chain(&problem, &region, stones.of(Color::White)).expect("one chain");
    let areas: Vec<_> = eyes(&region, &stones, &chain, Color::White).collect();
    assert_eq!(areas.len(), 1, "{text}");
    let space = EyeSpace::of(&region, areas[0], areas[0] & stones.empty(&region));
    assert_eq!(
        space.holds_two(),
        holds_two_eyes(&region, &stones, &chain, Color::White),
        "{text}"
    );
    (
        space.splits,
        space.vital.iter().map(|cell| region.point(cell)).collect(),
    )
}

/// White around some empty points in the centre of a 9×9 board, Black around White.
fn centre(rows: [&str; 3]) -> String {
    let [a, b, c] = rows.map(|row| format!("*xo{row}ox*"));
    let (outside, black, white) = ("*********", "*xxxxxxx*", "*xooooox*");
    [outside, black, white, &a, &b, &c, white, black, outside, "C3 x"].join("\n")
}

#[test]
fn shapes_have_the_vital_points_that_players_know() {
    for (rows, splits, vital) in [
        (["-oo", "ooo", "ooo"], false, "D6"),
        (["--o", "ooo", "ooo"], false, "D6 E6"),
        (["---", "ooo", "ooo"], true, "E6"),
        (["--o", "-oo", "ooo"], true, "D6"),
        (["---", "o-o", "ooo"], true, "E6"),
        (["--o", "--o", "ooo"], false, "D6 E6 D5 E5"),
        (["---", "-oo", "ooo"], true, ""),
        (["--o", "o--", "ooo"], true, ""),
        (["---", "--o", "ooo"], true, "E6"),
        (["---", "-o-", "ooo"], true, ""),
    ] {
        let text = centre(rows);
        let (found, at) = space(&text);
        let board = Board::new(&problem(&text).setup());
        assert_eq!(found, splits, "{text}");
        if splits {
            assert_eq!(at, points(&board, vital), "{text}");
        }
    }
}

#[test]
fn a_stone_on_the_vital_point_takes_the_second_eye() {
    let (splits, _) = space(&centre(["-x-", "ooo", "ooo"]));
    assert!(!splits, "no cut leaves an empty point on both sides");
}

/// With the oracle on random enclosed positions: what is called alive stands whatever threats there are and whoever moves,
/// and what is called dead falls.
#[test]
fn no_claim_is_denied_by_the_oracle() {
    let mut random = Random::new(77);
    let (mut alive, mut dead) = (0, 0);
    for _ in 0..1500 {
        let Some(posed) = random_position(&mut random) else {
            continue;
        };
        let (region, stones) = Region::<4>::new(&posed).expect("it fits");
        let owner = posed.defender();
        let Some(chain) = key_chain(&posed, &region, stones.of(owner)) else {
            continue;
        };
        let lives = holds_two_eyes(&region, &stones, &chain, owner);
        let dies = lacks_room(
            &region,
            &Chains::new(&region, safe_stones(&region, &stones, owner.opponent())),
            &chain,
            owner,
        );
        if !lives && !dies {
            continue;
        }
        for to_move in Color::BOTH {
            let turn = Problem::new(&Setup {
                to_move,
                ..posed.setup()
            });
            let Some(finding) = turn
                .ok()
                .and_then(|turn| oracle::solve(&turn, Method::Reuse, 3_000))
            else {
                continue;
            };
            let claimed = if lives { Outcome::Alive } else { Outcome::Dead };
            assert_eq!(
                finding.answer.outcome,
                claimed,
                "{to_move} to move\n{}",
                picture(&Board::new(&posed.setup()))
            );
            alive += usize::from(lives);
            dead += usize::from(dies);
        }
    }
    println!("{alive} claims of life and {dead} of death held against the oracle");
    assert!(alive > 100 && dead > 100, "{alive} {dead}");
}

#[test]
fn dame_touch_only_the_chain_and_stones_that_cannot_be_captured() {
    let problem = problem("--oxx\nooo-x\nxx-xx\n**x**\n*****\nA4 x");
    let (region, stones) = Region::<4>::new(&problem).expect("it fits");
    let chain = key_chain(&problem, &region, stones.of(Color::White)).expect("one chain");
    let found: PointSet = dame(
        &region,
        &stones,
        &Chains::new(&region, safe_stones(&region, &stones, Color::Black)),
        &chain,
        Color::White,
    )
    .iter()
    .map(|cell| region.point(cell))
    .collect();
    assert_eq!(found, points(&Board::new(&problem.setup()), "D4 C3"));
}
