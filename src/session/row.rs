//! Row Go as a judge, and how it is played with the trainer.

use super::judge::{After, Ending, Judge, Reader, Weight};
use super::picture::Words;
use super::reading::{Guess, Reading, Worth};
use super::thought::{Job, News, Position};
use super::words::words;
use crate::board::{Color, Game, Move, PointSet};
use crate::record::{RowSide, Settings};
use crate::row::{Ended, Found, RowThinker, Rules, Task, Thinking};
use crate::search::{Limits, Table};

/// How one likes to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wanted {
    /// The board and the goal.
    pub(super) rules: Rules,
    /// The colour that is yours; none if two people share the device.
    pub(super) side: Option<Color>,
    pub(super) level: Level,
}

impl Wanted {
    /// As it is remembered. What cannot be played is as in the first game of all.
    pub(super) fn of(settings: &Settings) -> Wanted {
        let is_played = |rules: &Rules| rules.size() >= Rules::FIRST.size();
        Wanted {
            rules: Rules::usual(settings.row_lines)
                .filter(is_played)
                .unwrap_or(Rules::FIRST),
            side: match settings.row_side {
                RowSide::Black => Some(Color::Black),
                RowSide::White => Some(Color::White),
                RowSide::Both => None,
            },
            level: *Level::ALL
                .get(usize::from(settings.row_level))
                .unwrap_or(&Level::Gentle),
        }
    }

    /// Remembers it.
    pub(super) const fn write(self, settings: &mut Settings) {
        settings.row_lines = self.rules.size();
        settings.row_side = match self.side {
            Some(Color::Black) => RowSide::Black,
            Some(Color::White) => RowSide::White,
            None => RowSide::Both,
        };
        settings.row_level = self.level as u8;
    }
}

/// How well the computer plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    /// Half of its moves are just somewhere near: to be won on the first day.
    Gentle,
    /// It slips now and then.
    Easy,
    Medium,
    Hard,
    /// As deep as a few seconds allow.
    Hardest,
}

impl Level {
    pub(super) const ALL: [Level; 5] = [
        Level::Gentle,
        Level::Easy,
        Level::Medium,
        Level::Hard,
        Level::Hardest,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Level::Gentle => "gentle",
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Hardest => "hardest",
        }
    }

    /// How far it looks ahead, and at how many positions at most: that is its time.
    pub(super) const fn limits(self) -> Limits {
        let (depth, nodes) = match self {
            Level::Gentle | Level::Easy => (1, 2_000),
            Level::Medium => (3, 10_000),
            Level::Hard => (5, 40_000),
            Level::Hardest => (10, 120_000),
        };
        Limits {
            depth,
            nodes,
            ..Limits::NONE
        }
    }

    /// Of how many moves it makes one without looking; 0 is never.
    pub(super) const fn slips(self) -> usize {
        match self {
            Level::Gentle => 2,
            Level::Easy => 5,
            Level::Medium | Level::Hard | Level::Hardest => 0,
        }
    }
}

/// What a hint is looked for with.
pub(super) const HINT: Limits = Level::Hard.limits();

/// A number of stones in a row, as a word.
pub(super) const fn row_word(rules: Rules) -> &'static str {
    match rules.row() {
        3 => "Three",
        4 => "Four",
        _ => "Five",
    }
}

/// The judge of a game, with the position on the table.
#[derive(Clone, Copy)]
pub(super) struct FirstRow<'a> {
    rules: Rules,
    game: &'a Game,
}

impl<'a> FirstRow<'a> {
    pub(super) const fn new(rules: Rules, game: &'a Game) -> FirstRow<'a> {
        FirstRow { rules, game }
    }
}

/// The side that gets its row, if anybody does.
const fn winner(worth: Worth) -> Option<Color> {
    match worth {
        Worth::Row(winner) => winner,
        Worth::Life { .. } => None,
    }
}

impl Judge for FirstRow<'_> {
    fn is_lost(&self, worth: Worth, color: Color) -> bool {
        winner(worth) == Some(color.opponent())
    }

    fn is_between(&self, worth: Worth) -> bool {
        winner(worth).is_none()
    }

    fn ended(&self, _before: Option<Worth>) -> Option<Ending> {
        let worth = match self.rules.ended(self.game)? {
            Ended::Won(winner) => Worth::Row(Some(winner)),
            Ended::Draw => Worth::Row(None),
        };
        Some(Ending { worth, verdict: None })
    }

    fn ended_worth(&self, before: Option<Worth>) -> Option<Worth> {
        self.ended(before).map(|ending| ending.worth)
    }

    /// Nobody gives up: the longest resistance is played to its end.
    fn conceded(&self, _reading: &Reading) -> Option<Ending> {
        None
    }

    fn reads_both_ways(&self) -> bool {
        false
    }

    fn weigh(&self, color: Color, before: Option<&Reading>, _chosen: Move, after: After<'_>) -> Weight {
        let now = match after {
            After::Read(reading) => reading.worth,
            After::Ended(ending) => ending.worth,
            After::Unread => return Weight::Unknown,
        };
        match before {
            Some(before) if self.is_lost(before.worth, color) => Weight::Idle,
            _ if self.is_lost(now, color) => Weight::Wrong,
            Some(before) if before.worth != now => Weight::Wrong,
            Some(_) => Weight::Right,
            None if winner(now) == Some(color) => Weight::Right,
            None => Weight::Unknown,
        }
    }

    fn shrug(&self, _chosen: Move, _first: bool) -> &'static str {
        "Anything can happen yet"
    }

    fn sentence(&self, ending: Ending) -> Words {
        match winner(ending.worth) {
            Some(color) => words(format_args!("{color} wins")),
            None => words(format_args!("A draw")),
        }
    }
}

impl Reader for RowThinker {
    // Kept apart: what is made here must not lie on the stack while life and death begins.
    #[inline(never)]
    fn start(&mut self, job: &Job) -> bool {
        let Position::Row(row) = &job.position else {
            return false;
        };
        let [black, white] = row.stones;
        RowThinker::start(
            self,
            &Task {
                rules: row.rules,
                black,
                white,
                to_move: row.to_move,
                passed: row.passed,
                past: &job.past,
                taken: row.taken,
                limits: job.limits,
                seed: row.seed,
            },
        );
        true
    }

    fn step(&mut self, table: &mut Table<'_>, nodes: u32) -> News {
        match RowThinker::step(self, table, nodes) {
            Thinking::More => News::Working(self.nodes()),
            Thinking::Done(found) => told(&found, self.to_move()),
        }
    }
}

/// What is proved is known; the rest is an opinion.
fn told(found: &Found, to_move: Color) -> News {
    let Some(winner) = found.winner(to_move) else {
        return News::Unknown {
            guess: Some(Guess::of(found.best)),
        };
    };
    let moves: PointSet = found.best.into_iter().collect();
    News::Read(Reading {
        worth: Worth::Row(Some(winner)),
        moves,
        best: found.best,
        equals: moves,
    })
}
