//! The defender's life in the open, by the moves that live in a small room.
//!
//! The attacker may do more here than in the room, and nothing is taken as known from there: every one of its moves that matters is answered, as in any
//! other search.

use shikatsu::board::{Point, PointSet};

use crate::closed::scout::{Scene, Scout};
use crate::field::Field;
use crate::position::Position;
use crate::search::{MOVE, Search};
use crate::set::Set;
use crate::table::Why;
use crate::zone::after_winners_move;

/// The steps that the defender has: fifty moves.
const STEPS: u32 = 50 * MOVE;

impl<const N: usize> Search<N> {
    /// Tries to live as somebody has seen it in a small room. Gives that scout back. If the search is stopped, it goes on where it was when it is called again.
    pub(crate) fn follow_all(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        scout: Scout,
    ) -> Option<Scout> {
        self.guide = Some(scout);
        self.deepen(field, position, STEPS);
        self.guide.take()
    }

    /// The same from a position on the way, with the defender to move.
    pub(crate) fn follow(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        steps: u32,
        since: u64,
    ) -> Option<Set<N>> {
        let rest = steps.checked_sub(MOVE)?;
        let scene = Scene::of(field, position);
        // A return is no way to live.
        let mut tried = self.guide.as_mut()?.enter(&scene)?;
        let mut found = None;
        while found.is_none() && !self.stopped {
            let Some(point) = self.ask_guide(&scene, &tried) else {
                break;
            };
            // The guide may see farther than this field.
            let cell = field.cell_of(point);
            let child = cell.and_then(|cell| Some((cell, self.play(field, position, cell)?)));
            found = child.and_then(|(cell, child)| {
                let below = self.attack(field, &child, rest)?;
                self.may_play(&child, below).then(|| {
                    let zone = after_winners_move(field, position, cell, &child, below);
                    self.won(position, zone, Why::Plays(cell as u16), since)
                })
            });
            if !self.stopped {
                tried.insert(point);
            }
        }
        let guide = self.guide.as_mut()?;
        if self.stopped && found.is_none() {
            guide.pause(tried);
        } else {
            guide.leave();
        }
        found
    }

    /// The guide's next move. What it has to look at for that counts as well.
    fn ask_guide(&mut self, scene: &Scene, tried: &PointSet) -> Option<Point> {
        let guide = self.guide.as_mut()?;
        let before = guide.nodes();
        let point = guide.reply(scene, tried);
        self.nodes += guide.nodes() - before;
        point
    }
}

#[cfg(test)]
mod tests {
    use shikatsu::problem::read_text;

    use super::*;
    use crate::closed::scout::Scouts;
    use crate::field::Frame;
    use crate::position::Side;
    use crate::search::View;
    use crate::style::STYLES;

    /// Black lives in one of the rooms, and in the open.
    const ALONG_THE_EDGE: &str = include_str!("../tests/along-the-edge.txt");

    /// Follows a life in a room, and stops after so many nodes each time: how many it took in all, and how often it stopped.
    fn follow(slice: u64) -> (u64, u32) {
        let (problem, _) = read_text(ALONG_THE_EDGE).expect("a problem");
        let all = Point::all(problem.size()).collect();
        let (field, root) = Field::<6>::new(&problem, Frame::around(&all)).expect("it fits");
        let mut scouts = Scouts::new(&problem, 1 << 20);
        scouts.begin();
        let scene = Scene::of(&field, &root);
        let mut scout = loop {
            if let (_, Some(scout)) = scouts.look(&scene, 10_000) {
                break scout;
            }
            assert!(scouts.next(), "a room shows the way");
        };
        let view = View::new(STYLES[0], Set::<6>::CAPACITY, 1 << 20);
        let mut search = Search::new(&field, &root, Side::Defender, view, 1 << 24);
        for stops in 0..100_000 {
            search.stopped = false;
            search.budget = search.nodes + slice;
            scout = search.follow_all(&field, &root, scout).expect("it is given back");
            assert!(scout.is_home());
            if search.table.won(root.hash).is_some() {
                return (search.nodes, stops);
            }
            assert!(search.stopped, "the way leads to life");
        }
        panic!("it never ends");
    }

    #[test]
    fn whoever_stops_on_the_way_goes_on_where_it_was() {
        let (whole, stops) = follow(1_000_000);
        assert_eq!(stops, 0);
        for slice in [50, 170, 600] {
            let (nodes, stops) = follow(slice);
            assert!(stops > 0, "{whole} nodes in one go");
            assert!(
                nodes < whole + whole / 4 + 40 * u64::from(stops),
                "{slice}: {nodes} instead of {whole}"
            );
        }
    }
}
