//! The judge of whatever lies on the table.

use super::by_the_book::ByTheBook;
use super::judge::{After, Ending, Judge, Weight};
use super::life::LifeAndDeath;
use super::picture::Words;
use super::reading::{Reading, Worth};
use super::row::FirstRow;
use crate::board::{Color, Move};

/// One judge for each game.
#[derive(Clone, Copy)]
pub(super) enum Judges<'a> {
    /// Life and death.
    Life(LifeAndDeath<'a>),
    /// Life and death on the book's word.
    Book(ByTheBook<'a>),
    /// Row Go.
    Row(FirstRow<'a>),
}

/// Asks whichever judge there is.
macro_rules! ask {
    ($judges:expr, $judge:ident => $question:expr) => {
        match $judges {
            Judges::Life($judge) => $question,
            Judges::Book($judge) => $question,
            Judges::Row($judge) => $question,
        }
    };
}

impl Judge for Judges<'_> {
    fn is_lost(&self, worth: Worth, color: Color) -> bool {
        ask!(self, judge => judge.is_lost(worth, color))
    }

    fn is_between(&self, worth: Worth) -> bool {
        ask!(self, judge => judge.is_between(worth))
    }

    fn ended(&self, before: Option<Worth>) -> Option<Ending> {
        ask!(self, judge => judge.ended(before))
    }

    fn ended_worth(&self, before: Option<Worth>) -> Option<Worth> {
        ask!(self, judge => judge.ended_worth(before))
    }

    fn conceded(&self, reading: &Reading) -> Option<Ending> {
        ask!(self, judge => judge.conceded(reading))
    }

    fn reads_both_ways(&self) -> bool {
        ask!(self, judge => judge.reads_both_ways())
    }

    fn weigh(&self, color: Color, before: Option<&Reading>, chosen: Move, after: After<'_>) -> Weight {
        ask!(self, judge => judge.weigh(color, before, chosen, after))
    }

    fn shrug(&self, chosen: Move, first: bool) -> &'static str {
        ask!(self, judge => judge.shrug(chosen, first))
    }

    fn sentence(&self, ending: Ending) -> Words {
        ask!(self, judge => judge.sentence(ending))
    }
}
