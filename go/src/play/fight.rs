//! Fights that nobody gets out of. Inside of one a solver knows better than any number of playouts.

use super::benson::living_on;
use crate::board::{Color, Point, PointSet, Setup};

/// With more empty points than this a fight is not looked at: it would take too long to read.
const MOST_POINTS: usize = 12;
/// So many liberties elsewhere keep a wall safe for as long as a fight takes. What lives by itself needs none.
const SAFE: usize = 3;

/// The fight around an empty point of a whole game, as a problem's setup: somebody's stones are shut in there by walls that will stand. `None` if
/// there is none. Which moves superko forbids is not told by it.
///
/// If both sides have stones that are shut in, it is about those of the side to move.
#[cold]
pub fn locked_fight(size: u8, stones: &[PointSet; 2], to_move: Color, point: Point) -> Option<Setup> {
    let sides = [to_move, to_move.opponent()];
    sides
        .into_iter()
        .find_map(|defender| about(size, stones, defender, to_move, point))
}

/// The move to make in a fight for which this one was chosen, once it is known which moves are right there: none, if nothing helps or nothing is
/// needed. Then the choice stands, since it may be good for something else.
#[must_use]
pub fn better_in_fight(chosen: Point, right: &PointSet, best: Option<Point>) -> Point {
    let is_good = right.is_empty() || right.contains(chosen);
    best.filter(|_| !is_good).unwrap_or(chosen)
}

fn about(size: u8, stones: &[PointSet; 2], defender: Color, to_move: Color, point: Point) -> Option<Setup> {
    let board: PointSet = Point::all(size).collect();
    let (own, wall) = (&stones[defender as usize], &stones[defender.opponent() as usize]);
    let empty = board.minus(own).minus(wall);
    let prison = one(point).grown(&empty.union(own));
    let room = prison.intersection(&empty);
    if room.len() > MOST_POINTS || !holds(&prison, &room, wall, &empty, size) {
        return None;
    }
    Some(Setup {
        size,
        black: stones[Color::Black as usize],
        white: stones[Color::White as usize],
        outside: empty.minus(&room),
        key: largest_chain(&prison.intersection(own))?,
        to_move,
    })
}

/// Whether the walls around a prison stand. A chain with no liberty elsewhere is a part of the fight, and may fall.
fn holds(prison: &PointSet, room: &PointSet, wall: &PointSet, empty: &PointSet, size: u8) -> bool {
    let alive = living_on(size, wall, empty);
    let mut rest = prison.beside(wall).minus(&alive);
    while let Some(stone) = rest.first() {
        let chain = one(stone).grown(wall);
        rest = rest.minus(&chain);
        let elsewhere = chain.beside(empty).minus(room).len();
        if (1..SAFE).contains(&elsewhere) {
            return false;
        }
    }
    true
}

/// What such a fight is mostly about: a chain of two stones or more.
fn largest_chain(stones: &PointSet) -> Option<PointSet> {
    let (mut rest, mut largest) = (*stones, PointSet::EMPTY);
    while let Some(stone) = rest.first() {
        let chain = one(stone).grown(stones);
        rest = rest.minus(&chain);
        if chain.len() > largest.len() {
            largest = chain;
        }
    }
    (largest.len() > 1).then_some(largest)
}

fn one(point: Point) -> PointSet {
    [point].into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stones(lines: &[&str]) -> [PointSet; 2] {
        [b'x', b'o'].map(|letter| {
            let is_it = |point: &Point| {
                lines[usize::from(point.row())].as_bytes()[usize::from(point.column())] == letter
            };
            Point::all(lines.len() as u8).filter(is_it).collect()
        })
    }

    /// White is shut in, in the corner; Black's wall has all the liberties it needs.
    const SHUT_IN: [&str; 7] = [
        "---ox--", "oooox--", "xxxxx--", "-------", "-------", "-------", "-------",
    ];

    #[test]
    fn stones_behind_a_wall_that_stands_are_a_fight() {
        for to_move in Color::BOTH {
            let fight = locked_fight(7, &stones(&SHUT_IN), to_move, Point::new(1, 0)).unwrap();
            assert_eq!(fight.to_move, to_move);
            assert_eq!(fight.key, stones(&SHUT_IN)[1]);
            assert_eq!(
                fight.outside.len(),
                7 * 7 - 5 - 7 - 3,
                "all but the three points of the corner"
            );
        }
    }

    #[test]
    fn whoever_can_get_out_is_in_no_fight() {
        let mut open = SHUT_IN;
        open[0] = "---o---";
        assert_eq!(
            locked_fight(7, &stones(&open), Color::Black, Point::new(1, 0)),
            None
        );
        let outside = Point::new(6, 6);
        assert_eq!(locked_fight(7, &stones(&SHUT_IN), Color::Black, outside), None);
    }

    #[test]
    fn a_wall_with_two_liberties_elsewhere_is_not_trusted() {
        let weak = [
            "---ox--", "oooox--", "xxxxxo-", "oooooo-", "-------", "-------", "-------",
        ];
        // Above White's own wall only H7 and G6 are left to Black.
        let mut weaker = weak;
        weaker[0] = "---oxo-";
        assert_eq!(
            locked_fight(7, &stones(&weaker), Color::White, Point::new(1, 0)),
            None
        );
    }

    #[test]
    fn only_a_move_that_is_wrong_gives_way() {
        let (one, other) = (Point::new(0, 0), Point::new(1, 0));
        let right = [other].into_iter().collect();
        assert_eq!(better_in_fight(one, &right, Some(other)), other);
        assert_eq!(better_in_fight(other, &right, Some(other)), other);
        assert_eq!(better_in_fight(one, &PointSet::EMPTY, Some(other)), one);
        assert_eq!(better_in_fight(one, &right, None), one);
    }

    #[test]
    fn a_single_stone_is_not_worth_a_thought() {
        let lines = [
            "-ox----", "xxx----", "-------", "-------", "-------", "-------", "-------",
        ];
        assert_eq!(
            locked_fight(7, &stones(&lines), Color::Black, Point::new(0, 0)),
            None
        );
    }
}
