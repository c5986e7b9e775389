//! Colours by what they are for.

use super::paint::Paint;

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// Behind everything.
    pub background: Paint,
    /// Words that matter.
    pub text: Paint,
    /// Words that may be overlooked.
    pub quiet: Paint,
    /// The board.
    pub wood: Paint,
    /// The board where nobody may play.
    pub wood_outside: Paint,
    /// Lines and stars.
    pub line: Paint,
    /// Lines and stars where nobody may play.
    pub line_outside: Paint,
    /// A black stone and its rim.
    pub black: [Paint; 2],
    /// A white stone and its rim.
    pub white: [Paint; 2],
    /// The one colour that asks for attention: key stones, the last move.
    pub accent: Paint,
}

impl Theme {
    /// Wood by daylight.
    pub const WOOD: Theme = Theme {
        background: Paint::hex(0x00f6_efe3),
        text: Paint::hex(0x0022_1e1a),
        quiet: Paint::hex(0x0076_6b5d),
        wood: Paint::hex(0x00e3_b568),
        wood_outside: Paint::hex(0x00ea_d2a6),
        line: Paint::hex(0x006b_4a1e),
        line_outside: Paint::hex(0x00c9_a772),
        black: [Paint::hex(0x0026_2629), Paint::hex(0x0008_0809)],
        white: [Paint::hex(0x00fb_f9f4), Paint::hex(0x0060_5a52)],
        accent: Paint::hex(0x00d9_4a1e),
    };
}
