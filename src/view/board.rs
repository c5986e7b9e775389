//! The board screen: where the board lies, its margins, and what of it changes.

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::dirty::Dirty;
use super::faces::SMALL;
use super::pen::{Align, Pen, area};
use super::strip::{self, Height};
use super::tile::{Tile, grain};
use super::{SCREEN, Theme};
use crate::board::Point as Place;
use crate::session::picture::{BoardScreen, Labels, Spot, Target};

/// Stones larger than this look clumsy, however small the board.
const LARGEST_TILE: i32 = 34;
/// Room for the names of rows, and for those of columns.
const SIDE_LABELS: i32 = 16;
const FOOT_LABELS: i32 = 12;
/// Two figures need this much, so that smaller tiles name every second column.
const NARROW: i32 = 13;

const SIDE: i32 = SCREEN as i32;

/// Where everything lies on a board screen.
#[derive(PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) strip: Height,
    tile: i32,
    origin: Point,
    size: Size,
}

impl Frame {
    pub(super) fn new(screen: &BoardScreen) -> Frame {
        let (columns, rows) = (i32::from(screen.crop.columns()), i32::from(screen.crop.rows()));
        let (side, foot) = match screen.labels {
            Some(_) => (SIDE_LABELS, FOOT_LABELS),
            None => (0, 0),
        };
        let room = SIDE - Height::Low.pixels() - foot;
        let tile = ((SIDE - side) / columns).min(room / rows).min(LARGEST_TILE);
        let (width, height) = (columns * tile, rows * tile);
        // Words may be larger where the board leaves room for them.
        let strip = if SIDE - foot - height >= Height::High.pixels() {
            Height::High
        } else {
            Height::Low
        };
        let below = SIDE - foot - strip.pixels();
        // In the middle of the screen if there is room for the labels, too.
        let left = ((SIDE - width) / 2).max(side);
        Frame {
            strip,
            tile,
            origin: Point::new(left, strip.pixels() + (below - height) / 2),
            size: Size::new(width as u32, height as u32),
        }
    }

    /// The strip above the board.
    pub(super) fn strip(&self) -> Rectangle {
        area(0, 0, SIDE, self.strip.pixels())
    }

    fn below_strip(&self) -> Rectangle {
        let top = self.strip.pixels();
        area(0, top, SIDE, SIDE - top)
    }

    fn board(&self) -> Rectangle {
        Rectangle::new(self.origin, self.size)
    }

    fn tile(&self, screen: &BoardScreen, point: Place) -> Rectangle {
        let column = i32::from(point.column()) - i32::from(screen.crop.left);
        let row = i32::from(point.row()) - i32::from(screen.crop.top);
        let corner = self.origin + Point::new(column * self.tile, row * self.tile);
        Rectangle::new(corner, Size::new_equal(self.tile as u32))
    }
}

pub(super) fn draw<D>(screen: &BoardScreen, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let frame = Frame::new(screen);
    if let Some(mut pen) = pen.part(frame.strip()) {
        strip::draw(&screen.strip, frame.strip, &mut pen)?;
    }
    if let Some(mut pen) = pen.part(frame.below_strip()) {
        draw_margins(screen, &frame, &mut pen)?;
    }
    let Some(mut pen) = pen.part(frame.board()) else {
        return Ok(());
    };
    let theme: &'static Theme = pen.theme;
    for point in screen.crop.points() {
        let area = frame.tile(screen, point);
        if let Some(mut pen) = pen.part(area) {
            let tile = Tile::new(
                (point, screen.size),
                look(screen.size, point, |point| *screen.spot(point)),
                (area.top_left, frame.tile),
                theme,
            );
            tile.draw(&mut pen)?;
        }
    }
    Ok(())
}

/// A point, and whether its wood is dimmed: out of bounds, and under stones that stand there.
pub(super) fn look(size: u8, point: Place, spot_at: impl Fn(Place) -> Spot) -> (Spot, bool) {
    let spot = spot_at(point);
    if spot.outside || spot.stone.is_none() {
        return (spot, spot.outside);
    }
    let around = |at: u8| at.saturating_sub(1)..=(at + 1).min(size - 1);
    let mut out_there = false;
    for (column, row) in around(point.row()).flat_map(|row| around(point.column()).map(move |at| (at, row))) {
        let beside = spot_at(Place::new(column, row));
        if beside.stone.is_none() && !beside.outside {
            return (spot, false);
        }
        out_there |= beside.outside;
    }
    (spot, out_there)
}

/// What is around the board: wood, and labels.
fn draw_margins<D>(screen: &BoardScreen, frame: &Frame, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let board = frame.board();
    let (left, top) = (board.top_left.x, board.top_left.y);
    let (right, bottom) = (left + board.size.width as i32, top + board.size.height as i32);
    let from = frame.strip.pixels();
    let theme = &pen.theme.board;
    for part in [
        area(0, from, SIDE, top - from),
        area(0, bottom, SIDE, SIDE - bottom),
        area(0, top, left, bottom - top),
        area(right, top, SIDE - right, bottom - top),
    ] {
        pen.shade(part, |x, y| theme.outside[grain(x, y, theme.hatched)])?;
    }
    match screen.labels {
        Some(labels) => draw_labels(screen, frame, labels, pen),
        None => Ok(()),
    }
}

fn draw_labels<D>(
    screen: &BoardScreen,
    frame: &Frame,
    labels: Labels,
    pen: &mut Pen<'_, D>,
) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let (crop, size, paint) = (screen.crop, screen.size, pen.theme.board.label);
    let bottom = frame.origin.y + frame.size.height as i32;
    for column in crop.left..=crop.right {
        let number = labels.across(column, size);
        if !labels.letters_across && frame.tile < NARROW && number % 2 == 1 {
            continue;
        }
        let tile = frame.tile(screen, Place::new(column, crop.top));
        // A name of two figures is wider than a small tile.
        let area = area(tile.top_left.x - 4, bottom, frame.tile + 8, FOOT_LABELS);
        let name = Label::new(number, labels.letters_across, size);
        pen.words(area, name.words(), &SMALL, Align::Centre, paint)?;
    }
    for row in crop.top..=crop.bottom {
        let tile = frame.tile(screen, Place::new(crop.left, row));
        let area = area(
            frame.origin.x - SIDE_LABELS,
            tile.top_left.y,
            SIDE_LABELS - 2,
            frame.tile,
        );
        let name = Label::new(labels.down(row, size), !labels.letters_across, size);
        pen.words(area, name.words(), &SMALL, Align::Centre, paint)?;
    }
    Ok(())
}

/// The name of a column or row.
struct Label {
    bytes: [u8; 2],
    from: usize,
}

impl Label {
    fn new(number: u8, letter: bool, size: u8) -> Label {
        if letter {
            let letter = Place::letter(number) as u8;
            return Label {
                bytes: [b' ', letter],
                from: 1,
            };
        }
        let line = size - number;
        Label {
            bytes: [b'0' + line / 10, b'0' + line % 10],
            from: usize::from(line < 10),
        }
    }

    fn words(&self) -> &str {
        // Bytes from above are ASCII.
        core::str::from_utf8(&self.bytes[self.from..]).unwrap_or("")
    }
}

/// What differs between two board screens.
pub(super) fn changes(old: &BoardScreen, new: &BoardScreen) -> Dirty {
    let frame = Frame::new(new);
    if (old.size, old.crop, old.labels) != (new.size, new.crop, new.labels) {
        return Dirty::everything();
    }
    let mut dirty = Dirty::default();
    strip::changes(&old.strip, &new.strip, frame.strip, &mut dirty);
    let looks = |screen: &BoardScreen, point| look(screen.size, point, |point| *screen.spot(point));
    for point in new.crop.points() {
        dirty.add_if(looks(old, point) != looks(new, point), frame.tile(new, point));
    }
    dirty
}

/// What a place of the screen belongs to.
pub(super) fn hit(screen: &BoardScreen, at: Point) -> Option<Target> {
    let frame = Frame::new(screen);
    if frame.strip().contains(at) {
        return strip::hit(&screen.strip, frame.strip, at);
    }
    if !frame.board().contains(at) {
        return None;
    }
    let from = at - frame.origin;
    let column = screen.crop.left + (from.x / frame.tile) as u8;
    let row = screen.crop.top + (from.y / frame.tile) as u8;
    Some(Target::Point(Place::new(column, row)))
}
