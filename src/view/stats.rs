//! The statistics screen: the rating, how it came about, and what is due.

use core::fmt::Write;

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use heapless::{String, Vec};

use super::SCREEN;
use super::dirty::Dirty;
use super::faces::{BODY_BOLD, HUGE, LARGE, SMALL};
use super::pen::{Align, Pen, area};
use super::shapes::{At, PIXEL, Stroke, disc, middle, strokes, way};
use crate::session::picture::{PLOT, RATING_MEANS, StatsScreen};

const SIDE: i32 = SCREEN as i32;
const MARGIN: i32 = 8;
const HEAD_AREA: Rectangle = area(0, 0, SIDE, 68);
/// The part of it that changes; below is what it means.
const RATING_AREA: Rectangle = area(0, 0, SIDE, 60);
const FACTS_TOP: i32 = 68;
const FACTS_HEIGHT: i32 = 56;
const PLOT_TOP: i32 = FACTS_TOP + FACTS_HEIGHT;
const PLOT_AREA: Rectangle = area(0, PLOT_TOP, SIDE, SIDE - PLOT_TOP);
/// The lines of the plot.
const CURVE: Rectangle = area(
    MARGIN,
    PLOT_TOP + 20,
    SIDE - 2 * MARGIN - 32,
    SIDE - PLOT_TOP - 20 - 12,
);

/// The least difference between the top and the bottom of the plot.
const RANGE: i32 = 100;

/// The radius of the dot at the end of the line.
const DOT: i32 = PIXEL * 7 / 2;

/// Three facts side by side: what it is, the figure, and a word about it.
type Fact = (&'static str, String<16>, String<24>);

fn fact_area(fact: usize) -> Rectangle {
    area(5 + fact as i32 * 77, FACTS_TOP, 76, FACTS_HEIGHT)
}

pub(super) fn draw<D>(screen: &StatsScreen, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    if let Some(mut pen) = pen.part(HEAD_AREA) {
        draw_head(screen, &mut pen)?;
    }
    let background = pen.theme.background;
    pen.fill(area(0, FACTS_TOP, SIDE, FACTS_HEIGHT), background)?;
    for (at, fact) in facts(screen).iter().enumerate() {
        if let Some(mut pen) = pen.part(fact_area(at)) {
            draw_fact(fact, fact_area(at), &mut pen)?;
        }
    }
    match pen.part(PLOT_AREA) {
        Some(mut pen) => draw_plot(&screen.plot, &mut pen),
        None => Ok(()),
    }
}

fn draw_head<D>(screen: &StatsScreen, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let theme = pen.theme;
    pen.fill(HEAD_AREA, theme.background)?;
    pen.words(
        area(MARGIN, 4, 100, 16),
        &pen.say("Rating"),
        &SMALL,
        Align::Left,
        theme.quiet,
    )?;
    let means = area(MARGIN, 53, SIDE - 2 * MARGIN, 13);
    pen.words(means, &pen.say(RATING_MEANS), &SMALL, Align::Left, theme.quiet)?;
    let (tries, solved) = screen.book_tries;
    if tries > 0 {
        let mut words = String::<40>::new();
        // Two numbers of ten digits fit.
        let _ = write!(words, "by the book {solved}/{tries}");
        let place = area(MARGIN + 60, 2, SIDE - 2 * MARGIN - 60, 12);
        pen.words(place, &pen.say(&words), &SMALL, Align::Right, theme.quiet)?;
    }
    let mut words = String::<16>::new();
    // Six characters fit.
    let _ = write!(words, "{}", screen.rating);
    pen.words(area(MARGIN, 20, 140, 36), &words, &HUGE, Align::Left, theme.text)?;
    words.clear();
    let _ = write!(words, "{}", screen.level);
    let pill = area(SIDE - MARGIN - 64, 16, 64, 32);
    pen.round(pill, 8, theme.accent, theme.background)?;
    pen.words(pill, &pen.say(&words), &LARGE, Align::Centre, theme.on_accent)
}

/// What is said below the rating. Every number fits its string.
fn facts(screen: &StatsScreen) -> [Fact; 3] {
    let (tries, solved) = screen.tries;
    let fact = |what, figure: core::fmt::Arguments<'_>, more: core::fmt::Arguments<'_>| {
        let mut fact: Fact = (what, String::new(), String::new());
        let _ = (fact.1.write_fmt(figure), fact.2.write_fmt(more));
        fact
    };
    let percent = (u64::from(solved) * 100).checked_div(u64::from(tries));
    [
        fact(
            "Streak",
            format_args!("{}", screen.streak.0),
            format_args!("best {}", screen.streak.1),
        ),
        match percent {
            Some(percent) => fact(
                "Accuracy",
                format_args!("{}%", percent.min(100)),
                format_args!("{solved}/{tries}"),
            ),
            None => fact("Accuracy", format_args!("-"), format_args!("no tries")),
        },
        fact(
            "Review",
            format_args!("{}", screen.review.1),
            format_args!("due of {}", screen.review.0),
        ),
    ]
}

fn draw_fact<D>((what, figure, more): &Fact, place: Rectangle, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let theme = pen.theme;
    pen.fill(place, theme.background)?;
    let card = place.offset(-3);
    pen.frame(card, (6, 1), (theme.rule, theme.card), theme.background)?;
    let (x, y, width) = (card.top_left.x + 6, card.top_left.y, card.size.width as i32 - 8);
    pen.words(
        area(x, y + 4, width, 12),
        &pen.say(what),
        &SMALL,
        Align::Left,
        theme.quiet,
    )?;
    pen.words(
        area(x, y + 18, width, 14),
        figure,
        &BODY_BOLD,
        Align::Left,
        theme.text,
    )?;
    pen.words(
        area(x, y + 35, width, 12),
        &pen.say(more),
        &SMALL,
        Align::Left,
        theme.quiet,
    )
}

/// The ratings of the past as a line between their lowest and highest.
fn draw_plot<D>(plot: &[i16], pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let theme = pen.theme;
    pen.fill(PLOT_AREA, theme.background)?;
    let words = area(MARGIN, PLOT_TOP + 4, SIDE - 2 * MARGIN, 12);
    let (Some(&low), Some(&high)) = (plot.iter().min(), plot.iter().max()) else {
        return pen.words(
            words,
            &pen.say("No ratings yet"),
            &SMALL,
            Align::Left,
            theme.quiet,
        );
    };
    pen.words(words, &pen.say("Past ratings"), &SMALL, Align::Left, theme.quiet)?;
    let (low, high) = spread(low, high);
    let (left, top) = (CURVE.top_left.x, CURVE.top_left.y);
    let (width, height) = (CURVE.size.width as i32, CURVE.size.height as i32);
    for y in [top, top + height] {
        pen.fill(area(left, y, width, 1), theme.rule)?;
    }
    let curve = Curve::new(plot, low, high);
    for piece in 0..plot.len() {
        let (place, near, end) = curve.piece(piece);
        pen.shade(place, |x, y| {
            let is_rule = (y == top || y == top + height) && (left..left + width).contains(&x);
            let ground = if is_rule { theme.rule } else { theme.background };
            let at = middle(x, y);
            let dot = end.map_or(0, |end| disc(DOT, way(end, at)));
            theme.accent.over(ground, strokes(near, at).max(dot))
        })?;
    }
    for (y, rating) in [(top, high), (top + height, low)] {
        let mut words = String::<8>::new();
        // Six characters fit.
        let _ = write!(words, "{rating}");
        let place = area(left + width + 4, y - 6, SIDE - left - width - 4, 12);
        pen.words(place, &words, &SMALL, Align::Left, theme.quiet)?;
    }
    Ok(())
}

/// The lowest and the highest rating of a plot, far enough apart that small ups and downs look small.
fn spread(low: i16, high: i16) -> (i16, i16) {
    let missing = (RANGE - (i32::from(high) - i32::from(low))).max(0) as i16;
    (
        low.saturating_sub(missing / 2),
        high.saturating_add(missing - missing / 2),
    )
}

/// The line of a plot with a dot at its end.
struct Curve {
    points: Vec<At, PLOT>,
    strokes: Vec<Stroke, PLOT>,
}

impl Curve {
    fn new(plot: &[i16], low: i16, high: i16) -> Curve {
        let (left, top) = (CURVE.top_left.x * PIXEL, CURVE.top_left.y * PIXEL);
        let (width, height) = (CURVE.size.width as i32 * PIXEL, CURVE.size.height as i32 * PIXEL);
        let range = i32::from(high) - i32::from(low);
        let place = |(at, &rating): (usize, &i16)| -> At {
            let down = (i32::from(high) - i32::from(rating)) * height / range;
            (left + at as i32 * width / (PLOT as i32 - 1), top + down)
        };
        let points: Vec<At, PLOT> = plot.iter().enumerate().map(place).collect();
        let strokes = points
            .windows(2)
            .map(|two| Stroke::new(two[0], two[1], PIXEL))
            .collect();
        Curve { points, strokes }
    }

    /// The part of the screen from a point to the next, or around the last one: where something is to be seen in
    /// it, the strokes that reach it, and the end if its dot does. Most of the plot is in no part at all.
    fn piece(&self, from: usize) -> (Rectangle, &[Stroke], Option<At>) {
        let last = self.points.len() - 1;
        let room = DOT / PIXEL + 1;
        let (first, after) = (from.saturating_sub(1), (from + 2).min(last));
        let near = &self.points[first..=after];
        let (highest, lowest) = near
            .iter()
            .fold((i32::MAX, 0), |(high, low), at| (high.min(at.1), low.max(at.1)));
        let x = |at: usize| self.points[at].0 / PIXEL;
        let left = if from == 0 { x(0) - room } else { x(from) };
        let right = if from == last {
            x(last) + room + 1
        } else {
            x(from + 1)
        };
        let (top, bottom) = (highest / PIXEL - room, lowest / PIXEL + room + 1);
        (
            area(left, top, right - left, bottom - top),
            &self.strokes[first..after.min(self.strokes.len())],
            (from + 2 >= last).then_some(self.points[last]),
        )
    }
}

/// What differs between two screens of statistics.
pub(super) fn changes(old: &StatsScreen, new: &StatsScreen) -> Dirty {
    let mut dirty = Dirty::default();
    let head = |screen: &StatsScreen| (screen.rating, screen.level, screen.book_tries);
    dirty.add_if(head(old) != head(new), RATING_AREA);
    let (before, after) = (facts(old), facts(new));
    for at in 0..after.len() {
        dirty.add_if(before[at] != after[at], fact_area(at));
    }
    dirty.add_if(old.plot != new.plot, PLOT_AREA);
    dirty
}
