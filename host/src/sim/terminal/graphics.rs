//! The screen as a picture in the terminal, where that can show one: by the protocol of kitty, or by sixels.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use ratatui::layout::Rect;
use shikatsu::view::SCREEN;
use shikatsu_toolkit::picture::{Canvas, rgb};

/// How pictures are sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Protocol {
    /// PNG in pieces.
    Kitty,
    /// Six rows of dots at a time.
    Sixel,
}

/// The most letters of a piece, as the protocol has it.
const PIECE: usize = 4096;

/// Where a picture goes, and how large it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    /// The cells that it covers.
    pub(super) place: Rect,
    /// Dots of the terminal to a pixel, across and down.
    scale: u32,
    /// Dots of a cell.
    cell: (u16, u16),
}

impl Frame {
    /// The largest picture that fits into `area`, whose cells have so many dots; `None` if none does.
    pub(super) fn fitting(area: Rect, cell: (u16, u16)) -> Option<Frame> {
        let (width, height) = cell;
        if width == 0 || height == 0 {
            return None;
        }
        let room = |cells: u16, dots: u16| u32::from(cells) * u32::from(dots) / SCREEN;
        let scale = room(area.width, width).min(room(area.height, height)).min(4);
        let cells = |dots: u16| (SCREEN * scale).div_ceil(dots.into()) as u16;
        let (columns, rows) = (cells(width), cells(height));
        (scale > 0).then(|| Frame {
            place: Rect {
                x: area.x + (area.width - columns) / 2,
                y: area.y + (area.height - rows) / 2,
                width: columns,
                height: rows,
            },
            scale,
            cell,
        })
    }

    /// The pixel in the middle of a cell, counted from the corner of the picture.
    pub(super) fn pixel(&self, column: u16, row: u16) -> (i32, i32) {
        let middle = |cell: u16, dots: u16| {
            let dot = u32::from(cell) * u32::from(dots) + u32::from(dots) / 2;
            (dot / self.scale) as i32
        };
        (middle(column, self.cell.0), middle(row, self.cell.1))
    }
}

/// Sends a picture to where the cursor is.
pub(super) fn send(
    canvas: &Canvas,
    frame: &Frame,
    protocol: Protocol,
    out: &mut impl Write,
) -> io::Result<()> {
    match protocol {
        Protocol::Kitty => send_kitty(canvas, frame.scale, out),
        Protocol::Sixel => out.write_all(sixels(canvas, frame.scale).as_bytes()),
    }
}

/// Takes all pictures away. Sixels are painted over like letters.
pub(super) fn clear(protocol: Protocol, out: &mut impl Write) -> io::Result<()> {
    match protocol {
        Protocol::Kitty => out.write_all(b"\x1b_Ga=d,d=A,q=2\x1b\\"),
        Protocol::Sixel => Ok(()),
    }
}

fn send_kitty(canvas: &Canvas, scale: u32, out: &mut impl Write) -> io::Result<()> {
    let mut png = Vec::new();
    canvas.write_scaled_png(scale, &mut png)?;
    let text = BASE64_STANDARD.encode(png);
    // A picture of the same number takes the place of the one before, so nothing flickers.
    let mut keys = "a=T,f=100,i=1,p=1,q=2,C=1,";
    let mut pieces = text.as_bytes().chunks(PIECE).peekable();
    while let Some(piece) = pieces.next() {
        let more = u8::from(pieces.peek().is_some());
        write!(out, "\x1b_G{keys}m={more};")?;
        out.write_all(piece)?;
        out.write_all(b"\x1b\\")?;
        keys = "";
    }
    Ok(())
}

/// The picture in sixels: for each band of six rows and each of its colours, which dots have it.
fn sixels(canvas: &Canvas, scale: u32) -> String {
    let side = (SCREEN * scale) as usize;
    let pixels = canvas.pixels();
    let (palette, dots) = palette(pixels.iter().map(|&pixel| rgb(pixel)));
    let at = |x: usize, y: usize| dots[y / scale as usize * SCREEN as usize + x / scale as usize];
    let mut out = format!("\x1bP0;1q\"1;1;{side};{side}");
    for (number, color) in palette.iter().enumerate() {
        let [red, green, blue] = color.map(|channel| u16::from(channel) * 100 / 255);
        let _ = write!(out, "#{number};2;{red};{green};{blue}");
    }
    for top in (0..side).step_by(6) {
        let rows = 6.min(side - top);
        let mut used = vec![false; palette.len()];
        for y in top..top + rows {
            (0..side).for_each(|x| used[at(x, y)] = true);
        }
        for color in (0..palette.len()).filter(|&color| used[color]) {
            let _ = write!(out, "#{color}");
            let column =
                |x: usize| (0..rows).fold(0, |bits, row| bits | u8::from(at(x, top + row) == color) << row);
            write_run_lengths((0..side).map(column), &mut out);
            out.push('$');
        }
        out.push('-');
    }
    out.push_str("\x1b\\");
    out
}

/// Six dots a letter, and equal letters by their number.
fn write_run_lengths(columns: impl Iterator<Item = u8>, out: &mut String) {
    let mut columns = columns.peekable();
    while let Some(bits) = columns.next() {
        let mut count = 1;
        while columns.next_if_eq(&bits).is_some() {
            count += 1;
        }
        let letter = char::from(b'?' + bits);
        match count {
            1..=3 => (0..count).for_each(|_| out.push(letter)),
            _ => {
                let _ = write!(out, "!{count}{letter}");
            }
        }
    }
}

/// At most 256 colours, and for each pixel which it has. What comes later than the 256th takes the nearest.
fn palette(pixels: impl Iterator<Item = [u8; 3]>) -> (Vec<[u8; 3]>, Vec<usize>) {
    let mut palette: Vec<[u8; 3]> = Vec::new();
    let mut places: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    let dots = pixels.map(|pixel| {
        *places.entry(pixel).or_insert_with(|| {
            if palette.len() < 256 {
                palette.push(pixel);
                return palette.len() - 1;
            }
            let distance = |color: &[u8; 3]| -> u32 {
                let pairs = color.iter().zip(pixel);
                pairs
                    .map(|(&one, other)| u32::from(one.abs_diff(other)).pow(2))
                    .sum()
            };
            (0..palette.len())
                .min_by_key(|&place| distance(&palette[place]))
                .unwrap_or(0)
        })
    });
    let dots = dots.collect();
    (palette, dots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_as_large_as_whole_dots_allow() {
        let frame = |columns, rows, cell| Frame::fitting(Rect::new(0, 0, columns, rows), cell);
        assert_eq!(frame(29, 40, (8, 16)), None);
        assert_eq!(frame(80, 24, (0, 0)), None);
        let small = frame(80, 24, (8, 16)).unwrap();
        assert_eq!((small.scale, small.place), (1, Rect::new(25, 4, 30, 15)));
        let large = frame(200, 60, (10, 20)).unwrap();
        assert_eq!((large.scale, large.place), (4, Rect::new(52, 6, 96, 48)));
        assert_eq!(large.pixel(0, 0), (1, 2));
        assert_eq!(large.pixel(95, 47), (238, 237));
    }

    #[test]
    fn long_runs_are_counted_and_short_ones_written_out() {
        let mut out = String::new();
        write_run_lengths([1, 1, 1, 0, 63, 63, 63, 63].into_iter(), &mut out);
        assert_eq!(out, "@@@?!4~");
    }

    #[test]
    fn more_colours_than_there_is_room_for_become_their_neighbours() {
        let many = (0..300_u16).map(|number| [(number / 2) as u8, (number % 2) as u8, 0]);
        let (palette, dots) = palette(many);
        assert_eq!(palette.len(), 256);
        assert_eq!(dots.len(), 300);
        assert!(dots[256..].iter().all(|&dot| dot >= 254));
    }
}
