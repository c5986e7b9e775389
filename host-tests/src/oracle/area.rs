//! The oracle's board: the points of a problem that can change, at most 64 of them, one bit each.
//!
//! A chain with an empty outside point beside it can never be captured, since nobody can play there. Such
//! chains never change; they are left out, and what remains of them is, for each point and side, whether a
//! stone there would be safe by touching one of them or an empty outside point.

use shikatsu::board::{Board, Color, Point, PointSet, Setup};
use shikatsu::problem::Problem;

/// The two sides of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Side {
    /// The key stones' side.
    Defender,
    /// The other one.
    Attacker,
}

impl Side {
    pub(super) const fn opponent(self) -> Side {
        match self {
            Side::Defender => Side::Attacker,
            Side::Attacker => Side::Defender,
        }
    }
}

/// A set of the area's points.
pub(super) type Points = u64;

/// The points in a set, one at a time.
pub(super) fn each(points: Points) -> impl Iterator<Item = usize> {
    (0..64).filter(move |i| points >> i & 1 == 1)
}

/// An arrangement of stones, or any pair of sets, one for each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Stones {
    pub(super) defender: Points,
    pub(super) attacker: Points,
}

impl Stones {
    pub(super) const fn of(&self, side: Side) -> Points {
        match side {
            Side::Defender => self.defender,
            Side::Attacker => self.attacker,
        }
    }

    pub(super) const fn of_mut(&mut self, side: Side) -> &mut Points {
        match side {
            Side::Defender => &mut self.defender,
            Side::Attacker => &mut self.attacker,
        }
    }

    /// Adds everything that is in `other`.
    pub(super) fn add(&mut self, other: Stones) {
        self.defender |= other.defender;
        self.attacker |= other.attacker;
    }

    /// What is here and not in `other`.
    pub(super) fn minus(self, other: Stones) -> Stones {
        Stones {
            defender: self.defender & !other.defender,
            attacker: self.attacker & !other.attacker,
        }
    }

    /// Whether all of this is in `other`.
    pub(super) fn is_within(self, other: Stones) -> bool {
        self.minus(other) == Stones::default()
    }
}

/// The part of a board that can change.
#[derive(Clone, Debug)]
pub(super) struct Area {
    points: Vec<Point>,
    /// For each point the points beside it.
    beside: Vec<Points>,
    /// Where a stone of each side could never be captured.
    safe: Stones,
    /// Which points each side's chains cannot close off: beside them lies something of the other side, or
    /// nobody's, that never changes.
    leaks: Stones,
    start: Stones,
    keys: Points,
    has_safe_key: bool,
    defender: Color,
    /// By side, defender first: the stones that never change.
    fixed: [PointSet; 2],
}

impl Area {
    /// The area of `problem`, or `None` if it has more than 64 points, or stones on outside points that could
    /// be captured, which the problem text cannot express either.
    pub(super) fn new(problem: &Problem) -> Option<Area> {
        let setup = problem.setup();
        let color_of = |p| {
            Color::BOTH
                .into_iter()
                .find(|&color| setup.stones(color).contains(p))
        };
        let fixed = fixed_points(&setup);
        let is_fixed = |p: Point| fixed.contains(p);
        let points: Vec<Point> = Point::all(setup.size).filter(|&p| !is_fixed(p)).collect();
        if points.len() > 64 || points.iter().any(|&p| setup.outside.contains(p)) {
            return None;
        }
        let bits = |wanted: &dyn Fn(Point) -> bool| {
            let chosen = points.iter().enumerate().filter(|&(_, &p)| wanted(p));
            chosen.map(|(i, _)| 1 << i).sum::<Points>()
        };
        let for_each_side = |wanted: &dyn Fn(Point, Color) -> bool| Stones {
            defender: bits(&|p| wanted(p, problem.defender())),
            attacker: bits(&|p| wanted(p, problem.defender().opponent())),
        };
        let fixed_beside = |p: Point, allowed: &dyn Fn(Option<Color>) -> bool| {
            p.beside(setup.size).any(|b| is_fixed(b) && allowed(color_of(b)))
        };
        Some(Area {
            beside: points
                .iter()
                .map(|p| bits(&|q| p.beside(setup.size).any(|b| b == q)))
                .collect(),
            safe: for_each_side(&|p, side| fixed_beside(p, &|color| color.is_none_or(|c| c == side))),
            leaks: for_each_side(&|p, side| fixed_beside(p, &|color| color != Some(side))),
            start: for_each_side(&|p, side| color_of(p) == Some(side)),
            keys: bits(&|p| setup.key.contains(p)),
            has_safe_key: setup.key.iter().any(is_fixed),
            defender: problem.defender(),
            fixed: [problem.defender(), problem.defender().opponent()]
                .map(|side| fixed.intersection(setup.stones(side))),
            points,
        })
    }

    /// How the area looked on `board`; `None` if what never changes now was different then, so that it cannot return.
    pub(super) fn arrangement(&self, board: &Board) -> Option<Stones> {
        let [defender, attacker] = [self.defender, self.defender.opponent()].map(|side| board.stones(side));
        let of = |stones: PointSet| {
            let there = self
                .points
                .iter()
                .enumerate()
                .filter(|&(_, &p)| stones.contains(p));
            there.map(|(i, _)| 1 << i).sum::<Points>()
        };
        let outside = |stones: PointSet| {
            let within: PointSet = self.points.iter().copied().collect();
            stones.minus(&within)
        };
        ([outside(defender), outside(attacker)] == self.fixed).then(|| Stones {
            defender: of(defender),
            attacker: of(attacker),
        })
    }

    pub(super) fn start(&self) -> Stones {
        self.start
    }

    /// The key stones that can be captured at all.
    pub(super) fn keys(&self) -> Points {
        self.keys
    }

    /// Whether one of the key stones can never be captured.
    pub(super) fn has_safe_key(&self) -> bool {
        self.has_safe_key
    }

    /// Where on the real board a point of the area is.
    pub(super) fn point(&self, index: usize) -> Point {
        self.points[index]
    }

    pub(super) fn safe(&self, side: Side) -> Points {
        self.safe.of(side)
    }

    pub(super) fn leaks(&self, side: Side) -> Points {
        self.leaks.of(side)
    }

    /// The points on which nothing stands.
    pub(super) fn empty(&self, stones: Stones) -> Points {
        let all = ((1_u128 << self.points.len()) - 1) as Points;
        all & !(stones.defender | stones.attacker)
    }

    /// All points beside one of `points`.
    pub(super) fn beside(&self, points: Points) -> Points {
        each(points).fold(0, |all, i| all | self.beside[i])
    }

    /// The points that hang together with `seed` within `ground`.
    pub(super) fn flood(&self, seed: Points, ground: Points) -> Points {
        let mut all = seed;
        loop {
            let grown = all | (self.beside(all) & ground);
            if grown == all {
                return all;
            }
            all = grown;
        }
    }

    /// Whether a chain of `side` can breathe.
    fn has_liberty(&self, chain: Points, side: Side, stones: Stones) -> bool {
        chain & self.safe(side) != 0 || self.beside(chain) & self.empty(stones) != 0
    }

    /// The arrangement after `side` plays on the empty point `at`; `None` if that is suicide.
    pub(super) fn play(&self, stones: Stones, side: Side, at: usize) -> Option<Stones> {
        let other = side.opponent();
        let mut after = stones;
        *after.of_mut(side) |= 1 << at;
        let before_captures = after;
        for i in each(self.beside[at] & stones.of(other)) {
            let chain = self.flood(1 << i, stones.of(other));
            if !self.has_liberty(chain, other, before_captures) {
                *after.of_mut(other) &= !chain;
            }
        }
        let own = self.flood(1 << at, after.of(side));
        self.has_liberty(own, side, after).then_some(after)
    }
}

/// The points that never change: the empty ones outside, and the chains that touch one of them.
fn fixed_points(setup: &Setup) -> PointSet {
    let stones = setup.black.union(&setup.white);
    let open = setup.outside.minus(&stones);
    let mut fixed = open;
    loop {
        let holds_on = |p: Point, own: &PointSet| {
            let safe = open.union(&fixed.intersection(own));
            own.contains(p) && p.beside(setup.size).any(|beside| safe.contains(beside))
        };
        let is_fixed = |p: &Point| holds_on(*p, &setup.black) || holds_on(*p, &setup.white);
        let grown = fixed.union(&Point::all(setup.size).filter(is_fixed).collect());
        if grown == fixed {
            return fixed;
        }
        fixed = grown;
    }
}
