//! What a problem comes to with best play.

use core::fmt;

use crate::board::{Point, PointSet};

/// What becomes of the key stones with best play on both sides.
///
/// The order is the attacker's: what is better for it comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// Captured, no matter who has ko threats.
    Dead,
    /// The attacker's ko: captured unless the defender has enough threats.
    KoAttacker,
    /// The defender's ko: standing unless the attacker has enough threats.
    KoDefender,
    /// Standing, no matter who has ko threats.
    Alive,
}

impl Outcome {
    /// All outcomes, the attacker's favourite first.
    pub const ALL: [Outcome; 4] = [
        Outcome::Dead,
        Outcome::KoAttacker,
        Outcome::KoDefender,
        Outcome::Alive,
    ];

    /// The word for it in files: `dead`, `ko+`, `ko-` or `alive`.
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::Dead => "dead",
            Outcome::KoAttacker => "ko+",
            Outcome::KoDefender => "ko-",
            Outcome::Alive => "alive",
        }
    }

    /// The outcome that `word` stands for.
    pub fn from_word(word: &str) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|outcome| outcome.word() == word)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// An outcome with the first moves that reach it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What the side to move can reach.
    pub outcome: Outcome,
    /// Alive without two eyes; only with [`Outcome::Alive`].
    pub seki: bool,
    /// Every correct first move. Empty where all moves are equally good, or equally bad.
    pub moves: PointSet,
}

impl Answer {
    /// Reads `dead C1 D2`, `ko+ A1`, `alive` or `seki B1` on a board of `size` lines.
    pub fn read(text: &str, size: u8) -> Option<Answer> {
        let mut words = text.split_whitespace();
        let (outcome, seki) = match words.next()? {
            "seki" => (Outcome::Alive, true),
            word => (Outcome::from_word(word)?, false),
        };
        let mut moves = PointSet::EMPTY;
        for word in words {
            if !moves.insert(Point::from_vertex(word, size)?) {
                return None;
            }
        }
        Some(Answer { outcome, seki, moves })
    }

    /// The answer as [`Answer::read`] takes it.
    pub fn write(&self, size: u8, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(if self.seki { "seki" } else { self.outcome.word() })?;
        for point in self.moves.iter() {
            write!(out, " {}", point.vertex(size))?;
        }
        Ok(())
    }
}
