//! Positions in the middle of random games, mostly just after a ko was taken.

use shikatsu::board::{Board, Game, Illegal, Point, Setup};
use shikatsu::problem::Problem;

use crate::enclosed::random_position;
use crate::random::Random;

/// A position of a random game.
pub struct InGame {
    /// The position as a problem of its own.
    pub here: Problem,
    /// What stood before, the oldest first.
    pub boards: Vec<Board>,
    /// How it came about.
    pub game: Game,
    /// A ko may not be taken back now.
    pub is_ko: bool,
}

impl InGame {
    /// One by chance; `None` if this game has none that is worth a look.
    pub fn by_chance(random: &mut Random) -> Option<InGame> {
        let start = random_position(random)?;
        let (boards, game) = random_game(random, &start.setup())?;
        let here = start
            .at(&game, game.to_move())
            .filter(|_| game.verdict().is_none())?;
        // In most games the past forbids nothing yet.
        let is_ko = Point::all(start.size()).any(|p| game.check(p) == Err(Illegal::Ko));
        if !is_ko && random.chance(98) {
            return None;
        }
        Some(InGame {
            here,
            boards,
            game,
            is_ko,
        })
    }
}

/// A random game from a problem, with captures where there are any, until soon after the first: its boards before the
/// last, and the game. `None` if nothing was captured.
fn random_game(random: &mut Random, setup: &Setup) -> Option<(Vec<Board>, Game)> {
    let mut game = Game::new(setup);
    let mut past = Vec::new();
    let mut left = None;
    for _ in 0..12 {
        if game.verdict().is_some() || left == Some(0) {
            break;
        }
        left = left.map(|left| left - 1);
        let legal: Vec<Point> = Point::all(setup.size)
            .filter(|&p| game.check(p).is_ok())
            .collect();
        let foe = game.to_move().opponent();
        let captures = legal.iter().copied().filter(|&p| {
            let mut board = game.board().clone();
            board.play(p, game.to_move()).expect("it is legal");
            board.stones(foe).len() < game.board().stones(foe).len()
        });
        let captures: Vec<Point> = captures.collect();
        past.push(game.board().clone());
        if !captures.is_empty() && random.chance(80) {
            game.play(random.pick(&captures)).expect("it is legal");
            left = left.or_else(|| Some(random.pick(&[0, 0, 0, 1, 1, 2, 3, 4])));
        } else if !legal.is_empty() && random.chance(85) {
            game.play(random.pick(&legal)).expect("it is legal");
        } else {
            game.pass().expect("nobody has won");
        }
    }
    left.map(|_| (past, game))
}
