//! Boards as pictures: how the tests write a position down, play on it and read it back.
//!
//! A picture is the problem text, indented as the test that holds it.

use shikatsu::board::{Board, Cell, Color, Game, Illegal, Move, Point, PointSet};
use shikatsu::problem::{Problem, read_text};

/// A picture without its indentation and empty lines.
pub fn tidy(picture: &str) -> String {
    let lines: Vec<&str> = picture
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    lines.join("\n")
}

/// The problem in a picture: the board, then the key stones and the side to move.
pub fn problem(picture: &str) -> Problem {
    match read_text(&tidy(picture)) {
        Ok((problem, _)) => problem,
        Err(error) => panic!("{error} in\n{}", tidy(picture)),
    }
}

/// The game that starts from the problem in a picture.
pub fn game(picture: &str) -> Game {
    Game::new(&problem(picture).setup())
}

/// The board as a picture.
pub fn picture(board: &Board) -> String {
    let mut text = String::new();
    for point in Point::all(board.size()) {
        if point.column() == 0 && point.row() > 0 {
            text.push('\n');
        }
        text.push(match board.at(point) {
            Cell::Stone(Color::Black) => 'x',
            Cell::Stone(Color::White) => 'o',
            _ if board.outside().contains(point) => '*',
            _ => '-',
        });
    }
    text
}

/// Fails with both pictures unless the game's board looks like `expected`.
#[track_caller]
pub fn assert_board(game: &Game, expected: &str) {
    let (found, expected) = (picture(game.board()), tidy(expected));
    assert!(found == expected, "expected\n{expected}\nfound\n{found}");
}

/// The point called `name`.
#[track_caller]
pub fn point(board: &Board, name: &str) -> Point {
    let point = Point::from_vertex(name, board.size());
    point.unwrap_or_else(|| panic!("{name} is no point of this board"))
}

/// The points called by `names`, with blanks between them.
#[track_caller]
pub fn points(board: &Board, names: &str) -> PointSet {
    names.split_whitespace().map(|name| point(board, name)).collect()
}

/// The move called `name`: a point or `pass`.
#[track_caller]
pub fn named_move(board: &Board, name: &str) -> Move {
    match name {
        "pass" => Move::Pass,
        _ => Move::Play(point(board, name)),
    }
}

/// Makes the moves called by `names`, in turn; each must be legal.
#[track_caller]
pub fn play(game: &mut Game, names: &str) {
    for name in names.split_whitespace() {
        let chosen = named_move(game.board(), name);
        if let Err(reason) = game.make(chosen) {
            panic!("{name}: {reason} on\n{}", picture(game.board()));
        }
    }
}

/// Why the side to move may not play on the point called `name`. Trying must not change the game.
#[track_caller]
pub fn refusal(game: &Game, name: &str) -> Illegal {
    let chosen = point(game.board(), name);
    let Err(reason) = game.check(chosen) else {
        panic!("{name} is legal on\n{}", picture(game.board()));
    };
    let mut tried = game.clone();
    assert_eq!(
        tried.play(chosen),
        Err(reason),
        "check and play disagree on {name}"
    );
    assert_eq!(
        picture(tried.board()),
        picture(game.board()),
        "refusing {name} moved stones"
    );
    assert_eq!(
        tried.board().hash(),
        game.board().hash(),
        "refusing {name} changed the hash"
    );
    assert_eq!(
        tried.to_move(),
        game.to_move(),
        "refusing {name} changed the turn"
    );
    assert!(
        tried.moves().eq(game.moves()),
        "refusing {name} changed the record"
    );
    reason
}
