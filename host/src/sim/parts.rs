//! The words around the board: the title, whose turn it is, what was said, the legend, the line for typing,
//! the keys. Where they stand is `draw`'s.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use shikatsu::board::{Color, Move};

use super::look::{Look, QUIET, STRONG};
use super::state::Sim;

/// The keys of the last line, in the order shown; those with the highest number are left out first.
const HINTS: [(&str, &str, u8); 8] = [
    ("Arrows", "move", 4),
    ("Enter", "play", 1),
    ("Backspace", "back", 3),
    ("Tab", "next", 3),
    ("F2", "whole board", 6),
    ("F3", "answer", 5),
    ("F1", "or help", 0),
    ("Ctrl-C", "leave", 2),
];

/// What can be typed, the longest that fits.
const TYPE_THIS: [&str; 2] = [" a point, pass, answer, help ...", " a point, pass, help ..."];

/// The problem's name on the left; its level and place on the right.
pub(super) fn draw_title(sim: &Sim, look: Look, area: Rect, buf: &mut Buffer) {
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

pub(super) fn turn_style(sim: &Sim, look: Look) -> Style {
    look.turn(turn_color(sim))
}

pub(super) fn turn_line(sim: &Sim, look: Look) -> Line<'static> {
    let stone = look.signs().stone(turn_color(sim), false);
    Line::styled(format!(" {stone}  {}", turn_words(sim)), turn_style(sim, look))
}

pub(super) fn draw_turn_framed(sim: &Sim, look: Look, area: Rect, buf: &mut Buffer) {
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
pub(super) fn fact_lines(sim: &Sim) -> Vec<Line<'static>> {
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
pub(super) fn moves(sim: &Sim) -> String {
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

/// What was said, and below it, if all of it fits, what the file has to add.
pub(super) fn draw_message(sim: &Sim, look: Look, area: Rect, buf: &mut Buffer) {
    let mut lines = message_lines(sim, look);
    if rows_of(&lines, area.width) > area.height {
        lines.truncate(1);
    }
    Paragraph::new(lines).wrap(Wrap { trim: true }).render(area, buf);
}

pub(super) fn message_lines(sim: &Sim, look: Look) -> Vec<Line<'_>> {
    let message = sim.message();
    let mut lines = vec![if message.refusal {
        let sign = Span::raw(look.signs().refusal);
        Line::from(vec![sign, Span::raw(message.text.as_str())]).style(look.refusal())
    } else {
        Line::from(message.text.as_str())
    }];
    if !message.notes.is_empty() {
        lines.extend([Line::default(), Line::from(message.notes.as_str())]);
    }
    lines
}

/// How many rows lines take that are wrapped between words.
pub(super) fn rows_of(lines: &[Line<'_>], width: u16) -> u16 {
    let width = usize::from(width.max(1));
    let rows = |line: &Line<'_>| {
        let (mut rows, mut filled) = (1, 0);
        for word in line.to_string().split_whitespace() {
            let needed = Line::from(word).width();
            if filled > 0 && filled + 1 + needed > width {
                rows += 1;
                filled = 0;
            }
            filled += needed + usize::from(filled > 0);
            // A word longer than a row runs on.
            rows += filled.saturating_sub(1) / width;
            filled -= filled.saturating_sub(1) / width * width;
        }
        rows
    };
    lines
        .iter()
        .map(rows)
        .sum::<usize>()
        .try_into()
        .unwrap_or(u16::MAX)
}

pub(super) fn legend_lines(sim: &Sim, look: Look) -> Vec<Line<'static>> {
    let signs = look.signs();
    let defender = sim.entry().problem.defender();
    let [black, white] = Color::BOTH.map(|color| signs.stone(color, false));
    let key = signs.stone(defender, true);
    let has_outside = !sim.game().board().outside().is_empty();
    let outside = if has_outside {
        format!("{}  outside", signs.outside)
    } else {
        String::new()
    };
    let [open, close] = signs.cursor;
    let [before, behind] = signs.last;
    let may_play = |ghost: &str| match sim.game().verdict() {
        Some(_) => String::new(),
        None => format!("{open}{ghost}{close} you may play here"),
    };
    let rest = match signs.ghost(sim.game().to_move()) {
        Some(ghost) => [
            format!("{before} {behind} last move   {outside}"),
            format!("{open} {close} cursor  {}", may_play(ghost)),
        ],
        None => [
            format!(" {}  empty     {outside}", signs.empty()),
            format!("{before} {behind} last move  {open} {close} cursor"),
        ],
    };
    let stones = [
        format!(" {black}  Black     {white}  White"),
        format!(" {key}  {defender}'s key stones"),
    ];
    stones.into_iter().chain(rest).map(Line::from).collect()
}

pub(super) fn draw_typed(sim: &Sim, look: Look, area: Rect, buf: &mut Buffer) {
    let signs = look.signs();
    let mut spans = vec![Span::raw(signs.prompt)];
    if sim.typed().is_empty() {
        let taken = Line::from(format!("{}{}", signs.prompt, signs.caret)).width();
        let room = usize::from(area.width).saturating_sub(taken);
        let advice = TYPE_THIS.iter().find(|advice| advice.len() <= room);
        spans.push(Span::styled(signs.caret, STRONG));
        spans.push(Span::styled(*advice.unwrap_or(&""), QUIET));
    } else {
        spans.push(Span::styled(sim.typed().to_string(), STRONG));
        spans.push(Span::styled(signs.caret, STRONG));
    }
    Line::from(spans).render(area, buf);
}

/// The most important keys, as many as fit.
pub(super) fn draw_hints(area: Rect, buf: &mut Buffer) {
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
    let fitting = (0..=6)
        .rev()
        .map(line)
        .find(|line| line.width() <= area.width.into());
    fitting.unwrap_or_default().render(area, buf);
}
