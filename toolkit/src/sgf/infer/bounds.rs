//! Where one may play.
//!
//! 1. From the key stones flood through empty points and the defender's stones, up to the attacker's.
//!    What is reached is inside. An attacker's chain in there needs no thought: where it is captured,
//!    its points are inside by rule.
//! 2. A pocket cut off from the inside by attacking chains joins it if such a chain has all its
//!    liberties in the inside and in small pockets: it can be captured from within, and what lies
//!    behind it matters. A wall with liberties elsewhere keeps what is behind it outside.
//! 3. If step 1 reaches most of the board, nobody has closed the wall. Then the inside is what lies
//!    close to the key stones and closer to them than to the attacker's.
//! 4. All moves of the book are inside: what solves the problem must be playable, and what refutes a
//!    wrong try too.
//!
//! Where that is too much to read there are tighter bounds, for whoever closes the wall around them: see [`tighter`].

use std::mem;

use shikatsu::board::{Board, Color, Move, Point, PointSet, Setup};

use super::{border, empty_of, flood, is_open};
use crate::book::Book;

/// A pocket with more empty points than this is another part of the board.
const SMALL_POCKET: usize = 8;
/// How far from the group any open problem goes, in steps.
const FARTHEST: usize = 4;

/// How far an open problem goes.
#[derive(Clone, Copy)]
struct Reach {
    /// So many steps from the group everything is inside, whatever else stands near.
    near: usize,
    /// So many steps what is closer to the group than to the attacker.
    far: usize,
    /// Whether what is equally close to both is inside too.
    ties: bool,
}

const WIDE: Reach = Reach {
    near: 2,
    far: FARTHEST,
    ties: true,
};
/// The wider first.
const TIGHT: [Reach; 2] = [
    Reach {
        near: 1,
        far: 3,
        ties: false,
    },
    Reach {
        near: 0,
        far: 2,
        ties: false,
    },
];

/// The outside points of a position with key stones.
pub(crate) fn outside(setup: &Setup, book: &Book) -> PointSet {
    let moves = book.nodes.iter().map(|node| node.played);
    bounded(setup, WIDE, moves)
}

/// Outside points that leave less room, for a problem in which nobody has closed the wall. Of the book only what solves the problem is
/// sure to be inside: refutations often end far away.
pub(crate) fn tighter(setup: &Setup, book: &Book) -> [PointSet; 2] {
    let solution = book.solution(setup.to_move);
    TIGHT.map(|reach| bounded(setup, reach, solution.iter().map(|node| node.played)))
}

fn bounded(setup: &Setup, reach: Reach, moves: impl Iterator<Item = Move>) -> PointSet {
    let Some(key) = setup.key.first() else {
        return PointSet::EMPTY;
    };
    let defender = if setup.black.contains(key) {
        Color::Black
    } else {
        Color::White
    };
    let mut inside = flood(setup, setup.key, defender.opponent());
    if is_open(setup, &inside) {
        inside = neighbourhood(setup, defender, &inside, reach);
    }
    inside = with_pockets(setup, defender.opponent(), inside);
    for played in moves {
        if let Move::Play(point) = played {
            inside.insert(point);
        }
    }
    let all: PointSet = Point::all(setup.size).collect();
    empty_of(setup, &all.minus(&inside))
}

/// The part of an open region that belongs to the key stones.
fn neighbourhood(setup: &Setup, defender: Color, region: &PointSet, reach: Reach) -> PointSet {
    let attacker = defender.opponent();
    let from_key = distances(setup, &setup.key, attacker);
    let from_attacker = distances(setup, setup.stones(attacker), defender);
    let belongs = |point: &Point| {
        let (ours, theirs) = (from_key.of(*point), from_attacker.of(*point));
        let is_closer = ours < theirs || (reach.ties && ours == theirs);
        ours <= reach.near || (ours <= reach.far && is_closer)
    };
    region.iter().filter(belongs).collect()
}

/// How far away each point is; what lies beyond [`FARTHEST`] is all equally far.
struct Distances {
    /// The points at each distance.
    rings: [PointSet; FARTHEST + 1],
}

impl Distances {
    fn of(&self, point: Point) -> usize {
        let ring = self.rings.iter().position(|ring| ring.contains(point));
        ring.unwrap_or(usize::MAX)
    }
}

/// How many empty points one crosses to each point from `start`, without crossing a stone of `wall`;
/// stones of the other colour cost nothing.
fn distances(setup: &Setup, start: &PointSet, wall: Color) -> Distances {
    let free = *setup.stones(wall.opponent());
    let mut reached = PointSet::EMPTY;
    let mut ring = *start;
    let rings = [(); FARTHEST + 1].map(|()| {
        // The stones that touch the ring belong to it.
        loop {
            let more = border(&ring, setup.size)
                .intersection(&free)
                .minus(&reached)
                .minus(&ring);
            if more.is_empty() {
                break;
            }
            ring = ring.union(&more);
        }
        reached = reached.union(&ring);
        let next = border(&ring, setup.size)
            .minus(setup.stones(wall))
            .minus(&reached);
        mem::replace(&mut ring, next)
    });
    Distances { rings }
}

/// The inside with the small pockets behind chains that can be captured from within.
fn with_pockets(setup: &Setup, attacker: Color, mut inside: PointSet) -> PointSet {
    let board = Board::new(setup);
    loop {
        let mut grown = inside;
        let mut wall = border(&inside, setup.size).intersection(setup.stones(attacker));
        while let Some(stone) = wall.first() {
            let chain: PointSet = board.chain(stone).collect();
            wall = wall.minus(&chain);
            if let Some(behind) = pockets_behind(setup, &chain, attacker, &inside) {
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
fn pockets_behind(setup: &Setup, chain: &PointSet, attacker: Color, inside: &PointSet) -> Option<PointSet> {
    let around = border(chain, setup.size);
    let mut behind = PointSet::EMPTY;
    for point in around.minus(setup.stones(attacker)).minus(inside).iter() {
        let pocket = flood(setup, [point].into_iter().collect(), attacker);
        if empty_of(setup, &pocket.minus(inside)).len() > SMALL_POCKET {
            return None;
        }
        behind = behind.union(&pocket);
    }
    Some(behind)
}
