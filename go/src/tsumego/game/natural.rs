//! The order of moves that was learnt: how natural each looks, and what refuted before.

use super::{PASS, Tsumego};
use crate::instinct;
use crate::search::{MoveId, Ranked};

/// What a score is multiplied by to be set against what refuted before. Chosen by measuring, see `docs/learning.md`.
const SCALE: i16 = 36;
/// A pass comes last: hardly ever it is what saves.
const PASSES: i16 = -12_000;

impl<const N: usize> Tsumego<N> {
    /// Names the moves worth trying, the natural ones first.
    // Out of line, so that what this and the older order need of the stack does not add up.
    #[inline(never)]
    pub(super) fn natural_moves(&self, ply: usize, name: &mut dyn FnMut(Ranked)) {
        let cells = self.worth_trying();
        let top = self.top();
        let (mover, defends) = (top.to_move, top.to_move == self.defender);
        let scene = self.ground.with(&self.region, &top.stones, self.defender);
        for cell in cells.iter() {
            let id = MoveId(cell as u16);
            let seen = scene.around(&self.region, cell);
            let rank = self.order.rank(ply, id, mover) + SCALE * instinct::score(seen, defends);
            name(Ranked { id, rank });
        }
        // An attacker who has to capture and passes has lost: the defender passes too.
        if defends || self.goal.lets_the_attacker_pass() {
            name(Ranked {
                id: PASS,
                rank: PASSES,
            });
        }
    }
}
