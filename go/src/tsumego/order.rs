//! Which move to try first: what refuted before.

use super::room::MAX_DEPTH;
use crate::board::Color;
use crate::search::MoveId;

/// How many cells are told apart; higher ones share their places.
const CELLS: usize = 128;

/// What the search has learnt about moves.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// By ply: the two moves that refuted there last.
    killers: [[MoveId; 2]; MAX_DEPTH],
    /// By colour and cell: how often and how deep a move refuted.
    history: [[u16; CELLS]; 2],
}

/// How early to try the move that refuted last at this ply, and the one before it.
const LAST_KILLER: i16 = 2500;
const KILLER: i16 = 2000;
/// When a move's score passes this, all scores are halved.
const MOST_HISTORY: u16 = 4000;

const NONE: MoveId = MoveId(u16::MAX);

impl Order {
    /// Nothing learnt yet.
    pub(super) const fn new() -> Order {
        Order {
            killers: [[NONE; 2]; MAX_DEPTH],
            history: [[0; CELLS]; 2],
        }
    }

    pub(super) fn rank(&self, ply: usize, id: MoveId, mover: Color) -> i16 {
        let killers = self.killers.get(ply).copied().unwrap_or([NONE; 2]);
        let killer = match killers.iter().position(|&killer| killer == id) {
            Some(0) => LAST_KILLER,
            Some(_) => KILLER,
            None => 0,
        };
        killer + self.history[mover as usize][id.0 as usize % CELLS].min(MOST_HISTORY) as i16
    }

    pub(super) fn learn(&mut self, ply: usize, id: MoveId, mover: Color, depth: u8) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != id
        {
            *killers = [id, killers[0]];
        }
        let history = &mut self.history[mover as usize];
        let score = &mut history[id.0 as usize % CELLS];
        *score += u16::from(depth) * u16::from(depth).min(8) + 1;
        if *score > MOST_HISTORY {
            for score in self.history.as_flattened_mut() {
                *score /= 2;
            }
        }
    }
}
