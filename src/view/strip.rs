//! The strip above the board: whose turn it is, what to do, and where one is.

use embedded_graphics::mono_font::ascii::{FONT_6X10, FONT_10X20};
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle};
use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use embedded_graphics::text::{Alignment, Baseline, Text, TextStyleBuilder};

use super::tile::stone;
use super::{SCREEN, STRIP, Scene, Theme};

/// The stone that says whose turn it is, in pixels.
const STONE: i32 = 26;
const MARGIN: i32 = 4;

pub(super) fn draw<D>(scene: &Scene<'_>, theme: &Theme, target: &mut D) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let area = Rectangle::new(Point::zero(), Size::new(SCREEN, STRIP));
    target.fill_contiguous(&area, background(scene, theme))?;
    let left = Point::new(MARGIN * 3 + STONE, STRIP as i32 / 2);
    let right = Point::new(SCREEN as i32 - MARGIN, STRIP as i32 / 2);
    text(
        scene.task,
        &FONT_10X20,
        left,
        Alignment::Left,
        theme.text.rgb565(),
        target,
    )?;
    text(
        scene.corner,
        &FONT_6X10,
        right,
        Alignment::Right,
        theme.quiet.rgb565(),
        target,
    )
}

/// The strip's pixels, with the stone but without the words.
fn background(scene: &Scene<'_>, theme: &Theme) -> impl Iterator<Item = Rgb565> {
    let (color, theme) = (scene.to_move, *theme);
    let (centre_x, centre_y) = (MARGIN + STONE / 2, STRIP as i32 / 2);
    (0..STRIP as i32).flat_map(move |y| {
        (0..SCREEN as i32).map(move |x| {
            let from = |at: i32, centre: i32| (at - centre) * 16 + 8;
            let at = (from(x, centre_x), from(y, centre_y));
            stone(color, at, STONE, theme.background, &theme).rgb565()
        })
    })
}

fn text<D>(
    words: &str,
    font: &MonoFont<'_>,
    at: Point,
    alignment: Alignment,
    color: Rgb565,
    target: &mut D,
) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let character = MonoTextStyle::new(font, color);
    let style = TextStyleBuilder::new()
        .alignment(alignment)
        .baseline(Baseline::Middle)
        .build();
    Text::with_text_style(words, at, character, style).draw(target)?;
    Ok(())
}
