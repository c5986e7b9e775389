//! The words above a board.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;
use shikatsu::session::picture::{Line, Short, Strip, Target};

use super::super::look::{CHOSEN, QUIET, STRONG};
use super::{Easel, row};

/// Rows of a strip.
pub(super) const ROWS: u16 = 2;

/// How wide the bar of a thought is.
const BAR: u16 = 20;

impl Easel<'_> {
    pub(super) fn strip(&mut self, strip: &Strip, area: Rect) {
        let signs = self.look.signs();
        let first = row(area, 0);
        let mut title = Rect {
            x: first.x + 1,
            width: first.width - 1,
            ..first
        };
        let advance = |title: &mut Rect, width: u16| {
            title.x += width;
            title.width -= width;
        };
        if let Some(color) = strip.stone {
            let sign = format!(" {} ", signs.stone(color, false));
            let width = self.write(title, &sign, self.look.turn(color));
            advance(&mut title, width);
        }
        let width = self.write(title, &format!(" {}", strip.title), STRONG);
        advance(&mut title, width);
        let standing = format!(" {}", signs.standing(strip.state));
        let width = self.write(title, &standing, self.look.standing(strip.state));
        advance(&mut title, width);
        // Where one is gives way to what is asked.
        if Span::raw(strip.place.as_str()).width() < usize::from(title.width) {
            self.write_right(title, &strip.place, QUIET);
        }
        let second = row(area, 1);
        let second = Rect {
            x: second.x + 2,
            width: second.width - 2,
            ..second
        };
        self.line(&strip.line, second);
    }

    fn line(&mut self, line: &Line, area: Rect) {
        match line {
            Line::Words(words, tone) => {
                self.write(area, words, self.look.tone(*tone));
            }
            Line::Keys(keys) => self.keys(area, keys),
            Line::Thinking { spent, .. } => self.thinking(*spent, area),
            Line::Choice { items, chosen } => self.choice(items, *chosen, area),
        }
    }

    fn thinking(&mut self, spent: u8, area: Rect) {
        let [full, empty] = self.look.signs().bar;
        let done = usize::from(BAR * u16::from(spent) / 255);
        let bar = format!(
            "Thinking {}{}  [B] stop",
            full.repeat(done),
            empty.repeat(usize::from(BAR) - done)
        );
        self.write(area, &bar, Style::new());
        self.hits
            .push((area, Target::Key(shikatsu::session::keys::Button::B)));
    }

    fn choice(&mut self, items: &[Short], chosen: Option<u8>, area: Rect) {
        let mut place = area;
        for (item, number) in items.iter().zip(0..) {
            let is_chosen = chosen == Some(number);
            let style = if is_chosen { CHOSEN } else { Style::new() };
            let words = if is_chosen {
                format!("[{item}]")
            } else {
                format!(" {item} ")
            };
            let width = self.write(place, &words, style);
            self.hits.push((Rect { width, ..place }, Target::Choice(number)));
            place.x += width;
            place.width -= width;
        }
    }
}
