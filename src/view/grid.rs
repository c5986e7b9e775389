//! The grid screen: the problems of a pack by number, with what became of them.

use core::fmt::Write;

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use heapless::String;

use super::SCREEN;
use super::dirty::Dirty;
use super::faces::{BODY_BOLD, SMALL_BOLD};
use super::heading::{FOOT_AREA, TITLE_AREA, TITLE_HEIGHT, draw_foot, draw_title};
use super::icons::Icon;
use super::pen::{Align, Pen, area};
use crate::record::Done;
use crate::session::picture::{GRID_CELLS, GRID_COLUMNS, GridScreen, Target};

const SIDE: i32 = SCREEN as i32;
/// A cell with the space to its neighbours.
const CELL: (i32, i32) = (38, 35);
const GAP: i32 = 2;
const LEFT: i32 = (SIDE - CELL.0 * GRID_COLUMNS as i32) / 2;
const TOP: i32 = TITLE_HEIGHT + 2;

fn cell_area(cell: usize) -> Rectangle {
    let (column, row) = ((cell % GRID_COLUMNS) as i32, (cell / GRID_COLUMNS) as i32);
    area(LEFT + column * CELL.0, TOP + row * CELL.1, CELL.0, CELL.1)
}

pub(super) fn draw<D>(screen: &GridScreen, pen: &mut Pen<'_, D>) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    draw_title(&screen.title, &page(screen), pen)?;
    let background = pen.theme.background;
    pen.fill(
        area(0, TITLE_HEIGHT, SIDE, FOOT_AREA.top_left.y - TITLE_HEIGHT),
        background,
    )?;
    for (at, &done) in screen.cells.iter().enumerate() {
        if let Some(mut pen) = pen.part(cell_area(at)) {
            let number = u32::from(screen.first) + at as u32 + 1;
            draw_cell(number, done, is_chosen(screen, at), cell_area(at), &mut pen)?;
        }
    }
    draw_foot(&screen.foot, pen)
}

fn is_chosen(screen: &GridScreen, cell: usize) -> bool {
    usize::from(screen.chosen) == usize::from(screen.first) + cell
}

/// Which page of how many; nothing if there is only one.
fn page(screen: &GridScreen) -> String<24> {
    let mut words = String::new();
    let cells = GRID_CELLS as u16;
    let pages = screen.total.div_ceil(cells);
    if pages > 1 {
        // Two numbers fit.
        let _ = write!(words, "{}/{pages}", screen.first / cells + 1);
    }
    words
}

fn draw_cell<D>(
    number: u32,
    done: Done,
    chosen: bool,
    place: Rectangle,
    pen: &mut Pen<'_, D>,
) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    let theme = pen.theme;
    let card = place.offset(-GAP);
    let (line, width) = if chosen {
        (theme.accent, 2)
    } else {
        (theme.card, 1)
    };
    let frame = if chosen { place.offset(-1) } else { card };
    pen.frame(frame, (6, width), (line, theme.card), theme.background)?;
    let mut words = String::<8>::new();
    // Five figures fit.
    let _ = write!(words, "{number}");
    let (x, y) = (card.top_left.x, card.top_left.y);
    let (width, height) = (card.size.width as i32, card.size.height as i32);
    let paint = if done == Done::New {
        theme.text
    } else {
        theme.quiet
    };
    let upper = area(x + 2, y + 1, width - 4, height / 2);
    pen.words_in(upper, &words, &[&BODY_BOLD, &SMALL_BOLD], Align::Centre, paint)?;
    let icon = Icon::of_problem(done);
    let side = 13;
    let lower = area(x + (width - side) / 2, y + height - side - 1, side, side);
    icon.draw(lower, icon.paint(theme), theme.card, pen)
}

/// What differs between two grids.
pub(super) fn changes(old: &GridScreen, new: &GridScreen) -> Dirty {
    let mut dirty = Dirty::default();
    dirty.add_if(old.title != new.title || page(old) != page(new), TITLE_AREA);
    for at in 0..GRID_CELLS {
        let cell = |screen: &GridScreen| {
            let done = screen.cells.get(at).copied();
            done.map(|done| (done, screen.first, is_chosen(screen, at)))
        };
        dirty.add_if(cell(old) != cell(new), cell_area(at));
    }
    dirty.add_if(old.foot != new.foot, FOOT_AREA);
    dirty
}

/// The problem at a place of the screen.
pub(super) fn hit(screen: &GridScreen, at: Point) -> Option<Target> {
    let cell = (0..screen.cells.len()).find(|&cell| cell_area(cell).contains(at))?;
    Some(Target::Item(screen.first + cell as u16))
}
