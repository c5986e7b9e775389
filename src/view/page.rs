//! The page screen: a title, a picture, something to read, and keys.

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::SCREEN;
use super::art;
use super::caps::Caps;
use super::dirty::Dirty;
use super::faces::{BODY, SMALL};
use super::heading::{MARGIN, TITLE_AREA, TITLE_HEIGHT, draw_title};
use super::pen::{Pen, area};
use super::shapes::{PIXEL, disc, middle, way};
use crate::session::picture::{PageScreen, Target};

const SIDE: i32 = SCREEN as i32;
/// The keys at the bottom.
const KEYS: i32 = 17;
const KEYS_AREA: Rectangle = area(0, SIDE - KEYS - 5, SIDE, KEYS + 5);
/// The dots that say which page it is.
const DOTS_AREA: Rectangle = area(0, SIDE - KEYS - 5 - 10, SIDE, 10);
/// Above the text.
const GAP: i32 = 4;
/// From one dot to the next.
const DOT: i32 = 10;

const CAPS: Caps = Caps::new(area(MARGIN, SIDE - KEYS - 3, SIDE - 2 * MARGIN, KEYS), &BODY);

/// Where the picture and the text are.
fn body(screen: &PageScreen) -> [Rectangle; 2] {
    let height = art::height(screen.art);
    let text = TITLE_HEIGHT + height;
    [
        area(0, TITLE_HEIGHT, SIDE, height),
        area(0, text, SIDE, DOTS_AREA.top_left.y - text),
    ]
}

pub(super) fn draw<D>(screen: &PageScreen, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    draw_title(&screen.title, "", pen)?;
    let [picture, text] = body(screen);
    if let Some(mut pen) = pen.part(picture) {
        art::draw(screen.art, picture, &mut pen)?;
    }
    if let Some(mut pen) = pen.part(text) {
        draw_text(&screen.text, text, &mut pen)?;
    }
    let background = pen.theme.background;
    if let Some(mut pen) = pen.part(DOTS_AREA) {
        pen.fill(DOTS_AREA, background)?;
        draw_dots(screen.page, &mut pen)?;
    }
    if let Some(mut pen) = pen.part(KEYS_AREA) {
        pen.fill(KEYS_AREA, background)?;
        CAPS.draw(&screen.keys, background, &mut pen)?;
    }
    Ok(())
}

/// A paragraph, smaller if it is long. What has no room is cut with dots.
fn draw_text<D>(text: &str, place: Rectangle, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let theme = pen.theme;
    pen.fill(place, theme.background)?;
    let height = place.size.height as i32 - GAP;
    let inside = area(MARGIN, place.top_left.y + GAP, SIDE - 2 * MARGIN, height);
    let face = if BODY.has_room(text, inside.size) {
        &BODY
    } else {
        &SMALL
    };
    pen.text(inside, text, face, theme.text)
}

fn draw_dots<D>((page, pages): (u8, u8), pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    if pages < 2 {
        return Ok(());
    }
    let theme = pen.theme;
    let left = (SIDE - i32::from(pages) * DOT) / 2;
    let y = DOTS_AREA.top_left.y;
    for at in 0..pages {
        let place = area(left + i32::from(at) * DOT, y, DOT, DOT);
        let centre = middle(place.top_left.x + DOT / 2, y + DOT / 2);
        let (paint, radius) = if at + 1 == page {
            (theme.accent, PIXEL * 7 / 2)
        } else {
            (theme.rule, PIXEL * 5 / 2)
        };
        pen.shape(place, paint, theme.background, |at| disc(radius, way(centre, at)))?;
    }
    Ok(())
}

/// What differs between two pages.
pub(super) fn changes(old: &PageScreen, new: &PageScreen) -> Dirty {
    if old.art != new.art {
        return Dirty::everything();
    }
    let mut dirty = Dirty::default();
    let [_, text] = body(new);
    dirty.add_if(old.title != new.title, TITLE_AREA);
    dirty.add_if(old.text != new.text, text);
    dirty.add_if(old.page != new.page, DOTS_AREA);
    dirty.add_if(old.keys != new.keys, KEYS_AREA);
    dirty
}

/// The key at a place of the screen.
pub(super) fn hit(screen: &PageScreen, at: Point) -> Option<Target> {
    CAPS.hit(&screen.keys, at).map(Target::Key)
}
