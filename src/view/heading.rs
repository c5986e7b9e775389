//! What lists, grids and pages have in common: a title above and a sentence below.

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::SCREEN;
use super::faces::{BODY, BODY_BOLD, LARGE, SMALL, TITLE};
use super::pen::{Align, Pen, area};

const SIDE: i32 = SCREEN as i32;
/// The height of a title with the line below it.
pub(super) const TITLE_HEIGHT: i32 = 28;
/// Where the foot begins.
pub(super) const FOOT_TOP: i32 = 208;
/// What stays free at the left and right.
pub(super) const MARGIN: i32 = 8;
/// Room for what stands at the end of a title.
const ASIDE: i32 = 72;

/// Where the title lies.
pub(super) const TITLE_AREA: Rectangle = area(0, 0, SIDE, TITLE_HEIGHT);
/// Where the foot lies.
pub(super) const FOOT_AREA: Rectangle = area(0, FOOT_TOP, SIDE, SIDE - FOOT_TOP);

/// A title, with something small at its end.
pub(super) fn draw_title<D>(title: &str, aside: &str, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let Some(mut pen) = pen.part(TITLE_AREA) else {
        return Ok(());
    };
    let theme = pen.theme;
    pen.fill(TITLE_AREA, theme.background)?;
    pen.fill(area(MARGIN, TITLE_HEIGHT - 2, SIDE - 2 * MARGIN, 1), theme.rule)?;
    let end = if aside.is_empty() { 0 } else { ASIDE };
    let words = area(MARGIN, 0, SIDE - 2 * MARGIN - end, TITLE_HEIGHT - 2);
    pen.words_in(
        words,
        title,
        &[&LARGE, &TITLE, &BODY_BOLD],
        Align::Left,
        theme.text,
    )?;
    let words = area(SIDE - MARGIN - ASIDE, 0, ASIDE, TITLE_HEIGHT - 2);
    pen.words(words, aside, &SMALL, Align::Right, theme.quiet)
}

/// A sentence of up to two lines.
pub(super) fn draw_foot<D>(foot: &str, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let Some(mut pen) = pen.part(FOOT_AREA) else {
        return Ok(());
    };
    let theme = pen.theme;
    pen.fill(FOOT_AREA, theme.background)?;
    pen.fill(area(MARGIN, FOOT_TOP, SIDE - 2 * MARGIN, 1), theme.rule)?;
    let one_line = area(MARGIN, FOOT_TOP, SIDE - 2 * MARGIN, SIDE - FOOT_TOP);
    if BODY.width(foot) <= one_line.size.width as i32 {
        return pen.words(one_line, foot, &BODY, Align::Left, theme.quiet);
    }
    let two_lines = area(MARGIN, FOOT_TOP + 5, SIDE - 2 * MARGIN, 2 * SMALL.line);
    pen.text(two_lines, foot, &SMALL, theme.quiet)
}
