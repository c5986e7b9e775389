//! A small board on a page of words: the position that they are about.

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::Theme;
use super::board::look;
use super::pen::{Pen, area};
use super::tile::Tile;
use crate::session::picture::Diagram;

/// Smaller stones can hardly be told apart.
const SMALLEST_TILE: i32 = 7;
/// Larger ones would make it look like the board that is played on.
const LARGEST_TILE: i32 = 16;

/// How large its points can be in a place, if it has room there at all.
fn tile(diagram: &Diagram, place: Size) -> Option<i32> {
    let across = place.width as i32 / i32::from(diagram.crop.columns());
    let down = place.height as i32 / i32::from(diagram.crop.rows());
    let tile = across.min(down).min(LARGEST_TILE);
    (tile >= SMALLEST_TILE).then_some(tile)
}

/// Whether it has room in a place.
pub(super) fn has_room(diagram: &Diagram, place: Size) -> bool {
    tile(diagram, place).is_some()
}

/// Draws it in the middle of a place, every pixel of it.
pub(super) fn draw<D>(diagram: &Diagram, place: Rectangle, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let theme: &'static Theme = pen.theme;
    pen.fill(place, theme.background)?;
    let Some(tile) = tile(diagram, place.size) else {
        return Ok(());
    };
    let crop = &diagram.crop;
    let free = |room: u32, lines: u8| (room as i32 - i32::from(lines) * tile) / 2;
    let origin = place.top_left
        + Point::new(
            free(place.size.width, crop.columns()),
            free(place.size.height, crop.rows()),
        );
    for point in crop.points() {
        let column = i32::from(point.column() - crop.left);
        let row = i32::from(point.row() - crop.top);
        let corner = origin + Point::new(column * tile, row * tile);
        if let Some(mut pen) = pen.part(area(corner.x, corner.y, tile, tile)) {
            let size = diagram.setup.size;
            let look = look(size, point, |point| diagram.spot(point));
            Tile::new((point, size), look, (corner, tile), theme).draw(&mut pen)?;
        }
    }
    Ok(())
}
