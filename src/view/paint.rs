//! Colours that can be mixed: edges are smoothed by blending, in whole numbers only.

use embedded_graphics::pixelcolor::Rgb565;

/// A colour in 24 bits, reduced to the panel's 16 only when it is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    red: u8,
    green: u8,
    blue: u8,
}

/// Full cover in [`Paint::over`].
pub(super) const OPAQUE: u32 = 16;

impl Paint {
    /// The paint that is written `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Paint {
        Paint {
            red: (rgb >> 16) as u8,
            green: (rgb >> 8) as u8,
            blue: rgb as u8,
        }
    }

    /// This paint laid over `ground` with a cover of 0 to [`OPAQUE`].
    pub(super) const fn over(self, ground: Paint, cover: u32) -> Paint {
        // Most pixels are one or the other.
        match cover {
            0 => ground,
            OPAQUE => self,
            _ => Paint {
                red: mix(self.red, ground.red, cover),
                green: mix(self.green, ground.green, cover),
                blue: mix(self.blue, ground.blue, cover),
            },
        }
    }

    /// Its red, green and blue.
    pub const fn channels(self) -> [u8; 3] {
        [self.red, self.green, self.blue]
    }

    /// The colour in the panel's 16 bits.
    pub const fn rgb565(self) -> Rgb565 {
        Rgb565::new(self.red >> 3, self.green >> 2, self.blue >> 3)
    }
}

const fn mix(top: u8, low: u8, cover: u32) -> u8 {
    ((top as u32 * cover + low as u32 * (OPAQUE - cover)) / OPAQUE) as u8
}
