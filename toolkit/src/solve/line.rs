//! The principal line of a problem, with memory of its own.

use shikatsu::board::{Game, Move};
use shikatsu::problem::Problem;
use shikatsu::search::Table;
use shikatsu::tsumego::{DEVICE_SLOTS, PlayedLine, Reach, Thinker};

use super::Memory;

/// After how many positions it is asked whether to go on.
const SLICE: u32 = 4096;

/// The line that opens with `first`. `go_on` is asked now and then.
pub fn principal(problem: &Problem, first: Move, go_on: &dyn Fn() -> bool) -> Vec<Move> {
    let mut game = Game::new(&problem.setup());
    if let (Ok(()), Some(mut memory)) = (game.make(first), Memory::new(DEVICE_SLOTS)) {
        let reach = Reach {
            plies: Reach::SHORT.plies - 1,
            ..Reach::SHORT
        };
        let mut line = PlayedLine::new(*problem, reach);
        let mut thinker = Box::new(Thinker::IDLE);
        let mut table = Table::new(memory.first(DEVICE_SLOTS));
        while go_on() && line.step(&mut game, &mut thinker, &mut table, SLICE) {}
    }
    game.moves().collect()
}
