//! The handheld's screen as a picture file.

use std::convert::Infallible;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use shikatsu::problem::Problem;
use shikatsu::session::picture::{Picture, ThemeName};
use shikatsu::session::still::still;
use shikatsu::view::{SCREEN, draw};

/// Saves the screen that greets a player with `problem`.
pub fn save(problem: &Problem, path: &Path) -> io::Result<()> {
    let canvas = Canvas::of(&still(problem, ThemeName::Wood));
    let mut bytes = Vec::new();
    canvas.write_png(&mut bytes)?;
    fs::write(path, bytes)
}

/// A screen in memory, as black as a panel before anything is drawn.
pub struct Canvas {
    pixels: Vec<Rgb565>,
}

impl Default for Canvas {
    fn default() -> Canvas {
        Canvas {
            pixels: vec![Rgb565::BLACK; (SCREEN * SCREEN) as usize],
        }
    }
}

impl Canvas {
    /// The screen with `picture` on it.
    pub fn of(picture: &Picture) -> Canvas {
        let mut canvas = Canvas::default();
        let Ok(()) = draw(picture, &mut canvas);
        canvas
    }

    /// Its pixels, line by line from the top left.
    pub fn pixels(&self) -> &[Rgb565] {
        &self.pixels
    }

    /// Writes the screen as a PNG.
    pub fn write_png(&self, out: impl Write) -> Result<(), png::EncodingError> {
        let mut encoder = png::Encoder::new(out, SCREEN, SCREEN);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        let bytes: Vec<u8> = self.pixels.iter().flat_map(|&pixel| rgb(pixel)).collect();
        writer.write_image_data(&bytes)?;
        writer.finish()
    }
}

/// A panel's colour in eight bits a channel.
pub fn rgb(pixel: Rgb565) -> [u8; 3] {
    let widen = |value: u8, most: u8| (u16::from(value) * 255 / u16::from(most)) as u8;
    [
        widen(pixel.r(), Rgb565::MAX_R),
        widen(pixel.g(), Rgb565::MAX_G),
        widen(pixel.b(), Rgb565::MAX_B),
    ]
}

impl OriginDimensions for Canvas {
    fn size(&self) -> Size {
        Size::new_equal(SCREEN)
    }
}

impl DrawTarget for Canvas {
    type Color = Rgb565;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb565>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        let screen = self.bounding_box();
        for Pixel(point, color) in pixels {
            if screen.contains(point) {
                self.pixels[(point.y as u32 * SCREEN + point.x as u32) as usize] = color;
            }
        }
        Ok(())
    }
}
