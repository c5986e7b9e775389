//! A line of best play on the board: when it has come to its end, and what it comes to. Shared by the solution and *why?*.

use crate::session::judge::Judge;
use crate::session::picture::Words;
use crate::session::reading::Worth;
use crate::session::tabletop::Tabletop;
use crate::session::thought::Judgement;

/// Longer lines are not shown.
const LONGEST: usize = 30;

/// Whether the line on the board has come to its end.
pub(super) fn is_at_its_end(table: &Tabletop) -> bool {
    if table.game().verdict().is_some() || table.ply() >= LONGEST {
        return true;
    }
    match table.known_here() {
        Some(Judgement::Read(reading)) => table.judge().conceded(&reading).is_some(),
        Some(Judgement::Unknown(guess)) => guess.is_none(),
        None => false,
    }
}

/// What the position on the board comes to, in words; the task while that is not known.
pub(super) fn title(table: &Tabletop, before: Option<Worth>) -> Words {
    if table.is_by_the_book() && table.ply() == 0 {
        // The book's word is about moves.
        return table.showing().task();
    }
    match table.ending_here(before) {
        Some(ending) => table.judge().sentence(ending),
        None => table.showing().task(),
    }
}
