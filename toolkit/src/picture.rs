//! The handheld's screen as a picture file.

use std::convert::Infallible;
use std::io::{self, BufRead, Seek, Write};

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use shikatsu::problem::Problem;
use shikatsu::record::ThemeName;
use shikatsu::session::picture::Picture;
use shikatsu::session::still::still;
use shikatsu::view::{SCREEN, draw};

/// The screen that greets a player with `problem`, as a PNG.
pub fn greeting(problem: &Problem) -> io::Result<Vec<u8>> {
    let canvas = Canvas::of(&still(problem, ThemeName::Wood));
    let mut bytes = Vec::new();
    canvas.write_png(&mut bytes)?;
    Ok(bytes)
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

    /// Reads a screen that was written as a PNG.
    pub fn read_png(source: impl BufRead + Seek) -> Result<Canvas, png::DecodingError> {
        let mut reader = png::Decoder::new(source).read_info()?;
        let mut bytes = vec![0; reader.output_buffer_size().unwrap_or(0)];
        let info = reader.next_frame(&mut bytes)?;
        let fits = (info.width, info.height, info.color_type) == (SCREEN, SCREEN, png::ColorType::Rgb);
        if !fits || info.bit_depth != png::BitDepth::Eight {
            let error = io::Error::other("it is not a picture of the screen");
            return Err(png::DecodingError::IoError(error));
        }
        let narrow = |value: u8, most: u8| ((u16::from(value) * u16::from(most) + 127) / 255) as u8;
        let pixel = |rgb: &[u8]| {
            Rgb565::new(
                narrow(rgb[0], Rgb565::MAX_R),
                narrow(rgb[1], Rgb565::MAX_G),
                narrow(rgb[2], Rgb565::MAX_B),
            )
        };
        Ok(Canvas {
            pixels: bytes.chunks_exact(3).map(pixel).collect(),
        })
    }

    /// Writes the screen as a PNG.
    pub fn write_png(&self, out: impl Write) -> Result<(), png::EncodingError> {
        self.write_scaled_png(1, out)
    }

    /// Writes the screen as a PNG in which every pixel is a square of `scale` dots.
    pub fn write_scaled_png(&self, scale: u32, out: impl Write) -> Result<(), png::EncodingError> {
        let mut encoder = png::Encoder::new(out, SCREEN * scale, SCREEN * scale);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        let mut bytes = Vec::with_capacity((SCREEN * SCREEN * scale * scale * 3) as usize);
        for row in self.pixels.chunks_exact(SCREEN as usize) {
            for _ in 0..scale {
                for &pixel in row {
                    (0..scale).for_each(|_| bytes.extend(rgb(pixel)));
                }
            }
        }
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
