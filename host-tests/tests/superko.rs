//! Moves that answer a capture: snapback, ko, and positional superko over a long past.

use host_tests::diagram::{assert_board, game, play, point, problem, refusal};
use shikatsu::board::{Board, Color, Illegal, MAX_PLIES, Point, PointSet, Verdict};

#[test]
fn a_snapback_takes_more_stones_back_than_were_lost() {
    let mut game = game(
        "-----
         -----
         -xxx-
         xooox
         xo--x
         A2 x",
    );
    play(&mut game, "C1 D1");
    assert_board(
        &game,
        "-----
         -----
         -xxx-
         xooox
         xo-ox",
    );
    play(&mut game, "C1");
    assert_board(
        &game,
        "-----
         -----
         -xxx-
         x---x
         x-x-x",
    );
}

const KO: &str = "-xo--
                  xo-o-
                  -xo--
                  -----
                  -----
                  B5 x";

#[test]
fn a_ko_may_not_be_taken_back_at_once() {
    let mut game = game(KO);
    play(&mut game, "C4");
    assert_eq!(refusal(&game, "B4"), Illegal::Ko);
}

#[test]
fn a_ko_may_be_taken_back_after_a_change_elsewhere() {
    let mut game = game(KO);
    play(&mut game, "C4 E1 A1 B4");
    assert_eq!(refusal(&game, "C4"), Illegal::Ko, "this stood after A1");
    play(&mut game, "A2 E2 C4");
}

#[test]
fn the_setup_is_a_position_that_has_stood_before() {
    let mut game = game(&KO.replace("B5 x", "B5 o"));
    play(&mut game, "pass C4");
    assert_eq!(refusal(&game, "B4"), Illegal::Ko);
}

#[test]
fn a_pass_lifts_no_ko_but_a_stone_after_it_does() {
    let mut game = game(KO);
    play(&mut game, "C4");
    let before = game.board().hash();
    play(&mut game, "pass");
    assert_eq!(game.board().hash(), before, "a pass adds no position");
    play(&mut game, "A1 B4");
}

#[test]
fn two_stones_sent_may_not_return_as_one() {
    let mut game = game(
        "-x-o-
         xoo--
         x----
         -----
         -----
         A4 x",
    );
    play(&mut game, "C5 A5");
    assert_board(
        &game,
        "o--o-
         xoo--
         x----
         -----
         -----",
    );
    // Taking A5 would leave the setup's stones, three moves later and with the other side to move.
    assert_eq!(refusal(&game, "B5"), Illegal::Ko);
    play(&mut game, "E1 pass B5");
}

#[test]
fn a_triple_ko_ends_when_its_sixth_move_would_bring_the_setup_back() {
    let mut game = game(
        "-xo------
         xo-o-----
         -xo------
         -xo------
         x-xo-----
         -xo------
         -xo------
         xo-o-----
         -xo------
         B9 x",
    );
    play(&mut game, "C8 B5 C2 B8 C5");
    assert_eq!(refusal(&game, "B2"), Illegal::Ko);
    play(&mut game, "J1 pass B2");
}

#[test]
fn a_board_without_a_game_knows_no_ko() {
    let setup = problem(KO).setup();
    let mut board = Board::new(&setup);
    let start = board.hash();
    for (name, color) in [("C4", Color::Black), ("B4", Color::White)] {
        let at = point(&board, name);
        let foreseen = board.hash_after(at, color);
        let undo = board.play(at, color).unwrap();
        assert_eq!(board.hash(), foreseen);
        assert!(undo.captured());
        assert_eq!(board.captives(&undo).collect::<PointSet>().len(), 1);
    }
    assert_eq!(board.hash(), start);
}

/// White's eye has room for 198 stones beside B19. Whoever fills it is captured at A19, and the stone there
/// can be taken back.
fn great_eye() -> String {
    let eye = "-".repeat(11);
    let mut rows = vec![format!("-x{eye}o-----"), format!("xo{eye}o-----")];
    rows.extend(vec![format!("-o{eye}o-----"); 16]);
    rows.push(format!("-{}-----", "o".repeat(13)));
    rows.push("A18 o".to_owned());
    rows.join("\n")
}

#[test]
fn superko_remembers_the_setup_to_the_end_of_the_longest_game() {
    let mut game = game(&great_eye());
    let eye = Point::all(19).filter(|p| (2..13).contains(&p.column()) && p.row() < 18);
    let start = game.board().hash();
    for point in eye {
        play(&mut game, "pass");
        game.play(point).unwrap();
    }
    assert_eq!(game.board().chain_size(point(game.board(), "B19")), 199);
    play(&mut game, "A19");
    assert!(game.board().stones(Color::Black) == [point(game.board(), "A18")].into_iter().collect());
    // The last stone that the record could take would bring back the setup, 397 moves ago.
    assert_eq!(game.moves().len(), MAX_PLIES - 3);
    let retaken = point(game.board(), "B19");
    assert_eq!(game.board().hash_after(retaken, Color::Black), start);
    assert_eq!(refusal(&game, "B19"), Illegal::Ko);
    play(&mut game, "T19");
    assert_eq!(refusal(&game, "T18"), Illegal::Full);
    play(&mut game, "pass pass");
    assert_eq!(game.verdict(), Some(Verdict::Stands));
    while game.undo().is_some() {}
    assert_eq!(game.board().hash(), start);
}
