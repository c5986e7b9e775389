//! The pixels of one intersection.
//!
//! Distances are kept in sixteenths of a pixel and measured from the tile's centre, so that circles are
//! smooth and symmetric at every tile size without fractions.

use embedded_graphics::pixelcolor::Rgb565;

use super::Theme;
use super::paint::{OPAQUE, Paint};
use crate::board::{Color, Point};

/// One pixel, in the unit of distances.
const PIXEL: i32 = 16;

/// In which directions lines run from an intersection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lines {
    up: bool,
    left: bool,
    right: bool,
    down: bool,
}

impl Lines {
    /// The lines at `point` of a board of `size` lines: none lead off the board.
    pub(super) fn at(point: Point, size: u8) -> Lines {
        Lines {
            up: point.row() > 0,
            left: point.column() > 0,
            right: point.column() + 1 < size,
            down: point.row() + 1 < size,
        }
    }
}

/// What an intersection looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Look {
    pub(super) lines: Lines,
    pub(super) star: bool,
    pub(super) outside: bool,
    pub(super) stone: Option<Color>,
    pub(super) mark: Option<Mark>,
}

/// A sign on a stone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// A lozenge: told from the other by its shape, not only by colour.
    Key,
    /// A ring.
    Last,
}

impl Look {
    /// The pixels of a square tile with sides of `side` pixels, row by row.
    pub(super) fn pixels(self, side: u32, theme: &Theme) -> impl Iterator<Item = Rgb565> {
        let side = side as i32;
        (0..side).flat_map(move |y| (0..side).map(move |x| self.pixel(x, y, side, theme).rgb565()))
    }

    fn pixel(self, x: i32, y: i32, side: i32, theme: &Theme) -> Paint {
        let from_centre = |at: i32| at * PIXEL + PIXEL / 2 - side * PIXEL / 2;
        let (dx, dy) = (from_centre(x), from_centre(y));
        let ground = self.ground(x, y, side, (dx, dy), theme);
        let Some(color) = self.stone else {
            return ground;
        };
        let paint = stone(color, (dx, dy), side, ground, theme);
        self.marked(paint, (dx, dy), side, theme)
    }

    /// Wood, lines and star.
    fn ground(self, x: i32, y: i32, side: i32, (dx, dy): (i32, i32), theme: &Theme) -> Paint {
        let (wood, line) = if self.outside {
            (theme.wood_outside, theme.line_outside)
        } else {
            (theme.wood, theme.line)
        };
        let centre = side / 2;
        let vertical = x == centre
            && (if y < centre {
                self.lines.up
            } else {
                self.lines.down || y == centre
            });
        let horizontal = y == centre
            && (if x < centre {
                self.lines.left
            } else {
                self.lines.right || x == centre
            });
        let ground = if vertical || horizontal { line } else { wood };
        if self.star && !self.outside {
            // The star sits on the lines, which on an even tile are half a pixel off its centre.
            let shift = if side % 2 == 0 { PIXEL / 2 } else { 0 };
            let radius = (side * PIXEL / 10).max(PIXEL + PIXEL / 2);
            return line.over(ground, disc(radius, (dx - shift, dy - shift)));
        }
        ground
    }

    fn marked(self, stone: Paint, (dx, dy): (i32, i32), side: i32, theme: &Theme) -> Paint {
        let radius = side * PIXEL / 2;
        let cover = match self.mark {
            None => return stone,
            Some(Mark::Key) => edge(radius * 2 / 5 - dx.abs() - dy.abs()),
            Some(Mark::Last) => {
                let outer = radius * 11 / 20;
                disc(outer, (dx, dy)) - disc(outer - PIXEL * 2, (dx, dy))
            }
        };
        theme.accent.over(stone, cover)
    }
}

/// A stone with its rim, over `ground`.
pub(super) fn stone(color: Color, at: (i32, i32), side: i32, ground: Paint, theme: &Theme) -> Paint {
    let [face, rim] = match color {
        Color::Black => theme.black,
        Color::White => theme.white,
    };
    let radius = side * PIXEL / 2 - PIXEL / 2;
    let rim_width = (side * PIXEL / 16).max(PIXEL);
    let stone = face.over(rim, disc(radius - rim_width, at));
    stone.over(ground, disc(radius, at))
}

/// How much of a pixel at a place a disc of `radius` around the origin covers.
fn disc(radius: i32, (dx, dy): (i32, i32)) -> u32 {
    let squared = dx * dx + dy * dy;
    let (inner, outer) = (radius - PIXEL / 2, radius + PIXEL / 2);
    // Only on the edge, which few pixels are, is the root worth taking.
    if squared >= outer * outer {
        0
    } else if inner > 0 && squared <= inner * inner {
        OPAQUE
    } else {
        edge(radius - (squared as u32).isqrt() as i32)
    }
}

/// How much of a pixel is covered that lies `depth` inside an edge, or outside if negative.
fn edge(depth: i32) -> u32 {
    ((depth + PIXEL / 2) * OPAQUE as i32 / PIXEL).clamp(0, OPAQUE as i32) as u32
}
