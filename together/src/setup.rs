//! What a game of a team is set to.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use shikatsu::board::{Color, MAX_SIZE, MIN_SIZE};

/// How one of several proposals is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scheme {
    /// The members vote; ties are drawn.
    #[default]
    Voting,
    /// Each proposal is played out many times; the highest mean is chosen.
    MonteCarlo,
    /// A lot for every proposal.
    Random,
}

impl Scheme {
    /// All of them.
    pub const ALL: [Scheme; 3] = [Scheme::Voting, Scheme::MonteCarlo, Scheme::Random];

    /// Its name in files and on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Scheme::Voting => "voting",
            Scheme::MonteCarlo => "monte-carlo",
            Scheme::Random => "random",
        }
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Scheme {
    type Err = String;

    fn from_str(name: &str) -> Result<Scheme, String> {
        let known = Scheme::ALL.into_iter().find(|scheme| scheme.name() == name);
        known.ok_or_else(|| "the schemes are voting, monte-carlo and random".to_string())
    }
}

/// The settings of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// What the team is called.
    pub team: String,
    /// Whom it plays against.
    pub opponent: String,
    /// Lines of the board.
    pub size: u8,
    /// In half points.
    pub komi: i16,
    /// Whether the team plays Black.
    pub black: bool,
    /// How it decides.
    pub scheme: Scheme,
    /// Playouts for each proposal.
    pub playouts: u32,
    /// Seconds for each action of a member.
    pub seconds: u32,
    /// Whether the opponent says when the team has to move, as a controller of the Go Text Protocol does. If not, the team is asked at its turn.
    #[serde(default)]
    pub is_asked: bool,
    /// Where chance comes from: the same seed and the same answers give the same game.
    pub seed: u64,
}

/// Bounds of the settings.
pub mod bounds {
    use std::ops::RangeInclusive;

    /// Seconds for an action.
    pub const SECONDS: RangeInclusive<u32> = 1..=3600;
    /// Playouts for a proposal.
    pub const PLAYOUTS: RangeInclusive<u32> = 10..=100_000;
    /// Komi, in half points.
    pub const KOMI: RangeInclusive<i16> = -800..=800;
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            team: "The team".to_string(),
            opponent: "The opponent".to_string(),
            size: 9,
            komi: 15,
            black: true,
            scheme: Scheme::Voting,
            playouts: 1000,
            seconds: 30,
            is_asked: false,
            seed: 1,
        }
    }
}

impl Setup {
    /// The team's colour.
    pub const fn color(&self) -> Color {
        if self.black { Color::Black } else { Color::White }
    }

    /// What of it cannot be.
    pub fn fault(&self) -> Option<&'static str> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&self.size) {
            Some("boards have 5 to 19 lines")
        } else if !bounds::KOMI.contains(&self.komi) {
            Some("a komi is at most 400 points")
        } else if !bounds::PLAYOUTS.contains(&self.playouts) {
            Some("10 to 100,000 playouts can be had")
        } else if !bounds::SECONDS.contains(&self.seconds) {
            Some("an action takes 1 to 3600 seconds")
        } else {
            None
        }
    }

    /// The komi in points: `7.5`, `-3`.
    pub fn komi_text(&self) -> String {
        let by = self.komi.unsigned_abs();
        let sign = if self.komi < 0 { "-" } else { "" };
        format!("{sign}{}{}", by / 2, if by % 2 == 1 { ".5" } else { "" })
    }
}
