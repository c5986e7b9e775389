//! What may not come back: the past before the setup, and the line that is searched.

use super::{Ply, Tsumego};
use crate::board::{Color, MAX_PLIES};
use crate::search::{Made, MoveId, WIN};
use crate::tsumego::question::Threats;

impl<const N: usize> Tsumego<N> {
    /// Takes in the hashes of whole boards that stood before the setup.
    pub(super) fn remember(&mut self, past: &[u64]) {
        let setup = self.plies[0].stones.hash();
        self.past.clear();
        // The setup is remembered anyway. If the past is longer than a game can be, the newest part counts.
        let earlier = past.iter().rev().map(|&hash| self.region.hash_of(hash));
        self.past
            .extend(earlier.filter(|&hash| hash != setup).take(MAX_PLIES));
    }

    /// Whether a move on an empty cell of the setup brings nothing of its past back.
    pub(in super::super) fn may_begin_with(&self, first: MoveId) -> bool {
        let Ply { stones, to_move, .. } = &self.plies[0];
        let after = stones.play(&self.region, first.0.into(), *to_move);
        after.is_some_and(|(after, _)| !self.past.contains(&after.hash()))
    }

    /// Whether superko binds `color`.
    fn is_bound(&self, color: Color) -> bool {
        match self.threats {
            Threats::Nobody => true,
            Threats::Defender => color != self.defender,
            Threats::Attacker => color == self.defender,
        }
    }

    /// What comes of the stone that made the topmost ply and may bring a position back. `returns` says whether it can be one of
    /// this search.
    pub(super) fn superko(&self, mover: Color, returns: bool) -> Made {
        let (after, before) = self.newest();
        let hash = after.stones.hash();
        // The setup and its past are above every position of every search: what they forbid stays forbidden.
        let is_old = (returns && hash == self.plies[0].stones.hash()) || self.past.contains(&hash);
        let is_bound = self.is_bound(mover);
        if is_old && is_bound {
            return Made::Barred;
        }
        let fine = if is_old { Made::Leans } else { Made::Fine };
        if !returns {
            return fine;
        }
        let ban = || {
            let above = before.iter().rposition(|ply| ply.stones.hash() == hash)?;
            Some(Made::Banned((above - self.base) as u8))
        };
        let ban = if is_bound { ban() } else { None };
        ban.or_else(|| self.circle(mover)).unwrap_or(fine)
    }

    /// The topmost ply, and those below it.
    fn newest(&self) -> (&Ply<N>, &[Ply<N>]) {
        (self.top(), &self.plies[..self.top])
    }

    /// Whether the topmost ply has come full circle: play can then go round for ever, which wins for the side with threats.
    pub(super) fn circle(&self, mover: Color) -> Option<Made> {
        let winner = match self.threats {
            Threats::Nobody => return None,
            Threats::Defender => self.defender,
            Threats::Attacker => self.defender.opponent(),
        };
        let (after, before) = self.newest();
        let above = before[self.base..].iter().rposition(|ply| {
            ply.stones.hash() == after.stones.hash()
                && ply.to_move == after.to_move
                && ply.standing(self.key, self.defender) == after.standing(self.key, self.defender)
        })?;
        let value = if winner == mover { WIN } else { -WIN };
        Some(Made::Repeats(above as u8, value))
    }
}
