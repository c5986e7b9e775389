//! Pictures of pages.

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::faces::HUGE;
use super::icons::Icon;
use super::pen::{Align, Pen, area};
use crate::session::picture::Art;

/// How much of a page a picture takes.
pub(super) const fn height(art: Art) -> i32 {
    match art {
        Art::None => 0,
        Art::Name => 96,
        Art::Keys => 112,
        Art::Marks | Art::Trouble => 48,
    }
}

/// Draws a picture in `place`.
pub(super) fn draw<D>(art: Art, place: Rectangle, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let theme = pen.theme;
    pen.fill(place, theme.background)?;
    let (middle, y) = (place.size.width as i32 / 2, place.top_left.y);
    match art {
        Art::None => Ok(()),
        Art::Name | Art::Keys => pen.words(place, "Shikatsu", &HUGE, Align::Centre, theme.text),
        Art::Marks => {
            let [one, other] = [middle - 48, middle + 16].map(|x| area(x, y + 8, 32, 32));
            Icon::Tick.draw(one, theme.good, theme.background, pen)?;
            Icon::Cross.draw(other, theme.bad, theme.background, pen)
        }
        Art::Trouble => Icon::Cross.draw(area(middle - 16, y + 8, 32, 32), theme.bad, theme.background, pen),
    }
}
