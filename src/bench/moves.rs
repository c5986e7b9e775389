//! Random games, drawn once; then only making and unmaking their moves is timed.
//!
//! The signature is folded from the hash of every position on the way, so equal signatures mean that both machines
//! played the very same positions.

use heapless::Vec;

use crate::board::{Board, Color, Point, Setup, Undo};
use crate::problem::read_text;

/// The longest game drawn.
const LONGEST: usize = 256;
/// How many points are tried before a side passes.
const PATIENCE: u32 = 500;

/// A game to be made and unmade.
pub struct DrawnGame {
    board: Board,
    moves: Vec<(Point, Color), LONGEST>,
}

/// What making and unmaking lines came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Work {
    /// Moves made, each of which was unmade too.
    pub moves: u32,
    /// Folded from the hash of every position reached.
    pub signature: u64,
}

/// The positions that are measured, by name.
pub const POSITIONS: [&str; 3] = ["corner", "9x9", "19x19"];

/// A corner group of the size people meet in problems.
const CORNER: &str = "\
---ox****
-o-ox****
--oox****
ooox*****
xxxx*****
*********
*********
*********
*********
A6 o

";

impl DrawnGame {
    /// The game measured under the name `POSITIONS[index]`.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn new(index: usize) -> DrawnGame {
        let setup = match POSITIONS[index] {
            "corner" => read_text(CORNER).expect("the position is valid").0.setup(),
            "9x9" => Setup::empty(9),
            _ => Setup::empty(19),
        };
        DrawnGame::draw(&setup, 0x1234_5678 + index as u32)
    }

    /// Draws legal moves at random until neither side finds one or the line is full. Superko is left out:
    /// going round a ko is work like any other.
    fn draw(setup: &Setup, seed: u32) -> DrawnGame {
        let start = Board::new(setup);
        let (mut board, mut moves) = (start.clone(), Vec::new());
        let (mut color, mut random) = (setup.to_move, seed);
        let mut misses = 0;
        while !moves.is_full() && misses < 2 * PATIENCE {
            random ^= random << 13;
            random ^= random >> 17;
            random ^= random << 5;
            let line = |bits: u32| (((bits & 0xffff) * u32::from(setup.size)) >> 16) as u8;
            let point = Point::new(line(random), line(random >> 16));
            if board.play(point, color).is_ok() && moves.push((point, color)).is_ok() {
                color = color.opponent();
                misses = 0;
            } else {
                misses += 1;
                if misses == PATIENCE {
                    color = color.opponent();
                }
            }
        }
        DrawnGame { board: start, moves }
    }

    /// Makes and unmakes the line once, folding its positions into a signature.
    pub fn sign(&mut self) -> Work {
        let mut signature = 0u64;
        let moves = self.walk(|board| signature = signature.rotate_left(7) ^ board.hash());
        Work { moves, signature }
    }

    /// Makes and unmakes the line `rounds` times and says how many moves that were.
    pub fn run(&mut self, rounds: u32) -> u32 {
        (0..rounds).map(|_| self.walk(|_| ())).sum()
    }

    /// Makes and unmakes the line once, showing each position on the way, and counts the moves.
    fn walk(&mut self, mut see: impl FnMut(&Board)) -> u32 {
        let mut undos: Vec<Undo, LONGEST> = Vec::new();
        for &(point, color) in &self.moves {
            let Ok(undo) = self.board.play(point, color) else {
                break;
            };
            if undos.push(undo).is_err() {
                break;
            }
            see(&self.board);
        }
        for undo in undos.iter().rev() {
            self.board.take_back(undo);
            see(&self.board);
        }
        undos.len() as u32
    }
}
