//! Moving pictures of a script: a GIF of what the screen shows, as large as the change and as long as it lasted.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use embedded_graphics::pixelcolor::Rgb565;
use gif::{Encoder, EncodingError, Frame, Repeat};
use shikatsu::session::picture::Picture;
use shikatsu::view::SCREEN;
use shikatsu_toolkit::picture::{Canvas, rgb};

use crate::sim::Stage;

const SIDE: usize = SCREEN as usize;
/// The last picture is seen this long, in milliseconds, before everything begins again.
const LAST: u64 = 2000;
/// Colours of a frame: one of the 256 is none at all.
const MOST_COLORS: usize = 255;

/// What was seen so far.
#[derive(Debug, Default)]
pub struct Recorder {
    /// Pictures with the times they came up.
    seen: Vec<(u64, Picture)>,
    now: u64,
}

impl Recorder {
    /// Takes in what is on the stage now.
    pub fn see(&mut self, stage: &Stage<'_>) {
        self.now = stage.now();
        if self.seen.last().is_none_or(|(_, last)| last != stage.picture()) {
            self.seen.push((self.now, stage.picture().clone()));
        }
    }

    /// Writes the GIF.
    pub fn write(&self, out: impl Write) -> Result<(), EncodingError> {
        let mut encoder = Encoder::new(out, SCREEN as u16, SCREEN as u16, &[])?;
        encoder.set_repeat(Repeat::Infinite)?;
        let mut shown: Option<Vec<Rgb565>> = None;
        let ends = self.seen.iter().skip(1).map(|&(time, _)| time);
        let last = (self.now + LAST).max(self.seen.last().map_or(0, |&(time, _)| time) + LAST);
        let mut written = 0;
        for ((_, picture), end) in self.seen.iter().zip(ends.chain([last])) {
            let canvas = Canvas::of(picture);
            // Hundredths of a second, rounded so that nothing adds up.
            let delay = (end / 10).saturating_sub(written);
            if delay < 2 {
                // Players show nothing shorter; the next one comes in its place.
                continue;
            }
            written += delay;
            let mut frame = difference(shown.as_deref(), canvas.pixels());
            frame.delay = delay.min(u64::from(u16::MAX)) as u16;
            encoder.write_frame(&frame)?;
            shown = Some(canvas.pixels().to_vec());
        }
        Ok(())
    }
}

/// The smallest rectangle that holds every change, as a frame.
fn difference(old: Option<&[Rgb565]>, new: &[Rgb565]) -> Frame<'static> {
    let changed = |place: &usize| old.is_none_or(|old| old[*place] != new[*place]);
    let places = || (0..new.len()).filter(changed);
    let span = |values: &mut dyn Iterator<Item = usize>| {
        values.fold(None, |span: Option<(usize, usize)>, value| {
            let (first, last) = span.unwrap_or((value, value));
            Some((first.min(value), last.max(value)))
        })
    };
    // A frame of one pixel where nothing changed: only time goes by.
    let (left, right) = span(&mut places().map(|place| place % SIDE)).unwrap_or((0, 0));
    let (top, bottom) = span(&mut places().map(|place| place / SIDE)).unwrap_or((0, 0));
    let pixels: Vec<Option<Rgb565>> = (top..=bottom)
        .flat_map(|row| row * SIDE + left..=row * SIDE + right)
        .map(|place| changed(&place).then_some(new[place]))
        .collect();
    let mut frame = in_colors(&pixels, right - left + 1, bottom - top + 1);
    (frame.left, frame.top) = (left as u16, top as u16);
    frame
}

/// Pixels with a palette of their own colours; if these are too many, with one that comes near. Where nothing changed the
/// picture before shines through, which takes next to no room.
fn in_colors(pixels: &[Option<Rgb565>], width: usize, height: usize) -> Frame<'static> {
    let (width, height) = (width as u16, height as u16);
    let colors: BTreeSet<[u8; 3]> = pixels.iter().flatten().map(|&pixel| rgb(pixel)).collect();
    if colors.len() > MOST_COLORS {
        let dot = |pixel: &Option<Rgb565>| match *pixel {
            Some(pixel) => {
                let [red, green, blue] = rgb(pixel);
                [red, green, blue, u8::MAX]
            }
            None => [0; 4],
        };
        let mut bytes: Vec<u8> = pixels.iter().flat_map(dot).collect();
        return Frame::from_rgba_speed(width, height, &mut bytes, 10);
    }
    let places: BTreeMap<[u8; 3], u8> = colors.iter().copied().zip(0..).collect();
    let nothing = colors.len() as u8;
    let place = |pixel: &Option<Rgb565>| pixel.map_or(nothing, |pixel| places[&rgb(pixel)]);
    let indexed: Vec<u8> = pixels.iter().map(place).collect();
    let palette: Vec<u8> = colors.into_iter().chain([[0; 3]]).flatten().collect();
    Frame::from_palette_pixels(width, height, indexed, palette, Some(nothing))
}
