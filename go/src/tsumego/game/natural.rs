//! The order of moves that was learnt: how natural each looks, and what refuted before.

use super::{PASS, Ply, Tsumego};
use crate::board::Color;
use crate::instinct::{self, Scene, Surroundings, deed};
use crate::region::{Bits, Word};
use crate::search::{Game as _, MoveId, Ranked};

/// What a score is multiplied by to be set against what refuted before. Chosen by measuring, see `docs/learning.md`.
const SCALE: i16 = 20;
/// A pass comes last: hardly ever it is what saves.
const PASSES: i16 = -6000;

/// What the side to move sees.
struct Sight<'a, const N: usize> {
    scene: Scene<'a>,
    captures: Bits<N>,
    saves: Bits<N>,
    beside_key: Bits<N>,
    vital: Bits<N>,
}

impl<const N: usize> Sight<'_, N> {
    /// What the moves on the cells of a word do at once; the word is at this place, and the cell is the one of this bit.
    #[inline]
    fn deeds(&self, place: usize, bit: Word) -> u8 {
        let [captures, saves, beside_key, vital] = [self.captures, self.saves, self.beside_key, self.vital]
            .map(|cells| cells.word(place) & bit != 0);
        u8::from(captures) * deed::CAPTURES
            + u8::from(saves) * deed::SAVES
            + u8::from(beside_key) * deed::TOUCHES_THE_KEY
            + u8::from(vital) * deed::DECIDES_THE_EYES
    }
}

impl<const N: usize> Tsumego<N> {
    #[inline]
    fn sight<'a>(&'a self, top: &Ply<N>) -> Sight<'a, N> {
        let (region, mover) = (&self.region, top.to_move);
        let several = region.counts(top.stones.empty(region)).at_least_two();
        Sight {
            scene: self.ground.with(region, &top.stones, self.defender),
            captures: self.last_liberties(top, mover.opponent(), several),
            saves: self.last_liberties(top, mover, several),
            beside_key: self.beside_key(top),
            vital: self.vital,
        }
    }

    /// Names the moves worth trying, the natural ones first.
    // Out of line, so that what this and the older order need of the stack does not add up.
    #[inline(never)]
    pub(super) fn natural_moves(&self, ply: usize, name: &mut dyn FnMut(Ranked)) {
        let cells = self.worth_trying();
        let top = self.top();
        let (mover, defends) = (top.to_move, top.to_move == self.defender);
        let sight = self.sight(top);
        for place in 0..N {
            let mut left = cells.word(place);
            while left != 0 {
                let bit = left & left.wrapping_neg();
                left ^= bit;
                let cell = Word::BITS as usize * place + bit.trailing_zeros() as usize;
                let id = MoveId(cell as u16);
                let seen = sight.scene.around(&self.region, cell);
                let score = instinct::score(seen, sight.deeds(place, bit), defends);
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

    /// Shows every move of the setup: its cell, what surrounds it, and what it does at once.
    pub(in crate::tsumego) fn look(&mut self, each: &mut dyn FnMut(usize, Surroundings, u8)) {
        self.top = 0;
        // This finds the vital cells.
        let _ = self.decided();
        let top = self.top();
        let sight = self.sight(top);
        for cell in self.first_moves().iter() {
            let (place, bit) = (cell / Word::BITS as usize, 1 << (cell % Word::BITS as usize));
            each(
                cell,
                sight.scene.around(&self.region, cell),
                sight.deeds(place, bit),
            );
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

    /// Whose stones are at stake.
    pub(in crate::tsumego) const fn defender(&self) -> Color {
        self.defender
    }
}
