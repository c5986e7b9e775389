//! What an attacker who has to kill is likely to play: an opinion that limits and orders the attacker's own moves only.
//!
//! How a move looks was learnt from proofs (`shikatsu::instinct`); what else speaks for it is set by hand.

use shikatsu::instinct;

use crate::field::Field;
use crate::policy::{self, BIT, Features};
use crate::position::{Position, Side};
use crate::search::{Before, CAP, Choice, MOVE, Search, answers_to};
use crate::set::Set;

/// What speaks for a move, on the scale of [`BIT`].
mod worth {
    use super::BIT;
    /// It makes two eyes harder, by one move and by more.
    pub(super) const DAMAGE: [i32; 3] = [0, 2 * BIT, 3 * BIT];
    /// The cheapest pairs of eyes want the cell, or others do.
    pub(super) const VITAL: i32 = BIT;
    pub(super) const WANTED: i32 = BIT;
    /// It won if the defender passes, against other moves, or against the same move elsewhere.
    pub(super) const HINT: i32 = 2 * BIT;
    pub(super) const REPLY: i32 = BIT;
    pub(super) const ANSWERS: [i32; 2] = [2 * BIT, BIT];
    /// Beside the defender's last move, or at its corner.
    pub(super) const BESIDE: i32 = BIT;
    pub(super) const CORNER: i32 = BIT / 2;
    /// It takes stones, or is a liberty of a chain that hangs by a thread.
    pub(super) const TAKES: i32 = BIT;
    pub(super) const TACTICAL: i32 = BIT;
    /// By how much was won on the cell so far.
    pub(super) const FAME: [i32; 5] = [0, 0, BIT / 4, BIT / 2, BIT];
}

impl<const N: usize> Search<N> {
    /// The attacker's moves to look at, each with its price.
    pub(crate) fn strikes(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        before: Before<N>,
    ) -> Vec<Choice<N>> {
        let empty = position.empty(field) & field.playable;
        let here = self.eye_distance(field, position);
        let most = here + self.view.how.slack;
        let (wanted, vital) = self.eyes.wanted(field, position, self.area, most, here);
        let tactical = self.eyes.tactical(field, position);
        let mut cells = empty;
        if cells.len() > 30 {
            cells &= self.reach(field, position) & self.area;
        }
        let (beside, corner) = match usize::from(before.last) {
            last if last < Set::<N>::CAPACITY => (field.around(last), field.corners(last)),
            _ => (Set::EMPTY, Set::EMPTY),
        };
        let answers = self.view.answers[answers_to::<N>(before.last)];
        let mut choices = Vec::with_capacity(24);
        let mut scores = Vec::with_capacity(24);
        for cell in cells.iter() {
            let Some(child) = self.play(field, position, cell) else {
                continue;
            };
            let is_still = !vital.has(cell) && !tactical.has(cell);
            let after = if is_still || here >= CAP {
                here
            } else {
                self.eye_distance(field, &child)
            };
            let if_in = |set: Set<N>, worth: i32| if set.has(cell) { worth } else { 0 };
            let mut score = worth::DAMAGE[after.saturating_sub(here).min(2) as usize]
                + if_in(vital, worth::VITAL)
                + if_in(wanted, worth::WANTED)
                + if_in(tactical, worth::TACTICAL)
                + if_in(before.replies, worth::REPLY)
                + if_in(beside, worth::BESIDE)
                + if_in(corner, worth::CORNER)
                + worth::FAME[self.fame(cell)];
            if before.hint == cell as u16 {
                score += worth::HINT;
            }
            if let Some(place) = answers.iter().position(|&answer| answer == cell as u16) {
                score += worth::ANSWERS[place];
            }
            if !child.of(Side::Defender).is(position.of(Side::Defender)) {
                score += worth::TAKES;
            }
            score += field.looks.of(position, cell, Side::Attacker) * BIT / i32::from(instinct::BIT);
            scores.push(score);
            choices.push(Choice {
                cell: cell as u16,
                child,
                distance: 0,
                price: MOVE,
                features: Features::default(),
            });
        }
        let all = policy::together(scores.iter().copied());
        for (choice, score) in choices.iter_mut().zip(scores) {
            choice.price += (all - score).max(0) as u32 * self.view.how.bit / BIT as u32;
        }
        if position.hash == self.origin {
            for choice in &mut choices {
                choice.price = choice.price.min(self.view.how.opening);
            }
        }
        choices
    }
}
