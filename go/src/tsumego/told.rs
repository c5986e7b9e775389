//! What somebody else has proved of the same problem, taken in between two steps: a computer has other solvers beside this one.

use super::question::{Question, Threats};
use super::solver::Solver;
use crate::board::PointSet;
use crate::problem::Outcome;
use crate::search::End;

impl<const N: usize> Solver<N> {
    /// Takes an outcome as proved; of key stones that stand, whether they have two eyes, if that is known. What is left is to judge the first moves. Nothing
    /// happens if the outcome is known, or cannot be.
    pub fn take(&mut self, outcome: Outcome, eyes: Option<bool>) {
        let is_open = match self.outcome() {
            None => true,
            // That it stands may be known before it is known whether it has two eyes.
            Some(known) => known == Outcome::Alive && eyes.is_some() && self.facts.eyes.is_none(),
        };
        if !is_open || self.refutes(outcome, eyes) {
            return;
        }
        let captured = &mut self.facts.captured;
        match outcome {
            Outcome::Alive if eyes == Some(true) => self.facts.eyes = eyes,
            Outcome::Alive => {
                captured[Threats::Defender as usize] = Some(false);
                captured[Threats::Attacker as usize] = Some(false);
                self.facts.eyes = eyes;
            }
            Outcome::Dead => captured[Threats::Defender as usize] = Some(true),
            Outcome::KoAttacker | Outcome::KoDefender => {
                captured[Threats::Defender as usize] = Some(false);
                captured[Threats::Attacker as usize] = Some(true);
                captured[Threats::Nobody as usize] = Some(outcome == Outcome::KoAttacker);
            }
        }
        // What was asked is answered, and what was too hard need not be found out.
        self.asked = None;
        self.given_up = None;
    }

    /// Whether this outcome cannot be, by what is proved so far: less than an outcome may be enough for that.
    pub fn refutes(&self, outcome: Outcome, eyes: Option<bool>) -> bool {
        let known = |threats: Threats| self.facts.captured[threats as usize];
        let has_eyes = self.facts.eyes;
        match outcome {
            Outcome::Alive => {
                known(Threats::Attacker) == Some(true)
                    || known(Threats::Defender) == Some(true)
                    || eyes.is_some_and(|eyes| has_eyes == Some(!eyes))
            }
            Outcome::Dead => known(Threats::Defender) == Some(false) || has_eyes == Some(true),
            Outcome::KoAttacker | Outcome::KoDefender => {
                known(Threats::Defender) == Some(true)
                    || known(Threats::Attacker) == Some(false)
                    || known(Threats::Nobody) == Some(outcome == Outcome::KoDefender)
                    || has_eyes == Some(true)
            }
        }
    }

    /// Whether the defender can make two eyes, if that is known. That the key stones stand may be known earlier.
    pub const fn has_eyes(&self) -> Option<bool> {
        self.facts.eyes
    }

    /// First moves that were judged, or passed over.
    pub fn judged(&self) -> PointSet {
        let mut judged = PointSet::EMPTY;
        let end = usize::from(self.facts.next_cell);
        let asked = match self.asked {
            Some(Question::Keeps(cell)) => Some(usize::from(cell)),
            _ if self.given_up.is_some() => end.checked_sub(1),
            _ => None,
        };
        for cell in self.game.first_moves().iter().filter(|&cell| cell < end) {
            if Some(cell) != asked {
                judged.insert(self.game.region().point(cell));
            }
        }
        judged
    }

    /// Does not ask about these first moves, as far as they come next: somebody else has judged them.
    pub fn pass_over(&mut self, judged: &PointSet) {
        let is_judged = |cell: usize| judged.contains(self.game.region().point(cell));
        if let Some(Question::Keeps(cell)) = self.asked
            && is_judged(cell.into())
        {
            self.asked = None;
        }
        let next = usize::from(self.facts.next_cell);
        let cells = self.game.first_moves();
        let coming = cells.iter().filter(|&cell| cell >= next);
        let passed = coming.take_while(|&cell| is_judged(cell)).last();
        if let Some(cell) = passed {
            self.facts.next_cell = cell as u16 + 1;
        }
    }

    /// Looks for no more proofs. What a step does from now on is to guess.
    pub fn give_up(&mut self) {
        if self.given_up.is_none() {
            self.given_up = Some(End::Nodes);
            self.asked = None;
        }
    }
}
