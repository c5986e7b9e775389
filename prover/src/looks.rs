//! How natural a move looks, by the tables of `shikatsu::instinct`: twelve points around the cell, some of which never change.

use shikatsu::board::Point;
use shikatsu::instinct::{Stand, Surroundings, score};

use crate::position::{Position, Side};

/// Stands for a point that is no cell.
const FIXED: u16 = u16::MAX;

/// What a point is to a field.
#[derive(Clone, Copy, Debug)]
pub(crate) enum There {
    /// A cell: stones come and go.
    Cell(u16),
    /// This stands there for good.
    Fixed(Stand),
}

/// By cell: what surrounds it.
#[derive(Clone, Debug)]
pub(crate) struct Looks(Vec<Around>);

/// The twelve points around a cell.
#[derive(Clone, Copy, Debug)]
struct Around {
    /// The cells among them.
    cells: [u16; Surroundings::COUNT],
    /// What stands on the others, and how far the edges are.
    rest: Surroundings,
}

impl Looks {
    /// Room for so many cells; nothing is known of them yet.
    pub(crate) fn new(cells: usize) -> Looks {
        let nothing = Around {
            cells: [FIXED; Surroundings::COUNT],
            rest: Surroundings::NOTHING,
        };
        Looks(vec![nothing; cells])
    }

    /// Notes what surrounds a cell.
    pub(crate) fn set(&mut self, cell: usize, point: Point, size: u8, look_up: &dyn Fn(Point) -> There) {
        let around = &mut self.0[cell];
        around.rest = Surroundings::of_nothing(point, size);
        for (place, there) in Surroundings::points(point, size).enumerate() {
            match there.map_or(There::Fixed(Stand::NoBoard), look_up) {
                There::Cell(cell) => around.cells[place] = cell,
                There::Fixed(stand) => around.rest.put(place, stand),
            }
        }
    }

    /// How natural it looks if a side plays on this cell: the higher, the more.
    #[inline]
    pub(crate) fn of<const N: usize>(&self, position: &Position<N>, cell: usize, side: Side) -> i32 {
        let around = &self.0[cell];
        let mut seen = around.rest;
        for (place, &there) in around.cells.iter().enumerate() {
            if there == FIXED {
                continue;
            }
            if position.stones[0].has(usize::from(there)) {
                seen.put(place, Stand::Defender);
            } else if position.stones[1].has(usize::from(there)) {
                seen.put(place, Stand::Attacker);
            }
        }
        i32::from(score(seen, side == Side::Defender))
    }
}

#[cfg(test)]
mod tests {
    use shikatsu::instinct::look;
    use shikatsu::problem::read_text;

    use crate::field::{Field, Frame};

    const CORNER: &str = "--x-ox***\n-o--ox***\n--ooox***\nooxxx****\nxxx******\n*********\n*********\n*********\n*********\nA6 x\n";
    const CENTRE: &str = "*********\n*********\n*********\n**xxxxx**\n**xo-ox**\n**x--xx**\n**xoo-x**\n**xxxxx**\n*********\nD5 x\n";

    #[test]
    fn a_move_looks_the_same_as_to_the_handheld() {
        // The whole board, and a crop with walls beyond it.
        for (text, right, bottom) in [(CORNER, 8, 8), (CENTRE, 8, 8), (CORNER, 4, 4)] {
            let (problem, _) = read_text(text).expect("a problem");
            let frame = Frame {
                left: 0,
                right,
                top: 0,
                bottom,
            };
            let (field, position) = Field::<8>::new(&problem, frame).expect("it fits");
            let mut moves = 0;
            look(&problem, &mut |first| {
                let cell = field.cell_of(first.point).expect("a cell");
                assert_eq!(
                    field.looks.of(&position, cell, position.turn),
                    i32::from(first.score)
                );
                moves += 1;
            });
            assert!(moves >= 4);
        }
    }
}
