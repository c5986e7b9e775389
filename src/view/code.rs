//! The screen of a QR code: a title, the code as large as it can be, and keys.

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::SCREEN;
use super::caps::Caps;
use super::dirty::Dirty;
use super::faces::BODY;
use super::heading::{MARGIN, TITLE_HEIGHT, draw_title};
use super::paint::Paint;
use super::pen::{Pen, area};
use crate::session::picture::{CodeScreen, Target};

const SIDE: i32 = SCREEN as i32;
/// The keys at the bottom.
const KEYS: i32 = 17;
const KEYS_AREA: Rectangle = area(0, SIDE - KEYS - 3, SIDE, KEYS + 3);
const CAPS: Caps = Caps::new(area(MARGIN, SIDE - KEYS - 2, SIDE - 2 * MARGIN, KEYS), &BODY);
const BODY_AREA: Rectangle = area(0, TITLE_HEIGHT, SIDE, SIDE - TITLE_HEIGHT - KEYS - 3);
/// Light squares on each side of the code, by which it is found. The standard wants four; readers are content with two, and on a small screen larger squares help
/// more.
const MARGIN_SQUARES: i32 = 2;
/// Black on white whatever the colours are: not every reader takes others.
const DARK: Paint = Paint::hex(0x00_00_00);
const LIGHT: Paint = Paint::hex(0xff_ff_ff);

pub(super) fn draw<D>(screen: &CodeScreen, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    draw_title(&screen.title, "", pen)?;
    let background = pen.theme.background;
    if let Some(mut pen) = pen.part(BODY_AREA) {
        pen.fill(BODY_AREA, background)?;
        let squares = screen.code.side() as i32 + 2 * MARGIN_SQUARES;
        let square = BODY_AREA.size.height as i32 / squares;
        let side = squares * square;
        let (left, top) = (
            (SIDE - side) / 2,
            TITLE_HEIGHT + (BODY_AREA.size.height as i32 - side) / 2,
        );
        pen.fill(area(left, top, side, side), LIGHT)?;
        let (left, top) = (left + MARGIN_SQUARES * square, top + MARGIN_SQUARES * square);
        for y in 0..screen.code.side() {
            let line = top + y as i32 * square;
            let Some(mut pen) = pen.part(area(0, line, SIDE, square)) else {
                continue;
            };
            for x in (0..screen.code.side()).filter(|&x| screen.code.is_dark(x, y)) {
                pen.fill(area(left + x as i32 * square, line, square, square), DARK)?;
            }
        }
    }
    if let Some(mut pen) = pen.part(KEYS_AREA) {
        pen.fill(KEYS_AREA, background)?;
        CAPS.draw(&screen.keys, background, &mut pen)?;
    }
    Ok(())
}

/// What differs between two of them.
pub(super) fn changes(old: &CodeScreen, new: &CodeScreen) -> Dirty {
    if old == new {
        Dirty::default()
    } else {
        Dirty::everything()
    }
}

/// The key at a place of the screen.
pub(super) fn hit(screen: &CodeScreen, at: Point) -> Option<Target> {
    CAPS.hit(&screen.keys, at).map(Target::Key)
}
