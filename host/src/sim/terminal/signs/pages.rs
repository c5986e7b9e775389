//! Lists, grids and pages in signs.

use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use shikatsu::session::picture::{
    Art, CodeScreen, GRID_COLUMNS, GridScreen, ListScreen, PageScreen, Row, StatsScreen, Target, Value,
};

use super::super::look::{CHOSEN, Colors, QUIET, STRONG};
use super::{Easel, row};

/// Light squares on each side of a QR code.
const AROUND: usize = 2;
/// Columns of a problem in the grid.
const CELL: u16 = 7;

impl Easel<'_> {
    /// A title with something at its end; what is below.
    fn title(&mut self, title: &str, end: &str, area: Rect) -> Rect {
        self.write(row(area, 0), title, STRONG);
        self.write_right(row(area, 0), end, QUIET);
        // A blank line, where there is room for one.
        let taken = if area.height > 12 { 2 } else { 1 };
        Rect {
            y: area.y + taken,
            height: area.height - taken,
            ..area
        }
    }

    pub(super) fn list(&mut self, list: &ListScreen, area: Rect) {
        let place = match list.total {
            0 => String::new(),
            total => format!("{}/{total}", list.chosen + 1),
        };
        let rest = self.title(&list.title, &place, area);
        let room = rest.height.saturating_sub(1);
        let chosen = list.chosen.saturating_sub(list.first);
        // The screen has eight rows, this terminal perhaps fewer: the chosen one stays in view.
        let skipped = (chosen + 1).saturating_sub(room);
        let rows = list.rows.iter().zip(list.first..).skip(skipped.into());
        for ((item, number), down) in rows.zip(0..room) {
            let place = row(rest, down);
            self.list_row(item, number == list.chosen, place);
            self.hits.push((place, Target::Item(number)));
        }
        let shown = (list.rows.len() as u16 - skipped.min(list.rows.len() as u16)).min(room);
        let below = (shown + 1).min(rest.height - 1);
        self.write(row(rest, below), &list.foot, QUIET);
    }

    fn list_row(&mut self, item: &Row, chosen: bool, area: Rect) {
        let signs = self.look.signs();
        let style = match (chosen, item.dim) {
            (true, _) => CHOSEN,
            (false, true) => QUIET,
            (false, false) => Style::new(),
        };
        self.buf.set_style(area, style);
        let sign = if chosen { signs.chosen } else { " " };
        self.write(area, &format!("{sign} {}", item.label), style);
        let [before, behind] = signs.turns;
        let value = match &item.value {
            Value::None => String::new(),
            Value::Switch(on) => (if *on { "on " } else { "off " }).to_string(),
            Value::Word(word) => format!("{before}{word}{behind} "),
            Value::Note(note) => format!("{note} "),
            Value::Progress { done, of } => format!("{done}/{of} "),
        };
        self.write_right(area, &value, style);
    }

    pub(super) fn grid(&mut self, grid: &GridScreen, area: Rect) {
        let signs = self.look.signs();
        let place = format!("{}/{}", grid.chosen + 1, grid.total);
        let rest = self.title(&grid.title, &place, area);
        let columns = (GRID_COLUMNS as u16).min(rest.width / CELL).max(1);
        let room = rest.height.saturating_sub(2);
        let chosen = grid.chosen.saturating_sub(grid.first) / columns;
        let skipped = (chosen + 1).saturating_sub(room);
        let mut rows = 0;
        for (done, place) in grid.cells.iter().zip(0..) {
            let (down, number) = (place / columns, grid.first + place);
            let Some(down) = down.checked_sub(skipped).filter(|&down| down < room) else {
                continue;
            };
            rows = rows.max(down + 1);
            let is_chosen = number == grid.chosen;
            let style = if is_chosen { CHOSEN } else { Style::new() };
            let cell = Rect {
                x: rest.x + place % columns * CELL,
                width: CELL - 1,
                ..row(rest, down)
            };
            let words = format!("{:>4}{} ", number + 1, signs.done(*done));
            self.write(cell, &words, style);
            self.hits.push((cell, Target::Item(number)));
        }
        let [solved, helped, failed] = [
            shikatsu::record::Done::Solved,
            shikatsu::record::Done::Helped,
            shikatsu::record::Done::Failed,
        ]
        .map(|done| signs.done(done));
        self.write(row(rest, rows), &grid.foot, STRONG);
        let legend = format!("{solved} solved  {helped} with help  {failed} failed");
        self.write(row(rest, rows + 1), &legend, QUIET);
    }

    pub(super) fn page(&mut self, page: &PageScreen, area: Rect) {
        let place = match page.page {
            (_, 1) => String::new(),
            (number, of) => format!("{number}/{of}"),
        };
        let rest = self.title(&page.title, &place, area);
        let mut lines: Vec<Line> = self.art(page.art);
        lines.extend(page.text.lines().map(|line| Line::from(line.to_string())));
        let room = Rect {
            height: rest.height.saturating_sub(1),
            ..rest
        };
        let text = Paragraph::new(lines).wrap(Wrap { trim: true });
        let height = (text.line_count(room.width) as u16).min(room.height);
        text.render(room, self.buf);
        self.keys(row(rest, (height + 1).min(rest.height - 1)), &page.keys);
    }

    /// The code in half blocks if there is room for it, and the link.
    pub(super) fn code(&mut self, screen: &CodeScreen, area: Rect) {
        let rest = self.title(&screen.title, "", area);
        let room = Rect {
            height: rest.height.saturating_sub(1),
            ..rest
        };
        let link = Paragraph::new(screen.link.as_str()).wrap(Wrap { trim: true });
        let mut height = (link.line_count(room.width) as u16).min(room.height);
        link.render(room, self.buf);
        let squares = screen.code.side() + 2 * AROUND;
        let rows = squares.div_ceil(2) as u16;
        let has_room = room.height > height + rows && usize::from(room.width) >= squares;
        // Without colours nobody knows which squares would be dark.
        if has_room && !self.look.ascii && self.look.colors != Colors::None {
            let dark = |x: usize, y: usize| {
                let inside = |at: usize| at.checked_sub(AROUND);
                matches!((inside(x), inside(y)), (Some(x), Some(y)) if screen.code.is_dark(x, y))
            };
            for line in 0..rows {
                let y = usize::from(line) * 2;
                let signs = (0..squares).map(|x| match (dark(x, y), dark(x, y + 1)) {
                    (true, true) => '█',
                    (true, false) => '▀',
                    (false, true) => '▄',
                    (false, false) => ' ',
                });
                let style = Style::new().fg(Color::Black).bg(Color::White);
                let (x, y) = (room.x, room.y + height + 1 + line);
                self.buf.set_string(x, y, signs.collect::<String>(), style);
            }
            height += rows + 1;
        }
        self.keys(row(rest, (height + 1).min(rest.height - 1)), &screen.keys);
    }

    fn art(&self, art: Art) -> Vec<Line<'static>> {
        let signs = self.look.signs();
        let key = |name: &'static str, does: &'static str| {
            Line::from(vec![Span::styled(format!("{name:<11}"), STRONG), Span::raw(does)])
        };
        match art {
            Art::Keys => vec![
                key("Arrows", "move the cursor"),
                key("A, Enter", "play; p passes"),
                key("B, Bksp", "take back; r restarts"),
                key("X, h", "hint; f replays a move"),
                key("Y, m", "menu; z shows the whole board"),
            ],
            Art::Marks => {
                let [right, wrong] = [
                    shikatsu::session::picture::Standing::Right,
                    shikatsu::session::picture::Standing::Wrong,
                ]
                .map(|standing| Span::styled(signs.standing(standing), self.look.standing(standing)));
                vec![Line::from(vec![
                    right,
                    Span::raw(" is right, "),
                    wrong,
                    Span::raw(" is wrong."),
                ])]
            }
            Art::None | Art::Name | Art::Trouble => Vec::new(),
        }
    }

    pub(super) fn stats(&mut self, stats: &StatsScreen, area: Rect) {
        let rest = self.title("Statistics", "", area);
        let (tries, solved) = stats.tries;
        let percent = (solved * 100).checked_div(tries).unwrap_or(0);
        let lines = [
            ("Rating", format!("{} ({})", stats.rating, stats.level)),
            ("Streak", format!("{}, best {}", stats.streak.0, stats.streak.1)),
            ("Solved", format!("{solved} of {tries} ({percent} %)")),
            ("In review", format!("{}, due {}", stats.review.0, stats.review.1)),
        ];
        for ((name, value), down) in lines.iter().zip(0..) {
            let place = row(rest, down);
            self.write(place, name, QUIET);
            let value_place = Rect {
                x: place.x + 11,
                width: place.width.saturating_sub(11),
                ..place
            };
            self.write(value_place, value, STRONG);
        }
        let plot = self.plot(&stats.plot, rest.width);
        self.write(row(rest, 5), &plot, Style::new());
    }

    /// The newest ratings, as many as fit, between the lowest and the highest of them.
    fn plot(&self, ratings: &[i16], width: u16) -> String {
        let heights = self.look.signs().plot;
        let newest = &ratings[ratings.len().saturating_sub(width.into())..];
        let (Some(&low), Some(&high)) = (newest.iter().min(), newest.iter().max()) else {
            return String::new();
        };
        let range = i32::from(high) - i32::from(low);
        let sign = |rating: &i16| {
            let above = i32::from(*rating) - i32::from(low);
            let most = heights.len() as i32 - 1;
            heights[(above * most).checked_div(range).unwrap_or(most / 2) as usize]
        };
        newest.iter().map(sign).collect()
    }
}
