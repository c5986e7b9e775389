//! The list screen: rows to choose from.

use core::fmt::Write;

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use heapless::String;

use super::SCREEN;
use super::dirty::Dirty;
use super::faces::{BODY, BODY_BOLD, SMALL, SMALL_BOLD};
use super::heading::{FOOT_AREA, TITLE_AREA, TITLE_HEIGHT, draw_foot, draw_title};
use super::icons::Icon;
use super::paint::Paint;
use super::pen::{Align, Pen, area};
use super::shapes::{PIXEL, Round, disc, middle, way};
use crate::session::picture::{ListScreen, ROWS, Row, Target, Value};

const SIDE: i32 = SCREEN as i32;
const ROW: i32 = 22;
const FIRST_ROW: i32 = TITLE_HEIGHT + 2;
/// How wide the scroll bar at the right is.
const SCROLL: i32 = 8;
/// How much the bar behind the chosen row leaves free at the left, and how far inside it the words begin.
const BAR: i32 = 4;
const INDENT: i32 = 8;
/// Between the words and what stands at the end.
const GAP: i32 = 4;
/// A switch.
const PILL: (i32, i32) = (27, 15);
/// The progress bar, and the figures beside it, which are aligned unless they are long.
const DONE: (i32, i32) = (28, 6);
const FIGURES: i32 = 40;

fn row_area(row: usize) -> Rectangle {
    area(0, FIRST_ROW + row as i32 * ROW, SIDE - SCROLL, ROW)
}

const SCROLL_AREA: Rectangle = area(SIDE - SCROLL, FIRST_ROW, SCROLL, ROW * ROWS as i32);

pub(super) fn draw<D>(screen: &ListScreen, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    draw_title(&screen.title, "", pen)?;
    let background = pen.theme.background;
    pen.fill(
        area(0, TITLE_HEIGHT, SIDE, FOOT_AREA.top_left.y - TITLE_HEIGHT),
        background,
    )?;
    for (at, row) in screen.rows.iter().enumerate() {
        if let Some(mut pen) = pen.part(row_area(at)) {
            draw_row(row, is_chosen(screen, at), row_area(at), &mut pen)?;
        }
    }
    draw_scroll(screen, pen)?;
    draw_foot(&screen.foot, pen)
}

fn is_chosen(screen: &ListScreen, row: usize) -> bool {
    usize::from(screen.chosen) == usize::from(screen.first) + row
}

/// The colours of a row.
struct Colors {
    ground: Paint,
    words: Paint,
    quiet: Paint,
    accent: Paint,
    /// What is on the accent.
    knob: Paint,
    frame: Paint,
}

fn draw_row<D>(row: &Row, chosen: bool, place: Rectangle, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let theme = pen.theme;
    let top = place.top_left.y;
    if row.parted {
        let line = area(BAR + INDENT, top, SIDE - SCROLL - 2 * (BAR + INDENT), 1);
        pen.fill(line, theme.rule)?;
    }
    let colors = if chosen {
        let bar = area(BAR, top, SIDE - SCROLL - BAR - 2, ROW);
        pen.round(bar, 6, theme.accent, theme.background)?;
        Colors {
            ground: theme.accent,
            words: theme.on_accent,
            quiet: theme.on_accent,
            accent: theme.on_accent,
            knob: theme.accent,
            frame: theme.on_accent,
        }
    } else {
        Colors {
            ground: theme.background,
            words: if row.dim { theme.quiet } else { theme.text },
            quiet: theme.quiet,
            accent: theme.accent,
            knob: theme.on_accent,
            frame: theme.quiet,
        }
    };
    let left = BAR + INDENT;
    let right = SIDE - SCROLL - BAR - INDENT;
    let inside = area(left, top, right - left, ROW);
    let taken = draw_value(&row.value, chosen, inside, &colors, pen)?;
    let label = area(left, top, right - left - taken - GAP, ROW);
    let faces = if chosen {
        [&BODY_BOLD, &SMALL_BOLD]
    } else {
        [&BODY, &SMALL]
    };
    pen.words_in(label, &row.label, &faces, Align::Left, colors.words)
}

/// Draws what stands at the end of a row, and returns its width.
fn draw_value<D>(
    value: &Value,
    chosen: bool,
    place: Rectangle,
    colors: &Colors,
    pen: &mut Pen<'_, D>,
) -> Result<i32, D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let (left, top) = (place.top_left.x, place.top_left.y);
    let right = left + place.size.width as i32;
    let end = |width: i32, height: i32| area(right - width, top + (ROW - height) / 2, width, height);
    match value {
        Value::None => Ok(0),
        Value::Switch(on) => {
            draw_switch(*on, end(PILL.0, PILL.1), colors, pen)?;
            Ok(PILL.0)
        }
        Value::Note(words) => {
            let width = BODY.width(words).min(SIDE / 2);
            pen.words(end(width, ROW), words, &BODY, Align::Right, colors.quiet)?;
            Ok(width)
        }
        Value::Word(words) => {
            let face = if chosen { &BODY_BOLD } else { &BODY };
            let words_width = face.width(words).min(SIDE / 2);
            let (arrow, height) = (10, 11);
            let width = words_width + 2 * arrow + 4;
            let middle = top + (ROW - height) / 2;
            let [one, other] = [right - width, right - arrow].map(|x| area(x, middle, arrow, height));
            Icon::Left.draw(one, colors.accent, colors.ground, pen)?;
            Icon::Right.draw(other, colors.accent, colors.ground, pen)?;
            let place = area(right - width + arrow + 2, top, words_width, ROW);
            pen.words(place, words, face, Align::Centre, colors.words)?;
            Ok(width)
        }
        Value::Progress { done, of } => {
            let mut words = String::<16>::new();
            // Two numbers of five figures fit.
            let _ = write!(words, "{done}/{of}");
            let figures = SMALL.width(&words).max(FIGURES);
            pen.words(end(figures, ROW), &words, &SMALL, Align::Right, colors.quiet)?;
            let left = right - figures - DONE.0 - GAP;
            let bar = area(left, top + (ROW - DONE.1) / 2, DONE.0, DONE.1);
            draw_done(u32::from(*done), u32::from(*of), bar, colors, pen)?;
            Ok(figures + DONE.0 + GAP)
        }
    }
}

/// A switch: its knob is on the right when it is on.
fn draw_switch<D>(on: bool, place: Rectangle, colors: &Colors, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let (width, height) = PILL;
    let outer = Round::new(place, height / 2);
    let inner = outer.inset(1);
    let knob_x = if on { width - height / 2 - 1 } else { height / 2 };
    let centre = middle(place.top_left.x + knob_x, place.top_left.y + height / 2);
    let (track, knob) = if on {
        (colors.accent, colors.knob)
    } else {
        (colors.ground, colors.frame)
    };
    let rim = if on { colors.accent } else { colors.frame };
    let radius = (height - 6) * PIXEL / 2;
    pen.shade(place, |x, y| {
        let at = middle(x, y);
        knob.over(track, disc(radius, way(centre, at)))
            .over(rim, inner.cover(at))
            .over(colors.ground, outer.cover(at))
    })
}

/// How much is done, as a thin bar.
fn draw_done<D>(
    done: u32,
    of: u32,
    place: Rectangle,
    colors: &Colors,
    pen: &mut Pen<'_, D>,
) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let outer = Round::new(place, 3);
    let inner = outer.inset(1);
    let width = place.size.width;
    let filled = (done * width).checked_div(of).unwrap_or(0).min(width);
    // However little is done, it is visible.
    let filled = if done > 0 { filled.max(3) } else { 0 };
    let end = place.top_left.x + filled as i32;
    pen.shade(place, |x, y| {
        let at = middle(x, y);
        let hollow = if x < end { 0 } else { inner.cover(at) };
        colors
            .ground
            .over(colors.accent, hollow)
            .over(colors.ground, outer.cover(at))
    })
}

/// The scroll bar of a list that is longer than the screen.
fn draw_scroll<D>(screen: &ListScreen, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let Some((from, length)) = thumb(screen) else {
        return Ok(());
    };
    let theme = pen.theme;
    let (x, y) = (SCROLL_AREA.top_left.x + 1, SCROLL_AREA.top_left.y);
    let track = area(x, y, 4, SCROLL_AREA.size.height as i32);
    pen.round(track, 2, theme.card, theme.background)?;
    pen.round(area(x, y + from, 4, length), 2, theme.quiet, theme.card)
}

/// The part of the scroll bar that shows the position; `None` if everything is visible.
fn thumb(screen: &ListScreen) -> Option<(i32, i32)> {
    let (first, total) = (i32::from(screen.first), i32::from(screen.total));
    let (seen, height) = (screen.rows.len() as i32, SCROLL_AREA.size.height as i32);
    if total <= seen {
        return None;
    }
    let length = (height * seen / total).max(12);
    let from = (height - length) * first.min(total - seen) / (total - seen);
    Some((from, length))
}

/// What differs between two lists.
pub(super) fn changes(old: &ListScreen, new: &ListScreen) -> Dirty {
    let mut dirty = Dirty::default();
    dirty.add_if(old.title != new.title, TITLE_AREA);
    for at in 0..ROWS {
        let row = |screen: &ListScreen| {
            screen
                .rows
                .get(at)
                .cloned()
                .map(|row| (row, is_chosen(screen, at)))
        };
        dirty.add_if(row(old) != row(new), row_area(at));
    }
    dirty.add_if(thumb(old) != thumb(new), SCROLL_AREA);
    dirty.add_if(old.foot != new.foot, FOOT_AREA);
    dirty
}

/// The row at a place of the screen.
pub(super) fn hit(screen: &ListScreen, at: Point) -> Option<Target> {
    let row = (0..screen.rows.len()).find(|&row| row_area(row).contains(at))?;
    Some(Target::Item(screen.first + row as u16))
}
