//! Who is inside.
//!
//! A file that says nothing shows stones of both colours around each other. It is about those that are shut in: the others look out on the
//! rest of the board, and nobody would ask whether they live.

use shikatsu::board::{Color, Point, Setup};

/// A stone looks out if so many points in a row before it are empty.
const FAR: u8 = 5;
/// By how much the shares of stones that look out must differ to tell who is inside, in hundredths.
const CLEARLY: usize = 25;

/// The colour that is shut in by the other, if that is clear to see.
pub(crate) fn shut_in(setup: &Setup) -> Option<Color> {
    let [black, white] = Color::BOTH.map(|color| looking_out(setup, color));
    let (black, white) = (black?, white?);
    if black + CLEARLY <= white {
        Some(Color::Black)
    } else if white + CLEARLY <= black {
        Some(Color::White)
    } else {
        None
    }
}

/// How many of a hundred stones look out; `None` without stones.
fn looking_out(setup: &Setup, color: Color) -> Option<usize> {
    let stones = setup.stones(color);
    let all = stones.iter().filter(|&stone| looks_out(setup, stone)).count();
    (all * 100).checked_div(stones.len())
}

/// Whether the points before a stone are empty for long, in one of the four directions. The edge of the board ends the view.
pub(super) fn looks_out(setup: &Setup, stone: Point) -> bool {
    let is_free = |column: Option<u8>, row: Option<u8>| {
        let on_board = |at: Option<u8>| at.filter(|&at| at < setup.size);
        on_board(column).zip(on_board(row)).is_some_and(|(column, row)| {
            let point = Point::new(column, row);
            !setup.black.contains(point) && !setup.white.contains(point)
        })
    };
    let (column, row) = (stone.column(), stone.row());
    let views: [&dyn Fn(u8) -> bool; 4] = [
        &|steps| is_free(Some(column + steps), Some(row)),
        &|steps| is_free(column.checked_sub(steps), Some(row)),
        &|steps| is_free(Some(column), Some(row + steps)),
        &|steps| is_free(Some(column), row.checked_sub(steps)),
    ];
    views.iter().any(|is_free| (1..=FAR).all(is_free))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Entry;

    /// Who is shut in if these are the upper lines of a board, and the others are empty.
    fn seen(lines: [&str; 3]) -> Option<Color> {
        let text = format!("{}\n{}B8 x\n", lines.join("\n"), "---------\n".repeat(6));
        shut_in(&Entry::from_text(&text).unwrap().problem.setup())
    }

    #[test]
    fn stones_in_the_corner_behind_others_are_inside() {
        assert_eq!(seen(["---ox----", "oooox----", "xxxxx----"]), Some(Color::White));
        assert_eq!(seen(["---xo----", "xxxxo----", "ooooo----"]), Some(Color::Black));
    }

    #[test]
    fn where_both_look_out_nobody_is_inside() {
        assert_eq!(seen(["---------", "-o--x----", "-o--x----"]), None);
    }
}
