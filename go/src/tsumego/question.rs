//! What a search is asked: with whose ko threats, to what end, and how much it may cost.

use crate::search::Aim;

/// Which side has unlimited ko threats, so that superko never forbids it a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Threats {
    /// Neither.
    Nobody,
    /// The side whose stones are at stake.
    Defender,
    /// The side that wants to capture them.
    Attacker,
}

impl Threats {
    /// In the order in which a solver asks about them.
    pub(super) const ALL: [Threats; 3] = [Threats::Defender, Threats::Attacker, Threats::Nobody];
}

/// What the attacker has to achieve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// To capture the key stones.
    Capture,
    /// To keep them from getting two eyes, by leaving them alone if need be.
    Eyes,
    /// To capture them, as far as a short look tells.
    Guess,
    /// To leave the living group as little as possible.
    Territory,
}

impl Goal {
    /// What sets the numbers of positions apart by the question asked about them.
    pub(super) const fn key(self) -> u64 {
        match self {
            Goal::Capture => 0,
            Goal::Eyes => 0x5851_f42d_4c95_7f2d,
            Goal::Guess => 0x2545_f491_4f6c_dd1d,
            Goal::Territory => 0x9fb2_1c65_1e98_df25,
        }
    }

    /// Whether the attacker may pass without losing by it.
    pub(super) const fn lets_the_attacker_pass(self) -> bool {
        matches!(self, Goal::Eyes | Goal::Territory)
    }
}

/// A proof to be found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Does the defender get two eyes, though the attacker has threats?
    Eyes,
    /// Are the key stones captured, with these threats?
    Captured(Threats),
    /// Does the first move on this cell keep the outcome?
    Keeps(u16),
    /// How much territory does the correct first move on this cell keep?
    Territory(u16),
    /// How hard is the first move on this cell to refute, in a lost position?
    Resists(u16),
    /// How do things look?
    Guess,
}

impl Question {
    /// What may be spent on it, if not everything that is left: these answers are preferences, not proofs.
    pub(super) const fn budget(self) -> Option<u64> {
        match self {
            Question::Resists(_) => Some(2000),
            Question::Territory(_) => Some(3000),
            Question::Guess => Some(1000),
            _ => None,
        }
    }

    /// What to search for, and how deep.
    pub(super) const fn aim(self) -> (Aim, u8) {
        match self {
            Question::Territory(_) => (Aim::Value, 4),
            Question::Guess => (Aim::Value, 3),
            _ => (Aim::Proof, u8::MAX),
        }
    }
}
