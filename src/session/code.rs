//! A QR code: a link that a telephone reads from the screen.

use heapless::String;
use qrcodegen_no_heap::{Mask, QrCode, QrCodeEcc, Version};

use crate::pack::MAX_LINK;

/// The largest one has this many squares along a side: a finer one could not be read from a small screen.
pub const MAX_SIDE: usize = VERSION as usize * 4 + 17;
const VERSION: u8 = 14;
/// To try all eight patterns and take the best would take too long on the chip. Letters of a link are as good as random, so none is bad.
const MASK: Mask = Mask::new(2);
const BITS: usize = (MAX_SIDE * MAX_SIDE).div_ceil(8);
/// What the library works in: the squares, and a byte for their number.
const ROOM: usize = BITS + 1;

/// Dark and light squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code {
    /// How many along a side.
    side: u8,
    /// A bit for each, line by line.
    bits: [u8; BITS],
}

impl Code {
    /// No squares at all.
    pub const EMPTY: Code = Code {
        side: 0,
        bits: [0; BITS],
    };

    /// The code of a text; nothing if that is too long.
    pub fn of(text: &String<MAX_LINK>) -> Option<Code> {
        let mut code = Code::EMPTY;
        code.fill(text)?;
        Some(code)
    }

    /// Becomes the code of a text, where it lies; nothing if that is too long.
    // What it works in is off the stack again when the code is there.
    #[inline(never)]
    pub fn fill(&mut self, text: &String<MAX_LINK>) -> Option<()> {
        let (mut work, mut out) = ([0; ROOM], [0; ROOM]);
        work.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        let made = QrCode::encode_binary(
            &mut work,
            text.len(),
            &mut out,
            QrCodeEcc::Low,
            Version::MIN,
            Version::new(VERSION),
            Some(MASK),
            true,
        )
        .ok()?;
        self.side = made.size() as u8;
        self.bits.fill(0);
        for y in 0..made.size() {
            for x in 0..made.size() {
                let place = (y * made.size() + x) as usize;
                self.bits[place / 8] |= u8::from(made.get_module(x, y)) << (place % 8);
            }
        }
        Some(())
    }

    /// How many squares it has along a side.
    pub const fn side(&self) -> usize {
        self.side as usize
    }

    /// Whether a square is dark. Around it all is light.
    pub fn is_dark(&self, x: usize, y: usize) -> bool {
        let place = y * self.side() + x;
        x < self.side() && y < self.side() && self.bits[place / 8] >> (place % 8) & 1 == 1
    }
}
