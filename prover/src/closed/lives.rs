//! Positions in which the group gets two eyes, by the cells that this rests on.
//!
//! To hold a position against all of them takes longer than anything else that is done with it. But what one more stone makes alike to a life is mostly a
//! life in which that stone stands. So there is an index by stones: what follows from a move is held against the few lives that have its stone, and against
//! all of them only when it is gone into.

use crate::field::Field;
use crate::patterns::Patterns;
use crate::position::{Position, Side};
use crate::set::Set;

/// How many lives are remembered. A few thousand save half of the nodes, and more save nothing more.
const MOST: usize = 1 << 12;

pub(super) struct Lives<const N: usize> {
    all: Patterns<N>,
    /// By cell: those in which a stone that was not there at the start stands on it, of the side that has just moved.
    by_stone: Vec<Option<Patterns<N>>>,
    start: Position<N>,
}

impl<const N: usize> Lives<N> {
    /// None yet.
    pub(super) fn new(field: &Field<N>, start: &Position<N>) -> Lives<N> {
        Lives {
            all: Patterns::new(field, start, Side::Defender, MOST),
            by_stone: vec![None; Set::<N>::CAPACITY],
            start: *start,
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.all.len()
    }

    /// Takes down that a position is a life, wherever these cells are as they are there.
    pub(super) fn add(&mut self, field: &Field<N>, position: &Position<N>, zone: Set<N>) {
        if self.all.len() == MOST {
            return;
        }
        self.all.add(position, zone);
        let last = position.turn.opponent();
        let new = position.of(last).minus(self.start.of(last)) & zone;
        for cell in new.iter() {
            let one = self.by_stone[cell]
                .get_or_insert_with(|| Patterns::new(field, &self.start, Side::Defender, MOST));
            one.add(position, zone);
        }
    }

    /// Where it rests that a position is like a life.
    pub(super) fn find(&self, position: &Position<N>) -> Option<Set<N>> {
        self.all.find(position).map(|(zone, _)| zone)
    }

    /// The same among those lives only in which the last stone stands on this cell.
    pub(super) fn find_with(&self, position: &Position<N>, cell: u16) -> Option<Set<N>> {
        let lives = self.by_stone.get(usize::from(cell))?.as_ref()?;
        lives.find(position).map(|(zone, _)| zone)
    }
}

#[cfg(test)]
mod tests {
    use shikatsu::board::{Point, PointSet};
    use shikatsu::problem::read_text;

    use super::*;
    use crate::field::Frame;

    #[test]
    fn a_life_is_found_by_the_stone_that_makes_it_and_by_no_other() {
        let (problem, _) =
            read_text("-----x\noooooo\n******\n******\n******\n******\nA5 B5 x\n").expect("a problem");
        let all: PointSet = Point::all(problem.size()).collect();
        let (field, start) = Field::<1>::new(&problem, Frame::around(&all)).expect("it fits");
        let mut lives = Lives::new(&field, &start);
        // The side to move plays on the second point, and the other one on the fourth.
        let [second, fourth] = [1, 3].map(|column| field.cell(Point::new(column, 0)));
        let after = start.play(&field, second).expect("a move");
        let life = after.play(&field, fourth).expect("a move");
        lives.add(&field, &life, field.cells);
        assert!(lives.find(&life).is_some());
        assert!(lives.find_with(&life, fourth as u16).is_some());
        assert!(
            lives.find_with(&life, second as u16).is_none(),
            "that stone is the other side's"
        );
        assert!(lives.find(&after).is_none());
        assert_eq!(lives.len(), 1);
    }
}
