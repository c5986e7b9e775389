//! Fade: the stones vanish after ten seconds, and the problem is solved from memory.

use crate::board::{Color, Move, PointSet};
use crate::record::Mode;
use crate::session::tabletop::Tabletop;

/// How long the stones are seen before they fade, in milliseconds.
const FADE_AFTER: u32 = 10_000;
/// How long the newest move is seen in the dark, and all stones after a look.
const GLIMPSE: u32 = 2_000;
const PEEK: u32 = 3_000;

/// Shows stones that faded for a moment.
pub(super) fn peek(table: &mut Tabletop) {
    table.peek_for(PEEK);
}

/// Whether stones are still to fade.
pub(super) fn is_under_way(table: &Tabletop) -> bool {
    table.settings().mode == Mode::Fade && table.clock() <= FADE_AFTER
}

/// The stones that are not seen.
pub(super) fn hidden(table: &Tabletop) -> PointSet {
    let has_faded = table.ply() > 0 || table.clock() >= FADE_AFTER;
    if table.settings().mode != Mode::Fade || !has_faded || table.is_peeking() {
        return PointSet::EMPTY;
    }
    let board = table.game().board();
    let mut hidden = board.stones(Color::Black).union(&board.stones(Color::White));
    if table.clock() < GLIMPSE {
        for chosen in table.game().moves().rev().take(2) {
            if let Move::Play(point) = chosen {
                hidden.remove(point);
            }
        }
    }
    hidden
}
