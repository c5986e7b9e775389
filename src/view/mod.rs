//! How the trainer looks: draws a [`Picture`] on any 16-bit `embedded-graphics` target, and changes nothing.
//!
//! A picture is made of parts that lie side by side, each drawn from its own data alone. So what has changed can be
//! told by comparing data, and is drawn again by itself:
//!
//! ```text
//! for area in view::changes(&old, &new).areas()
//!     for area in view::bands(area, view::BAND_PIXELS)
//!         band = Band::new(area, &mut buffer)
//!         view::draw(&new, &mut band)
//!         send band.pixels() to the panel as one block
//! ```
//!
//! * `band` and `dirty` do that work, `pen` is what the parts draw with;
//! * `theme` and `paint` hold the colours, `faces` the type, `shapes` what is round or aslant;
//! * `board` (with `tile`, `stone`, `marks`), `strip` (with `line`), `list`, `grid`, `page` (with `art` and `diagram`), `stats` and `code`
//!   draw the screens; `heading`, `caps` and `icons` are what they share.
//!
//! All arithmetic is in whole numbers, and little of it is done for a pixel: the chip divides slowly.

mod art;
mod band;
mod board;
mod caps;
mod code;
mod diagram;
mod dirty;
mod faces;
mod grid;
mod heading;
mod icons;
mod line;
mod list;
mod marks;
mod page;
mod paint;
mod pen;
mod shapes;
mod stats;
mod stone;
mod strip;
mod theme;
mod tile;

use core::cell::Cell;

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use crate::session::picture::{Picture, Screen, Target};
use pen::Pen;

pub use band::{BAND_PIXELS, Band, bands};
pub use dirty::Dirty;
pub use paint::Paint;
pub use theme::{BoardTheme, Signs, StoneTheme, Theme};
pub use tile::is_star;

/// The screen's width and height.
pub const SCREEN: u32 = 240;

/// Draws what `target` shows of `picture`: every pixel inside both its bounding box and the screen.
pub fn draw<D>(picture: &Picture, target: &mut D) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let mut pen = Pen::new(Theme::named(picture.theme), picture.language, target);
    draw_with(&mut pen, picture)
}

/// Whether words of a picture have no room and are cut: for tests of what translators write.
pub fn is_cut(picture: &Picture) -> bool {
    /// A screen of which nobody sees anything.
    struct Nowhere;
    impl Dimensions for Nowhere {
        fn bounding_box(&self) -> Rectangle {
            Rectangle::new(Point::zero(), Size::new_equal(SCREEN))
        }
    }
    impl DrawTarget for Nowhere {
        type Color = Rgb565;
        type Error = core::convert::Infallible;
        fn draw_iter<I: IntoIterator<Item = Pixel<Rgb565>>>(&mut self, _: I) -> Result<(), Self::Error> {
            Ok(())
        }
        fn fill_contiguous<I>(&mut self, _: &Rectangle, _: I) -> Result<(), Self::Error> {
            Ok(())
        }
    }
    let (cuts, mut nowhere) = (Cell::new(false), Nowhere);
    let pen = Pen::new(Theme::named(picture.theme), picture.language, &mut nowhere);
    let _ = draw_with(&mut pen.watched(&cuts), picture);
    cuts.get()
}

fn draw_with<D>(pen: &mut Pen<'_, D>, picture: &Picture) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    match &picture.screen {
        Screen::Board(screen) => board::draw(screen, pen),
        Screen::List(screen) => list::draw(screen, pen),
        Screen::Grid(screen) => grid::draw(screen, pen),
        Screen::Page(screen) => page::draw(screen, pen),
        Screen::Stats(screen) => stats::draw(screen, pen),
        Screen::Code(screen) => code::draw(screen, pen),
    }
}

/// The parts of the screen to draw again when `new` takes the place of `old`.
pub fn changes(old: &Picture, new: &Picture) -> Dirty {
    if old.theme != new.theme || old.language != new.language {
        return Dirty::everything();
    }
    match (&old.screen, &new.screen) {
        (Screen::Board(old), Screen::Board(new)) => board::changes(old, new),
        (Screen::List(old), Screen::List(new)) => list::changes(old, new),
        (Screen::Grid(old), Screen::Grid(new)) => grid::changes(old, new),
        (Screen::Page(old), Screen::Page(new)) => page::changes(old, new),
        (Screen::Stats(old), Screen::Stats(new)) => stats::changes(old, new),
        (Screen::Code(old), Screen::Code(new)) => code::changes(old, new),
        _ => Dirty::everything(),
    }
}

/// What lies at a place on the screen, for a mouse.
pub fn hit(picture: &Picture, x: i32, y: i32) -> Option<Target> {
    let at = Point::new(x, y);
    match &picture.screen {
        Screen::Board(screen) => board::hit(screen, at),
        Screen::List(screen) => list::hit(screen, at),
        Screen::Grid(screen) => grid::hit(screen, at),
        Screen::Page(screen) => page::hit(screen, at),
        Screen::Stats(_) => None,
        Screen::Code(screen) => code::hit(screen, at),
    }
}
