//! Where one may play, worked out from the key stones.
//!
//! It is what the toolkit works out for an SGF file that has key stones and says nothing else (`toolkit/src/sgf/infer/bounds.rs`, which
//! also takes a file's moves into account); a test holds the two against each other.
//!
//! 1. From the key stones flood through empty points and the defender's stones, up to the attacker's.
//! 2. If that reaches most of the board, nobody has closed the wall. Then the inside is what lies close to the key stones and not
//!    closer to the attacker's.
//! 3. A small pocket behind an attacking chain joins the inside, if that chain has all its liberties in the inside and in small pockets. So do the last
//!    liberties of a few stones of an open wall, and small holes.
//! 4. What no stone of the defender's can come to goes.

use crate::board::{Color, Point, PointSet, Setup};

/// A region with more empty points than this share of the board is open: nobody surrounds it.
const OPEN: usize = 2;
/// A pocket with more empty points than this is another part of the board.
const SMALL_POCKET: usize = 8;
/// With more stones or more liberties than this nobody expects a chain of the wall to be captured.
const WEAK_STONES: usize = 3;
const WEAK_LIBERTIES: usize = 2;
/// A part of the outside with more empty points than this is no hole.
const SMALL_HOLE: usize = 3;
/// In an open problem, so many steps from the group everything is inside …
const NEAR: usize = 2;
/// … and so many steps what is not closer to the attacker.
const FAR: usize = 4;

/// The points where nobody plays, for a position with key stones. Without key stones there are none.
pub fn outside(setup: &Setup) -> PointSet {
    let Some(key) = setup.key.first() else {
        return PointSet::EMPTY;
    };
    let defender = if setup.black.contains(key) {
        Color::Black
    } else {
        Color::White
    };
    let ground = Ground::new(setup, defender);
    let mut inside = ground.flood(&setup.key);
    let is_open = ground.is_open(&inside);
    if is_open {
        inside = ground.neighbourhood(&setup.key, &inside);
    }
    inside = ground.with_pockets(inside);
    // Where the wall is closed it was meant to hold.
    if is_open {
        inside = inside.union(&ground.last_liberties(&inside));
    }
    let inside = inside.intersection(&ground.empty);
    let inside = inside.union(&ground.holes(&inside));
    ground
        .empty
        .minus(&inside.intersection(&ground.reached(&setup.key, &inside)))
}

/// What stands where.
struct Ground<'a> {
    board: PointSet,
    empty: PointSet,
    defenders: &'a PointSet,
    attackers: &'a PointSet,
}

impl<'a> Ground<'a> {
    fn new(setup: &'a Setup, defender: Color) -> Ground<'a> {
        let board: PointSet = Point::all(setup.size).collect();
        Ground {
            board,
            empty: board.minus(&setup.black).minus(&setup.white),
            defenders: setup.stones(defender),
            attackers: setup.stones(defender.opponent()),
        }
    }

    /// What can be reached without crossing a stone of the attacker's.
    fn flood(&self, start: &PointSet) -> PointSet {
        start.grown(&self.board.minus(self.attackers))
    }

    fn is_open(&self, region: &PointSet) -> bool {
        region.intersection(&self.empty).len() * OPEN > self.board.len()
    }

    fn border(&self, set: &PointSet) -> PointSet {
        set.beside(&self.board).minus(set)
    }

    /// The part of an open region that belongs to the key stones.
    fn neighbourhood(&self, key: &PointSet, region: &PointSet) -> PointSet {
        let mut ours = Spread::new(key, self.defenders);
        let mut theirs = Spread::new(self.attackers, self.attackers);
        let mut belongs = PointSet::EMPTY;
        for steps in 0..=FAR {
            ours.settle(&self.board);
            theirs.settle(&self.board);
            // What was theirs a step sooner is not ours, unless it is near.
            let closer = if steps <= NEAR {
                ours.ring
            } else {
                ours.ring.minus(&theirs.before)
            };
            belongs = belongs.union(&closer);
            ours.step(&self.board.minus(self.attackers));
            theirs.step(&self.board.minus(self.defenders));
        }
        belongs.intersection(region)
    }

    /// The inside with the small pockets behind chains that can be captured from within.
    fn with_pockets(&self, mut inside: PointSet) -> PointSet {
        loop {
            let mut grown = inside;
            let mut wall = self.border(&inside).intersection(self.attackers);
            while let Some(stone) = wall.first() {
                let chain = one(stone).grown(self.attackers);
                wall = wall.minus(&chain);
                if let Some(behind) = self.pockets_behind(&chain, &inside) {
                    grown = grown.union(&behind);
                }
            }
            if grown == inside {
                return inside;
            }
            inside = grown;
        }
    }

    /// All that lies behind a chain, if every liberty it has is inside or in a small pocket.
    fn pockets_behind(&self, chain: &PointSet, inside: &PointSet) -> Option<PointSet> {
        let around = self.border(chain).minus(self.attackers).minus(inside);
        let mut behind = PointSet::EMPTY;
        for point in around.iter() {
            if behind.contains(point) {
                continue;
            }
            let pocket = self.flood(&one(point));
            if pocket.minus(inside).intersection(&self.empty).len() > SMALL_POCKET {
                return None;
            }
            behind = behind.union(&pocket);
        }
        Some(behind)
    }

    /// The liberties beyond the inside of few stones of the attacker that may well be captured. If nobody could play there, these stones were safe.
    fn last_liberties(&self, inside: &PointSet) -> PointSet {
        let mut found = PointSet::EMPTY;
        let mut wall = self.border(inside).intersection(self.attackers);
        while let Some(stone) = wall.first() {
            let chain = one(stone).grown(self.attackers);
            wall = wall.minus(&chain);
            let liberties = chain.beside(&self.empty);
            let beyond = liberties.minus(inside);
            // A chain that has none in here is no part of it.
            let is_part = beyond.len() < liberties.len();
            if is_part && chain.len() <= WEAK_STONES && liberties.len() <= WEAK_LIBERTIES {
                found = found.union(&beyond);
            }
        }
        found
    }

    /// Small parts of the outside beside the inside: nobody would draw a line around them.
    fn holes(&self, inside: &PointSet) -> PointSet {
        let mut rest = self.empty.minus(inside);
        let mut found = PointSet::EMPTY;
        while let Some(point) = rest.first() {
            let part = one(point).grown(&rest);
            rest = rest.minus(&part);
            if part.len() <= SMALL_HOLE && !part.beside(inside).is_empty() {
                found = found.union(&part);
            }
        }
        found
    }

    /// What stones of the defender's can come to: along empty points of the inside, or by capturing what has no liberty beyond it.
    fn reached(&self, key: &PointSet, inside: &PointSet) -> PointSet {
        let ways = inside.union(self.defenders);
        let mut reached = *key;
        loop {
            let mut more = reached.grown(&ways);
            let mut wall = self.border(&more).intersection(self.attackers);
            while let Some(stone) = wall.first() {
                let chain = one(stone).grown(self.attackers);
                wall = wall.minus(&chain);
                if chain.beside(&self.empty).minus(inside).is_empty() {
                    more = more.union(&chain);
                }
            }
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }
}

/// Points by how many empty ones are crossed on the way to them; stones that are friends cost nothing.
struct Spread<'a> {
    friends: &'a PointSet,
    /// What was reached with fewer steps.
    before: PointSet,
    /// What is reached with so many.
    ring: PointSet,
}

impl<'a> Spread<'a> {
    fn new(start: &PointSet, friends: &'a PointSet) -> Spread<'a> {
        Spread {
            friends,
            before: PointSet::EMPTY,
            ring: *start,
        }
    }

    /// The friends that touch the ring belong to it.
    fn settle(&mut self, board: &PointSet) {
        let friends = self.friends.intersection(board).minus(&self.before);
        self.ring = self.ring.grown(&friends);
    }

    fn step(&mut self, ways: &PointSet) {
        self.before = self.before.union(&self.ring);
        self.ring = self.ring.beside(ways).minus(&self.before);
    }
}

fn one(point: Point) -> PointSet {
    [point].into_iter().collect()
}
