//! The rules of play, one sentence a test: captures, suicide and outside points.

use host_tests::diagram::{assert_board, game, play, point, points, problem, refusal};
use shikatsu::board::{Cell, Color, Game, Illegal, Point, PointSet, Symmetry};

#[test]
fn a_stone_is_captured_from_each_of_the_four_directions() {
    let problem = problem(
        "-----
         -----
         -xox-
         --x--
         -----
         C3 x",
    );
    let mut directions = PointSet::EMPTY;
    for symmetry in Symmetry::all() {
        let mut game = Game::new(&problem.turned(symmetry).setup());
        let last = symmetry.apply(problem.point("C4").unwrap(), 5);
        directions.insert(last);
        game.play(last).unwrap();
        assert_board(
            &game,
            "-----
             --x--
             -x-x-
             --x--
             -----",
        );
    }
    assert_eq!(directions.len(), 4);
}

#[test]
fn one_move_captures_a_chain_on_every_side() {
    let mut game = game(
        "--x--
         -xox-
         xo-ox
         -xox-
         --x--
         C5 x",
    );
    play(&mut game, "C3");
    assert_board(
        &game,
        "--x--
         -x-x-
         x-x-x
         -x-x-
         --x--",
    );
}

#[test]
fn one_move_captures_chains_of_several_stones_that_it_touches_more_than_once() {
    let mut game = game(
        "xxxx--
         xooox-
         xo-ox-
         x-oox-
         xooxx-
         xxx---
         A6 x",
    );
    // The stones on all four sides of C4 are one chain, which has another liberty on B3.
    assert_eq!(refusal(&game, "C4"), Illegal::Suicide);
    play(&mut game, "B3 pass C4");
    assert_board(
        &game,
        "xxxx--
         x---x-
         x-x-x-
         xx--x-
         x--xx-
         xxx---",
    );
}

#[test]
fn stones_are_captured_at_all_four_edges() {
    let mut game = game(
        "-xox-
         x---x
         o---o
         x---x
         -xox-
         A4 x",
    );
    play(&mut game, "C4 pass B3 pass D3 pass C2");
    assert_board(
        &game,
        "-x-x-
         x-x-x
         -x-x-
         x-x-x
         -x-x-",
    );
}

#[test]
fn chains_are_captured_in_all_four_corners() {
    let mut game = game(
        "ox-xo
         ---x-
         x----
         ox-xo
         o--xo
         B5 x",
    );
    play(&mut game, "A4 pass E4 pass B1 pass E3");
    assert_board(
        &game,
        "-x-x-
         x--xx
         x---x
         -x-x-
         -x-x-",
    );
}

#[test]
fn a_chain_keeps_standing_while_it_has_one_liberty() {
    let mut game = game(
        "-----
         -xxx-
         xooox
         -xxo-
         --x--
         B3 x",
    );
    let stone = point(game.board(), "B3");
    assert_eq!(game.board().last_liberty(stone), None, "D1 and E2 are left");
    play(&mut game, "E2");
    assert_eq!(game.board().last_liberty(stone), Some(point(game.board(), "D1")));
    assert!(!game.board().is_stifled(stone));
    play(&mut game, "pass D1");
    assert!(game.board().stones(Color::White).is_empty());
}

#[test]
fn captures_come_before_suicide() {
    let mut game = game(
        "-ox--
         oxx--
         x----
         -----
         -----
         C5 x",
    );
    play(&mut game, "A5");
    assert_board(
        &game,
        "x-x--
         -xx--
         x----
         -----
         -----",
    );
}

#[test]
fn capturing_one_neighbour_of_several_is_enough_not_to_be_suicide() {
    let mut game = game(
        "-ox--
         oxx--
         -----
         -----
         -----
         C5 x",
    );
    play(&mut game, "A5");
    assert_board(
        &game,
        "x-x--
         oxx--
         -----
         -----
         -----",
    );
}

#[test]
fn suicide_of_a_single_stone_is_illegal() {
    let game = game(
        "-o---
         o----
         --o--
         -o-o-
         --o--
         B5 x",
    );
    assert_eq!(refusal(&game, "A5"), Illegal::Suicide);
    assert_eq!(refusal(&game, "C2"), Illegal::Suicide);
}

#[test]
fn suicide_of_several_stones_is_illegal() {
    let game = game(
        "x-xo-
         xoo--
         o----
         -----
         -----
         A5 x",
    );
    assert_eq!(refusal(&game, "B5"), Illegal::Suicide);
}

#[test]
fn joining_a_chain_with_another_liberty_is_no_suicide() {
    let mut game = game(
        "x-xo-
         xoo--
         -----
         -----
         -----
         A5 x",
    );
    play(&mut game, "B5");
    assert!(
        game.board()
            .connected(point(game.board(), "A4"), point(game.board(), "C5"))
    );
    assert_eq!(
        game.board().liberties(point(game.board(), "C5")),
        points(game.board(), "A3")
    );
}

#[test]
fn nobody_plays_on_a_stone_or_off_the_board() {
    let game = game(
        "-----
         -x---
         --o--
         -----
         -----
         B4 x",
    );
    assert_eq!(refusal(&game, "B4"), Illegal::Taken);
    assert_eq!(refusal(&game, "C3"), Illegal::Taken);
    for far in [(5, 0), (0, 5), (5, 5), (18, 18), (18, 0)] {
        let off = Point::new(far.0, far.1);
        assert_eq!(game.board().at(off), Cell::Rim);
        assert_eq!(game.check(off), Err(Illegal::Outside));
    }
}

#[test]
fn an_empty_outside_point_is_a_liberty_that_nobody_can_take() {
    let game = game(
        "-xox-
         --*--
         o----
         *o---
         oo---
         C5 x",
    );
    assert_eq!(
        game.board().last_liberty(point(game.board(), "C5")),
        Some(point(game.board(), "C4"))
    );
    assert_eq!(refusal(&game, "C4"), Illegal::Outside);
    assert_eq!(
        refusal(&game, "A2"),
        Illegal::Outside,
        "outside is said before suicide"
    );
}

#[test]
fn a_stone_beside_an_empty_outside_point_can_breathe() {
    let closed = "oo---
                  -o---
                  o----
                  -----
                  -----
                  A5 x";
    assert_eq!(refusal(&game(closed), "A4"), Illegal::Suicide);
    let open = closed.replacen("oo", "*o", 1).replace("A5", "B5");
    let mut game = game(&open);
    play(&mut game, "A4");
    assert_eq!(
        game.board().liberties(point(game.board(), "A4")),
        points(game.board(), "A5")
    );
}

/// A white chain of which B4 stands on a point marked as outside.
fn stone_on_an_outside_point() -> Game {
    let problem = problem(
        "-xx--
         xoox-
         -x---
         -----
         ----o
         E1 x",
    );
    let mut setup = problem.setup();
    setup.outside.insert(problem.point("B4").unwrap());
    Game::new(&setup)
}

#[test]
fn a_stone_on_an_outside_point_is_a_stone_like_any_other() {
    let mut game = stone_on_an_outside_point();
    let (one, other) = (point(game.board(), "B4"), point(game.board(), "C4"));
    assert!(game.board().connected(one, other));
    assert_eq!(game.board().chain_size(other), 2);
    assert_eq!(refusal(&game, "B4"), Illegal::Taken);
    play(&mut game, "C3");
    assert_board(
        &game,
        "-xx--
         x*-x-
         -xx--
         -----
         ----o",
    );
}

#[test]
fn the_point_of_a_captured_stone_is_inside_unless_it_was_marked_outside() {
    let mut game = stone_on_an_outside_point();
    play(&mut game, "C3 pass");
    assert_eq!(refusal(&game, "B4"), Illegal::Outside);
    play(&mut game, "C4");
    assert_eq!(
        game.board().at(point(game.board(), "C4")),
        Cell::Stone(Color::Black)
    );
    assert!(
        game.board()
            .liberties(point(game.board(), "C4"))
            .contains(point(game.board(), "B4"))
    );
}

#[test]
fn an_empty_point_has_no_chain_and_no_liberties() {
    let game = game(
        "-----
         -x---
         -----
         -----
         -----
         B4 x",
    );
    let empty = point(game.board(), "C3");
    assert_eq!(game.board().chain(empty).take(1000).count(), 0);
    assert!(game.board().liberties(empty).is_empty());
    assert_eq!(game.board().last_liberty(empty), None);
    assert_eq!(game.board().chain_size(empty), 0);
}
