//! Draws the simulator: the board, whose turn it is, what was said, and what one can do.
//!
//! Two layouts. With room the board stands on the left and a panel of words on the right, both where they
//! always are, on a card of 80 by 24 in the middle of the terminal. Otherwise everything is stacked, and
//! the board shows what fits around the cursor. Below [`SMALLEST`] there is only a sentence.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use shikatsu::board::{Color, Move};

use super::look::{Look, QUIET, STRONG};
use super::state::Sim;
use super::{board, help};

/// The smallest terminal that shows a board: columns and rows.
pub const SMALLEST: (u16, u16) = (30, 13);
/// The card of the wide layout: more than this is left empty around it.
const CARD: (u16, u16) = (80, 24);
/// The least that the wide layout needs.
const WIDE: (u16, u16) = (74, 22);
/// Columns for the board in the wide layout: 19 lines.
const BOARD_WIDTH: u16 = 42;

/// The keys of the last line, in the order shown; those with the highest number are left out first.
const HINTS: [(&str, &str, u8); 7] = [
    ("Arrows", "move", 4),
    ("Enter", "play", 1),
    ("Backspace", "back", 3),
    ("Tab", "next", 3),
    ("F2", "whole board", 5),
    ("F1", "help", 0),
    ("Ctrl-C", "leave", 2),
];

/// Draws `sim` on the whole of `area`, which must be part of `buf`.
pub fn draw(sim: &Sim, look: Look, area: Rect, buf: &mut Buffer) {
    let card = middle(area, CARD);
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        draw_too_small(area, buf);
    } else if let Some(first) = sim.help() {
        draw_help(first, card, buf);
    } else if area.width >= WIDE.0 && area.height >= WIDE.1 {
        draw_wide(sim, look, card, buf);
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

fn draw_wide(sim: &Sim, look: Look, area: Rect, buf: &mut Buffer) {
    let one = Constraint::Length(1);
    let [title, _, body, _, footer] = Layout::vertical([one, one, Constraint::Fill(1), one, one]).areas(area);
    let [left, _, panel] = Layout::horizontal([
        Constraint::Length(BOARD_WIDTH),
        Constraint::Length(3),
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
    // The least that the other parts need, a message of three lines included.
    let board_rows = board::rows(sim.crop(), area.width, area.height.saturating_sub(7));
    let [title, turn, board, message, line, footer] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Max(board_rows),
        Constraint::Min(3),
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

/// The problem's name on the left; its level and place on the right.
fn draw_title(sim: &Sim, look: Look, area: Rect, buf: &mut Buffer) {
    let (number, count) = sim.place();
    let entry = sim.entry();
    let place = match entry.level {
        Some(level) => format!("{level}{}{number}/{count}", look.signs().dot),
        None => format!("{number}/{count}"),
    };
    let [left, _, right] = Layout::horizontal([
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Length(Line::from(place.as_str()).width() as u16),
    ])
    .areas(area);
    let name = match entry.name.as_str() {
        "" => format!("Problem {number}"),
        name => name.to_string(),
    };
    Line::styled(name, STRONG).render(left, buf);
    Line::from(place).render(right, buf);
}

/// The task at first, then whose turn it is, and at last how it ended.
fn turn_words(sim: &Sim) -> String {
    let (game, problem) = (sim.game(), &sim.entry().problem);
    match game.verdict() {
        Some(verdict) => verdict.sentence(problem.defender()).to_string(),
        None if game.moves().len() == 0 => problem.task().to_string(),
        None => format!("{} to play", game.to_move()),
    }
}

/// Whose stone the sign shows: who is to move, or whose fate is told.
fn turn_color(sim: &Sim) -> Color {
    match sim.game().verdict() {
        Some(_) => sim.entry().problem.defender(),
        None => sim.game().to_move(),
    }
}

fn turn_style(sim: &Sim, look: Look) -> Style {
    look.turn(turn_color(sim))
}

fn turn_line(sim: &Sim, look: Look) -> Line<'static> {
    let stone = look.signs().stone(turn_color(sim), false);
    Line::styled(format!(" {stone}  {}", turn_words(sim)), turn_style(sim, look))
}

fn draw_turn_framed(sim: &Sim, look: Look, area: Rect, buf: &mut Buffer) {
    let [top_left, top_right, bottom_right, bottom_left, side, upright] = look.signs().frame;
    let style = turn_style(sim, look);
    buf.set_style(area, style);
    let rule = side.repeat(area.width.saturating_sub(2).into());
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    buf.set_string(area.x, area.y, format!("{top_left}{rule}{top_right}"), style);
    buf.set_string(area.x, area.y + 1, upright, style);
    buf.set_string(right, area.y + 1, upright, style);
    buf.set_string(
        area.x,
        bottom,
        format!("{bottom_left}{rule}{bottom_right}"),
        style,
    );
    let inner = Rect::new(area.x + 1, area.y + 1, area.width - 2, 1);
    turn_line(sim, look).render(inner, buf);
}

/// How far the game is, and what is not the file's word.
fn fact_lines(sim: &Sim) -> Vec<Line<'static>> {
    let mut lines = vec![Line::from(moves(sim)), Line::from(last_move(sim))];
    let inferred: Vec<_> = sim
        .entry()
        .inferred
        .iter()
        .map(|inferred| inferred.words())
        .collect();
    if !inferred.is_empty() {
        lines.push(Line::styled(
            format!("Worked out: {}", inferred.join(", ")),
            QUIET,
        ));
    }
    lines
}

/// "3 moves, 2 taken back".
fn moves(sim: &Sim) -> String {
    let played = match sim.game().moves().len() {
        0 => "No move yet".to_string(),
        1 => "1 move".to_string(),
        many => format!("{many} moves"),
    };
    match sim.game().redoable() {
        0 => played,
        taken_back => format!("{played}, {taken_back} taken back"),
    }
}

fn last_move(sim: &Sim) -> String {
    let game = sim.game();
    let mover = game.to_move().opponent();
    match game.last_move() {
        Some(Move::Play(point)) => format!("Last: {mover} {}", point.vertex(game.board().size())),
        Some(Move::Pass) => format!("Last: {mover} passed"),
        None => String::new(),
    }
}

fn draw_message(sim: &Sim, look: Look, area: Rect, buf: &mut Buffer) {
    let message = sim.message();
    let text = if message.refusal {
        let sign = Span::raw(look.signs().refusal);
        Line::from(vec![sign, Span::raw(message.text.as_str())]).style(look.refusal())
    } else {
        Line::from(message.text.as_str())
    };
    Paragraph::new(text).wrap(Wrap { trim: true }).render(area, buf);
}

fn legend_lines(sim: &Sim, look: Look) -> Vec<Line<'static>> {
    let signs = look.signs();
    let defender = sim.entry().problem.defender();
    let [black, white] = Color::BOTH.map(|color| signs.stone(color, false));
    let key = signs.stone(defender, true);
    let mut lines = vec![
        Line::from(format!(" {black}  Black     {white}  White")),
        Line::from(format!(" {key}  {defender}'s key stones")),
        Line::from(format!(
            "{} {} last move  {} {} cursor",
            signs.last[0], signs.last[1], signs.free[0], signs.free[1]
        )),
    ];
    if !sim.game().board().outside().is_empty() && signs.outside != " " {
        lines.push(Line::from(format!(" {}  outside", signs.outside)));
    }
    lines
}

fn draw_typed(sim: &Sim, look: Look, area: Rect, buf: &mut Buffer) {
    let signs = look.signs();
    let mut spans = vec![Span::raw(signs.prompt)];
    if sim.typed().is_empty() {
        spans.push(Span::styled(signs.caret, STRONG));
        spans.push(Span::styled(" a point, pass, undo, help ...", QUIET));
    } else {
        spans.push(Span::styled(sim.typed().to_string(), STRONG));
        spans.push(Span::styled(signs.caret, STRONG));
    }
    Line::from(spans).render(area, buf);
}

/// The most important keys, as many as fit.
fn draw_hints(area: Rect, buf: &mut Buffer) {
    let line = |rank: u8| {
        let mut spans = Vec::new();
        for (key, what, _) in HINTS.iter().filter(|hint| hint.2 <= rank) {
            if !spans.is_empty() {
                spans.push(Span::raw("  "));
            }
            spans.push(Span::styled(*key, STRONG));
            spans.push(Span::raw(" "));
            spans.push(Span::styled(*what, QUIET));
        }
        Line::from(spans)
    };
    let fitting = (0..=5)
        .rev()
        .map(line)
        .find(|line| line.width() <= area.width.into());
    fitting.unwrap_or_default().render(area, buf);
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
