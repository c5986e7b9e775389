//! Drawing off the screen, a band at a time.
//!
//! The panel has no frame buffer on our side, and a whole screen of pixels would take half of the chip's memory. So
//! what is to be shown is drawn on a band of a few lines, where parts may paint over each other, and the finished band goes to
//! the panel as one block: a half-drawn state is never seen.

use core::convert::Infallible;
use core::mem;

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::SCREEN;

/// Pixels of the largest band: 16 lines of the screen, 7.5 KiB. The handheld has two such buffers, well below the 32 KiB that the
/// screen may take.
pub const BAND_PIXELS: usize = SCREEN as usize * 16;

/// A part of the screen in memory. What is drawn elsewhere is left out.
pub struct Band<'a> {
    area: Rectangle,
    pixels: &'a mut [Rgb565],
}

impl<'a> Band<'a> {
    /// The band that covers `area` of the screen. Its pixels are whatever `buffer` holds until they are drawn.
    ///
    /// # Panics
    ///
    /// When `buffer` is too small for `area`.
    pub fn new(area: Rectangle, buffer: &'a mut [Rgb565]) -> Band<'a> {
        let pixels = &mut buffer[..pixels_of(&area) as usize];
        Band { area, pixels }
    }

    /// The part of the screen that it covers.
    pub const fn area(&self) -> Rectangle {
        self.area
    }

    /// Its pixels, line by line from the top left.
    pub const fn pixels(&self) -> &[Rgb565] {
        self.pixels
    }

    /// The pixels of `area`, which lies inside, line by line.
    fn lines(&mut self, area: &Rectangle) -> impl Iterator<Item = &mut [Rgb565]> {
        let (width, columns) = (self.area.size.width as usize, area.size.width as usize);
        let from = area.top_left - self.area.top_left;
        let start = from.y as usize * width + from.x as usize;
        let mut rest = self.pixels.get_mut(start..).unwrap_or_default();
        let mut gap = 0;
        (0..area.size.height).map_while(move |_| {
            let (line, after) = mem::take(&mut rest)
                .get_mut(gap..)?
                .split_at_mut_checked(columns)?;
            rest = after;
            gap = width - columns;
            Some(line)
        })
    }
}

impl Dimensions for Band<'_> {
    fn bounding_box(&self) -> Rectangle {
        self.area
    }
}

impl DrawTarget for Band<'_> {
    type Color = Rgb565;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb565>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        for Pixel(point, color) in pixels {
            if self.area.contains(point) {
                let at = point - self.area.top_left;
                self.pixels[(at.y as u32 * self.area.size.width + at.x as u32) as usize] = color;
            }
        }
        Ok(())
    }

    fn fill_contiguous<I: IntoIterator<Item = Rgb565>>(
        &mut self,
        area: &Rectangle,
        colors: I,
    ) -> Result<(), Infallible> {
        if self.area.intersection(area) != *area {
            return self.draw_iter(area.points().zip(colors).map(|(at, color)| Pixel(at, color)));
        }
        let mut colors = colors.into_iter();
        for line in self.lines(area) {
            for (pixel, color) in line.iter_mut().zip(&mut colors) {
                *pixel = color;
            }
        }
        Ok(())
    }

    fn fill_solid(&mut self, area: &Rectangle, color: Rgb565) -> Result<(), Infallible> {
        let area = self.area.intersection(area);
        for line in self.lines(&area) {
            line.fill(color);
        }
        Ok(())
    }
}

/// How many pixels a rectangle has.
pub(super) const fn pixels_of(area: &Rectangle) -> u32 {
    area.size.width * area.size.height
}

/// Cuts `area` into bands of whole lines that have at most `capacity` pixels each. The capacity must hold at least
/// one line of the area.
pub fn bands(area: Rectangle, capacity: usize) -> impl Iterator<Item = Rectangle> {
    let Size { width, height } = area.size;
    let lines = (capacity as u32 / width.max(1)).max(1);
    let height = if width == 0 { 0 } else { height };
    (0..height).step_by(lines as usize).map(move |from| {
        let corner = area.top_left + Size::new(0, from);
        Rectangle::new(corner, Size::new(width, lines.min(height - from)))
    })
}
