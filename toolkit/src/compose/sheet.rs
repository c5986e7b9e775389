//! Many problems on one picture, to be judged at a glance.

use std::io::{self, Write};

use shikatsu::problem::Problem;
use shikatsu::record::ThemeName;
use shikatsu::session::still::still;
use shikatsu::view::SCREEN;

use super::random::Random;
use crate::picture::{Canvas, rgb};

/// Between two screens.
const GAP: usize = 6;

/// Writes the screens of `problems` side by side as a PNG.
pub fn sheet(problems: &[Problem], columns: usize, out: impl Write) -> io::Result<()> {
    let side = SCREEN as usize;
    let rows = problems.len().div_ceil(columns);
    let (width, height) = (columns * (side + GAP) + GAP, rows * (side + GAP) + GAP);
    let mut bytes = vec![96; width * height * 3];
    for (at, problem) in problems.iter().enumerate() {
        let canvas = Canvas::of(&still(problem, ThemeName::Wood));
        let (left, top) = (
            GAP + at % columns * (side + GAP),
            GAP + at / columns * (side + GAP),
        );
        for (y, row) in canvas.pixels().chunks_exact(side).enumerate() {
            let from = 3 * ((top + y) * width + left);
            let line: Vec<u8> = row.iter().flat_map(|&pixel| rgb(pixel)).collect();
            bytes[from..from + line.len()].copy_from_slice(&line);
        }
    }
    let mut encoder = png::Encoder::new(out, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    Ok(writer.finish()?)
}

/// So many of `problems`, picked at random from a seed, in their order.
pub fn sample(problems: &[Problem], count: usize, seed: u64) -> Vec<Problem> {
    let mut random = Random::of_try(seed, 0);
    let mut left = count.min(problems.len());
    let mut picked = Vec::new();
    for (place, problem) in problems.iter().enumerate() {
        if random.below(problems.len() - place) < left {
            left -= 1;
            picked.push(*problem);
        }
    }
    picked
}
