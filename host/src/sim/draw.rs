//! Draws the simulator: the board, whose turn it is, what was said, and what one can do.
//!
//! Two layouts. With room the board stands on the left and a panel of words on the right, both where they
//! always are, on a card of 80 by 24 in the middle of the terminal; the card is larger where that lets the
//! points of a large board stand apart. Otherwise everything is stacked, and the board shows what fits around
//! the cursor. Below [`SMALLEST`] there is only a sentence.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::look::{Look, QUIET, STRONG};
use super::parts::{
    draw_hints, draw_message, draw_title, draw_turn_framed, draw_typed, fact_lines, legend_lines,
    message_lines, moves, rows_of, turn_line, turn_style,
};
use super::state::Sim;
use super::{board, help};

/// The smallest terminal that shows a board: columns and rows.
pub const SMALLEST: (u16, u16) = (30, 13);
/// The card of the wide layout: more than this is left empty around it, unless the board can use it.
const CARD: (u16, u16) = (80, 24);
/// The least that the wide layout needs.
const WIDE: (u16, u16) = (74, 22);
/// Columns for the board in the wide layout: 19 lines.
const BOARD_WIDTH: u16 = 42;
/// Columns between the board and the panel.
const GAP: u16 = 3;
/// Rows of the card above and below the board.
const MARGIN: u16 = 4;
/// Rows that a message has at least, and a board beside a long one, where everything is stacked.
const MESSAGE_ROWS: u16 = 3;
const BOARD_ROWS: u16 = 5;

/// Draws `sim` on the whole of `area`, which must be part of `buf`.
pub fn draw(sim: &Sim, look: Look, area: Rect, buf: &mut Buffer) {
    let card = middle(area, CARD);
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        draw_too_small(area, buf);
    } else if let Some(first) = sim.help() {
        draw_help(first, card, buf);
    } else if area.width >= WIDE.0 && area.height >= WIDE.1 {
        draw_wide(sim, look, area, buf);
    } else {
        draw_stacked(sim, look, card, buf);
    }
    if look.ascii {
        keep_ascii(area, buf);
    }
}

/// The middle of `area`, of at most the given size.
fn middle(area: Rect, (width, height): (u16, u16)) -> Rect {
    let (width, height) = (area.width.min(width), area.height.min(height));
    Rect::new(
        area.x + (area.width - width) / 2,
        area.y + (area.height - height) / 2,
        width,
        height,
    )
}

fn draw_too_small(area: Rect, buf: &mut Buffer) {
    let sentence = format!(
        "Too small: {}x{}. A board needs {}x{}.",
        area.width, area.height, SMALLEST.0, SMALLEST.1
    );
    Paragraph::new(sentence)
        .wrap(Wrap { trim: true })
        .render(area, buf);
}

/// Names are anybody's; a terminal that cannot show them gets question marks.
fn keep_ascii(area: Rect, buf: &mut Buffer) {
    for position in area.positions() {
        let cell = &mut buf[position];
        if !cell.symbol().is_ascii() {
            cell.set_symbol("?");
        }
    }
}

/// The card of the wide layout, and the columns of it that the board takes.
fn wide_card(sim: &Sim, area: Rect) -> (Rect, u16) {
    let (columns, rows) = board::roomy(sim.crop());
    let board_width = columns.max(BOARD_WIDTH);
    let beside = CARD.0 - BOARD_WIDTH;
    let large = (board_width + beside, CARD.1.max(rows + MARGIN));
    if area.width >= large.0 && area.height >= large.1 {
        (middle(area, large), board_width)
    } else {
        (middle(area, CARD), BOARD_WIDTH)
    }
}

fn draw_wide(sim: &Sim, look: Look, area: Rect, buf: &mut Buffer) {
    let (card, board_width) = wide_card(sim, area);
    let one = Constraint::Length(1);
    let [title, _, body, _, footer] = Layout::vertical([one, one, Constraint::Fill(1), one, one]).areas(card);
    let [left, _, panel] = Layout::horizontal([
        Constraint::Length(board_width),
        Constraint::Length(GAP),
        Constraint::Fill(1),
    ])
    .areas(body);
    draw_title(sim, look, title, buf);
    board::draw(sim, look, left, buf);
    // What was worked out may take two lines.
    let told = fact_lines(sim);
    let fact_rows = if told.len() > 2 { 4 } else { 2 };
    let [turn, _, facts, _, message, legend, _, line] = Layout::vertical([
        Constraint::Length(3),
        Constraint::Length(1),
        Constraint::Length(fact_rows),
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(4),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(panel);
    draw_turn_framed(sim, look, turn, buf);
    Paragraph::new(told).wrap(Wrap { trim: true }).render(facts, buf);
    draw_message(sim, look, message, buf);
    Paragraph::new(legend_lines(sim, look))
        .style(QUIET)
        .render(legend, buf);
    draw_typed(sim, look, line, buf);
    draw_hints(footer, buf);
}

fn draw_stacked(sim: &Sim, look: Look, area: Rect, buf: &mut Buffer) {
    let most = area.height.saturating_sub(MARGIN + BOARD_ROWS).max(MESSAGE_ROWS);
    let message_rows = rows_of(&message_lines(sim, look)[..1], area.width).clamp(MESSAGE_ROWS, most);
    let board_room = area.height.saturating_sub(MARGIN + message_rows);
    let board_rows = board::rows(sim.crop(), area.width, board_room);
    let [title, turn, board, message, line, footer] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Max(board_rows),
        Constraint::Min(message_rows),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    draw_title(sim, look, title, buf);
    buf.set_style(turn, turn_style(sim, look));
    turn_line(sim, look).render(turn, buf);
    if sim.game().moves().len() > 0 {
        Line::from(moves(sim)).right_aligned().render(turn, buf);
    }
    board::draw(sim, look, board, buf);
    draw_message(sim, look, message, buf);
    draw_typed(sim, look, line, buf);
    draw_hints(footer, buf);
}

/// The help page from its line `first` on, or as far down as there is more to see.
fn draw_help(first: usize, area: Rect, buf: &mut Buffer) {
    let [page, footer] = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(area);
    let room = usize::from(page.height);
    let first = first.min(help::LINES.len().saturating_sub(room));
    for (row, (key, what)) in page.rows().zip(&help::LINES[first..]) {
        if key.is_empty() {
            Line::styled(*what, STRONG).render(row, buf);
        } else {
            let key = format!(" {key:0$}", help::KEY_WIDTH);
            Line::from(vec![Span::styled(key, STRONG), Span::raw(*what)]).render(row, buf);
        }
    }
    let more = if help::LINES.len() > room {
        "Down: more. "
    } else {
        ""
    };
    Line::styled(format!("{more}Any other key: back."), QUIET).render(footer, buf);
}
