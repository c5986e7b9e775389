//! Pictures: what the trainer shows, drawn on any 16-bit `embedded-graphics` target.
//!
//! A panel without a frame buffer shows every half-drawn state. So each pixel's final colour is
//! computed and sent once, tile by tile; only the words of the strip are painted over their ground. A [`Scene`]
//! borrows what is to be seen and changes nothing.
//!
//! * [`Theme`] holds the colours;
//! * `tile` computes the pixels of one intersection, `strip` draws the line of words above the board.

mod paint;
mod strip;
mod theme;
mod tile;

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use crate::board::{Board, Cell, Color, Crop, Move, Point as Place, PointSet};
use crate::problem::Problem;

pub use paint::Paint;
pub use theme::Theme;

/// The screen's width and height.
pub const SCREEN: u32 = 240;
/// The height of the strip of words above the board.
const STRIP: u32 = 32;
/// Stones larger than this look clumsy, however small the board.
const LARGEST_TILE: u32 = 34;

/// All that a picture of a problem shows.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The stones.
    pub board: &'a Board,
    /// The part of the board to show.
    pub crop: Crop,
    /// The stones that carry the mark of a key stone.
    pub key: PointSet,
    /// The move that carries the ring of the last one.
    pub last: Option<Move>,
    /// Whose stone the strip shows.
    pub to_move: Color,
    /// The task in words.
    pub task: &'a str,
    /// Something short at the strip's end, such as the place in a pack.
    pub corner: &'a str,
}

impl<'a> Scene<'a> {
    /// The start of a problem, whose stones stand on `board`.
    pub fn start(problem: &Problem, board: &'a Board, corner: &'a str) -> Scene<'a> {
        let setup = problem.setup();
        Scene {
            board,
            crop: Crop::around(&setup),
            key: setup.key,
            last: None,
            to_move: setup.to_move,
            task: problem.task(),
            corner,
        }
    }
}

/// Draws the whole screen.
pub fn draw<D>(scene: &Scene<'_>, theme: &Theme, target: &mut D) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    strip::draw(scene, theme, target)?;
    let frame = Frame::new(scene.crop);
    frame.draw_margins(theme, target)?;
    for point in scene.crop.points() {
        draw_tile(scene, theme, &frame, point, target)?;
    }
    Ok(())
}

fn draw_tile<D>(
    scene: &Scene<'_>,
    theme: &Theme,
    frame: &Frame,
    point: Place,
    target: &mut D,
) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let size = scene.board.size();
    let look = tile::Look {
        lines: tile::Lines::at(point, size),
        star: is_star(point, size),
        outside: scene.board.outside().contains(point),
        stone: match scene.board.at(point) {
            Cell::Stone(color) => Some(color),
            Cell::Empty | Cell::Rim => None,
        },
        mark: if scene.last == Some(Move::Play(point)) {
            Some(tile::Mark::Last)
        } else {
            scene.key.contains(point).then_some(tile::Mark::Key)
        },
    };
    let area = frame.tile(point);
    target.fill_contiguous(&area, look.pixels(frame.tile, theme))
}

/// Where the board lies on the screen.
struct Frame {
    crop: Crop,
    tile: u32,
    origin: Point,
}

impl Frame {
    fn new(crop: Crop) -> Frame {
        let (columns, rows) = (u32::from(crop.columns()), u32::from(crop.rows()));
        let tile = (SCREEN / columns).min((SCREEN - STRIP) / rows).min(LARGEST_TILE);
        let origin = Point::new(
            ((SCREEN - columns * tile) / 2) as i32,
            (STRIP + (SCREEN - STRIP - rows * tile) / 2) as i32,
        );
        Frame { crop, tile, origin }
    }

    fn tile(&self, point: Place) -> Rectangle {
        let column = u32::from(point.column() - self.crop.left);
        let row = u32::from(point.row() - self.crop.top);
        let corner = self.origin + Size::new(column * self.tile, row * self.tile);
        Rectangle::new(corner, Size::new_equal(self.tile))
    }

    /// The four bands around the board, without a pixel of the board itself.
    fn draw_margins<D>(&self, theme: &Theme, target: &mut D) -> Result<(), D::Error>
    where
        D: DrawTarget<Color = Rgb565>,
    {
        let (columns, rows) = (u32::from(self.crop.columns()), u32::from(self.crop.rows()));
        let (left, top) = (self.origin.x as u32, self.origin.y as u32);
        let (right, bottom) = (left + columns * self.tile, top + rows * self.tile);
        let bands = [
            (0, STRIP, SCREEN, top),
            (0, bottom, SCREEN, SCREEN),
            (0, top, left, bottom),
            (right, top, SCREEN, bottom),
        ];
        for (x0, y0, x1, y1) in bands {
            let area = Rectangle::new(Point::new(x0 as i32, y0 as i32), Size::new(x1 - x0, y1 - y0));
            target.fill_solid(&area, theme.background.rgb565())?;
        }
        Ok(())
    }
}

/// Whether the point carries a star, which only boards of 9, 13 and 19 lines have.
pub fn is_star(point: Place, size: u8) -> bool {
    let lines: &[u8] = match size {
        9 => &[2, 6],
        13 => &[3, 9],
        19 => &[3, 9, 15],
        _ => return false,
    };
    let middle = size / 2;
    let on_lines = lines.contains(&point.column()) && lines.contains(&point.row());
    on_lines || (point.column() == middle && point.row() == middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_their_usual_stars() {
        let count = |size| Place::all(size).filter(|&p| is_star(p, size)).count();
        assert_eq!([5, 7, 9, 11, 13, 19].map(count), [0, 0, 5, 0, 5, 9]);
    }
}
