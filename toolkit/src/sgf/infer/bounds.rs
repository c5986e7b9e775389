//! Where one may play.
//!
//! 1. From the key stones flood through empty points and the defender's stones, up to the attacker's.
//!    What is reached is inside. An attacker's chain in there needs no thought: where it is captured,
//!    its points are inside by rule.
//! 2. A pocket cut off from the inside by attacking chains joins it if such a chain has all its
//!    liberties in the inside and in small pockets: it can be captured from within, and what lies
//!    behind it matters. A wall with liberties elsewhere keeps what is behind it outside.
//!    Of a few stones with two liberties at most these are inside in any case.
//! 3. If step 1 reaches most of the board, nobody has closed the wall. Then the inside is what lies
//!    close to the key stones and closer to them than to the attacker's.
//! 4. The moves of the book are inside: what solves the problem must be playable, and what refutes a wrong try too. But authors also play
//!    elsewhere, to say "somewhere else": such moves, and the answers to them, make nothing playable.
//! 5. What no fight can reach goes: points that are cut off from the group by stones that stay.
//!
//! Where that is too much to read there are tighter bounds, for whoever closes the wall around them; and there are generous ones, for
//! whoever can read them: see [`Room`].

use std::mem;

use shikatsu::board::{Board, Color, Move, Point, PointSet, Setup};

use super::sight::looks_out;
use super::{border, empty_of, flood, is_open};
use crate::book::Book;

/// How much room a reading leaves, from what is little to read to what is much.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Room {
    /// What lies beside the group.
    Tightest,
    /// A step more.
    Tight,
    /// The liberties of the group, of weak stones around it, and of those around these: what a race is about.
    Fight,
    /// What an author would draw.
    Usual,
    /// That and a step more all around, for each.
    Wider(u8),
    /// Corner or side with all stones that stand near, and room to run.
    Generous,
}

impl Room {
    /// All there are.
    pub const ALL: [Room; 7] = [
        Room::Tightest,
        Room::Tight,
        Room::Fight,
        Room::Usual,
        Room::Wider(1),
        Room::Wider(2),
        Room::Generous,
    ];
}

/// How far a move may lie from the area, and from the move before it, to belong to the fight.
const NEAR_MOVE: u8 = 2;
/// How far from the area a line may run step by step.
const FARTHEST_MOVE: u8 = 4;
/// How far a generous area reaches beyond the group and beyond the stones around it.
const AROUND_GROUP: u8 = 4;
const AROUND_STONES: u8 = 1;

/// With more stones or more liberties than this nobody expects a chain of the wall to be captured.
const WEAK_STONES: usize = 3;
const WEAK_LIBERTIES: usize = 2;
/// With more liberties than this a chain takes no part in a race.
pub(super) const FIGHTING_LIBERTIES: usize = 6;

/// A part of the outside with more empty points than this is no hole.
const SMALL_HOLE: usize = 3;

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
    outside_in(setup, book, Room::Usual)
}

/// The outside points that leave this much room. In tight ones only what solves the problem is sure to be inside: refutations often end
/// far away.
pub(crate) fn outside_in(setup: &Setup, book: &Book, room: Room) -> PointSet {
    let Some(key) = setup.key.first() else {
        return PointSet::EMPTY;
    };
    let defender = if setup.black.contains(key) {
        Color::Black
    } else {
        Color::White
    };
    let attacker = defender.opponent();
    let reach = match room {
        Room::Tightest => TIGHT[1],
        Room::Tight => TIGHT[0],
        _ => WIDE,
    };
    let mut inside = flood(setup, setup.key, attacker);
    let open = is_open(setup, &inside);
    if room == Room::Fight {
        let fight = fight(setup, defender);
        inside = if open { fight } else { inside.union(&fight) };
    } else if open && room == Room::Generous {
        inside = surroundings(setup, &inside);
    } else if open {
        inside = neighbourhood(setup, defender, &inside, reach);
    }
    inside = with_pockets(setup, attacker, inside);
    let is_tight = matches!(room, Room::Tight | Room::Tightest);
    // Where the wall is closed its author meant it to hold.
    if open && !is_tight {
        inside = inside.union(&last_liberties(setup, attacker, &inside));
    }
    let shown: Vec<bool> = if is_tight {
        book.solving(setup.to_move)
    } else {
        vec![true; book.nodes.len()]
    };
    inside = inside.union(&fought_over(setup, book, &shown, &inside));
    let mut outside = empty_of(setup, &board(setup).minus(&inside));
    if let Room::Wider(steps) = room {
        for _ in 0..steps {
            outside = outside.minus(&border(
                &empty_of(setup, &board(setup).minus(&outside)),
                setup.size,
            ));
        }
    }
    if !is_tight {
        outside = outside.minus(&holes(setup, &outside));
    }
    let mut outside = outside.union(&unreachable(setup, attacker, &outside));
    // A move that the file calls right can be played, whatever else.
    for chosen in book.first_moves(setup.to_move) {
        if let Move::Play(point) = chosen {
            outside.remove(point);
        }
    }
    outside
}

fn board(setup: &Setup) -> PointSet {
    Point::all(setup.size).collect()
}

/// The points of the book's moves that belong to the fight.
fn fought_over(setup: &Setup, book: &Book, shown: &[bool], inside: &PointSet) -> PointSet {
    let mut points = PointSet::EMPTY;
    // Where each line was last near, if it still is.
    let mut last: Vec<Option<Point>> = Vec::with_capacity(book.nodes.len());
    let area = empty_of(setup, inside).union(&setup.key);
    let close = zone(&area, NEAR_MOVE, setup.size);
    let reach = zone(&area, FARTHEST_MOVE, setup.size);
    for (node, &is_shown) in book.nodes.iter().zip(shown) {
        let before = node.parent.and_then(|parent| last[parent]);
        let Move::Play(point) = node.played else {
            last.push(before);
            continue;
        };
        let follows = before.is_some_and(|before| apart(before, point) <= NEAR_MOVE);
        let belongs = close.contains(point) || (follows && reach.contains(point));
        if belongs && is_shown {
            points.insert(point);
        }
        last.push(if belongs { Some(point) } else { before });
    }
    points
}

/// Lines or columns between two points, whichever are more.
pub(super) fn apart(one: Point, other: Point) -> u8 {
    let columns = one.column().abs_diff(other.column());
    columns.max(one.row().abs_diff(other.row()))
}

/// All points of the board at most so far from a set, by lines and columns.
fn zone(set: &PointSet, steps: u8, size: u8) -> PointSet {
    let spread = |point: Point| {
        let range = |at: u8| at.saturating_sub(steps)..=(at + steps).min(size - 1);
        let rows = range(point.row());
        rows.flat_map(move |row| range(point.column()).map(move |column| Point::new(column, row)))
    };
    set.iter().flat_map(spread).collect()
}

/// Empty points of the inside that no stone of the defender's can come to: neither along empty points, nor by capturing what stands between.
fn unreachable(setup: &Setup, attacker: Color, outside: &PointSet) -> PointSet {
    let board_set = board(setup);
    let inside = empty_of(setup, &board_set.minus(outside));
    let chains = Board::new(setup);
    let mut reached = setup.key;
    loop {
        let mut more = border(&reached, setup.size)
            .intersection(&inside.union(setup.stones(attacker.opponent())))
            .minus(&reached);
        // Stones with no liberty beyond the inside may fall.
        let mut wall = border(&reached, setup.size)
            .intersection(setup.stones(attacker))
            .minus(&reached);
        while let Some(stone) = wall.first() {
            let chain: PointSet = chains.chain(stone).collect();
            wall = wall.minus(&chain);
            let liberties = empty_of(setup, &border(&chain, setup.size));
            if liberties.minus(&inside).is_empty() {
                more = more.union(&chain);
            }
        }
        if more.is_empty() {
            return inside.minus(&reached);
        }
        reached = reached.union(&more);
    }
}

/// The corner or side around the group: what lies near it, and near the stones that stand there.
fn surroundings(setup: &Setup, region: &PointSet) -> PointSet {
    let near = zone(&setup.key, AROUND_GROUP, setup.size);
    let stones = setup.black.union(&setup.white).intersection(&near);
    let around = near.union(&zone(&stones, AROUND_STONES, setup.size));
    around.intersection(region)
}

/// The liberties of the key stones and what lies beside these, and the liberties of weak stones around them, and of weak ones around those.
fn fight(setup: &Setup, defender: Color) -> PointSet {
    let board = Board::new(&Setup {
        outside: PointSet::EMPTY,
        ..*setup
    });
    let mut fighting = setup.key;
    for side in [defender.opponent(), defender] {
        let mut near = border(&fighting, setup.size).intersection(setup.stones(side));
        while let Some(stone) = near.first() {
            let chain: PointSet = board.chain(stone).collect();
            near = near.minus(&chain);
            let liberties = board.liberties(stone).len();
            let looks_out = || chain.iter().any(|stone| looks_out(setup, stone));
            if liberties <= WEAK_LIBERTIES || liberties <= FIGHTING_LIBERTIES && !looks_out() {
                fighting = fighting.union(&chain);
            }
        }
    }
    let liberties = empty_of(setup, &border(&setup.key, setup.size));
    let beyond = empty_of(setup, &border(&liberties, setup.size));
    empty_of(setup, &border(&fighting, setup.size))
        .union(&setup.key)
        .union(&beyond)
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

/// Small parts of the outside that nothing leads to but the inside: nobody would draw a line around them.
fn holes(setup: &Setup, outside: &PointSet) -> PointSet {
    let mut rest = empty_of(setup, outside);
    let mut found = PointSet::EMPTY;
    while let Some(point) = rest.first() {
        let part = PointSet::from_iter([point]).grown(&rest);
        rest = rest.minus(&part);
        let leads_inside = border(&part, setup.size)
            .minus(&setup.black)
            .minus(&setup.white)
            .minus(outside);
        if part.len() <= SMALL_HOLE && !leads_inside.is_empty() {
            found = found.union(&part);
        }
    }
    found
}

/// The liberties beyond the inside of few stones of the attacker that may well be captured. If nobody could play there, these stones were safe.
fn last_liberties(setup: &Setup, attacker: Color, inside: &PointSet) -> PointSet {
    let board = Board::new(setup);
    let mut found = PointSet::EMPTY;
    let mut wall = border(inside, setup.size).intersection(setup.stones(attacker));
    while let Some(stone) = wall.first() {
        let chain: PointSet = board.chain(stone).collect();
        wall = wall.minus(&chain);
        let liberties = empty_of(setup, &border(&chain, setup.size));
        let beyond = liberties.minus(inside);
        // A chain that has none in here is no part of it.
        let is_part = beyond.len() < liberties.len();
        if is_part && chain.len() <= WEAK_STONES && liberties.len() <= WEAK_LIBERTIES {
            found = found.union(&beyond);
        }
    }
    found
}

/// The liberties of few stones of the attacker that may well be captured.
pub(super) fn weak_liberties(setup: &Setup, attacker: Color) -> PointSet {
    let board = Board::new(setup);
    let mut found = PointSet::EMPTY;
    let mut rest = *setup.stones(attacker);
    while let Some(stone) = rest.first() {
        let chain: PointSet = board.chain(stone).collect();
        rest = rest.minus(&chain);
        let liberties = empty_of(setup, &border(&chain, setup.size));
        if chain.len() <= WEAK_STONES && liberties.len() <= WEAK_LIBERTIES {
            found = found.union(&liberties);
        }
    }
    found
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
