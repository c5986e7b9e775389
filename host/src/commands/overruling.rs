//! The options that overrule what files say.

use clap::{Args, ValueEnum};
use shikatsu::board::Color;
use shikatsu_toolkit::overrides::{Area, Overrides, Vertex};

/// Options that overrule what the files say, or what was worked out in their place.
#[derive(Args, Debug)]
#[command(next_help_heading = "Overruling what the file says")]
pub struct Overruling {
    /// The key stones, which live or die: --key E1,K3
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    key: Vec<Vertex>,

    /// Who moves first
    #[arg(long, value_name = "COLOR", value_enum)]
    to_move: Option<Side>,

    /// Where one may play, as points and rectangles; all else is outside: --bounds A1:J5,K1
    #[arg(long, value_name = "AREAS", value_delimiter = ',')]
    bounds: Vec<Area>,
}

impl Overruling {
    /// What they say.
    pub fn overrides(&self) -> Overrides {
        Overrides {
            key: self.key.clone(),
            to_move: self.to_move.map(Color::from),
            bounds: self.bounds.clone(),
        }
    }
}

/// A player's name on the command line.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    /// The dark stones.
    #[value(alias = "b", alias = "x", help = None)]
    Black,
    /// The light stones.
    #[value(alias = "w", alias = "o", help = None)]
    White,
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}
