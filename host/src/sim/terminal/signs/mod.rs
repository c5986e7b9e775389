//! The screen in signs, for terminals too small for its pixels: the same session, laid out anew.
//!
//! * [`draw`] draws a picture and answers where its parts are, for the mouse.
//! * `board` draws boards, `strip` the words above them, `pages` everything else.

mod board;
mod pages;
mod strip;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use shikatsu::session::picture::{KeyHint, Picture, Screen, Target};

use super::keys::Help;
use super::look::{Look, QUIET, STRONG};

/// The smallest terminal that a picture fits on, in columns and rows.
pub const SMALLEST: (u16, u16) = (24, 8);

/// Words are not set wider than this: long lines are hard to read.
const WIDEST: u16 = 64;

/// Rows of a page, where there are so many.
const PAGE: u16 = 20;

/// Places on the terminal, with what they show.
pub type Hits = Vec<(Rect, Target)>;

/// Draws a picture and tells where one can point at what.
pub fn draw(picture: &Picture, look: Look, keys: &Help, area: Rect, buf: &mut Buffer) -> Hits {
    buf.set_style(area, Style::reset());
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let (columns, rows) = SMALLEST;
        let sentence = format!(
            "The terminal is too small: the trainer needs {columns}x{rows}. Make it larger, or press q to quit."
        );
        Paragraph::new(sentence)
            .wrap(Wrap { trim: true })
            .render(area, buf);
        return Hits::new();
    }
    let mut easel = Easel {
        look,
        buf,
        hits: Hits::new(),
    };
    let rest = Rect {
        height: area.height - 1,
        ..area
    };
    let foot = Rect {
        y: rest.bottom(),
        height: 1,
        ..area
    };
    let page = middle(column(rest), PAGE);
    match &picture.screen {
        Screen::Board(screen) => easel.board_screen(screen, rest),
        Screen::List(list) => easel.list(list, page),
        Screen::Grid(grid) => easel.grid(grid, page),
        Screen::Page(text) => easel.page(text, page),
        Screen::Stats(stats) => easel.stats(stats, page),
        Screen::Code(code) => easel.code(code, column(rest)),
    }
    let hits = easel.hits;
    help(look, keys, foot, buf);
    hits
}

/// As many rows of an area as are wanted, a little above the middle.
fn middle(area: Rect, rows: u16) -> Rect {
    let height = rows.min(area.height);
    Rect {
        y: area.y + (area.height - height) / 3,
        height,
        ..area
    }
}

/// The middle of an area, where words are set.
fn column(area: Rect) -> Rect {
    let width = area.width.min(WIDEST);
    Rect {
        x: area.x + (area.width - width) / 2,
        width,
        ..area
    }
}

/// A picture on its way into a buffer.
struct Easel<'a> {
    look: Look,
    buf: &'a mut Buffer,
    hits: Hits,
}

impl Easel<'_> {
    /// Writes words, as far as there is room, and answers how wide they are.
    fn write(&mut self, area: Rect, words: &str, style: Style) -> u16 {
        if area.is_empty() {
            return 0;
        }
        let words = self.look.spelled(words);
        let (end, _) = self
            .buf
            .set_stringn(area.x, area.y, words, area.width.into(), style);
        end - area.x
    }

    /// Writes words at the end of an area.
    fn write_right(&mut self, area: Rect, words: &str, style: Style) {
        let width = (Span::raw(words).width() as u16).min(area.width);
        let end = Rect {
            x: area.right() - width,
            width,
            ..area
        };
        self.write(end, words, style);
    }

    /// Keys with what they do, each to be pointed at.
    fn keys(&mut self, area: Rect, keys: &[KeyHint]) {
        let mut x = area.x;
        for hint in keys {
            let place = |x: u16| Rect {
                x,
                width: area.right().saturating_sub(x),
                height: 1,
                ..area
            };
            let start = x;
            x += self.write(place(x), &format!("[{}]", hint.key.name()), STRONG);
            x += self.write(place(x), &format!(" {}", hint.does), Style::new());
            self.hits
                .push((Rect::new(start, area.y, x - start, 1), Target::Key(hint.key)));
            x = (x + 2).min(area.right());
        }
    }
}

/// What the keys of this keyboard do, as many as fit.
pub(super) fn help(look: Look, keys: &Help, area: Rect, buf: &mut Buffer) {
    let arrows = look.signs().arrows;
    let line = |rank: u8| {
        let mut spans = vec![Span::styled(arrows, STRONG), Span::styled(" move", QUIET)];
        for (key, what, _) in keys.iter().filter(|help| help.2 <= rank) {
            spans.push(Span::styled(format!("  {key}"), STRONG));
            spans.push(Span::styled(format!(" {what}"), QUIET));
        }
        Line::from(spans)
    };
    let mut lines = (0..=5).rev().map(line);
    if let Some(line) = lines.find(|line| line.width() <= area.width.into()) {
        buf.set_line(area.x, area.y, &line, area.width);
    }
}

/// The row of an area that is so far down; empty if there is none.
fn row(area: Rect, down: u16) -> Rect {
    if down >= area.height {
        return Rect::ZERO;
    }
    Rect {
        y: area.y + down,
        height: 1,
        ..area
    }
}
