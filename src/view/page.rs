//! The page screen: a title, a picture, something to read, and keys.

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::SCREEN;
use super::art;
use super::caps::Caps;
use super::diagram;
use super::dirty::Dirty;
use super::faces::{BODY, Face, SMALL};
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
/// Above the text, and below it if something follows.
const TEXT_TOP: i32 = 4;
const GAP: i32 = 6;
const TEXT_WIDTH: i32 = SIDE - 2 * MARGIN;
/// From one dot to the next.
const DOT: i32 = 10;

const CAPS: Caps = Caps::new(area(MARGIN, SIDE - KEYS - 3, SIDE - 2 * MARGIN, KEYS), &BODY);

/// What is between title and dots.
struct Body {
    picture: Rectangle,
    text: Rectangle,
    face: &'static Face,
    /// Empty where there is none, or no room for it.
    diagram: Rectangle,
}

impl Body {
    fn new(screen: &PageScreen) -> Body {
        let height = art::height(screen.art);
        let (top, bottom) = (TITLE_HEIGHT + height, DOTS_AREA.top_left.y);
        // Large type if there is room for it, and a diagram in what the text leaves.
        let with = |face: &'static Face| {
            let used = TEXT_TOP + face.height(&screen.text, TEXT_WIDTH) + GAP;
            let below = area(MARGIN, top + used, TEXT_WIDTH, bottom - top - used);
            let diagram = screen.diagram.as_ref()?;
            let has_room = used < bottom - top && diagram::has_room(diagram, below.size);
            has_room.then_some((face, used))
        };
        let (face, used) = with(&BODY).or_else(|| with(&SMALL)).unwrap_or_else(|| {
            let room = bottom - top - TEXT_TOP;
            let face = if BODY.height(&screen.text, TEXT_WIDTH) <= room {
                &BODY
            } else {
                &SMALL
            };
            (face, bottom - top)
        });
        Body {
            picture: area(0, TITLE_HEIGHT, SIDE, height),
            text: area(0, top, SIDE, used),
            face,
            diagram: area(0, top + used, SIDE, bottom - top - used),
        }
    }
}

pub(super) fn draw<D>(screen: &PageScreen, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    draw_title(&screen.title, "", pen)?;
    let body = Body::new(screen);
    if let Some(mut pen) = pen.part(body.picture) {
        art::draw(screen.art, body.picture, &mut pen)?;
    }
    if let Some(mut pen) = pen.part(body.text) {
        draw_text(&screen.text, body.face, body.text, &mut pen)?;
    }
    if let (Some(diagram), Some(mut pen)) = (&screen.diagram, pen.part(body.diagram)) {
        diagram::draw(diagram, body.diagram, &mut pen)?;
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

/// A paragraph. What has no room is cut with dots.
fn draw_text<D>(text: &str, face: &Face, place: Rectangle, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let theme = pen.theme;
    pen.fill(place, theme.background)?;
    let height = place.size.height as i32 - TEXT_TOP;
    let inside = area(MARGIN, place.top_left.y + TEXT_TOP, TEXT_WIDTH, height);
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
    let is_moved = old.text != new.text && new.diagram.is_some();
    if old.art != new.art || old.diagram != new.diagram || is_moved {
        return Dirty::everything();
    }
    let mut dirty = Dirty::default();
    dirty.add_if(old.title != new.title, TITLE_AREA);
    dirty.add_if(old.text != new.text, changed_text(old, new));
    dirty.add_if(old.page != new.page, DOTS_AREA);
    dirty.add_if(old.keys != new.keys, KEYS_AREA);
    dirty
}

/// Where the text differs. Paragraphs at its beginning that are the same stay as they are: to draw them again would keep the rest waiting.
fn changed_text(old: &PageScreen, new: &PageScreen) -> Rectangle {
    let Body { text, face, .. } = Body::new(new);
    if !core::ptr::eq(face, Body::new(old).face) {
        return text;
    }
    let same = old.text.bytes().zip(new.text.bytes());
    let same = same.take_while(|(old, new)| old == new).count();
    let Some(end) = new.text.as_bytes()[..same]
        .iter()
        .rposition(|&byte| byte == b'\n')
    else {
        return text;
    };
    let height = text.size.height as i32;
    // The last line that has room may be cut, and differs if what follows does.
    let lines = ((height - TEXT_TOP) / face.line - 1).max(0);
    let same = face.height(&new.text[..end], TEXT_WIDTH).min(lines * face.line);
    // Accents reach into the line above.
    let above = (TEXT_TOP + same - face.line / 2).max(0);
    area(0, text.top_left.y + above, SIDE, height - above)
}

/// The key at a place of the screen.
pub(super) fn hit(screen: &PageScreen, at: Point) -> Option<Target> {
    CAPS.hit(&screen.keys, at).map(Target::Key)
}
