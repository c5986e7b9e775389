//! A wall that its author left open, closed.
//!
//! Authors draw what matters and leave out what every player would do: answer a step along the edge by blocking it. But an empty point
//! outside is a liberty that nobody can take, so a defender who comes next to one lives by rule. Opening the bounds further gives the
//! attacker room to block, and the solver more to read than it can. So the attacker has blocked already: stones of the attacker close
//! each opening, on points that stay outside. Nobody can play there anyhow, and what is inside stays as it was drawn.

use shikatsu::board::{Color, Point, PointSet, Setup};
use shikatsu::problem::Problem;

use crate::entry::{Entry, names};

/// With more stones than this the wall is not closed but made up.
const MOST_STONES: usize = 6;

/// The same problem with a closed wall; `None` if it is closed already, if closing it takes too much, or makes it impossible.
pub(super) fn fenced(entry: &Entry) -> Option<Entry> {
    let mut setup = entry.problem.setup();
    let fence = openings(&setup);
    if !(1..=MOST_STONES).contains(&fence.len()) {
        return None;
    }
    let attacker = entry.problem.defender().opponent();
    match attacker {
        Color::Black => setup.black = setup.black.union(&fence),
        Color::White => setup.white = setup.white.union(&fence),
    }
    let problem = Problem::new(&setup).ok()?;
    let mut entry = Entry {
        problem,
        ..entry.clone()
    };
    let names = names(&fence, setup.size);
    entry.remarks.push(format!(
        "the wall around the key stones is open, so {attacker} closes it with stones that are not in the file: {names}"
    ));
    Some(entry)
}

/// The empty outside points beside the key stones or beside points where one may play.
fn openings(setup: &Setup) -> PointSet {
    let stones = setup.black.union(&setup.white);
    let is_inside = |point: &Point| !setup.outside.contains(*point) && !stones.contains(*point);
    let inside: PointSet = Point::all(setup.size).filter(is_inside).collect();
    let beside: PointSet = inside
        .union(&setup.key)
        .iter()
        .flat_map(|point| point.beside(setup.size))
        .collect();
    beside.intersection(&setup.outside).minus(&stones)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three white stones on the second line, and a way out along the edge.
    const OPEN: &str = "*********\n*********\n*********\n*********\n*********\n*********\nxxxx*****\nooox*****\n----*****\nA2 x\n\n";

    #[test]
    fn a_stone_outside_closes_the_opening_and_is_told() {
        let open = Entry::from_text(OPEN).unwrap();
        let closed = fenced(&open).unwrap();
        let added = closed.problem.setup().black.minus(&open.problem.setup().black);
        assert_eq!(names(&added, 9), "E1");
        assert_eq!(closed.outside_stones(), added, "its point stays closed");
        assert_eq!(closed.problem.setup().white, open.problem.setup().white);
        assert!(closed.remarks[0].ends_with("Black closes it with stones that are not in the file: E1"));
        assert_eq!(fenced(&closed), None, "it is closed now");
    }

    #[test]
    fn a_wall_is_not_made_up() {
        let row = |signs: &str| format!("{signs}\n");
        let text = format!(
            "{}{}{}{}{}C3 x\n\n",
            row("*****"),
            row("*---*"),
            row("*-o-*"),
            row("*---*"),
            row("*****")
        );
        assert_eq!(fenced(&Entry::from_text(&text).unwrap()), None);
    }
}
