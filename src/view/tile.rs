//! The pixels of one intersection: wood, lines, star, stone, sign and cursor, from below to above.

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::{DrawTarget, Point as Pixel};

use super::Theme;
use super::marks::Sign;
use super::paint::{OPAQUE, Paint};
use super::pen::{Pen, area};
use super::shapes::{At, Disc, PIXEL, middle, squared, way};
use super::stone::Stone;
use super::theme::BoardTheme;
use crate::board::Point;
use crate::session::picture::{Cursor, Mark, Spot};

/// How much of the wood a stone that is not played yet hides, out of [`OPAQUE`].
const GHOST: u32 = 10;
/// The same while the key is down.
const PRESSED: u32 = 13;

/// In which directions lines run from an intersection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Lines {
    up: bool,
    left: bool,
    right: bool,
    down: bool,
}

impl Lines {
    /// The lines at `point` of a board of `size` lines: none lead off the board.
    fn at(point: Point, size: u8) -> Lines {
        Lines {
            up: point.row() > 0,
            left: point.column() > 0,
            right: point.column() + 1 < size,
            down: point.row() + 1 < size,
        }
    }
}

/// An intersection, ready to be asked for its pixels. What is the same for all of them is worked out beforehand.
pub(super) struct Tile<'a> {
    theme: &'a BoardTheme,
    side: i32,
    corner: Pixel,
    /// The middle of the pixel in which the lines cross; stones are centred on it.
    centre: At,
    wood: &'a [Paint; 3],
    line: Paint,
    lines: Lines,
    /// A star, or the dot that says that the board goes on.
    dot: Option<(Disc, Paint)>,
    /// What lines leave free for a sign.
    clear: Option<Disc>,
    /// A stone, with how much of the wood it hides.
    stone: Option<(Stone, u32)>,
    sign: Option<Sign>,
    cursor: Option<Cursor>,
}

impl<'a> Tile<'a> {
    /// The tile of `point` on a board of `size` lines. `dim` means that this point and its neighbours are out of bounds.
    pub(super) fn new(
        (point, size): (Point, u8),
        (spot, dim): (Spot, bool),
        (corner, side): (Pixel, i32),
        theme: &'a Theme,
    ) -> Tile<'a> {
        let theme = &theme.board;
        let radius = stone_radius(side);
        let ghost = spot.cursor.map(|cursor| {
            let cover = if cursor.pressed { PRESSED } else { GHOST };
            (cursor.color, cover)
        });
        let stone = spot.stone.map(|color| (color, OPAQUE)).or(ghost);
        let signs = stone.map_or(&theme.signs, |(color, _)| &theme.stone(color).signs);
        let sign = spot.mark.and_then(|mark| Sign::new(mark, radius, signs));
        let (wood, line) = match (spot.lit, dim) {
            (true, _) => (&theme.lit, theme.line),
            (false, true) => (&theme.outside, theme.line_outside),
            (false, false) => (&theme.wood, theme.line),
        };
        Tile {
            theme,
            side,
            corner,
            centre: middle(corner.x + side / 2, corner.y + side / 2),
            wood,
            line,
            lines: Lines::at(point, size),
            dot: match dim {
                // Where there are no lines at all, a dot says that the board goes on.
                true if theme.hatched => Some((Disc::new(PIXEL), theme.line)),
                false if is_star(point, size) => Some((Disc::new((side * PIXEL / 10).max(PIXEL * 2)), line)),
                _ => None,
            },
            clear: match (&sign, stone) {
                (Some(sign), None) => Some(Disc::new(sign.clear)),
                _ => None,
            },
            stone: match (stone, spot.mark.and_then(Mark::owner)) {
                (Some((color, cover)), _) => Some((Stone::new(theme.stone(color), radius), cover)),
                (None, Some(owner)) => Some((Stone::new(theme.stone(owner), radius * 7 / 16), OPAQUE)),
                (None, None) => None,
            },
            sign,
            cursor: spot.cursor,
        }
    }

    /// Draws it with a pen that reaches no farther.
    pub(super) fn draw<D>(&self, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
    where
        D: DrawTarget<Color = Rgb565>,
    {
        let Pixel { x, y } = self.corner;
        let place = area(x, y, self.side, self.side);
        if self.stone.is_some() || self.sign.is_some() || self.dot.is_some() {
            return pen.shade(place, |x, y| self.pixel(x, y));
        }
        // Most tiles are bare, and cheaper to draw in layers.
        let (wood, hatched) = (self.wood, self.theme.hatched);
        pen.shade(place, |x, y| wood[grain(x, y, hatched)])?;
        let (centre, lines) = (self.side / 2, self.lines);
        let span = |before: bool, after: bool| {
            let from = if before { 0 } else { centre };
            let to = if after { self.side } else { centre + 1 };
            (from, to - from)
        };
        let (from, length) = span(lines.up, lines.down);
        pen.fill(area(x + centre, y + from, 1, length), self.line)?;
        let (from, length) = span(lines.left, lines.right);
        pen.fill(area(x + from, y + centre, length, 1), self.line)
    }

    /// The pixel at a place of the screen inside the tile.
    fn pixel(&self, x: i32, y: i32) -> Paint {
        if let Some(cursor) = self.cursor
            && self.is_bracket(x - self.corner.x, y - self.corner.y, cursor.pressed)
        {
            return self.theme.cursor;
        }
        let at = way(self.centre, middle(x, y));
        let paint = match &self.stone {
            None => self.ground(x, y, at),
            // What the stone hides need not be known.
            Some((stone, OPAQUE)) if stone.hides(at) => stone.over(self.line, at),
            Some((stone, cover)) => {
                let ground = self.ground(x, y, at);
                stone.over(ground, at).over(ground, self.veil(x, y, *cover))
            }
        };
        match &self.sign {
            Some(sign) => sign.paint.over(paint, sign.cover(at)),
            None => paint,
        }
    }

    /// How much of a stone is seen in a pixel: all of it or nothing in a theme without shades.
    fn veil(&self, x: i32, y: i32, cover: u32) -> u32 {
        if !self.theme.hatched || cover == OPAQUE {
            return cover;
        }
        let seen = if cover == GHOST {
            (x + y) % 2 == 0
        } else {
            x % 2 == 0 || y % 2 == 0
        };
        if seen { OPAQUE } else { 0 }
    }

    /// Wood, lines and star.
    fn ground(&self, x: i32, y: i32, at: At) -> Paint {
        let wood = self.wood[grain(x, y, self.theme.hatched)];
        let mut paint = if self.is_line(at) { self.line } else { wood };
        if let Some((disc, dot)) = &self.dot {
            paint = dot.over(paint, disc.cover(squared(at)));
        }
        match &self.clear {
            Some(clear) => wood.over(paint, clear.cover(squared(at))),
            None => paint,
        }
    }

    fn is_line(&self, (x, y): At) -> bool {
        let towards = |at: i32, before: bool, after: bool| at == 0 || if at < 0 { before } else { after };
        (x == 0 && towards(y, self.lines.up, self.lines.down))
            || (y == 0 && towards(x, self.lines.left, self.lines.right))
    }

    /// The four corners around the cursor. They are also seen around a stone, which leaves the corners free.
    fn is_bracket(&self, x: i32, y: i32, pressed: bool) -> bool {
        // On a tile with an even side the lines cross off its middle, and so do the corners.
        let from = (self.side + 1) % 2;
        let (length, last) = (self.side * 5 / 16, self.side - 1);
        let width = (self.side / 12).max(1) + i32::from(pressed);
        let depth = |at: i32| (at - from).min(last - at);
        let (x, y) = (depth(x), depth(y));
        (0..length).contains(&x) && (0..length).contains(&y) && x.min(y) < width
    }
}

/// Neighbours leave a hair's breadth between them.
pub(super) const fn stone_radius(side: i32) -> i32 {
    let diameter = side - (side + 1) % 2;
    diameter * PIXEL / 2 - PIXEL / 5
}

/// Shades of 32 streaks of the wood.
const STREAKS: [u8; 32] = [
    1, 1, 2, 0, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 1, 0, 2, 1, 1, 1, 1, 1, 2, 0, 0, 1, 2, 1, 1, 1, 1, 1,
];

/// Which of three shades the wood has at a place: long streaks that waver, or diagonal lines.
pub(super) const fn grain(x: i32, y: i32, hatched: bool) -> usize {
    if hatched {
        return if (x + y) % 4 == 0 { 0 } else { 1 };
    }
    let bend = (x * x) >> 10;
    let streak = y + bend + ((x >> 6) & 1);
    STREAKS[(streak & 31) as usize] as usize
}

/// Whether the point carries a star, which only boards of 9, 13 and 19 lines have.
pub fn is_star(point: Point, size: u8) -> bool {
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
        let count = |size| Point::all(size).filter(|&p| is_star(p, size)).count();
        assert_eq!([5, 7, 9, 11, 13, 19].map(count), [0, 0, 5, 0, 5, 9]);
    }

    #[test]
    fn stones_never_leave_their_tile() {
        for side in 5..=34 {
            let room = (side - 1 - side / 2).min(side / 2) * PIXEL + PIXEL / 2;
            assert!(stone_radius(side) <= room, "a side of {side}");
        }
    }
}
