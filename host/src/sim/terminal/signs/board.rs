//! Boards in signs: two columns a point, so that they look square, with the marks in between.
//!
//! ```text
//!  4 ─┼─┼─┼─        a name, the point's own column, and the gaps around it:
//!  3 ─○─●(●)        a gap carries the line, or half of a mark
//!  2 ─┼[•]○─
//!     A B C
//! ```
//!
//! Where there is room everything is drawn at twice the distance.

use ratatui::layout::Rect;
use shikatsu::board::{Crop, Point};
use shikatsu::session::picture::{BoardScreen, Mark, Target};
use shikatsu::view::is_star;

use super::super::look::QUIET;
use super::{Easel, strip};

/// How far apart the points are drawn, and whether lines have names.
#[derive(Clone, Copy)]
struct Scale {
    step: u16,
    named: bool,
}

impl Scale {
    /// Columns before the first point: the name of the line, and a gap.
    const fn left(self) -> u16 {
        if self.named { 4 } else { 1 }
    }

    /// Rows below the last point.
    const fn below(self) -> u16 {
        self.named as u16
    }

    /// Columns from one point to the next.
    const fn across(self) -> u16 {
        2 * self.step
    }

    /// Rows from one point to the next.
    const fn down(self) -> u16 {
        self.step
    }

    /// The columns and rows that `crop` needs, its names included.
    const fn needed(self, crop: Crop) -> (u16, u16) {
        (
            self.left() + self.across() * (crop.columns() as u16 - 1) + 2,
            self.down() * (crop.rows() as u16 - 1) + 1 + self.below(),
        )
    }

    /// How many lines across and down there is room for in `area`.
    fn room(self, area: Rect) -> (u16, u16) {
        let fit =
            |room: u16, taken: u16, step: u16| room.checked_sub(taken).map_or(0, |room| room / step + 1);
        (
            fit(area.width, self.left() + 2, self.across()),
            fit(area.height, 1 + self.below(), self.down()),
        )
    }
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

/// What should be in view if not everything is: the cursor, or else the newest move.
fn focus(board: &BoardScreen) -> Point {
    let marked = |point: &Point| {
        let mark = board.spot(*point).mark;
        matches!(mark, Some(Mark::Last | Mark::Right | Mark::Wrong))
    };
    board
        .crop
        .points()
        .find(|&point| board.spot(point).cursor.is_some())
        .or_else(|| board.crop.points().find(marked))
        .unwrap_or(Point::new(board.crop.left, board.crop.top))
}

impl Easel<'_> {
    /// A board below its strip; if there is no room for all of it, the part around the cursor.
    pub(super) fn board_screen(&mut self, board: &BoardScreen, area: Rect) {
        let room = Rect {
            height: area.height - strip::ROWS,
            ..area
        };
        let named = board.labels.is_some();
        let fits = |scale: &Scale| {
            let (width, height) = scale.needed(board.crop);
            width <= room.width && height <= room.height
        };
        let apart = Some(Scale { step: 2, named }).filter(fits);
        let scale = apart.unwrap_or(Scale { step: 1, named });
        let (columns, rows) = scale.room(room);
        let Some(view) = window(board.crop, focus(board), columns, rows) else {
            return;
        };
        let (width, height) = scale.needed(view);
        let left_over = room.height - height;
        let gap = left_over.min(1);
        let block = super::middle(area, strip::ROWS + gap + height);
        self.strip(&board.strip, super::column(block));
        let layout = Layout {
            board,
            view,
            scale,
            left: area.x + (area.width - width) / 2,
            top: block.y + strip::ROWS + gap,
        };
        layout.draw(self);
    }
}

/// Where everything goes.
struct Layout<'a> {
    board: &'a BoardScreen,
    view: Crop,
    scale: Scale,
    left: u16,
    top: u16,
}

impl Layout<'_> {
    fn draw(&self, easel: &mut Easel<'_>) {
        self.draw_names(easel);
        for point in self.view.points() {
            self.draw_lines(point, easel);
        }
        for point in self.view.points() {
            self.draw_point(point, easel);
            let place = Rect::new(
                self.x(point.column()) - 1,
                self.y(point.row()),
                self.scale.across(),
                1,
            );
            easel.hits.push((place, Target::Point(point)));
        }
        // Marks are in the gaps, so they come when all gaps are drawn.
        for point in self.view.points() {
            self.draw_mark(point, easel);
        }
    }

    fn draw_names(&self, easel: &mut Easel<'_>) {
        let Some(labels) = self.board.labels else {
            return;
        };
        let size = self.board.size;
        let name = |number: u8, is_letter: bool| {
            if is_letter {
                Point::letter(number).to_string()
            } else {
                (size - number).to_string()
            }
        };
        for row in self.view.top..=self.view.bottom {
            let name = name(labels.down(row, size), !labels.letters_across);
            easel
                .buf
                .set_string(self.left, self.y(row), format!("{name:>2}"), QUIET);
        }
        let below = self.y(self.view.bottom) + 1;
        for column in self.view.left..=self.view.right {
            let name = name(labels.across(column, size), labels.letters_across);
            let x = self.x(column) + 1 - name.len() as u16;
            easel.buf.set_string(x, below, name, QUIET);
        }
    }

    fn x(&self, column: u8) -> u16 {
        self.left + self.scale.left() + self.scale.across() * u16::from(column - self.view.left)
    }

    fn y(&self, row: u8) -> u16 {
        self.top + self.scale.down() * u16::from(row - self.view.top)
    }

    fn is_outside(&self, point: Point) -> bool {
        self.board.spot(point).outside
    }

    /// Draws what lies between `point` and the points to its right and below, and before the first column.
    fn draw_lines(&self, point: Point, easel: &mut Easel<'_>) {
        let signs = easel.look.signs();
        let (column, row) = (point.column(), point.row());
        let (x, y) = (self.x(column), self.y(row));
        let right = (column + 1 < self.board.size).then(|| Point::new(column + 1, row));
        let across = if column == self.view.right {
            2
        } else {
            self.scale.across()
        };
        for x in x + 1..x + across {
            self.draw_gap(point, right, (x, y), signs.line, easel);
        }
        if column == self.view.left {
            let left = column.checked_sub(1).map(|column| Point::new(column, row));
            self.draw_gap(point, left, (x - 1, y), signs.line, easel);
        }
        if row == self.view.bottom {
            return;
        }
        let below = Some(Point::new(column, row + 1));
        for y in y + 1..y + self.scale.down() {
            let first = if column == self.view.left { x - 1 } else { x };
            for x in first..x + across {
                self.draw_gap(point, below, (x, y), " ", easel);
            }
            self.draw_gap(point, below, (x, y), signs.upright, easel);
        }
    }

    /// Draws between two points: a line, where the board goes on and may be played.
    fn draw_gap(
        &self,
        point: Point,
        beyond: Option<Point>,
        (x, y): (u16, u16),
        line: &str,
        easel: &mut Easel<'_>,
    ) {
        let outside = self.is_outside(point);
        let cut = outside || beyond.is_none_or(|p| self.is_outside(p));
        let shaded = outside && beyond.is_none_or(|p| self.is_outside(p));
        let style = easel.look.wood(shaded);
        easel.buf.set_string(x, y, if cut { " " } else { line }, style);
    }

    fn draw_point(&self, point: Point, easel: &mut Easel<'_>) {
        let (look, signs) = (easel.look, easel.look.signs());
        let spot = self.board.spot(point);
        let wood = look.wood(spot.outside);
        let on = spot.mark.and_then(|mark| signs.on(mark));
        let (sign, style) = match (spot.stone, on) {
            (Some(color), _) => {
                let is_key = spot.mark == Some(Mark::Key);
                (signs.stone(color, is_key), wood.patch(look.stone(color)))
            }
            (None, Some(sign)) => (sign, wood.patch(look.mark())),
            (None, None) if spot.outside => (signs.outside, wood),
            (None, None) if spot.lit => (signs.lit, wood.patch(look.mark())),
            (None, None) if is_star(point, self.board.size) => (signs.star, wood),
            (None, None) => (
                signs.crossings[self.third(point.row())][self.third(point.column())],
                wood,
            ),
        };
        easel
            .buf
            .set_string(self.x(point.column()), self.y(point.row()), sign, style);
    }

    /// Which third of the signs for crossings a line takes: the first, a middle or the last one's.
    fn third(&self, line: u8) -> usize {
        match line {
            0 => 0,
            _ if line + 1 == self.board.size => 2,
            _ => 1,
        }
    }

    /// What stands around a point: its mark, or the cursor.
    fn draw_mark(&self, point: Point, easel: &mut Easel<'_>) {
        let (look, signs) = (easel.look, easel.look.signs());
        let spot = self.board.spot(point);
        let (x, y) = (self.x(point.column()), self.y(point.row()));
        let mut put = |around: [&str; 2]| {
            easel.buf.set_string(x - 1, y, around[0], look.mark());
            easel.buf.set_string(x + 1, y, around[1], look.mark());
        };
        let around = spot.mark.and_then(|mark| signs.around(mark));
        if let Some(around) = around.filter(|_| spot.stone.is_some()) {
            put(around);
        }
        let Some(cursor) = spot.cursor else {
            return;
        };
        put(signs.cursor);
        let is_free = spot.stone.is_none() && !spot.outside && spot.mark.is_none();
        if let Some(ghost) = signs.ghost(cursor.color).filter(|_| is_free) {
            easel.buf.set_string(x, y, ghost, look.stone(cursor.color));
        }
        easel.buf.set_style(Rect::new(x - 1, y, 3, 1), look.cursor());
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
            for (step, named) in [(1, false), (1, true), (2, false), (2, true)] {
                let scale = Scale { step, named };
                let (width, height) = scale.needed(Crop::whole(lines));
                let room = |width, height| scale.room(Rect::new(0, 0, width, height));
                assert_eq!(room(width, height), (lines.into(), lines.into()));
                assert!(room(width - 1, height).0 < lines.into());
                assert!(room(width, height - 1).1 < lines.into());
            }
        }
    }

    #[test]
    fn a_cursor_beyond_the_crop_shows_its_near_end() {
        assert_eq!(span(3, 14, 18, 5), Some((10, 14)));
        assert_eq!(span(3, 14, 0, 5), Some((3, 7)));
    }
}
