//! The readers of all games in one place: only one of them is at work, so they share their memory.

use super::judge::Reader;
use super::reading::{Guess, Reading};
use super::thought::{Job, News, Position};
use crate::board::{Point, PointSet};
use crate::play::{DEVICE_CELLS, GoTask, SizedGoThinker, better_in_fight, locked_fight};
use crate::problem::Problem;
use crate::row::RowThinker;
use crate::search::{Limits, Table};
use crate::tsumego::{SizedThinker, Task};

/// A reader for every game, with room for problems of up to `MOST` words, and for whole games on boards of up to `C` cells.
#[derive(Debug)]
pub struct Readers<const MOST: usize, const C: usize = DEVICE_CELLS> {
    at_work: AtWork<MOST, C>,
    fight: Fight,
}

// With a tag of its own, an idle one is all zeros, and a static one takes no flash.
#[repr(u8)]
#[derive(Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "there is no heap to put the larger one on"
)]
enum AtWork<const MOST: usize, const C: usize> {
    /// Life and death.
    Life(SizedThinker<MOST>),
    /// Row Go.
    Row(RowThinker),
    /// Whole games of Go.
    Go(SizedGoThinker<C>),
}

/// A move of a whole game that lies in a locked fight. It was chosen by playouts, and is now held against what the reader of life and death finds.
// All zeros where there is none.
#[derive(Debug)]
struct Fight {
    /// The move, while its fight is read.
    chosen: Option<Point>,
    /// What else the playouts found: the stones that are dead.
    dead: PointSet,
    /// Where superko lets one play.
    legal: PointSet,
    playouts: u32,
}

/// What may be spent on a fight: up to two thirds of a second on the handheld, mostly much less.
const FIGHT_NODES: u64 = 10_000;

impl Fight {
    const NONE: Fight = Fight {
        chosen: None,
        dead: PointSet::EMPTY,
        legal: PointSet::EMPTY,
        playouts: 0,
    };

    /// The problem that a position of a whole game poses around the move that was found for it.
    #[inline(never)]
    fn begin(&mut self, task: &GoTask, guess: &Guess) -> Option<Problem> {
        let chosen = guess.best.filter(|_| !guess.is_hopeless)?;
        let setup = locked_fight(task.size, &task.stones, task.to_move, chosen)?;
        let problem = Problem::new(&setup).ok()?;
        *self = Fight {
            chosen: Some(chosen),
            dead: guess.dead,
            legal: task.legal,
            playouts: task.playouts,
        };
        Some(problem)
    }

    /// What the move comes to in the end.
    fn end(&mut self, chosen: Point, reading: Option<&Reading>) -> News {
        self.chosen = None;
        let better = reading.map_or(chosen, |reading| {
            let right = reading.moves.intersection(&self.legal);
            let best = reading.best.filter(|&best| right.contains(best));
            better_in_fight(chosen, &right, best.or(right.first()))
        });
        News::Unknown {
            guess: Some(Guess {
                best: Some(better),
                is_hopeless: false,
                dead: self.dead,
            }),
        }
    }
}

impl<const MOST: usize, const C: usize> Readers<MOST, C> {
    /// At rest.
    pub const IDLE: Self = Readers {
        at_work: AtWork::Life(SizedThinker::IDLE),
        fight: Fight::NONE,
    };

    /// Asks the reader of life and death about the fight that a move of a whole game lies in. False if it lies in none.
    #[inline(never)]
    fn look_into(&mut self, guess: &Guess) -> bool {
        let AtWork::Go(thinker) = &self.at_work else {
            return false;
        };
        let Some(problem) = self.fight.begin(thinker.task(), guess) else {
            return false;
        };
        self.at_work.turn_to_life();
        let AtWork::Life(thinker) = &mut self.at_work else {
            return false;
        };
        let task = Task {
            limits: Limits {
                nodes: FIGHT_NODES,
                ..Limits::NONE
            },
            ..Task::of(&problem)
        };
        let has_room = thinker.start(&task);
        if !has_room {
            self.fight.chosen = None;
        }
        has_room
    }
}

impl<const MOST: usize, const C: usize> AtWork<MOST, C> {
    // Idle readers are copied from where constants are kept: made here, each would take its own size of the stack.
    fn turn_to_life(&mut self) {
        *self = const { AtWork::Life(SizedThinker::IDLE) };
    }

    // This one is small. A constant with the tag and all the room beside it would take more than 20 KB of flash.
    #[inline(never)]
    fn turn_to_go(&mut self) {
        *self = AtWork::Go(SizedGoThinker::IDLE);
    }
}

impl<const MOST: usize, const C: usize> Reader for Readers<MOST, C>
where
    SizedGoThinker<C>: Reader,
{
    fn start(&mut self, job: &Job) -> bool {
        self.fight.chosen = None;
        match (&job.position, &self.at_work) {
            (Position::Life(_), AtWork::Life(_))
            | (Position::Row(_), AtWork::Row(_))
            | (Position::Go(_), AtWork::Go(_)) => {}
            (Position::Life(_), _) => self.at_work.turn_to_life(),
            (Position::Row(_), _) => self.at_work = const { AtWork::Row(RowThinker::IDLE) },
            (Position::Go(_), _) => self.at_work.turn_to_go(),
        }
        match &mut self.at_work {
            AtWork::Life(thinker) => Reader::start(thinker, job),
            AtWork::Row(thinker) => Reader::start(thinker, job),
            AtWork::Go(thinker) => Reader::start(thinker, job),
        }
    }

    fn step(&mut self, table: &mut Table<'_>, nodes: u32) -> News {
        let news = match &mut self.at_work {
            AtWork::Life(thinker) => Reader::step(thinker, table, nodes),
            AtWork::Row(thinker) => Reader::step(thinker, table, nodes),
            AtWork::Go(thinker) => Reader::step(thinker, table, nodes),
        };
        if let News::Unknown { guess: Some(guess) } = &news
            && self.look_into(guess)
        {
            table.clear();
            return News::Working(self.fight.playouts.into());
        }
        let Some(chosen) = self.fight.chosen else {
            return news;
        };
        match news {
            News::Working(_) => News::Working(self.fight.playouts.into()),
            News::Read(reading) => self.fight.end(chosen, Some(&reading)),
            News::Unknown { .. } | News::TooLarge => self.fight.end(chosen, None),
        }
    }
}
