//! What is seen of a position without looking at any move: that the key stones stand for good, or that they fall.
//!
//! A stone mostly does something for its own side: after the attacker's there may be no room left, and after the defender's there may be two eyes. Only that is
//! looked for after each move. The contrary, a stone too many for its own side, is looked for when the position is gone into.

use super::search::Search;
use crate::death::doomed;
use crate::life::alive;
use crate::position::{PASS, Position, Side};
use crate::set::Set;
use crate::zone::after_winners_move;

/// How many lives may be new before what was seen without them is looked at again.
const FRESH: usize = 100;

impl<const N: usize> Search<N> {
    /// Whether the key stones are seen to stand for good, or to fall, and by which cells.
    pub(super) fn seen(&self, position: &Position<N>) -> Option<(bool, Set<N>)> {
        self.seen_at_once(position)
            .or_else(|| self.seen_by(position, position.turn.opponent()))
            .or_else(|| self.seen_by(position, position.turn))
    }

    /// What costs little to see.
    fn seen_at_once(&self, position: &Position<N>) -> Option<(bool, Set<N>)> {
        let field = &self.field;
        // A key stone in a wall can never fall.
        if field.safe_key {
            return Some((false, Set::EMPTY));
        }
        // A stone may come back to the point of one that fell, so all of these belong to the reason.
        if position.key.is_empty() {
            return Some((true, self.root.key));
        }
        if position.turn == Side::Attacker
            && let Some(cell) = position.last_liberty(field)
        {
            let child = position.play(field, cell)?;
            let zone = after_winners_move(field, position, cell, &child, self.root.key);
            return Some((true, zone));
        }
        None
    }

    /// Whether a side is seen to have its way: the defender's stones live, or there is no room for them to live.
    fn seen_by(&self, position: &Position<N>, side: Side) -> Option<(bool, Set<N>)> {
        match side {
            Side::Defender => alive(&self.field, position).map(|zone| (false, zone)),
            Side::Attacker => {
                doomed(&self.field, position, self.root.key, self.attackers).map(|zone| (true, zone))
            }
        }
    }

    /// What is seen right after a stone on this cell: what it has done for its own side, or a life that has this stone. After a pass only what costs little, since the
    /// rest was looked for before.
    pub(super) fn captured(&self, position: &Position<N>, last: u16) -> Option<(bool, Set<N>)> {
        self.quiet.find(position.hash, self.age(), || {
            let by_stone = || self.seen_by(position, position.turn.opponent());
            let alike = || self.lives.find_with(position, last).map(|zone| (false, zone));
            match self.seen_at_once(position) {
                None if last != PASS => by_stone().or_else(alike),
                seen => seen,
            }
        })
    }

    /// What is seen when a position is gone into: that it is like a life, or that the last stone was one too many for its own side.
    pub(super) fn seen_inside(&self, position: &Position<N>) -> Option<(bool, Set<N>)> {
        self.unlike.find(position.hash, self.age(), || {
            let alike = || self.lives.find(position).map(|zone| (false, zone));
            self.seen_by(position, position.turn).or_else(alike)
        })
    }

    /// A life that was found since may be overlooked until a hundred are new.
    const fn age(&self) -> usize {
        self.lives.len() / FRESH
    }
}

#[cfg(test)]
mod tests {
    use shikatsu::board::{Point, PointSet};
    use shikatsu::problem::read_text;

    use crate::closed::chance::{Ground, Weights};
    use crate::closed::search::Search;
    use crate::field::{Field, Frame};
    use crate::position::Position;

    #[test]
    fn what_is_not_seen_at_once_is_seen_inside() {
        let (problem, _) = read_text("-----xo\n-x-xxxo\n---xooo\nxxxxo**\noooo***\n*******\n*******\nD6 o\n")
            .expect("a problem");
        let all: PointSet = Point::all(problem.size()).collect();
        let (field, root) = Field::<1>::new(&problem, Frame::around(&all)).expect("it fits");
        let ground = Ground::new(&field, &problem, Weights::none());
        let search = Search::new(field, ground, root, 1 << 16);
        let field = &search.field;
        let (mut number, mut counts) = (1_u64, [[0; 2]; 2]);
        for _ in 0..400 {
            let mut position = root;
            // Where stones are captured again and again, it may not come to an end.
            for _ in 0..40 {
                if search.seen(&position).is_some() {
                    break;
                }
                let can_play = |&cell: &usize| position.play(field, cell).is_some();
                let cells: Vec<usize> = position.empty(field).iter().filter(can_play).collect();
                if cells.is_empty() {
                    break;
                }
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let cell = cells[(number >> 33) as usize % cells.len()];
                let after: Position<1> = position.play(field, cell).expect("a move");
                let at_once = search.captured(&after, cell as u16);
                let inside = || search.seen_inside(&after);
                let parts = at_once.or_else(inside).map(|(captured, _)| captured);
                let whole = search.seen(&after).map(|(captured, _)| captured);
                assert_eq!(parts, whole, "{position:?} {cell}");
                if let Some(captured) = whole {
                    counts[usize::from(at_once.is_some())][usize::from(captured)] += 1;
                }
                position = after;
            }
        }
        let [inside, at_once] = counts.map(|counts| counts.iter().sum::<usize>());
        assert!(inside > 20 && at_once > 100, "both happen: {counts:?}");
    }
}
