//! Draws the board: two columns a point, so that it looks square, with the marks in between.
//!
//! ```text
//!  4 ─┼─┼─┼─        a name, the point's own column, and the gaps around it:
//!  3 ─○─●(●)        a gap carries the line, or half of a mark
//!  2 ─┼[•]○─
//!     A B C
//! ```
//!
//! Where there is room everything is drawn at twice the distance.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use shikatsu::board::Crop;
use shikatsu::board::{Cell, Move, Point};
use shikatsu::view::is_star;

use super::look::{Look, QUIET};
use super::state::Sim;

/// Columns before the first point: the name of the line and a gap.
const LEFT: u16 = 4;

/// How far apart the points are drawn.
#[derive(Clone, Copy)]
struct Scale(u16);

impl Scale {
    /// The closest that points can be.
    const CLOSE: Scale = Scale(1);
    const APART: Scale = Scale(2);

    /// Columns from one point to the next.
    const fn across(self) -> u16 {
        2 * self.0
    }

    /// Rows from one point to the next.
    const fn down(self) -> u16 {
        self.0
    }

    /// The columns and rows that `crop` needs, its names included.
    const fn needed(self, crop: Crop) -> (u16, u16) {
        (
            LEFT + self.across() * (crop.columns() as u16 - 1) + 2,
            self.down() * (crop.rows() as u16 - 1) + 2,
        )
    }

    /// How many lines across and down there is room for in `area`.
    fn room(self, area: Rect) -> (u16, u16) {
        let fit =
            |room: u16, names: u16, step: u16| room.checked_sub(names).map_or(0, |room| room / step + 1);
        (
            fit(area.width, LEFT + 2, self.across()),
            fit(area.height, 2, self.down()),
        )
    }
}

/// The columns and rows that `crop` needs with its points far apart.
pub(super) const fn roomy(crop: Crop) -> (u16, u16) {
    Scale::APART.needed(crop)
}

/// The rows that `crop` needs in an area of `width` columns and at most `height` rows.
pub(super) fn rows(crop: Crop, width: u16, height: u16) -> u16 {
    scale(crop, width, height).needed(crop).1
}

fn scale(crop: Crop, width: u16, height: u16) -> Scale {
    let (columns, rows) = Scale::APART.needed(crop);
    if columns <= width && rows <= height {
        Scale::APART
    } else {
        Scale::CLOSE
    }
}

/// Draws the board in the middle of `area`; if there is no room for all of it, the part around the cursor.
pub(super) fn draw(sim: &Sim, look: Look, area: Rect, buf: &mut Buffer) {
    let crop = sim.crop();
    let scale = scale(crop, area.width, area.height);
    let (columns, rows) = scale.room(area);
    let Some(view) = window(crop, sim.cursor(), columns, rows) else {
        return;
    };
    let (width, height) = scale.needed(view);
    let picture = Picture {
        sim,
        look,
        view,
        scale,
        left: area.x + (area.width - width) / 2,
        top: area.y + (area.height - height) / 2,
    };
    picture.draw(buf);
}

/// The part of `crop` around `cursor` that has no more than so many columns and rows.
fn window(crop: Crop, cursor: Point, columns: u16, rows: u16) -> Option<Crop> {
    let (left, right) = span(crop.left, crop.right, cursor.column(), columns)?;
    let (top, bottom) = span(crop.top, crop.bottom, cursor.row(), rows)?;
    Some(Crop {
        left,
        top,
        right,
        bottom,
    })
}

/// The lines around `here`, as many as there is room for.
fn span(first: u8, last: u8, here: u8, room: u16) -> Option<(u8, u8)> {
    let room = u8::try_from(room)
        .unwrap_or(u8::MAX)
        .min(last - first + 1)
        .checked_sub(1)?;
    let start = here.saturating_sub(room / 2).clamp(first, last - room);
    Some((start, start + room))
}

/// A board on its way into a buffer.
struct Picture<'a> {
    sim: &'a Sim,
    look: Look,
    view: Crop,
    scale: Scale,
    left: u16,
    top: u16,
}

impl Picture<'_> {
    fn draw(&self, buf: &mut Buffer) {
        let size = self.size();
        for row in self.view.top..=self.view.bottom {
            let name = format!("{:>2}", size - row);
            buf.set_string(self.left, self.y(row), name, QUIET);
        }
        for point in self.view.points() {
            self.draw_lines(point, buf);
        }
        for point in self.view.points() {
            self.draw_point(point, buf);
        }
        let below = self.y(self.view.bottom) + 1;
        for column in self.view.left..=self.view.right {
            let letter = Point::letter(column).to_string();
            buf.set_string(self.x(column), below, letter, QUIET);
        }
        if let Some(Move::Play(last)) = self.sim.game().last_move() {
            self.mark(last, self.look.signs().last, buf);
        }
        self.draw_cursor(buf);
    }

    fn size(&self) -> u8 {
        self.sim.game().board().size()
    }

    fn x(&self, column: u8) -> u16 {
        self.left + LEFT + self.scale.across() * u16::from(column - self.view.left)
    }

    fn y(&self, row: u8) -> u16 {
        self.top + self.scale.down() * u16::from(row - self.view.top)
    }

    fn is_outside(&self, point: Point) -> bool {
        self.sim.game().board().outside().contains(point)
    }

    /// Draws what lies between `point` and the points to its right and below, and before the first column.
    fn draw_lines(&self, point: Point, buf: &mut Buffer) {
        let (column, row) = (point.column(), point.row());
        let (x, y) = (self.x(column), self.y(row));
        let right = (column + 1 < self.size()).then(|| Point::new(column + 1, row));
        let across = if column == self.view.right {
            2
        } else {
            self.scale.across()
        };
        for x in x + 1..x + across {
            self.draw_gap(point, right, (x, y), self.look.signs().line, buf);
        }
        if column == self.view.left {
            let left = column.checked_sub(1).map(|column| Point::new(column, row));
            self.draw_gap(point, left, (x - 1, y), self.look.signs().line, buf);
        }
        if row == self.view.bottom {
            return;
        }
        let below = Some(Point::new(column, row + 1));
        for y in y + 1..y + self.scale.down() {
            let first = if column == self.view.left { x - 1 } else { x };
            for x in first..x + across {
                self.draw_gap(point, below, (x, y), " ", buf);
            }
            self.draw_gap(point, below, (x, y), self.look.signs().upright, buf);
        }
    }

    /// Draws between two points: a line, where the board goes on and may be played.
    fn draw_gap(
        &self,
        point: Point,
        beyond: Option<Point>,
        (x, y): (u16, u16),
        line: &str,
        buf: &mut Buffer,
    ) {
        let outside = self.is_outside(point);
        let cut = outside || beyond.is_none_or(|p| self.is_outside(p));
        let shaded = outside && beyond.is_none_or(|p| self.is_outside(p));
        buf.set_string(x, y, if cut { " " } else { line }, self.look.wood(shaded));
    }

    fn draw_point(&self, point: Point, buf: &mut Buffer) {
        let signs = self.look.signs();
        let wood = self.look.wood(self.is_outside(point));
        let (sign, style) = match self.sim.game().board().at(point) {
            Cell::Stone(color) => {
                let key = self.sim.game().key_stones().contains(point);
                (signs.stone(color, key), wood.patch(self.look.stone(color)))
            }
            _ if self.is_outside(point) => (signs.outside, wood),
            _ if is_star(point, self.size()) => (signs.star, wood),
            _ => (
                signs.crossings[self.third(point.row())][self.third(point.column())],
                wood,
            ),
        };
        buf.set_string(self.x(point.column()), self.y(point.row()), sign, style);
    }

    /// Which third of the signs for crossings a line takes: the first, a middle or the last one's.
    fn third(&self, line: u8) -> usize {
        match line {
            0 => 0,
            _ if line + 1 == self.size() => 2,
            _ => 1,
        }
    }

    /// Puts signs around a point, if it is in view.
    fn mark(&self, point: Point, signs: [&str; 2], buf: &mut Buffer) {
        if self.view.contains(point) {
            let (x, y) = (self.x(point.column()), self.y(point.row()));
            buf.set_string(x - 1, y, signs[0], self.look.mark());
            buf.set_string(x + 1, y, signs[1], self.look.mark());
        }
    }

    fn draw_cursor(&self, buf: &mut Buffer) {
        let (game, cursor) = (self.sim.game(), self.sim.cursor());
        if !self.view.contains(cursor) {
            return;
        }
        let (x, y) = (self.x(cursor.column()), self.y(cursor.row()));
        let signs = self.look.signs();
        if let Some(ghost) = signs.ghost(game.to_move()).filter(|_| game.check(cursor).is_ok()) {
            buf.set_string(x, y, ghost, self.look.stone(game.to_move()));
        }
        self.mark(cursor, signs.cursor, buf);
        buf.set_style(Rect::new(x - 1, y, 3, 1), self.look.cursor());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_keeps_the_cursor_in_view_and_stays_on_the_board() {
        for here in 3..=14 {
            for room in 1..30 {
                let (first, last) = span(3, 14, here, room).unwrap();
                assert!(3 <= first && first <= here && here <= last && last <= 14);
                assert_eq!(u16::from(last - first + 1), room.min(12));
            }
        }
        assert_eq!(span(0, 18, 5, 0), None);
        assert_eq!(span(0, 18, 5, 1000), Some((0, 18)));
    }

    #[test]
    fn there_is_room_for_what_is_said_to_be_needed() {
        for lines in 5..=19 {
            for scale in [Scale::CLOSE, Scale::APART] {
                let (width, height) = scale.needed(Crop::whole(lines));
                let room = |width, height| scale.room(Rect::new(0, 0, width, height));
                assert_eq!(room(width, height), (lines.into(), lines.into()));
                assert!(room(width - 1, height).0 < lines.into());
                assert!(room(width, height - 1).1 < lines.into());
            }
        }
        assert_eq!(Scale::CLOSE.room(Rect::ZERO), (0, 0));
    }

    #[test]
    fn a_cursor_beyond_the_crop_shows_its_near_end() {
        assert_eq!(span(3, 14, 18, 5), Some((10, 14)));
        assert_eq!(span(3, 14, 0, 5), Some((3, 7)));
    }
}
