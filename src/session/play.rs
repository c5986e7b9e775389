//! A whole game of Go: how it may be wanted, and its reader.
//!
//! It has no judge. Nobody knows what a position comes to, so no move is called right or wrong, and the search has opinions only.

use super::judge::Reader;
use super::picture::Words;
use super::reading::Guess;
use super::thought::{Job, News, Position};
use crate::board::{Color, Setup};
use crate::play::{GoTask, GoThinker, LargeGoThinker, Opinion, handicap_points, most_handicap};
use crate::search::{Limits, Table};

/// The boards, by their lines. The handheld has no room for the last.
pub(super) const LINES: [u8; 6] = [5, 7, 9, 11, 13, 19];
/// The komi that can be chosen, in half points. None of them leaves room for a draw.
pub(super) const KOMI: [i16; 4] = [1, 11, 13, 15];
/// How well the computer plays: so many games are played out for a move.
pub(super) const PLAYOUTS: [u16; 7] = [50, 100, 200, 400, 800, 1600, 3200];

/// What a hint is looked for with, and what finds dead stones.
pub(super) const HINT: Limits = playouts(400);

/// What so many playouts are as limits.
pub(super) const fn playouts(count: u16) -> Limits {
    Limits {
        nodes: count as u64,
        ..Limits::NONE
    }
}

/// How one likes to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wanted {
    /// Lines of the board.
    pub(super) size: u8,
    /// The colour that is yours; by chance if there is none.
    pub(super) you: Option<Color>,
    /// In half points.
    pub(super) komi: i16,
    /// Stones of Black at the start, as far as the board has points for them.
    pub(super) handicap: u8,
    /// One of [`PLAYOUTS`].
    pub(super) playouts: u16,
}

impl Wanted {
    /// The first game of all.
    pub(super) const FIRST: Wanted = Wanted {
        size: 9,
        you: Some(Color::Black),
        komi: 15,
        handicap: 0,
        playouts: 400,
    };

    /// Stones of Black at the start.
    pub(super) fn handicap(self) -> u8 {
        self.handicap.min(most_handicap(self.size) as u8)
    }

    /// The board before the first move.
    pub(super) fn setup(self) -> Setup {
        let empty = Setup::empty(self.size);
        match handicap_points(self.size, self.handicap().into()) {
            Some(black) => Setup {
                black,
                to_move: Color::White,
                ..empty
            },
            None => empty,
        }
    }
}

/// A game as it was played so far, for those who keep it elsewhere.
#[derive(Debug)]
pub struct Played<M> {
    /// The board before the first move.
    pub setup: Setup,
    /// In half points.
    pub komi: i16,
    /// The colour of the player; the computer has the other.
    pub you: Color,
    /// `B+3.5`, `W+R`; nothing while it is played.
    pub result: Words,
    /// The moves; the side to move in the setup begins.
    pub moves: M,
}

/// A playout costs as much as looking at about so many positions.
const PLAYOUT: u32 = 256;

impl Reader for GoThinker {
    #[inline(never)]
    fn start(&mut self, job: &Job) -> bool {
        go_task(job).is_some_and(|task| GoThinker::start(self, task))
    }

    fn step(&mut self, table: &mut Table<'_>, nodes: u32) -> News {
        let opinion = GoThinker::step(self, table.memory(), share(nodes));
        news(opinion, self.playouts())
    }
}

impl Reader for LargeGoThinker {
    fn start(&mut self, job: &Job) -> bool {
        go_task(job).is_some_and(|task| LargeGoThinker::start(self, task))
    }

    fn step(&mut self, table: &mut Table<'_>, nodes: u32) -> News {
        let opinion = LargeGoThinker::step(self, table.memory(), share(nodes));
        news(opinion, self.playouts())
    }
}

const fn go_task(job: &Job) -> Option<&GoTask> {
    match &job.position {
        Position::Go(task) => Some(task),
        _ => None,
    }
}

/// A key may wait for a playout, but not for two.
fn share(nodes: u32) -> u32 {
    (nodes / PLAYOUT).max(1)
}

fn news(opinion: Option<Opinion>, playouts: u32) -> News {
    match opinion {
        None => News::Working(playouts.into()),
        Some(opinion) => News::Unknown {
            guess: Some(Guess {
                best: opinion.best,
                is_hopeless: opinion.is_hopeless,
                dead: opinion.dead,
            }),
        },
    }
}
