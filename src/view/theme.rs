//! Colours by what they are for.
//!
//! There is one accent. Besides it only two colours mean something, right and wrong, and never by themselves: a
//! tick, a cross or a word always goes with them.

use super::paint::Paint;
use crate::board::Color;
use crate::record::ThemeName;

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// Behind everything.
    pub background: Paint,
    /// Behind what is set apart: cells, the foot of a list, keys.
    pub card: Paint,
    /// Thin lines between parts, and frames.
    pub rule: Paint,
    /// Words that matter.
    pub text: Paint,
    /// Words that may be overlooked.
    pub quiet: Paint,
    /// The one colour that asks for attention, and words on it.
    pub accent: Paint,
    /// Words on the accent.
    pub on_accent: Paint,
    /// It was right.
    pub good: Paint,
    /// It was wrong.
    pub bad: Paint,
    /// The board.
    pub board: BoardTheme,
}

/// The colours of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardTheme {
    /// The wood: dark, middle and light grain.
    pub wood: [Paint; 3],
    /// The wood of points that are out of bounds.
    pub outside: [Paint; 3],
    /// The wood that a hint points at.
    pub lit: [Paint; 3],
    /// Hatching instead of grain: in a theme without shades, the lit wood is recognised by its pattern.
    pub hatched: bool,
    /// Lines and stars.
    pub line: Paint,
    /// Lines on points that are out of bounds. The same as the wood there if there are to be none.
    pub line_outside: Paint,
    /// Names of columns and rows.
    pub label: Paint,
    /// A black stone.
    pub black: StoneTheme,
    /// A white stone.
    pub white: StoneTheme,
    /// The corners around the cursor.
    pub cursor: Paint,
    /// Signs on empty points.
    pub signs: Signs,
}

/// The colours of a stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoneTheme {
    /// Its face.
    pub face: Paint,
    /// Where light falls on it.
    pub shine: Paint,
    /// Its rim, which separates it from the wood and from its neighbours.
    pub rim: Paint,
    /// Signs on it.
    pub signs: Signs,
}

/// Colours of signs on a certain ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signs {
    /// Most signs.
    pub plain: Paint,
    /// A right move.
    pub good: Paint,
    /// A wrong move.
    pub bad: Paint,
}

const fn paint(rgb: u32) -> Paint {
    Paint::hex(rgb)
}

/// One colour for all three kinds of grain.
const fn flat(rgb: u32) -> [Paint; 3] {
    [paint(rgb); 3]
}

const fn signs(plain: u32, good: u32, bad: u32) -> Signs {
    Signs {
        plain: paint(plain),
        good: paint(good),
        bad: paint(bad),
    }
}

impl Theme {
    /// The theme of this name.
    pub const fn named(name: ThemeName) -> &'static Theme {
        match name {
            ThemeName::Wood => &Theme::WOOD,
            ThemeName::Dark => &Theme::DARK,
            ThemeName::Contrast => &Theme::CONTRAST,
        }
    }

    /// Paper, wood and indigo.
    pub const WOOD: Theme = Theme {
        background: paint(0xfa_f5ec),
        card: paint(0xef_e6d6),
        rule: paint(0xd5_c8b2),
        text: paint(0x1e_1b18),
        quiet: paint(0x67_5d50),
        accent: paint(0x1d_4f91),
        on_accent: paint(0xff_ffff),
        good: paint(0x1d_4f91),
        bad: paint(0xb8_3210),
        board: BoardTheme {
            wood: [paint(0xdc_ac5e), paint(0xe0_b266), paint(0xe4_b76c)],
            outside: [paint(0xe4_c89a), paint(0xe8_cea2), paint(0xea_d2a8)],
            lit: [paint(0xa8_bcae), paint(0xae_c2b2), paint(0xb4_c6b6)],
            hatched: false,
            line: paint(0x5c_3f18),
            line_outside: paint(0xba_9860),
            label: paint(0x5c_3f18),
            black: StoneTheme {
                face: paint(0x24_2428),
                shine: paint(0x6c_6c76),
                rim: paint(0x08_0808),
                signs: signs(0x8c_c8ff, 0x8c_c8ff, 0xff_8a64),
            },
            white: StoneTheme {
                face: paint(0xf0_ece4),
                shine: paint(0xff_ffff),
                rim: paint(0x5a_5044),
                signs: signs(0x1d_4f91, 0x1d_4f91, 0xc8_3410),
            },
            cursor: paint(0x12_3f80),
            signs: signs(0x12_3f80, 0x12_3f80, 0xb0_2c08),
        },
    };

    /// For the night: nothing on it dazzles.
    pub const DARK: Theme = Theme {
        background: paint(0x14_1618),
        card: paint(0x22_262a),
        rule: paint(0x3c_4248),
        text: paint(0xe8_e4dc),
        quiet: paint(0xa0_a09a),
        accent: paint(0x7c_b8f4),
        on_accent: paint(0x0c_1420),
        good: paint(0x7c_b8f4),
        bad: paint(0xff_8258),
        board: BoardTheme {
            wood: [paint(0x5c_4a30), paint(0x60_4e34), paint(0x64_5238)],
            outside: [paint(0x30_2c26), paint(0x34_3028), paint(0x38_322a)],
            lit: [paint(0x3c_5c6c), paint(0x40_6070), paint(0x44_6474)],
            hatched: false,
            line: paint(0x1c_160e),
            line_outside: paint(0x20_1e1a),
            label: paint(0xc8_b898),
            black: StoneTheme {
                face: paint(0x0c_0c0e),
                shine: paint(0x48_4a50),
                rim: paint(0x70_7478),
                signs: signs(0x8c_c8ff, 0x8c_c8ff, 0xff_8a64),
            },
            white: StoneTheme {
                face: paint(0xc8_c4bc),
                shine: paint(0xe4_e2dc),
                rim: paint(0x18_1612),
                signs: signs(0x14_4888, 0x14_4888, 0xb0_2c08),
            },
            cursor: paint(0x9c_d0ff),
            signs: signs(0xa8_d8ff, 0xa8_d8ff, 0xff_9c78),
        },
    };

    /// Black and white, for the sun and for tired eyes.
    pub const CONTRAST: Theme = Theme {
        background: paint(0xff_ffff),
        card: paint(0xff_ffff),
        rule: paint(0x00_0000),
        text: paint(0x00_0000),
        quiet: paint(0x00_0000),
        accent: paint(0x00_40c0),
        on_accent: paint(0xff_ffff),
        good: paint(0x00_40c0),
        bad: paint(0xc0_2000),
        board: BoardTheme {
            wood: flat(0xff_ffff),
            outside: flat(0xff_ffff),
            lit: [paint(0x60_98f8), paint(0xff_ffff), paint(0xff_ffff)],
            hatched: true,
            line: paint(0x00_0000),
            line_outside: paint(0xff_ffff),
            label: paint(0x00_0000),
            black: StoneTheme {
                face: paint(0x00_0000),
                shine: paint(0x00_0000),
                rim: paint(0x00_0000),
                signs: signs(0xff_ffff, 0xff_ffff, 0xff_ffff),
            },
            white: StoneTheme {
                face: paint(0xff_ffff),
                shine: paint(0xff_ffff),
                rim: paint(0x00_0000),
                signs: signs(0x00_40c0, 0x00_40c0, 0xc0_2000),
            },
            cursor: paint(0x00_40c0),
            signs: signs(0x00_40c0, 0x00_40c0, 0xc0_2000),
        },
    };
}

impl BoardTheme {
    /// A stone of this colour.
    pub const fn stone(&self, color: Color) -> &StoneTheme {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}
