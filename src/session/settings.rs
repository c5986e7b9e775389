//! How the player likes it.

use core::fmt::Write as _;

use heapless::String;

use super::picture::Value;
use crate::record::{Mode, Settings, ThemeName};
use crate::search::Limits;
use crate::tsumego::{Knowledge, Rule};

/// Positions the solver may look at before it gives up, as the setting counts them.
const NODES: [u32; 6] = [20_000, 100_000, 500_000, 2_000_000, 10_000_000, 50_000_000];
const DEPTHS: [u8; 6] = [0, 6, 10, 16, 24, 40];
const BREADTHS: [u8; 5] = [0, 4, 6, 8, 12];
/// Steps of brightness.
pub const BRIGHTEST: u8 = 5;

impl Mode {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Mode::Solve => "solve",
            Mode::ReadOut => "read it out",
            Mode::Status => "status",
            Mode::Fade => "fade",
        }
    }
}

/// A thing that can be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The light behind the screen.
    Brightness,
    /// The colours.
    Theme,
    /// Names of lines.
    Coordinates,
    /// The part of the board that is shown.
    Crop,
    /// Mistakes told at once.
    TellAtOnce,
    /// Turned, mirrored, colour-swapped.
    Transforms,
    /// Sounds.
    Sound,
    /// The computer answers.
    Opponent,
    /// What is asked.
    Mode,
    /// The language of the trainer.
    Language,
    /// Positions the solver may look at.
    Nodes,
    /// Plies it may look ahead.
    Depth,
    /// Moves it may try in a position.
    Breadth,
    /// A piece of its knowledge.
    Rule(Rule),
    /// Moves that look natural are marked.
    Natural,
}

/// Everything that can be set, in the order of the list.
pub const ALL: [Setting; 22] = [
    Setting::Brightness,
    Setting::Theme,
    Setting::Coordinates,
    Setting::Crop,
    Setting::TellAtOnce,
    Setting::Transforms,
    Setting::Mode,
    Setting::Opponent,
    Setting::Sound,
    Setting::Language,
    Setting::Nodes,
    Setting::Depth,
    Setting::Breadth,
    Setting::Rule(Rule::Contact),
    Setting::Rule(Rule::Hane),
    Setting::Rule(Rule::EmptyTriangle),
    Setting::Rule(Rule::Mouth),
    Setting::Rule(Rule::SelfDestruction),
    Setting::Rule(Rule::EyeShapes),
    Setting::Rule(Rule::Room),
    Setting::Rule(Rule::Dame),
    Setting::Natural,
];

/// Whom a setting is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// Everybody.
    People,
    /// Those who want to know how the solver works.
    Engine,
}

/// The settings of a group, in the order of its list. Sounds are set only where they are heard.
pub(super) fn of(group: Group, has_speaker: bool) -> impl Iterator<Item = Setting> {
    let is_listed =
        move |setting: &Setting| setting.group() == group && (*setting != Setting::Sound || has_speaker);
    ALL.into_iter().filter(is_listed)
}

impl Setting {
    const fn group(self) -> Group {
        match self {
            Setting::Nodes | Setting::Depth | Setting::Breadth | Setting::Rule(_) | Setting::Natural => {
                Group::Engine
            }
            _ => Group::People,
        }
    }

    /// What it is called.
    pub const fn label(self) -> &'static str {
        match self {
            Setting::Brightness => "Brightness",
            Setting::Theme => "Colours",
            Setting::Coordinates => "Coordinates",
            Setting::Crop => "Show",
            Setting::TellAtOnce => "Mistakes",
            Setting::Transforms => "Turn and mirror",
            Setting::Sound => "Sound",
            Setting::Opponent => "Opponent",
            Setting::Mode => "Mode",
            Setting::Language => "Language",
            Setting::Nodes => "Reads at most",
            Setting::Depth => "Depth limit",
            Setting::Breadth => "Breadth limit",
            Setting::Rule(rule) => match rule {
                Rule::Contact => "Knows contact",
                Rule::Hane => "Knows hane",
                Rule::EmptyTriangle => "Knows bad triangles",
                Rule::Mouth => "Knows mouths",
                Rule::SelfDestruction => "Knows self-atari",
                Rule::EyeShapes => "Knows eye shapes",
                Rule::Room => "Knows eye room",
                Rule::Dame => "Knows dame",
            },
            Setting::Natural => "What looks natural",
        }
    }

    /// A sentence about it.
    pub const fn help(self) -> &'static str {
        match self {
            Setting::Brightness => "The light behind the screen.",
            Setting::Theme => "Wood by day, dark, or black and white.",
            Setting::Coordinates => "Letters and numbers around the board.",
            Setting::Crop => "The problem, or always the whole board.",
            Setting::TellAtOnce => "Told at once, or yours to find out.",
            Setting::Transforms => "Any problem may come turned or swapped.",
            Setting::Sound => "Stones, right and wrong.",
            Setting::Opponent => "The computer, or a second person.",
            Setting::Language => "Others can be loaded from a computer.",
            Setting::Mode => "Play it, read it all, judge it, or by memory.",
            Setting::Nodes => "Positions before it says: unknown.",
            Setting::Depth | Setting::Breadth => "0 is no limit. A limit may say: unknown.",
            Setting::Rule(_) => "Changes the effort, never an answer.",
            Setting::Natural => "Marked by looks alone. Counts as help.",
        }
    }
}

impl Settings {
    /// What the solver may use.
    pub const fn knowledge(&self) -> Knowledge {
        Knowledge::from_bits(self.knows)
    }

    /// What the solver may spend.
    pub fn limits(&self) -> Limits {
        let limit = |chosen: u8, most: usize| match chosen {
            0 => most,
            chosen => usize::from(chosen),
        };
        Limits {
            nodes: u64::from(NODES[usize::from(self.nodes) % NODES.len()]),
            depth: limit(
                DEPTHS[usize::from(self.depth) % DEPTHS.len()],
                Limits::NONE.depth.into(),
            ) as u8,
            breadth: limit(
                BREADTHS[usize::from(self.breadth) % BREADTHS.len()],
                Limits::NONE.breadth,
            ),
        }
    }

    /// How a setting stands now.
    pub fn value(&self, setting: Setting) -> Value {
        let word = |text: &str| Value::Word(String::try_from(text).unwrap_or_default());
        let number = |number: u32| {
            let mut text = String::new();
            let _ = write!(text, "{number}");
            Value::Word(text)
        };
        match setting {
            Setting::Brightness => number(self.brightness.into()),
            Setting::Theme => word(match self.theme {
                ThemeName::Wood => "wood",
                ThemeName::Dark => "dark",
                ThemeName::Contrast => "contrast",
            }),
            Setting::Coordinates => Value::Switch(self.coordinates),
            Setting::Crop => word(if self.crop { "problem" } else { "whole board" }),
            Setting::TellAtOnce => word(if self.tell_at_once { "told" } else { "found out" }),
            Setting::Transforms => Value::Switch(self.transforms),
            Setting::Sound => Value::Switch(self.sound),
            Setting::Opponent => word(if self.opponent { "computer" } else { "nobody" }),
            Setting::Mode => word(self.mode.name()),
            // What it is called stands in its pack.
            Setting::Language => word(self.language.as_str()),
            Setting::Nodes => number(NODES[usize::from(self.nodes) % NODES.len()]),
            Setting::Depth => number(DEPTHS[usize::from(self.depth) % DEPTHS.len()].into()),
            Setting::Breadth => number(BREADTHS[usize::from(self.breadth) % BREADTHS.len()].into()),
            Setting::Rule(rule) => Value::Switch(self.knowledge().has(rule)),
            Setting::Natural => Value::Switch(self.natural),
        }
    }

    /// The same with nothing beyond its bounds.
    pub(super) fn bounded(self) -> Settings {
        let place = |at: u8, count: usize| at.min(count as u8 - 1);
        Settings {
            brightness: self.brightness.clamp(1, BRIGHTEST),
            nodes: place(self.nodes, NODES.len()),
            depth: place(self.depth, DEPTHS.len()),
            breadth: place(self.breadth, BREADTHS.len()),
            ..self
        }
    }

    /// The next value of a setting, or the one before. Lists go round, but brightness ends where it ends.
    pub fn change(&mut self, setting: Setting, forwards: bool) {
        let turn = |at: u8, count: usize| {
            let count = count as u8;
            let step = if forwards { 1 } else { count - 1 };
            (at + step) % count
        };
        match setting {
            Setting::Brightness if forwards => self.brightness = (self.brightness + 1).min(BRIGHTEST),
            Setting::Brightness => self.brightness = self.brightness.saturating_sub(1).max(1),
            Setting::Theme => {
                let next = turn(self.theme as u8, ThemeName::ALL.len());
                self.theme = ThemeName::ALL[usize::from(next)];
            }
            Setting::Coordinates => self.coordinates ^= true,
            Setting::Crop => self.crop ^= true,
            Setting::TellAtOnce => self.tell_at_once ^= true,
            Setting::Transforms => self.transforms ^= true,
            Setting::Sound => self.sound ^= true,
            Setting::Opponent => self.opponent ^= true,
            Setting::Mode => {
                let next = turn(self.mode as u8, Mode::ALL.len());
                self.mode = Mode::ALL[usize::from(next)];
            }
            // Which languages there are, the library knows.
            Setting::Language => {}
            Setting::Nodes => self.nodes = turn(self.nodes, NODES.len()),
            Setting::Depth => self.depth = turn(self.depth, DEPTHS.len()),
            Setting::Breadth => self.breadth = turn(self.breadth, BREADTHS.len()),
            Setting::Rule(rule) => {
                let knowledge = self.knowledge();
                let changed = if knowledge.has(rule) {
                    knowledge.without(rule)
                } else {
                    knowledge.with(rule)
                };
                self.knows = changed.bits();
            }
            Setting::Natural => self.natural ^= true,
        }
    }
}
