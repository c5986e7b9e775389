//! The strip above the board: whose turn it is, what to do, how it is going, and which problem it is.

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::SCREEN;
use super::dirty::Dirty;
use super::faces::{BODY, BODY_BOLD, Face, LARGE, SMALL, SMALL_BOLD, TITLE};
use super::icons::Icon;
use super::line;
use super::pen::{Align, Pen, area};
use super::shapes::{PIXEL, middle, way};
use super::stone::Stone;
use crate::session::picture::{Strip, Target};

/// How high the strip is: higher where the board leaves room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Height {
    Low,
    High,
}

impl Height {
    pub(super) const fn pixels(self) -> i32 {
        match self {
            Height::Low => 31,
            Height::High => 43,
        }
    }

    /// The stone that says whose turn it is.
    const fn stone(self) -> i32 {
        match self {
            Height::Low => 27,
            Height::High => 37,
        }
    }

    /// Where the second line begins, and how high it is.
    const fn second(self) -> (i32, i32) {
        match self {
            Height::Low => (17, 13),
            Height::High => (23, 17),
        }
    }

    /// The faces of the title, the larger first.
    const fn titles(self) -> [&'static Face; 4] {
        match self {
            Height::Low => [&TITLE, &BODY_BOLD, &SMALL_BOLD, &SMALL],
            Height::High => [&LARGE, &TITLE, &BODY_BOLD, &SMALL_BOLD],
        }
    }

    /// The faces of the second line: plain, and to be noticed.
    pub(super) const fn words(self) -> [&'static Face; 2] {
        match self {
            Height::Low => [&SMALL, &SMALL_BOLD],
            Height::High => [&BODY, &BODY_BOLD],
        }
    }
}

/// Where everything lies in a strip.
#[derive(PartialEq, Eq)]
struct Layout {
    stone: Rectangle,
    title: Rectangle,
    state: Rectangle,
    book: Rectangle,
    place: Rectangle,
    line: Rectangle,
}

const MARGIN: i32 = 4;
const SIDE: i32 = SCREEN as i32;

impl Layout {
    fn new(strip: &Strip, height: Height) -> Layout {
        let (below, line) = height.second();
        // Without a stone the sign of the try takes its place, and without either the words do.
        let left = if strip.stone.is_some() || Icon::of_try(strip.state).is_some() {
            MARGIN + height.stone() + MARGIN
        } else {
            MARGIN * 2
        };
        let place = if strip.place.is_empty() {
            MARGIN
        } else {
            SMALL.width(&strip.place).min(SIDE / 4) + MARGIN * 2
        };
        let shown = strip.stone.is_some() && Icon::of_try(strip.state).is_some();
        let state = if shown { below } else { 0 };
        let book = if strip.by_the_book { below } else { 0 };
        Layout {
            stone: area(0, 0, left, height.pixels()),
            title: area(left, 0, SIDE - left - state - book - place, below),
            state: area(SIDE - place - book - state, 0, state, below),
            book: area(SIDE - place - book, 0, book, below),
            place: area(SIDE - place, 0, place, below),
            line: area(left, below, SIDE - left, line + 1),
        }
    }
}

pub(super) fn draw<D>(strip: &Strip, height: Height, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let layout = Layout::new(strip, height);
    let theme = pen.theme;
    pen.fill(area(0, 0, SIDE, height.pixels()), theme.background)?;
    if let Some(mut pen) = pen.part(layout.stone) {
        draw_stone(strip, height, &mut pen)?;
    }
    if let Some(mut pen) = pen.part(layout.title) {
        pen.words_in(
            layout.title,
            &strip.title,
            &height.titles(),
            Align::Left,
            theme.text,
        )?;
    }
    if let (Some(mut pen), Some(icon)) = (pen.part(layout.state), Icon::of_try(strip.state)) {
        icon.draw(
            layout.state.offset(-2),
            icon.paint(theme),
            theme.background,
            &mut pen,
        )?;
    }
    if let Some(mut pen) = pen.part(layout.book).filter(|_| strip.by_the_book) {
        let paint = Icon::Book.paint(theme);
        Icon::Book.draw(layout.book.offset(-2), paint, theme.background, &mut pen)?;
    }
    if let Some(mut pen) = pen.part(layout.place) {
        let words = area(
            layout.place.top_left.x,
            0,
            layout.place.size.width as i32 - MARGIN,
            layout.place.size.height as i32,
        );
        pen.words(words, &strip.place, &SMALL, Align::Right, theme.quiet)?;
    }
    match pen.part(layout.line) {
        Some(mut pen) => line::draw(&strip.line, layout.line, height, &mut pen),
        None => Ok(()),
    }
}

/// The stone of the side to move, or what came of the try.
fn draw_stone<D>(strip: &Strip, height: Height, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let side = height.stone();
    let place = area(MARGIN, (height.pixels() - side) / 2, side, side);
    let theme = pen.theme;
    if let Some(color) = strip.stone {
        let stone = Stone::new(theme.board.stone(color), side * PIXEL / 2 - PIXEL / 4);
        let half = side * PIXEL / 2;
        let centre = (place.top_left.x * PIXEL + half, place.top_left.y * PIXEL + half);
        return pen.shade(place, |x, y| {
            stone.over(theme.background, way(centre, middle(x, y)))
        });
    }
    match Icon::of_try(strip.state) {
        Some(icon) => icon.draw(place, icon.paint(theme), theme.background, pen),
        None => Ok(()),
    }
}

/// What differs between two strips of the same height.
pub(super) fn changes(old: &Strip, new: &Strip, height: Height, dirty: &mut Dirty) {
    let layout = Layout::new(new, height);
    if layout != Layout::new(old, height) {
        return dirty.add(area(0, 0, SIDE, height.pixels()));
    }
    // The sign of the try stands in the stone's place when there is no stone.
    let large = |strip: &Strip| (strip.stone, strip.stone.is_none().then_some(strip.state));
    dirty.add_if(large(old) != large(new), layout.stone);
    dirty.add_if(old.title != new.title, layout.title);
    dirty.add_if(old.state != new.state, layout.state);
    dirty.add_if(old.place != new.place, layout.place);
    line::changes(&old.line, &new.line, layout.line, dirty);
}

/// What a place of the strip belongs to.
pub(super) fn hit(strip: &Strip, height: Height, at: Point) -> Option<Target> {
    line::hit(&strip.line, Layout::new(strip, height).line, height, at)
}
