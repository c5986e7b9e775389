//! The principal line: the best move, and best play on both sides after it.
//!
//! After each move the position is solved afresh, as if it were a problem of its own, with a small effort:
//!
//! 1. The side that can reach something plays its best move.
//! 2. The side that has lost plays the move that takes the most positions to refute, or passes if none takes any.
//! 3. The line also ends with the game's verdict, when an effort is not enough, and when the move is against the rules.
//!
//! The last can happen in a ko: a position solved afresh has no past, so its best move may be one that superko forbids in
//! the game. The line is an illustration; the outcome and the first moves are what is proved.

use shikatsu::board::{Color, Game, Move, Point, Setup};
use shikatsu::problem::{Goal, Outcome, Problem};
use shikatsu::search::{Limits, Slot};

use super::words::best;
use super::{Attempt, DEVICE_SLOTS, Effort, Found, Regions, Sight, Why, solve};

/// The longest line.
const PLIES: usize = 20;
/// What may be spent on a position of the line.
const NODES: u64 = 200_000;
/// What may be spent on the whole line.
const NODES_IN_ALL: u64 = 600_000;
/// What may be spent on a move of the side that has lost.
const NODES_TO_REFUTE: u64 = 20_000;
/// How exactly that is measured. Moves refuted with fewer are no resistance.
const SLICE_TO_REFUTE: u32 = 16;

/// The line that opens with `first`. `go_on` is asked now and then.
pub fn principal(problem: &Problem, first: Move, go_on: &dyn Fn() -> bool) -> Vec<Move> {
    let mut player = Player {
        slots: vec![Slot::EMPTY; DEVICE_SLOTS],
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
    slots: Vec<Slot>,
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
        let attempt = self.spend(&here, NODES, NODES as u32, |_| true);
        let solution = attempt.solution()?;
        let lost = match here.goal() {
            Goal::Kill => Outcome::Alive,
            Goal::Live => Outcome::Dead,
        };
        if solution.best.is_some() || solution.answer.outcome != lost {
            return Some(best(solution.best));
        }
        self.resist(game, problem)
    }

    /// The move of a lost side that is hardest to refute.
    fn resist(&mut self, game: &Game, problem: &Problem) -> Option<Move> {
        let mut hardest = (u64::from(SLICE_TO_REFUTE), Move::Pass);
        let mut game = game.clone();
        for point in Point::all(problem.size()) {
            if game.play(point).is_err() {
                continue;
            }
            // Without a key stone there is nothing left to refute.
            if let Some(there) = position(&game, problem) {
                let slice = SLICE_TO_REFUTE;
                let attempt = self.spend(&there, NODES_TO_REFUTE, slice, |sight| sight.outcome.is_none());
                if attempt.found == Found::Nothing(Why::Nodes) {
                    return None;
                }
                if attempt.nodes > hardest.0 {
                    hardest = (attempt.nodes, Move::Play(point));
                }
            }
            game.undo();
        }
        Some(hardest.1)
    }

    fn spend(&mut self, problem: &Problem, nodes: u64, slice: u32, more: fn(Sight) -> bool) -> Attempt {
        let effort = Effort {
            limits: Limits {
                nodes: nodes.min(self.left),
                ..Limits::NONE
            },
            regions: Regions::Any,
            slice: slice.min(4096),
            every_move: true,
        };
        let go_on = self.go_on;
        let attempt = solve(problem, &effort, &mut self.slots, &mut |sight| {
            go_on() && more(sight)
        });
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
