//! Where a game ends and what can be undone: key stones, passes, the verdict, and the full record.

use host_tests::diagram::{assert_board, game, picture, play, point, points, refusal};
use host_tests::random::Random;
use shikatsu::board::{Color, Game, Illegal, MAX_PLIES, Move, Point, PointSet, Setup, Verdict};

/// All that can be seen of a game.
#[derive(PartialEq, Debug)]
struct Seen {
    picture: String,
    hash: u64,
    key: PointSet,
    turn: String,
    verdict: Option<Verdict>,
    moves: Vec<Move>,
    legal: Vec<Result<(), Illegal>>,
    liberties: Vec<PointSet>,
}

fn look(game: &Game) -> Seen {
    let board = game.board();
    let stones = board
        .stones(game.to_move())
        .union(&board.stones(game.to_move().opponent()));
    Seen {
        picture: picture(board),
        hash: board.hash(),
        key: game.key_stones(),
        turn: game.to_move().to_string(),
        verdict: game.verdict(),
        moves: game.moves().collect(),
        legal: Point::all(board.size()).map(|p| game.check(p)).collect(),
        liberties: stones.iter().map(|stone| board.liberties(stone)).collect(),
    }
}

const TWO_KEYS: &str = "-xo--
                        xo-o-
                        -xo--
                        -----
                        ---xo
                        B4 E1 x";

#[test]
fn the_attacker_wins_the_moment_the_last_key_stone_is_captured() {
    let mut game = game(
        "ox---
         -----
         -----
         -----
         ---xo
         A5 x",
    );
    play(&mut game, "A4");
    assert_eq!(game.verdict(), Some(Verdict::Dead));
    assert!(game.key_stones().is_empty());
    assert_eq!(game.board().stones(Color::White), points(game.board(), "E1"));
}

#[test]
fn one_key_stone_of_several_is_not_the_last() {
    let mut game = game(TWO_KEYS);
    play(&mut game, "C4");
    assert_eq!(game.verdict(), None);
    assert_eq!(game.key_stones(), points(game.board(), "E1"));
}

#[test]
fn several_key_stones_captured_by_one_move_are_all_captured() {
    let mut game = game(
        "xoo-x
         -xxox
         ---x-
         -----
         -----
         B5 C5 D4 x",
    );
    play(&mut game, "D5");
    assert_eq!(game.verdict(), Some(Verdict::Dead));
    play_back(&mut game, 1);
    assert_eq!(game.key_stones(), points(game.board(), "B5 C5 D4"));
}

#[test]
fn a_key_stone_stays_captured_though_a_stone_returns_to_its_point() {
    let mut game = game(&TWO_KEYS.replace("B4 E1", "B4 D4"));
    play(&mut game, "C4 B1 A1 B4");
    assert_board(
        &game,
        "-xo--
         xo-o-
         -xo--
         -----
         xo-xo",
    );
    assert_eq!(game.key_stones(), points(game.board(), "D4"));
    play(&mut game, "A2 E5 C4");
    assert_eq!(
        game.key_stones(),
        points(game.board(), "D4"),
        "B4 was no key stone any more"
    );
    play_back(&mut game, 6);
    assert_eq!(
        game.key_stones(),
        points(game.board(), "D4"),
        "only the first capture counted"
    );
    play_back(&mut game, 1);
    assert_eq!(game.key_stones(), points(game.board(), "B4 D4"));
}

#[test]
fn the_attacker_wins_though_a_stone_stands_where_a_key_stone_stood() {
    let mut game = game(TWO_KEYS);
    play(&mut game, "C4 B1 A1 B4 E2");
    assert_board(
        &game,
        "-xo--
         xo-o-
         -xo--
         ----x
         xo-x-",
    );
    assert_eq!(game.verdict(), Some(Verdict::Dead));
}

#[test]
fn two_passes_end_the_game_and_the_key_stones_stand() {
    let mut game = game(TWO_KEYS);
    play(&mut game, "C4 pass");
    assert_eq!(game.verdict(), None);
    play(&mut game, "pass");
    assert_eq!(game.verdict(), Some(Verdict::Stands));
    assert_eq!(game.key_stones(), points(game.board(), "E1"), "one is enough");
}

#[test]
fn two_passes_with_a_stone_between_them_do_not_end_the_game() {
    let mut game = game(TWO_KEYS);
    play(&mut game, "pass A1 pass B1 pass C1 pass");
    assert_eq!(game.verdict(), None);
}

#[test]
fn a_pass_is_legal_where_no_stone_is() {
    let mut game = game(
        "-o-o-
         ooooo
         *****
         ooooo
         -o-o-
         B5 x",
    );
    for point in Point::all(5) {
        assert!(game.check(point).is_err());
    }
    play(&mut game, "pass");
    assert_eq!(game.verdict(), None);
}

#[test]
fn a_setup_without_key_stones_is_open_until_both_pass() {
    let mut game = Game::new(&Setup::empty(9));
    assert_eq!(game.verdict(), None);
    play(&mut game, "E5 pass pass");
    assert_eq!(game.verdict(), Some(Verdict::Stands));
}

#[test]
fn nothing_is_played_after_the_end() {
    for ending in ["C4 pass E2", "pass pass"] {
        let mut game = game(TWO_KEYS);
        play(&mut game, ending);
        assert!(game.verdict().is_some());
        for name in ["A1", "B5", "C4", "B4"] {
            assert_eq!(refusal(&game, name), Illegal::Over);
        }
        assert_eq!(game.pass(), Err(Illegal::Over));
        assert_eq!(game.check(Point::new(18, 18)), Err(Illegal::Over));
        play_back(&mut game, 1);
        assert_eq!(game.verdict(), None);
        assert_eq!(game.check(point(game.board(), "A1")), Ok(()));
    }
}

#[test]
fn each_illegal_move_has_its_own_words() {
    let reasons = [
        Illegal::Taken,
        Illegal::Outside,
        Illegal::Suicide,
        Illegal::Ko,
        Illegal::Over,
        Illegal::Full,
    ];
    let mut words: Vec<String> = reasons.iter().map(ToString::to_string).collect();
    words.sort();
    words.dedup();
    assert_eq!(words.len(), reasons.len());
}

fn play_back(game: &mut Game, moves: usize) {
    for _ in 0..moves {
        game.undo().expect("there is a move to take back");
    }
}

#[test]
fn undo_and_redo_restore_everything() {
    let mut game = game(TWO_KEYS);
    let script = "C4 pass A1 B4 A2 E5 C4 pass D5 E3 D3 pass pass";
    let mut seen = vec![look(&game)];
    for name in script.split(' ') {
        play(&mut game, name);
        seen.push(look(&game));
    }
    assert_eq!(game.verdict(), Some(Verdict::Stands));
    for _ in 0..2 {
        for after in (1..seen.len()).rev() {
            assert_eq!(game.undo(), seen[after].moves.last().copied());
            assert_eq!(look(&game), seen[after - 1]);
            assert_eq!(game.redoable(), seen.len() - after);
        }
        assert_eq!(game.undo(), None);
        assert_eq!(game.last_move(), None);
        for after in &seen[1..] {
            assert_eq!(game.redo(), after.moves.last().copied());
            assert_eq!(&look(&game), after);
        }
        assert_eq!(game.redo(), None);
    }
}

#[test]
fn the_past_that_was_taken_back_forbids_nothing() {
    let mut game = game(TWO_KEYS);
    play(&mut game, "C4 E5 A1 B4");
    assert_eq!(refusal(&game, "C4"), Illegal::Ko);
    play_back(&mut game, 4);
    play(&mut game, "pass E5 A1 pass C4");
}

#[test]
fn a_move_after_undo_forgets_what_was_taken_back() {
    let mut game = game(TWO_KEYS);
    play(&mut game, "C4 E5 A1");
    play_back(&mut game, 2);
    assert_eq!(game.redoable(), 2);
    assert_eq!(refusal(&game, "B4"), Illegal::Ko);
    assert_eq!(game.redoable(), 2, "a refused move forgets nothing");
    play(&mut game, "D5");
    assert_eq!((game.redoable(), game.redo()), (0, None));
    play_back(&mut game, 1);
    assert_eq!(game.redoable(), 1);
    play(&mut game, "pass");
    assert_eq!((game.redoable(), game.redo()), (0, None));
}

fn lone_stone() -> Setup {
    let mut setup = Setup::empty(19);
    setup.white.insert(Point::new(18, 18));
    setup.key = setup.white;
    setup
}

/// One side fills a large board while the other passes, until stones are refused.
fn full_game() -> Game {
    let mut game = Game::new(&lone_stone());
    for point in Point::all(19) {
        if game.check(point) == Err(Illegal::Full) {
            break;
        }
        game.play(point).unwrap();
        game.pass().unwrap();
    }
    game
}

#[test]
fn a_full_record_refuses_stones_and_leaves_room_for_two_passes() {
    let mut game = full_game();
    assert_eq!(game.moves().len(), MAX_PLIES - 2);
    for point in Point::all(19) {
        assert_eq!(game.check(point), Err(Illegal::Full), "also where a stone stands");
    }
    assert_eq!(game.verdict(), None);
    // The newest move was a pass; with a stone in its place there is room for just two more.
    play_back(&mut game, 1);
    play(&mut game, "A1");
    assert_eq!(game.moves().len(), MAX_PLIES - 2);
    assert_eq!(refusal(&game, "B1"), Illegal::Full);
    play(&mut game, "pass");
    assert_eq!(refusal(&game, "B1"), Illegal::Full);
    play(&mut game, "pass");
    assert_eq!(game.moves().len(), MAX_PLIES);
    assert_eq!(game.verdict(), Some(Verdict::Stands));
    assert_eq!(refusal(&game, "B1"), Illegal::Over);
}

#[test]
fn taking_back_from_a_full_record_makes_room() {
    let mut game = full_game();
    play(&mut game, "pass");
    let full = look(&game);
    play_back(&mut game, MAX_PLIES - 1);
    assert_eq!(look(&game), look(&Game::new(&lone_stone())));
    while game.redo().is_some() {}
    assert_eq!(look(&game), full);
    play_back(&mut game, 2);
    assert_eq!(refusal(&game, "A19"), Illegal::Taken);
    play(&mut game, "A1");
    assert_eq!(refusal(&game, "B1"), Illegal::Full);
}

#[test]
fn a_small_board_fills_the_record_by_captures_alone() {
    let mut random = Random::new(5);
    let mut game = Game::new(&Setup::empty(5));
    let mut stones = 0;
    while game.moves().len() < MAX_PLIES - 2 {
        let legal: Vec<Point> = Point::all(5).filter(|&p| game.check(p).is_ok()).collect();
        if legal.is_empty() {
            game.pass().unwrap();
        } else {
            game.play(random.pick(&legal)).unwrap();
            stones += 1;
        }
        assert_eq!(game.verdict(), None);
    }
    println!(
        "{stones} stones and {} passes on 25 points",
        game.moves().len() - stones
    );
    assert!(Point::all(5).all(|p| game.check(p) == Err(Illegal::Full)));
    game.pass().unwrap();
    game.undo();
    play_back(&mut game, MAX_PLIES - 2);
    assert_eq!(look(&game), look(&Game::new(&Setup::empty(5))));
}
