//! Looks for a move, slice by slice.

use super::game::{PASS, POINTS, RowGame};
use super::rules::Rules;
use crate::board::{Color, Game as Record, Move, Point, PointSet};
use crate::search::{Aim, Limits, Report, Search, Step, Table, WIN};

/// The deepest line that is searched, in plies.
pub const MAX_DEPTH: usize = 12;

/// As many moves as a board has points, and a pass, for each ply. So there is always room.
type RowSearch = Search<MAX_DEPTH, { MAX_DEPTH * (POINTS + 1) }>;

/// A position to look for a move in.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The board and the goal.
    pub rules: Rules,
    /// Black's stones.
    pub black: PointSet,
    /// White's stones.
    pub white: PointSet,
    /// Whose turn it is.
    pub to_move: Color,
    /// The other side has just passed: another pass ends the game.
    pub passed: bool,
    /// The positions that stood before, which may not come back.
    pub past: &'a [u64],
    /// By colour: where its stones were captured before. See [`taken`].
    pub taken: [PointSet; 2],
    /// How far to look ahead, and at how many positions at most.
    pub limits: Limits,
    /// Where chance comes from, between moves that are equally good. 0 is none.
    pub seed: u32,
}

impl<'a> Task<'a> {
    /// The position of a game.
    pub fn of(
        rules: Rules,
        game: &Record,
        past: &'a [u64],
        taken: [PointSet; 2],
        limits: Limits,
    ) -> Task<'a> {
        Task {
            rules,
            black: game.board().stones(Color::Black),
            white: game.board().stones(Color::White),
            to_move: game.to_move(),
            passed: game.last_move() == Some(Move::Pass),
            past,
            taken,
            limits,
            seed: 0,
        }
    }
}

/// Where stones were captured in a game, by colour. The game is played back and forth for that, and left as it was.
pub fn taken(game: &mut Record) -> [PointSet; 2] {
    let mut taken = [PointSet::EMPTY; 2];
    let mut undone = 0;
    let mut later = Color::BOTH.map(|color| game.board().stones(color));
    while game.undo().is_some() {
        undone += 1;
        for color in Color::BOTH {
            let before = game.board().stones(color);
            let gone = before.minus(&later[color as usize]);
            taken[color as usize] = taken[color as usize].union(&gone);
            later[color as usize] = before;
        }
    }
    for _ in 0..undone {
        game.redo();
    }
    taken
}

/// How far it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thinking {
    /// There is more to do.
    More,
    /// This is what was found.
    Done(Found),
}

/// What was found out about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The move to play; `None` is a pass.
    pub best: Option<Point>,
    /// What the position is worth to the side to move: 30,000 if a win is proved.
    pub value: i16,
    /// How many plies were looked at. A row that is completed a ply later is seen, too.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
}

impl Found {
    /// The side that wins, if that is proved.
    pub const fn winner(&self, to_move: Color) -> Option<Color> {
        match self.value {
            WIN.. => Some(to_move),
            value if value <= -WIN => Some(to_move.opponent()),
            _ => None,
        }
    }

    /// After how many plies the row stands, if a win is proved, with the fastest win and the longest resistance.
    pub const fn plies_to_the_row(&self, to_move: Color) -> Option<u8> {
        match self.winner(to_move) {
            None => None,
            Some(_) if self.depth == 0 => Some(0),
            // The win that is at hand is no longer looked for beyond itself.
            Some(_) if self.depth == 1 && self.value >= WIN => Some(1),
            Some(_) => Some(self.depth + 1),
        }
    }
}

/// A mind for Row Go. It is large: where the stack is small, keep an idle one somewhere else and [`start`](RowThinker::start) it
/// there.
#[derive(Debug)]
pub struct RowThinker {
    game: RowGame,
    search: RowSearch,
}

impl RowThinker {
    /// One that has nothing to do.
    pub const IDLE: RowThinker = RowThinker {
        game: RowGame::NOTHING,
        search: RowSearch::new(),
    };

    /// Begins a task in place of any before.
    pub fn start(&mut self, task: &Task<'_>) {
        self.game.set(task);
        self.search.start(Aim::Value, task.limits);
    }

    /// Works off about `nodes` positions. The table must be the same in every step, and empty before the first.
    pub fn step(&mut self, table: &mut Table<'_>, nodes: u32) -> Thinking {
        match self.search.step(&mut self.game, table, nodes) {
            Step::More => Thinking::More,
            Step::Done(report) => Thinking::Done(self.found(&report)),
        }
    }

    /// Whose turn it is.
    pub(crate) const fn to_move(&self) -> Color {
        self.game.root().to_move
    }

    /// Positions looked at so far.
    pub const fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    fn found(&self, report: &Report) -> Found {
        Found {
            best: report
                .best
                .filter(|&id| id != PASS)
                .and_then(|id| self.game.point(id)),
            value: report.value,
            depth: report.depth,
            nodes: report.nodes,
        }
    }
}
