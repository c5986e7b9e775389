//! What the older programs knew. Each piece of it can be switched on or off.

use serde::{Deserialize, Serialize};

/// A piece of knowledge. None of them changes a proved answer; they change how soon it is found, and the guess
/// where nothing is proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// An attacking stone in contact with a defending one is good for the attacker, and tried early.
    Contact,
    /// A hane around a defending stone is good for the attacker.
    Hane,
    /// An empty triangle is bad for the attacker. The defender often needs one.
    EmptyTriangle,
    /// A mouth, three sides and two corners of a point, is good for its owner.
    Mouth,
    /// The defender does not put its own key chain into atari for nothing.
    SelfDestruction,
    /// Eye spaces and their vital points: life is seen before it is played out and counts in the guess, and the vital points
    /// are tried first.
    EyeShapes,
    /// A chain without room for two eyes is dead before it is captured.
    Room,
    /// Dame, liberties that are of no use to either side, are left to the attacker.
    Dame,
}

impl Rule {
    /// All of them.
    pub const ALL: [Rule; 8] = [
        Rule::Contact,
        Rule::Hane,
        Rule::EmptyTriangle,
        Rule::Mouth,
        Rule::SelfDestruction,
        Rule::EyeShapes,
        Rule::Room,
        Rule::Dame,
    ];

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Contact => "contact",
            Rule::Hane => "hane",
            Rule::EmptyTriangle => "empty-triangle",
            Rule::Mouth => "mouth",
            Rule::SelfDestruction => "self-destruction",
            Rule::EyeShapes => "eye-shapes",
            Rule::Room => "room",
            Rule::Dame => "dame",
        }
    }
}

/// The rules that are switched on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Knowledge(u8);

impl Knowledge {
    /// Every rule.
    pub const ALL: Knowledge = Knowledge(u8::MAX);
    /// No rule: only the rules of the game.
    pub const NONE: Knowledge = Knowledge(0);

    /// The rules that a byte stands for, a bit for each in the order of [`Rule::ALL`].
    pub const fn from_bits(bits: u8) -> Knowledge {
        Knowledge(bits)
    }

    /// As a byte.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Everything but this rule.
    #[must_use]
    pub const fn without(self, rule: Rule) -> Knowledge {
        Knowledge(self.0 & !(1 << rule as u8))
    }

    /// This rule too.
    #[must_use]
    pub const fn with(self, rule: Rule) -> Knowledge {
        Knowledge(self.0 | 1 << rule as u8)
    }

    /// Whether the rule is switched on.
    pub const fn has(self, rule: Rule) -> bool {
        self.0 >> rule as u8 & 1 != 0
    }
}
