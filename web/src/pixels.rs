//! The screen as a canvas wants it: four bytes a pixel.

use core::convert::Infallible;

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use shikatsu::session::picture::Picture;
use shikatsu::view::{SCREEN, draw};
use shikatsu_toolkit::picture::rgb;

/// A screen in memory.
pub(crate) struct Pixels(Vec<u8>);

impl Pixels {
    /// The screen with `picture` on it, line by line from the top left: red, green, blue, opaque.
    pub(crate) fn of(picture: &Picture) -> Vec<u8> {
        let mut pixels = Pixels([0, 0, 0, u8::MAX].repeat((SCREEN * SCREEN) as usize));
        let Ok(()) = draw(picture, &mut pixels);
        pixels.0
    }
}

impl OriginDimensions for Pixels {
    fn size(&self) -> Size {
        Size::new_equal(SCREEN)
    }
}

impl DrawTarget for Pixels {
    type Color = Rgb565;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb565>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        let screen = self.bounding_box();
        for Pixel(point, color) in pixels {
            if screen.contains(point) {
                let start = (point.y as usize * SCREEN as usize + point.x as usize) * 4;
                self.0[start..start + 3].copy_from_slice(&rgb(color));
            }
        }
        Ok(())
    }
}
