//! The board in letters.

use core::fmt::{self, Write};

use crate::board::{Color, Point};
use crate::play::{Field, Kifu};

/// Writes the board with its lines' names, who is to move and the captives.
#[cold]
pub(super) fn board<const C: usize, const M: usize>(kifu: &Kifu<C, M>, out: &mut dyn Write) -> fmt::Result {
    let (size, field) = (kifu.size(), kifu.field());
    let [black, white] = kifu.captives();
    out.write_str("\n")?;
    letters(size, out)?;
    for row in 0..size {
        let number = size - row;
        write!(out, "{number:2}")?;
        for column in 0..size {
            let point = Point::new(column, row);
            let sign = sign(&field, point);
            write!(out, " {sign}")?;
        }
        write!(out, " {number}")?;
        match row {
            0 => write!(out, "   Black has captured {white}")?,
            1 => write!(out, "   White has captured {black}")?,
            2 => write!(out, "   {} to move", kifu.to_move())?,
            _ => {}
        }
        out.write_str("\n")?;
    }
    letters(size, out)
}

fn sign<const C: usize>(field: &Field<C>, point: Point) -> char {
    match field.at(point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    }
}

#[cold]
fn letters(size: u8, out: &mut dyn Write) -> fmt::Result {
    out.write_str("  ")?;
    for column in 0..size {
        write!(out, " {}", Point::letter(column))?;
    }
    out.write_str("\n")
}
