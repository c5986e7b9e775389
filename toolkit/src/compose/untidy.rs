//! How bad a problem looks: for [`super::tidy`], where [`super::looks`] only throws out what no game has.
//!
//! The numbers were chosen by looking at sheets of the sixty worst and the sixty best.

use shikatsu::board::{Board, Color, Point, PointSet};
use shikatsu::problem::Problem;

use super::sight::Sight;

/// A longer side than this makes a string of a group.
const LONG: u8 = 8;
/// More stones of the wall than this right behind the group are a ring.
const RING: usize = 8;

/// How untidy a problem looks: a long string, ringed by a tight wall, stones of the group that see no room, stones on the first line without
/// a friend near.
pub fn untidiness(problem: &Problem) -> usize {
    let board = Board::new(&problem.setup());
    let sight = Sight::new(&board);
    let defender = problem.defender();
    let group = sight
        .chains(defender)
        .iter()
        .fold(PointSet::EMPTY, PointSet::union);
    let room = sight.room();
    let touches = |p: Point, set: &PointSet| p.beside(board.size()).any(|p| set.contains(p));
    let is_ring = |p: &Point| sight.is_safe(*p) && touches(*p, &group);
    let ring = board.stones(defender.opponent()).iter().filter(is_ring).count();
    let dull = group.iter().filter(|&p| !touches(p, &room)).count();
    let strays: usize = Color::BOTH.iter().map(|&color| strays(sight, color)).sum();
    let too_long = usize::from(length(sight).saturating_sub(LONG));
    3 * too_long + 2 * ring.saturating_sub(RING) + 2 * dull + 9 * strays
}

/// The longer side of what is on the board and may be played on.
fn length(sight: Sight<'_>) -> u8 {
    let board = sight.board;
    let used = Color::BOTH
        .iter()
        .fold(sight.room(), |used, &color| used.union(&board.stones(color)));
    let side = |line: fn(Point) -> u8| {
        let first = used.iter().map(line).min().unwrap_or(0);
        let last = used.iter().map(line).max().unwrap_or(0);
        last - first + 1
    };
    side(Point::column).max(side(Point::row))
}

/// Stones on the first line that touch no friend, not even at a corner.
fn strays(sight: Sight<'_>, color: Color) -> usize {
    let is_stray = |p: &Point| sight.line(*p) == 1 && sight.is_placement(*p, color);
    sight.board.stones(color).iter().filter(is_stray).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Entry;

    fn untidy(rows: [&str; 4]) -> usize {
        let empty = "*".repeat(13);
        let mut text = vec![empty.as_str(); 9];
        text.extend(rows);
        let text = format!("{}\nE2 x\n", text.join("\n"));
        untidiness(&Entry::from_text(&text).unwrap().problem)
    }

    #[test]
    fn strings_rings_and_strays_count_and_a_compact_group_does_not() {
        let group = ["*************", "**xxxxx******", "*xooo-x******", "*x---ox******"];
        assert_eq!(untidy(group), 0);
        let stray = ["*************", "**xxxxxx*****", "*xooo--x*****", "*x---x-x*****"];
        assert_eq!(untidy(stray), 9);
        let string = ["*************", "*xxxxxxxxxx**", "xoooooooooox*", "x----------x*"];
        assert_eq!(untidy(string), 3 * 4 + 2 * 4);
        let dull = ["*************", "*xxxxxx******", "*xoooox******", "*xoooo-x*****"];
        assert!(untidy(dull) > untidy(group));
    }
}
