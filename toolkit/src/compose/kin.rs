//! Who is whose twin, wherever on the board and on whatever board; and who is a cousin.

use shikatsu::board::{Board, Color, Point, PointSet, Setup, Symmetry};
use shikatsu::problem::Problem;

use super::shape::SIZE;
use super::sight::Sight;
use crate::pack::portrait;

/// A description that a problem shares with its twins: turned, mirrored, with colours exchanged, moved along the edge, or on a board of another
/// size.
pub fn likeness(problem: &Problem) -> Vec<u8> {
    let is_mirroring = |symmetry: &Symmetry| !symmetry.parts().0;
    Symmetry::all()
        .filter(is_mirroring)
        .map(|symmetry| portrait(&seated(&problem.turned(symmetry))))
        .min()
        .unwrap_or_default()
}

/// A description that a problem shares with all that have the same stones of the defender, whatever stands around and inside.
pub fn family(problem: &Problem) -> Vec<u8> {
    let setup = problem.setup();
    let board = Board::new(&setup);
    let chains = Sight::new(&board).chains(problem.defender());
    let group = chains.iter().fold(PointSet::EMPTY, PointSet::union);
    let alone = Setup {
        black: PointSet::EMPTY,
        white: group,
        key: group,
        outside: Point::all(setup.size).collect::<PointSet>().minus(&group),
        to_move: Color::Black,
        ..setup
    };
    Problem::new(&alone).map_or_else(|_| likeness(problem), |alone| likeness(&alone))
}

/// The same problem on a board of 19 lines: at the edges where it was, and otherwise in the middle.
fn seated(problem: &Problem) -> Problem {
    let setup = problem.setup();
    let board = Board::new(&setup);
    // One stone of a chain or all of them: that is the same problem.
    let key: PointSet = setup
        .key
        .iter()
        .flat_map(|p| board.chain(p).collect::<Vec<_>>())
        .collect();
    let inside = Point::all(setup.size).collect::<PointSet>().minus(&setup.outside);
    let used = inside.union(&setup.black).union(&setup.white);
    let start = |line: fn(Point) -> u8| {
        let first = used.iter().map(line).min().unwrap_or(0);
        let last = used.iter().map(line).max().unwrap_or(0);
        let width = last - first + 1;
        let to = match (first == 0, last + 1 == setup.size) {
            (true, _) => 0,
            (_, true) => SIZE - width,
            _ => (SIZE - width) / 2,
        };
        (first, to)
    };
    let ((left, to_left), (top, to_top)) = (start(Point::column), start(Point::row));
    let moved = |set: &PointSet| -> PointSet {
        set.iter()
            .map(|p| Point::new(p.column() - left + to_left, p.row() - top + to_top))
            .collect()
    };
    let all: PointSet = Point::all(SIZE).collect();
    let seated = Setup {
        size: SIZE,
        black: moved(&setup.black),
        white: moved(&setup.white),
        key: moved(&key),
        outside: all.minus(&moved(&inside)),
        ..setup
    };
    Problem::new(&seated).unwrap_or(*problem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Entry;

    fn read(text: &str) -> Problem {
        Entry::from_text(text).unwrap().problem
    }

    #[test]
    fn a_problem_moved_along_the_edge_or_onto_another_board_is_a_twin() {
        let rows = ["****xx***", "**xxoox**", "*xoo-ox**", "*xo--ox**"];
        let on_lines = |lines: usize, right: usize, to_move: char| {
            let empty = "*".repeat(lines);
            let shift = |row: &str| format!("{}{row}{}", "*".repeat(right), "*".repeat(lines - 9 - right));
            let mut text = vec![empty; lines - 4];
            text.extend(rows.iter().map(|row| shift(row)));
            let key = Point::new(2 + right as u8, 0).vertex(1);
            let key = key.to_string().replace('1', "2");
            read(&format!("{}\n{key} {to_move}\n", text.join("\n")))
        };
        let problem = on_lines(9, 0, 'x');
        assert_ne!(likeness(&problem), likeness(&on_lines(9, 0, 'o')));
        for other in [on_lines(11, 0, 'x'), on_lines(11, 1, 'x'), on_lines(18, 7, 'x')] {
            for symmetry in Symmetry::all() {
                assert_eq!(likeness(&other.turned(symmetry).swapped()), likeness(&problem));
            }
        }
    }

    #[test]
    fn what_stands_around_a_group_makes_no_other_family() {
        let one =
            read("********\n********\n********\n********\n********\n**xxxx**\n*xoooox*\n*xo--ox*\nD2 x\n");
        let two =
            read("********\n********\n********\n********\n**xx****\n*x--xx**\n*xoooox*\n*xox-ox*\nD2 o\n");
        assert_eq!(family(&one), family(&two));
        assert_ne!(likeness(&one), likeness(&two));
    }
}
