//! The defender's life in the open, by the moves that live in a small room.
//!
//! The attacker may do more here than in the room, and nothing is taken as known from there: every one of its moves that matters is answered, as in any
//! other search.

use shikatsu::board::{Point, PointSet};

use crate::closed::scout::{Scene, Scout};
use crate::field::Field;
use crate::position::Position;
use crate::search::{MOVE, Search};
use crate::set::Set;
use crate::table::Why;
use crate::zone::after_winners_move;

/// The steps that the defender has: fifty moves.
const STEPS: u32 = 50 * MOVE;

impl<const N: usize> Search<N> {
    /// Tries to live as somebody has seen it in a small room. Gives that scout back.
    pub(crate) fn follow_all(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        scout: Scout,
    ) -> Option<Scout> {
        self.guide = Some(scout);
        self.deepen(field, position, STEPS);
        self.guide.take()
    }

    /// The same from a position on the way, with the defender to move.
    pub(crate) fn follow(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        steps: u32,
        since: u64,
    ) -> Option<Set<N>> {
        let rest = steps.checked_sub(MOVE)?;
        // A return is no way to live.
        let scene = Scene::of(field, position);
        if !self.guide.as_mut()?.enter(&scene) {
            return None;
        }
        let (mut found, mut tried) = (None, PointSet::EMPTY);
        while found.is_none() && !self.stopped {
            let Some(point) = self.ask_guide(&scene, &tried) else {
                break;
            };
            tried.insert(point);
            // The guide may see farther than this field.
            let Some(cell) = field.cell_of(point) else {
                continue;
            };
            let Some(child) = self.play(field, position, cell) else {
                continue;
            };
            let below = self.attack(field, &child, rest);
            found = below.filter(|&below| self.may_play(&child, below)).map(|below| {
                let zone = after_winners_move(field, position, cell, &child, below);
                self.won(position, zone, Why::Plays(cell as u16), since)
            });
        }
        if let Some(guide) = &mut self.guide {
            guide.leave();
        }
        found
    }

    /// The guide's next move. What it has to look at for that counts as well.
    fn ask_guide(&mut self, scene: &Scene, tried: &PointSet) -> Option<Point> {
        let guide = self.guide.as_mut()?;
        let before = guide.nodes();
        let point = guide.reply(scene, tried);
        self.nodes += guide.nodes() - before;
        point
    }
}
