//! A game: moves on a board, with the past that superko, undo and the key stones need.

use heapless::Vec;

use super::point::CELLS;
use super::{Board, Color, Illegal, Point, PointSet, Setup, Undo};

/// How many moves, passes included, a game can hold, and so how many positions superko remembers.
///
/// The past is never forgotten: when the record is full, stones are refused with [`Illegal::Full`]. The
/// last two places are kept for passes, so that any game can be ended.
pub const MAX_PLIES: usize = 400;

const ROOM_FOR_PASSES: usize = 2;

/// A move of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A stone on a point.
    Play(Point),
    /// Nothing.
    Pass,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The last key stone was captured: the attacker has won.
    Dead,
    /// Both passed and a key stone stands: the defender has won.
    Stands,
}

impl Verdict {
    /// The verdict in words, about the stones of `defender`.
    pub const fn sentence(self, defender: Color) -> &'static str {
        match (self, defender) {
            (Verdict::Dead, Color::Black) => "Black is dead",
            (Verdict::Dead, Color::White) => "White is dead",
            (Verdict::Stands, Color::Black) => "Black stands",
            (Verdict::Stands, Color::White) => "White stands",
        }
    }
}

/// A move that was made: the position it was made in, and how to take it back.
#[derive(Clone, Debug)]
struct Ply {
    hash: u64,
    stone: Option<Undo>,
}

impl Ply {
    fn chosen(&self) -> Move {
        match &self.stone {
            Some(undo) => Move::Play(undo.point()),
            None => Move::Pass,
        }
    }
}

/// A game from its setup to now, with the moves that were taken back still at hand.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    to_move: Color,
    key: PointSet,
    /// For each key stone the number of the move that captured it, or [`STANDING`].
    fell: [u16; CELLS],
    standing: usize,
    /// The first `played` are on the board, the rest were taken back.
    plies: Vec<Ply, MAX_PLIES>,
    played: usize,
}

/// Moves are counted from 1.
const STANDING: u16 = 0;

impl Game {
    /// A game on a board without points, for use before there is something to play.
    pub const NOTHING: Game = Game {
        board: Board::NOTHING,
        to_move: Color::Black,
        key: PointSet::EMPTY,
        fell: [STANDING; CELLS],
        standing: 0,
        plies: Vec::new(),
        played: 0,
    };

    /// A game that starts from `setup`.
    pub fn new(setup: &Setup) -> Game {
        let mut game = Game::NOTHING;
        game.restart(setup);
        game
    }

    /// Starts over from `setup`, in the same place: a game is large, and the handheld's stack is not.
    pub fn restart(&mut self, setup: &Setup) {
        self.board.set_up(setup);
        self.to_move = setup.to_move;
        self.key = setup.key;
        self.fell.fill(STANDING);
        self.standing = setup.key.len();
        self.plies.clear();
        self.played = 0;
    }

    /// The stones as they stand now.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The key stones that have not been captured.
    pub fn key_stones(&self) -> PointSet {
        self.key
            .iter()
            .filter(|p| self.fell[p.index()] == STANDING)
            .collect()
    }

    /// The moves made so far, passes included.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + DoubleEndedIterator {
        self.plies[..self.played].iter().map(Ply::chosen)
    }

    /// The hashes of the positions before the one on the board, from the setup on: superko forbids bringing them back.
    pub fn past(&self) -> impl ExactSizeIterator<Item = u64> {
        self.plies[..self.played].iter().map(|ply| ply.hash)
    }

    /// The newest move.
    pub fn last_move(&self) -> Option<Move> {
        self.moves().next_back()
    }

    /// The result, once there is one. A setup without key stones has none until both pass.
    pub fn verdict(&self) -> Option<Verdict> {
        if self.standing == 0 && !self.key.is_empty() {
            return Some(Verdict::Dead);
        }
        let mut newest = self.moves().rev();
        let both_passed = newest.next() == Some(Move::Pass) && newest.next() == Some(Move::Pass);
        both_passed.then_some(Verdict::Stands)
    }

    /// Whether the side to move may play on `point`.
    pub fn check(&self, point: Point) -> Result<(), Illegal> {
        self.check_open()?;
        if self.played + ROOM_FOR_PASSES >= MAX_PLIES {
            return Err(Illegal::Full);
        }
        self.board.check(point, self.to_move)?;
        let hash = self.board.hash_after(point, self.to_move);
        if self.plies[..self.played].iter().any(|ply| ply.hash == hash) {
            return Err(Illegal::Ko);
        }
        Ok(())
    }

    /// Plays a stone for the side to move. Moves taken back before are forgotten.
    pub fn play(&mut self, point: Point) -> Result<(), Illegal> {
        let ply = self.make_stone(point)?;
        self.record(ply);
        Ok(())
    }

    /// Passes. Moves taken back before are forgotten.
    pub fn pass(&mut self) -> Result<(), Illegal> {
        self.check_open()?;
        let ply = self.make_pass();
        self.record(ply);
        Ok(())
    }

    /// Makes a move of either kind.
    pub fn make(&mut self, chosen: Move) -> Result<(), Illegal> {
        match chosen {
            Move::Play(point) => self.play(point),
            Move::Pass => self.pass(),
        }
    }

    /// Takes the newest move back and says which it was.
    pub fn undo(&mut self) -> Option<Move> {
        let ply = self.plies[..self.played].last()?;
        let (stone, number) = (ply.stone, self.played as u16);
        if let Some(undo) = stone {
            for captive in self.board.captives(&undo) {
                if self.fell[captive.index()] == number {
                    self.fell[captive.index()] = STANDING;
                    self.standing += 1;
                }
            }
            self.board.take_back(&undo);
        }
        let undone = self.last_move();
        self.played -= 1;
        self.to_move = self.to_move.opponent();
        undone
    }

    /// Makes the move that was taken back last again, and says which it is.
    pub fn redo(&mut self) -> Option<Move> {
        let chosen = self.plies.get(self.played)?.chosen();
        let ply = match chosen {
            Move::Play(point) => self.make_stone(point).ok()?,
            Move::Pass => self.make_pass(),
        };
        self.plies[self.played - 1] = ply;
        Some(chosen)
    }

    /// How many moves `redo` could make again.
    pub fn redoable(&self) -> usize {
        self.plies.len() - self.played
    }

    fn check_open(&self) -> Result<(), Illegal> {
        if self.verdict().is_some() {
            return Err(Illegal::Over);
        }
        Ok(())
    }

    /// Changes the position, but not the record.
    fn make_stone(&mut self, point: Point) -> Result<Ply, Illegal> {
        self.check(point)?;
        let hash = self.board.hash();
        let undo = self.board.play(point, self.to_move)?;
        let number = self.played as u16 + 1;
        for captive in self.board.captives(&undo) {
            if self.key.contains(captive) && self.fell[captive.index()] == STANDING {
                self.fell[captive.index()] = number;
                self.standing -= 1;
            }
        }
        self.advance();
        Ok(Ply {
            hash,
            stone: Some(undo),
        })
    }

    fn make_pass(&mut self) -> Ply {
        self.advance();
        Ply {
            hash: self.board.hash(),
            stone: None,
        }
    }

    fn advance(&mut self) {
        self.played += 1;
        self.to_move = self.to_move.opponent();
    }

    /// Keeps the move just made, in place of those taken back.
    fn record(&mut self, ply: Ply) {
        self.plies.truncate(self.played - 1);
        // There is room: a stone leaves two places, and no more than two passes can follow it.
        let kept = self.plies.push(ply).is_ok();
        debug_assert!(kept);
    }
}
