//! The solver in the middle of a game: superko knows what stood before.

use host_tests::diagram::{game, play, points, problem};
use host_tests::in_game::InGame;
use host_tests::oracle::{self, Method};
use host_tests::random::Random;
use host_tests::solving::{DEVICE_SLOTS, describe, slots, work_off};
use shikatsu::board::Board;
use shikatsu::problem::{Answer, Outcome, Problem};
use shikatsu::search::Table;
use shikatsu::tsumego::Task;

/// What the solver says of a problem after a past.
fn answer(problem: &Problem, past: &[u64]) -> Answer {
    let mut memory = slots(DEVICE_SLOTS);
    let task = Task {
        past,
        ..Task::of(problem)
    };
    let run = work_off::<2>(&task, &mut Table::new(&mut memory), 1000);
    run.solution.expect("there are no limits").answer
}

/// White's second eye hangs on the ko at D7 and E7.
const KO: &str = "\
    **x-xo-
    ***xooo
    ****xxx
    *******
    *******
    *******
    *******
    F6 o";

/// After these moves: the outcome and the correct moves of the position alone, and of the game.
#[track_caller]
fn check(moves: &str, alone: (Outcome, &str), in_the_game: (Outcome, &str)) {
    let mut game = game(KO);
    play(&mut game, moves);
    let here = problem(KO).at(&game, game.to_move()).expect("a problem");
    let past: Vec<u64> = game.past().collect();
    for (past, (outcome, moves)) in [(&[][..], alone), (&past[..], in_the_game)] {
        let found = answer(&here, past);
        let moves = points(game.board(), moves);
        assert_eq!((found.outcome, found.moves), (outcome, moves), "{}", past.len());
    }
}

#[test]
fn a_ko_just_taken_is_not_taken_back_at_once() {
    check("", (Outcome::KoDefender, "D7"), (Outcome::KoDefender, "D7"));
    check("D7", (Outcome::KoAttacker, "E7"), (Outcome::KoDefender, ""));
}

#[test]
fn a_pass_is_no_threat() {
    check("D7 pass", (Outcome::KoAttacker, ""), (Outcome::KoDefender, ""));
}

/// Compares solver and oracle on `wanted` positions of random games.
fn compare(seed: u64, wanted: usize, effort: u64) {
    let mut random = Random::new(seed);
    let mut memory = slots(DEVICE_SLOTS);
    let mut table = Table::new(&mut memory);
    let (mut compared, mut kos, mut changed, mut hard) = (0, 0, 0, 0);
    while compared < wanted {
        let Some(InGame {
            here,
            boards,
            game,
            is_ko,
        }) = InGame::by_chance(&mut random)
        else {
            continue;
        };
        let past: Vec<u64> = game.past().collect();
        assert!(boards.iter().map(Board::hash).eq(past.iter().copied()));
        kos += usize::from(is_ko);
        let Some(expected) = oracle::solve_after(&here, &boards, Method::Reuse, effort) else {
            hard += 1;
            continue;
        };
        let expected = expected.answer;
        let plain = Task {
            past: &past,
            ..Task::of(&here)
        };
        let as_if_large = Task {
            suits_large: true,
            ..plain
        };
        for task in [as_if_large, plain] {
            let found = work_off::<2>(&task, &mut table, 1000).solution;
            let found = found.expect("there are no limits").answer;
            assert!(
                (found.outcome, found.moves) == (expected.outcome, expected.moves)
                    && found.seki >= expected.seki,
                "{:?}\n{}\n{}",
                game.moves().collect::<Vec<_>>(),
                describe(&here, Some(&expected)),
                describe(&here, Some(&found))
            );
        }
        compared += 1;
        changed += usize::from(answer(&here, &[]).outcome != expected.outcome);
    }
    println!(
        "{compared} positions in games, {kos} of them kos; the past changes {changed} outcomes; {hard} too hard"
    );
    assert!(changed > 0);
}

#[test]
fn positions_in_random_games_get_the_oracles_answer() {
    compare(1, 300, 20_000);
}

#[test]
#[ignore = "takes minutes"]
fn many_positions_in_random_games_get_the_oracles_answer() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    compare(number("SHIKATSU_SEED").unwrap_or(2), 5_000, 50_000);
}
