//! The very pixels of the screen in a terminal: two of them in a cell, one above the other.

use embedded_graphics::pixelcolor::Rgb565;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color as Ink;
use shikatsu::view::SCREEN;
use shikatsu_toolkit::picture::{Canvas, rgb};

const SIDE: u16 = SCREEN as u16;

/// How many pixels across become one: 1, or 2 for terminals of half the size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Zoom(pub(super) u16);

impl Zoom {
    /// The columns and rows of a screen.
    pub(super) const fn cells(self) -> (u16, u16) {
        (SIDE / self.0, SIDE / 2 / self.0)
    }

    /// Where the screen is in `area`.
    pub(super) const fn place(self, area: Rect) -> Rect {
        let (width, height) = self.cells();
        Rect {
            x: area.x + (area.width.saturating_sub(width)) / 2,
            y: area.y + (area.height.saturating_sub(height)) / 2,
            width,
            height,
        }
    }

    /// The pixel that is shown in a cell, counted from the corner of the screen.
    pub(super) const fn pixel(self, column: u16, row: u16) -> (i32, i32) {
        let middle = self.0 / 2;
        (
            (column * self.0 + middle) as i32,
            (row * 2 * self.0 + self.0) as i32,
        )
    }
}

/// Draws the screen in the middle of `area`, which has room for it.
pub(super) fn draw(canvas: &Canvas, zoom: Zoom, area: Rect, buf: &mut Buffer) {
    let place = zoom.place(area);
    for row in 0..place.height {
        for column in 0..place.width {
            let color = |half: u16| average(canvas.pixels(), zoom, column, 2 * row + half);
            let cell = &mut buf[(place.x + column, place.y + row)];
            cell.set_symbol("▀").set_fg(color(0)).set_bg(color(1));
        }
    }
}

/// The colour of a square of pixels.
fn average(pixels: &[Rgb565], Zoom(zoom): Zoom, column: u16, row: u16) -> Ink {
    let mut sums = [0; 3];
    for y in row * zoom..(row + 1) * zoom {
        for x in column * zoom..(column + 1) * zoom {
            let channels = rgb(pixels[usize::from(y) * usize::from(SIDE) + usize::from(x)]);
            for (sum, channel) in sums.iter_mut().zip(channels) {
                *sum += u16::from(channel);
            }
        }
    }
    let [red, green, blue] = sums.map(|sum| (sum / (zoom * zoom)) as u8);
    Ink::Rgb(red, green, blue)
}
