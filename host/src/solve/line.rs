//! The principal line: the best move, and best play on both sides after it.
//!
//! After each move the position is solved afresh, as if it were a problem of its own, with a small effort:
//!
//! 1. Each side plays the best move: one that reaches what can be reached, or resists longest if nothing can.
//! 2. The line ends with the game's verdict, and also when an effort is not enough, and when the move is against the rules.
//!
//! The last can happen in a ko: a position solved afresh has no past, so its best move may be one that superko forbids in
//! the game. The line is an illustration; the outcome and the first moves are what is proved.

use shikatsu::board::{Color, Game, Move, Setup};
use shikatsu::problem::Problem;
use shikatsu::search::Limits;
use shikatsu::tsumego::{DEVICE_SLOTS, Knowledge};

use super::words::best;
use super::{Attempt, Effort, Memory, Regions, solve};

/// The longest line.
const PLIES: usize = 20;
/// What may be spent on a position of the line.
const NODES: u64 = 30_000;
/// What may be spent on the whole line.
const NODES_IN_ALL: u64 = 60_000;
/// After how many positions it is asked whether to go on.
const SLICE: u32 = 4096;

/// The line that opens with `first`. `go_on` is asked now and then.
pub fn principal(problem: &Problem, first: Move, go_on: &dyn Fn() -> bool) -> Vec<Move> {
    let Some(memory) = Memory::new(DEVICE_SLOTS) else {
        return vec![first];
    };
    let mut player = Player {
        memory,
        left: NODES_IN_ALL,
        go_on,
    };
    let mut game = Game::new(&problem.setup());
    let mut next = Some(first);
    while let Some(chosen) = next
        && game.make(chosen).is_ok()
        && game.verdict().is_none()
        && game.moves().len() < PLIES
    {
        next = player.choose(&game, problem);
    }
    game.moves().collect()
}

/// Chooses moves for both sides.
struct Player<'a> {
    memory: Memory,
    /// Positions that may still be looked at.
    left: u64,
    go_on: &'a dyn Fn() -> bool,
}

impl Player<'_> {
    /// The next move of the line; `None` if it ends here.
    fn choose(&mut self, game: &Game, problem: &Problem) -> Option<Move> {
        // The attacker has given up, and two passes end it.
        if game.last_move() == Some(Move::Pass) && game.to_move() == problem.defender() {
            return Some(Move::Pass);
        }
        let here = position(game, problem)?;
        self.spend(&here).solution().map(|solution| best(solution.best))
    }

    fn spend(&mut self, problem: &Problem) -> Attempt {
        let effort = Effort {
            limits: Limits {
                nodes: NODES.min(self.left),
                ..Limits::NONE
            },
            regions: Regions::Any,
            slice: SLICE,
            every_move: false,
            knows: Knowledge::ALL,
        };
        let go_on = self.go_on;
        let attempt = solve(problem, &effort, &mut self.memory, &mut |_| go_on());
        self.left = self.left.saturating_sub(attempt.nodes);
        attempt
    }
}

/// The position on the board as a problem of its own; `None` if no key stone stands.
fn position(game: &Game, problem: &Problem) -> Option<Problem> {
    let board = game.board();
    let setup = Setup {
        black: board.stones(Color::Black),
        white: board.stones(Color::White),
        key: game.key_stones(),
        to_move: game.to_move(),
        ..problem.setup()
    };
    Problem::new(&setup).ok()
}
