//! Where a group lies: its outline, its stones, the wall around it.
//!
//! A group of a game is a few stones on the second and third line around an eye space, with an enemy wall one line further
//! out. So a shape begins with an **outline**: how many lines deep it reaches in each column. The defender's stones stand on
//! its rim, the attacker's just outside of it. Then what games do to such shapes is done: a foot on the first line is missing,
//! a connection hangs, the wall leaves a liberty, friends wait along the edge.
//!
//! White defends at the top, in the left corner or in the middle of the side; turning and colours come at the end.

use shikatsu::board::{Color, Point, PointSet, Setup};

use super::random::Random;

/// Lines of the board: that of games.
pub(super) const SIZE: u8 = 19;
/// The first column of a group on the side.
const SIDE_LEFT: u8 = 5;

/// By how many points outlines are larger than the smallest of their kind.
const MORE: [u8; 6] = [0, 0, 1, 1, 1, 2];

/// Which part of the board a group lies in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Corner,
    Side,
}

/// A group and its surroundings, before anybody has played inside.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) place: Place,
    /// How many lines deep it reaches, column by column.
    depths: Vec<u8>,
    /// The defender's stones.
    stones: PointSet,
    /// Playable points beyond the outline: liberties, and ways along the edge.
    beyond: PointSet,
    /// Stones of the defender that are safe.
    friends: PointSet,
}

impl Shape {
    pub(super) fn random(random: &mut Random) -> Shape {
        let place = if random.chance(60) {
            Place::Corner
        } else {
            Place::Side
        };
        let depths = match place {
            Place::Corner => corner_outline(random),
            Place::Side => side_outline(random),
        };
        let mut shape = Shape {
            place,
            depths,
            stones: PointSet::EMPTY,
            beyond: PointSet::EMPTY,
            friends: PointSet::EMPTY,
        };
        shape.stones = shape.rim();
        shape.make_solid(random);
        shape.take_feet(random);
        shape.open_wall(random);
        if random.chance(7) {
            shape.call_friends(random);
        }
        shape
    }

    fn left(&self) -> u8 {
        match self.place {
            Place::Corner => 0,
            Place::Side => SIDE_LEFT,
        }
    }

    fn right(&self) -> u8 {
        self.left() + self.depths.len() as u8 - 1
    }

    /// How deep it reaches in a column of the board.
    fn depth(&self, column: u8) -> u8 {
        let place = usize::from(column.wrapping_sub(self.left()));
        self.depths.get(place).copied().unwrap_or(0)
    }

    /// All points within the outline.
    fn area(&self) -> PointSet {
        Point::all(SIZE)
            .filter(|p| p.row() < self.depth(p.column()))
            .collect()
    }

    /// The points of the area that touch what is beyond it.
    fn rim(&self) -> PointSet {
        let area = self.area();
        area.iter()
            .filter(|p| p.beside(SIZE).any(|q| !area.contains(q)))
            .collect()
    }

    /// Where the outline has a step, the stones of the rim touch at their corners only. Some such places are filled.
    fn make_solid(&mut self, random: &mut Random) {
        for column in self.left()..self.right() {
            let (here, next) = (self.depth(column), self.depth(column + 1));
            let joint = match here.cmp(&next) {
                std::cmp::Ordering::Greater => Point::new(column, next - 1),
                std::cmp::Ordering::Less => Point::new(column + 1, here - 1),
                std::cmp::Ordering::Equal => continue,
            };
            if joint.row() > 0 && random.chance(35) {
                self.stones.insert(joint);
            }
        }
    }

    /// Takes away stones that games leave out: feet on the first line mostly, bends and others sometimes.
    fn take_feet(&mut self, random: &mut Random) {
        for column in [self.left(), self.right()] {
            if self.place == Place::Corner && column == 0 {
                continue;
            }
            let depth = self.depth(column);
            if random.chance(62) {
                self.stones.remove(Point::new(column, 0));
                if depth >= 3 && random.chance(30) {
                    self.stones.remove(Point::new(column, 1));
                }
            }
        }
        if self.place == Place::Corner && random.chance(55) {
            let last = self.depth(0) - 1;
            self.stones.remove(Point::new(0, last));
            if self.depth(1) == self.depth(0) && self.depth(2) < self.depth(0) && random.chance(15) {
                self.stones.remove(Point::new(1, last));
            }
        }
        let stones: Vec<Point> = self.stones.iter().filter(|p| p.row() > 0).collect();
        if !stones.is_empty() && random.chance(22) {
            self.stones.remove(random.pick(&stones));
        }
    }

    /// Leaves the group some liberties beyond its stones: the wall runs one line further out there.
    fn open_wall(&mut self, random: &mut Random) {
        let count = random.weighted(&[76, 18, 6]).unwrap_or(0);
        let area = self.area();
        let may_open = |p: &Point| p.row() > 0 && (self.place == Place::Side || p.column() > 0);
        let mut opened = PointSet::EMPTY;
        for _ in 0..count {
            let free = beside(&self.stones).minus(&area).minus(&opened);
            let free: Vec<Point> = free.iter().filter(may_open).collect();
            if free.is_empty() {
                break;
            }
            // A single hole in a wall looks like an accident: two points, or one at a bend.
            let first = random.pick(&free);
            let next: Vec<Point> = first.beside(SIZE).filter(|p| free.contains(p)).collect();
            if let Some(&other) = next.get(random.below(next.len().max(1))) {
                opened.insert(first);
                opened.insert(other);
            }
        }
        self.beyond = opened;
    }

    /// Puts safe friends along the edge, with the enemy between them and the group.
    fn call_friends(&mut self, random: &mut Random) {
        let end = self.right();
        let way = random.between(1, 3);
        if end + way + 2 >= SIZE {
            return;
        }
        self.stones.remove(Point::new(end, 0));
        for step in 1..=way {
            self.beyond.insert(Point::new(end + step, 0));
        }
        let at = end + way + 1;
        self.friends.insert(Point::new(at, 0));
        self.friends.insert(Point::new(at, 1));
        self.friends.insert(if random.chance(50) {
            Point::new(at, 2)
        } else {
            Point::new(at + 1, 1)
        });
    }

    /// The position, Black to move.
    pub(super) fn setup(&self) -> Setup {
        let inside = self.area().union(&self.beyond);
        let wall = beside(&inside).minus(&inside).minus(&self.friends);
        let all: PointSet = Point::all(SIZE).collect();
        let taken = inside.union(&wall).union(&self.friends);
        Setup {
            black: wall,
            white: self.stones.union(&self.friends),
            outside: all.minus(&taken),
            key: self.stones,
            to_move: Color::Black,
            ..Setup::empty(SIZE)
        }
    }
}

/// The points beside the points of a set, its own among them.
pub(super) fn beside(set: &PointSet) -> PointSet {
    set.iter()
        .flat_map(|p| p.beside(SIZE).collect::<Vec<_>>())
        .collect()
}

fn corner_outline(random: &mut Random) -> Vec<u8> {
    let more = random.pick(&MORE);
    match random.weighted(&[12, 22, 6, 22, 38]).unwrap_or(0) {
        // A row on the second line.
        0 => vec![2; usize::from(random.between(4, 7) + more)],
        // A block on the third line, or on the fourth.
        1 => vec![3; usize::from(random.between(3, 5) + more)],
        2 => vec![4; usize::from(3 + more.min(1))],
        // Rows on both second lines: an L.
        3 => {
            let (long, wide) = (random.between(3, 5) + more, random.between(2, 4) + more);
            let mut depths = vec![long; 2];
            depths.extend(vec![2; usize::from(wide)]);
            depths
        }
        // Stairs.
        _ => {
            let first = random.between(3, 4) + more.min(1);
            let mut depths = vec![first, first - u8::from(random.chance(25))];
            for _ in 0..random.between(1, 4) + more {
                let last = depths[depths.len() - 1];
                let step = random.pick(&[0, 0, 1]);
                depths.push(last.saturating_sub(step).max(2));
            }
            if random.chance(12) && depths.ends_with(&[2]) {
                depths.push(1);
            }
            depths
        }
    }
}

fn side_outline(random: &mut Random) -> Vec<u8> {
    let more = random.pick(&MORE);
    match random.weighted(&[14, 22, 8, 56]).unwrap_or(0) {
        0 => vec![2; usize::from(random.between(5, 8) + more)],
        1 => vec![3; usize::from(random.between(3, 5) + more)],
        // A narrow group that runs for the centre.
        2 => vec![4; usize::from(3 + more.min(1))],
        // Hills between the second and the third line.
        _ => {
            let mut depths = vec![random.pick(&[2, 2, 3])];
            for _ in 0..random.between(3, 6) + more {
                let last = depths[depths.len() - 1];
                depths.push(if random.chance(60) { last } else { 5 - last });
            }
            depths
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shikatsu::board::{Board, Cell};

    #[test]
    fn every_shape_is_closed_off_from_the_outside() {
        for number in 0..2_000 {
            let setup = Shape::random(&mut Random::of_try(1, number)).setup();
            let board = Board::new(&setup);
            let is_open = |p: Point| board.at(p) == Cell::Empty && setup.outside.contains(p);
            for point in Point::all(SIZE).filter(|p| !setup.outside.contains(*p)) {
                let is_group = setup.key.contains(point);
                let is_gap = (board.at(point) == Cell::Empty || is_group) && point.beside(SIZE).any(is_open);
                assert!(!is_gap, "try {number}: {board:?}");
            }
        }
    }
}
