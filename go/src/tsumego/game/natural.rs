//! The order of moves that was learnt: how natural each looks, and what refuted before.

use super::{PASS, Ply, Tsumego};
use crate::instinct;
use crate::region::{Bits, Word};
use crate::search::{MoveId, Ranked};

/// What a score is multiplied by to be set against what refuted before. Chosen by measuring, see `docs/learning.md`.
const SCALE: i16 = 20;
/// A pass comes last: hardly ever it is what saves.
const PASSES: i16 = -6000;

impl<const N: usize> Tsumego<N> {
    /// Names the moves worth trying, the natural ones first.
    // Out of line, so that what this and the older order need of the stack does not add up.
    #[inline(never)]
    pub(super) fn natural_moves(&self, ply: usize, name: &mut dyn FnMut(Ranked)) {
        let cells = self.worth_trying();
        let top = self.top();
        let (mover, defends) = (top.to_move, top.to_move == self.defender);
        let scene = self.ground.with(&self.region, &top.stones, self.defender);
        for place in 0..N {
            let mut left = cells.word(place);
            while left != 0 {
                let bit = left & left.wrapping_neg();
                left ^= bit;
                let cell = Word::BITS as usize * place + bit.trailing_zeros() as usize;
                let id = MoveId(cell as u16);
                let seen = scene.around(&self.region, cell);
                let score = instinct::score(seen, defends);
                let rank = self.order.rank(ply, id, mover) + SCALE * score;
                name(Ranked { id, rank });
            }
        }
        // An attacker who has to capture and passes has lost: the defender passes too.
        if defends || self.goal.lets_the_attacker_pass() {
            name(Ranked {
                id: PASS,
                rank: PASSES,
            });
        }
    }

    /// The cells beside the key stones.
    pub(super) fn beside_key(&self, top: &Ply<N>) -> Bits<N> {
        if top.chain.is_empty() {
            self.region.beside(top.standing(self.key, self.defender))
        } else {
            top.chain.beside()
        }
    }
}
