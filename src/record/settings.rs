//! How the player likes it.

use serde::{Deserialize, Serialize};

use super::{Fields, Kept};
use crate::language::Code;

/// What can be set. Small enough to be written often. What the numbers mean is said in `session::settings`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The light behind the screen: 1 is the darkest.
    pub brightness: u8,
    /// The colours.
    pub theme: ThemeName,
    /// Whether the lines are named.
    pub coordinates: bool,
    /// Whether only the part of the board is shown where something happens.
    pub crop: bool,
    /// Whether a mistake is told at once, or found out.
    pub tell_at_once: bool,
    /// Whether problems are turned, mirrored and colour-swapped.
    pub transforms: bool,
    /// Whether the device makes sounds.
    pub sound: bool,
    /// Whether the computer answers.
    pub opponent: bool,
    /// What is asked of a problem.
    pub mode: Mode,
    /// How many positions the solver may look at: a place in a list.
    pub nodes: u8,
    /// How far it may look ahead: a place in a list.
    pub depth: u8,
    /// How many moves of a position it may try: a place in a list.
    pub breadth: u8,
    /// What the solver may use, a bit for each piece of knowledge.
    pub knows: u8,
    /// Row Go: the lines of its board.
    pub row_lines: u8,
    /// Row Go: who plays what.
    pub row_side: RowSide,
    /// Row Go: how well the computer plays, a place in a list.
    pub row_level: u8,
    /// The language of the trainer. Without its pack it is English until the pack is back.
    pub language: Code,
    /// Whether moves that look natural are marked.
    pub natural: bool,
}

impl Settings {
    /// How it is until somebody says otherwise.
    pub const DEFAULT: Settings = Settings {
        brightness: 4,
        theme: ThemeName::Wood,
        coordinates: false,
        crop: true,
        tell_at_once: true,
        transforms: true,
        sound: true,
        opponent: true,
        mode: Mode::Solve,
        nodes: 3,
        depth: 0,
        breadth: 0,
        knows: u8::MAX,
        row_lines: 5,
        row_side: RowSide::Black,
        row_level: 0,
        language: Code::ENGLISH,
        natural: false,
    };
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::DEFAULT
    }
}

impl Kept for Settings {
    fn fields(&mut self, to: &mut impl Fields) {
        to.field(&mut self.brightness);
        to.choice(&mut self.theme, &ThemeName::ALL);
        to.field(&mut self.coordinates);
        to.field(&mut self.crop);
        to.field(&mut self.tell_at_once);
        to.field(&mut self.transforms);
        to.field(&mut self.sound);
        to.field(&mut self.opponent);
        to.choice(&mut self.mode, &Mode::ALL);
        to.field(&mut self.nodes);
        to.field(&mut self.depth);
        to.field(&mut self.breadth);
        to.field(&mut self.knows);
        to.field(&mut self.row_lines);
        to.choice(&mut self.row_side, &RowSide::ALL);
        to.field(&mut self.row_level);
        to.field(&mut self.language);
        to.field(&mut self.natural);
    }
}

/// The themes there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum ThemeName {
    /// Wood by daylight.
    #[default]
    Wood,
    /// For the night.
    Dark,
    /// For the sun, and for tired eyes.
    Contrast,
}

impl ThemeName {
    /// All themes.
    pub const ALL: [ThemeName; 3] = [ThemeName::Wood, ThemeName::Dark, ThemeName::Contrast];
}

/// What is asked of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Mode {
    /// Play it against the computer.
    #[default]
    Solve,
    /// Enter the whole line first.
    ReadOut,
    /// Say how the group stands.
    Status,
    /// Solve it from memory.
    Fade,
}

impl Mode {
    /// All modes.
    pub const ALL: [Mode; 4] = [Mode::Solve, Mode::ReadOut, Mode::Status, Mode::Fade];
}

/// Who plays what in Row Go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum RowSide {
    /// The player is Black, who begins.
    #[default]
    Black,
    /// The player is White.
    White,
    /// Two people share the device.
    Both,
}

impl RowSide {
    /// All there are.
    pub const ALL: [RowSide; 3] = [RowSide::Black, RowSide::White, RowSide::Both];
}
