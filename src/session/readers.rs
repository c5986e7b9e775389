//! The readers of all games in one place: only one of them is at work, so they share their memory.

use super::judge::Reader;
use super::thought::{Job, News, Position};
use crate::play::{DEVICE_CELLS, SizedGoThinker};
use crate::row::RowThinker;
use crate::search::Table;
use crate::tsumego::SizedThinker;

/// A reader for every game, with room for problems of up to `MOST` words, and for whole games on boards of up to `C` cells.
// With a tag of its own, an idle one is all zeros, and a static one takes no flash.
#[repr(u8)]
#[derive(Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "there is no heap to put the larger one on"
)]
pub enum Readers<const MOST: usize, const C: usize = DEVICE_CELLS> {
    /// Life and death.
    Life(SizedThinker<MOST>),
    /// Row Go.
    Row(RowThinker),
    /// Whole games of Go.
    Go(SizedGoThinker<C>),
}

impl<const MOST: usize, const C: usize> Readers<MOST, C> {
    /// At rest.
    pub const IDLE: Self = Readers::Life(SizedThinker::IDLE);
}

impl<const MOST: usize, const C: usize> Readers<MOST, C> {
    // This one is small. A constant with the tag and all the room beside it would take more than 20 KB of flash.
    #[inline(never)]
    fn turn_to_go(&mut self) {
        *self = Readers::Go(SizedGoThinker::IDLE);
    }
}

impl<const MOST: usize, const C: usize> Reader for Readers<MOST, C>
where
    SizedGoThinker<C>: Reader,
{
    fn start(&mut self, job: &Job) -> bool {
        // Idle readers are copied from where constants are kept: made here, each would take its own size of the stack.
        match (&job.position, &self) {
            (Position::Life(_), Readers::Life(_))
            | (Position::Row(_), Readers::Row(_))
            | (Position::Go(_), Readers::Go(_)) => {}
            (Position::Life(_), _) => *self = const { Readers::IDLE },
            (Position::Row(_), _) => *self = const { Readers::Row(RowThinker::IDLE) },
            (Position::Go(_), _) => self.turn_to_go(),
        }
        match self {
            Readers::Life(thinker) => Reader::start(thinker, job),
            Readers::Row(thinker) => Reader::start(thinker, job),
            Readers::Go(thinker) => Reader::start(thinker, job),
        }
    }

    fn step(&mut self, table: &mut Table<'_>, nodes: u32) -> News {
        match self {
            Readers::Life(thinker) => Reader::step(thinker, table, nodes),
            Readers::Row(thinker) => Reader::step(thinker, table, nodes),
            Readers::Go(thinker) => Reader::step(thinker, table, nodes),
        }
    }
}
