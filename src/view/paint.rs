//! Colours that can be mixed: edges are smoothed by blending, in whole numbers only.

use embedded_graphics::pixelcolor::Rgb565;

/// A colour in 24 bits, reduced to the panel's 16 only when it is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint(u32);

/// Full cover in [`Paint::over`].
pub(super) const OPAQUE: u32 = 16;

/// Red and blue of `0xRRGGBB`, with room between them for the carry of a product.
const RED_AND_BLUE: u32 = 0x00ff_00ff;
const GREEN: u32 = 0x0000_ff00;

impl Paint {
    /// The paint that is written `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Paint {
        Paint(rgb & (RED_AND_BLUE | GREEN))
    }

    /// This paint laid over `ground` with a cover of 0 to [`OPAQUE`].
    pub(super) const fn over(self, ground: Paint, cover: u32) -> Paint {
        // Most pixels are one or the other.
        if cover == 0 {
            return ground;
        }
        if cover == OPAQUE {
            return self;
        }
        // Red and blue are mixed in one go.
        let rest = OPAQUE - cover;
        let outer = (self.0 & RED_AND_BLUE) * cover + (ground.0 & RED_AND_BLUE) * rest;
        let inner = (self.0 & GREEN) * cover + (ground.0 & GREEN) * rest;
        Paint(((outer / OPAQUE) & RED_AND_BLUE) | ((inner / OPAQUE) & GREEN))
    }

    /// Its red, green and blue.
    pub const fn channels(self) -> [u8; 3] {
        [(self.0 >> 16) as u8, (self.0 >> 8) as u8, self.0 as u8]
    }

    /// The colour in the panel's 16 bits.
    pub const fn rgb565(self) -> Rgb565 {
        let [red, green, blue] = self.channels();
        Rgb565::new(red >> 3, green >> 2, blue >> 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_channel_is_mixed_by_itself() {
        let (top, low) = (Paint::hex(0x00ff_8001), Paint::hex(0x0000_40fe));
        for cover in 0..=OPAQUE {
            let expected = [(255, 0), (128, 64), (1, 254)]
                .map(|(top, low)| ((top * cover + low * (OPAQUE - cover)) / OPAQUE) as u8);
            assert_eq!(top.over(low, cover).channels(), expected, "a cover of {cover}");
        }
    }
}
