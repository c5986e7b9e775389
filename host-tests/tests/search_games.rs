//! The search on two real games that are not Go: Nim, and noughts and crosses.

use host_tests::games::nim::Nim;
use host_tests::games::noughts::Noughts;
use host_tests::games::{proof, slots, solve};
use shikatsu::search::{Aim, End, Game, Limits, MoveId, Table, WIN};

#[test]
fn nim_is_won_as_boutons_rule_says() {
    let mut figures = [0; 2];
    for (count, highest) in [(0, 3), (64, 4), (1 << 14, 7)] {
        let mut slots = slots(count);
        let mut table = Table::new(&mut slots);
        let upto = 0..=highest;
        let games = upto.clone().flat_map(|a| upto.clone().map(move |b| [a, b]));
        for heaps in games.flat_map(|[a, b]| upto.clone().map(move |c| [a, b, c])) {
            for aim in [Aim::Value, Aim::Proof] {
                if aim == Aim::Value {
                    table.clear();
                }
                let start = Nim::new(heaps);
                let mut game = start.clone();
                let report = solve(&mut game, &mut table, aim, Limits::NONE);
                let value = if start.mover_wins() { WIN } else { -WIN };
                assert_eq!((report.value, report.end), (value, End::Proved), "{heaps:?}");
                assert_eq!(game, start);
                if start.mover_wins() {
                    game.make(report.best.expect("a winning move"));
                    assert!(!game.mover_wins(), "{heaps:?}: {:?} wins", report.best);
                }
                figures[0] += 1;
                figures[1] += report.nodes;
            }
        }
    }
    println!(
        "Nim: {} searches, {} nodes, 0 disagreements",
        figures[0], figures[1]
    );
}

#[test]
fn noughts_and_crosses_is_a_draw_and_every_position_is_known() {
    let all = Noughts::all();
    assert_eq!(all.len(), 5478);
    let mut figures = [0; 3];
    for count in [0, 64, 1 << 14] {
        let mut slots = slots(count);
        let mut table = Table::new(&mut slots);
        for (start, value) in &all {
            // Without a table the early positions would take most of the time.
            if count < 100 && start.free() > 6 {
                continue;
            }
            for aim in [Aim::Value, Aim::Proof] {
                let limits = Limits {
                    depth: start.free(),
                    ..Limits::NONE
                };
                let mut game = start.clone();
                let report = solve(&mut game, &mut table, aim, limits);
                assert_eq!(&game, start);
                match aim {
                    Aim::Value => assert_eq!(report.value, *value, "{start:?}"),
                    Aim::Proof => assert_eq!(proof(report.value), proof(*value), "{start:?}"),
                }
                figures[0] += 1;
                figures[1] += report.nodes;
            }
        }
    }
    let mut slots = slots(1 << 14);
    let mut table = Table::new(&mut slots);
    let limits = Limits {
        depth: 9,
        ..Limits::NONE
    };
    let report = solve(&mut Noughts::default(), &mut table, Aim::Value, limits);
    assert_eq!((report.value, report.depth, report.end), (0, 9, End::Depth));
    figures[2] = report.nodes;
    println!(
        "noughts and crosses: {} searches, {} nodes, 0 disagreements; the empty grid alone {} nodes",
        figures[0], figures[1], figures[2]
    );
}

#[test]
fn a_position_that_is_over_is_told_at_once() {
    let mut game = Nim::new([0, 0, 0]);
    for aim in [Aim::Value, Aim::Proof] {
        let report = solve(&mut game, &mut Table::new(&mut []), aim, Limits::NONE);
        assert_eq!((report.value, report.nodes, report.best), (-WIN, 1, None));
    }
    let mut game = Nim::new([0, 1, 0]);
    let report = solve(&mut game, &mut Table::new(&mut []), Aim::Proof, Limits::NONE);
    assert_eq!((report.value, report.best), (WIN, Some(MoveId(17))));
}
