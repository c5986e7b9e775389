//! A game for two people on a small board: searched a few plies deep, with just the room that it needs.

use host_tests::games::rows::Rows;
use host_tests::games::{finish, proof, slots};
use host_tests::random::Random;
use shikatsu::search::{Aim, End, Limits, Report, Search, Table, WIN};

/// The room of a search on a board of 4×4 and of 9×9: as many moves as it has points, for each ply. So it never runs out.
type Small = Search<6, { 6 * 16 }>;
type Large = Search<8, { 8 * 81 }>;

fn search(game: &mut Rows, depth: u8, count: usize) -> Report {
    let mut slots = slots(count);
    let mut search = Small::new();
    let limits = Limits {
        depth,
        ..Limits::NONE
    };
    search.start(Aim::Value, limits);
    finish(&mut search, game, &mut Table::new(&mut slots), u32::MAX)
}

#[test]
fn wins_and_losses_are_those_of_trying_everything_and_the_loser_resists_longest() {
    const DEPTH: u8 = 4;
    let mut random = Random::new(20);
    let (mut won, mut lost, mut open) = (0, 0, 0);
    for i in 0..240 {
        let mut game = Rows::random(4, 3, 2 + i % 9, &mut random);
        let truth = game.forced(DEPTH);
        for count in [0, 4096] {
            let report = search(&mut game, DEPTH, count);
            assert_eq!(proof(report.value), truth.map_or(0, |(value, _)| proof(value)));
            let Some((value, plies)) = truth else {
                assert_eq!((report.end, report.depth), (End::Depth, DEPTH));
                continue;
            };
            assert_eq!((report.end, report.depth), (End::Proved, plies), "{count} slots");
            let best = report.best.expect("there is a move");
            let replies = game.replies(DEPTH);
            let reply = replies.iter().find(|(id, _)| *id == best).expect("it is legal");
            assert_eq!(reply.1, Some((-value, plies - 1)), "{count} slots, {game:?}");
        }
        match truth {
            Some((WIN, _)) => won += 1,
            Some(_) => lost += 1,
            None => open += 1,
        }
    }
    println!("{won} won, {lost} lost, {open} open within {DEPTH} plies");
    assert!(won > 30 && lost > 30 && open > 30);
}

#[test]
fn a_board_of_81_points_is_searched_with_room_to_spare_and_in_slices() {
    let game = Rows::random(9, 5, 30, &mut Random::new(7));
    let limits = Limits {
        depth: 8,
        breadth: 6,
        ..Limits::NONE
    };
    let run = |nodes| {
        let (mut game, mut slots) = (game.clone(), slots(8192));
        let mut search = Large::new();
        search.start(Aim::Value, limits);
        let report = finish(&mut search, &mut game, &mut Table::new(&mut slots), nodes);
        assert_eq!((report.end, report.depth), (End::Depth, 8));
        report
    };
    assert_eq!(run(1), run(u32::MAX));
    println!("{} nodes", run(64).nodes);
    assert!(size_of::<Large>() < 4096, "it goes into the handheld's memory");
}
