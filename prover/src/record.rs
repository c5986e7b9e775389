//! Writes a win out as a proof that the checker of `shikatsu-proof` accepts.
//!
//! Wins are never changed once they are in the table, so the zones there fit together, and the graph can simply be followed.

use std::collections::HashMap;

use shikatsu::board::{Color, Point, PointSet, Setup};
use shikatsu::problem::Problem;
use shikatsu_proof as proof;

use crate::field::Field;
use crate::position::{PASS, Position, Side};
use crate::search::Search;
use crate::set::Set;
use crate::table::Why;
use crate::zone::Refuted;

fn color(color: Color) -> proof::Color {
    match color {
        Color::Black => proof::Color::Black,
        Color::White => proof::Color::White,
    }
}

fn number(point: Point, size: u8) -> proof::Point {
    proof::Point::from(point.row()) * proof::Point::from(size) + proof::Point::from(point.column())
}

fn numbers(points: &PointSet, size: u8) -> proof::Points {
    points.iter().map(|point| number(point, size)).collect()
}

struct Writer<'a, const N: usize> {
    field: &'a Field<N>,
    search: &'a Search<N>,
    size: u8,
    /// By hash and by the key stones that really stand: the search lets them come back.
    written: HashMap<(u64, Set<N>), proof::Number>,
    nodes: Vec<proof::Node>,
    /// By cell: what never changes beside it, and what keeps that from changing.
    supports: HashMap<usize, PointSet>,
    setup: Setup,
}

/// The proof that W wins a position; `None` if the table does not hold it.
pub(crate) fn write<const N: usize>(
    field: &Field<N>,
    search: &Search<N>,
    problem: &Problem,
    position: &Position<N>,
) -> Option<proof::Proof> {
    let setup = problem.setup();
    let size = setup.size;
    let mut writer = Writer {
        field,
        search,
        size,
        written: HashMap::new(),
        nodes: Vec::new(),
        supports: HashMap::new(),
        setup,
    };
    let first = writer.node(position, position.key)?;
    // Walls and what was cropped stand as they stood; the rest may be after a first move.
    let cells = field.points(field.cells);
    let of = |side: Side, stones: &PointSet| {
        let now = field.points(position.of(side));
        numbers(&stones.minus(&cells).union(&now), size)
    };
    let (defender, attacker) = (problem.defender(), problem.defender().opponent());
    let (own, theirs) = (
        of(Side::Defender, setup.stones(defender)),
        of(Side::Attacker, setup.stones(attacker)),
    );
    let (black, white) = if defender == Color::Black {
        (own, theirs)
    } else {
        (theirs, own)
    };
    let to_move = match position.turn {
        Side::Defender => defender,
        Side::Attacker => attacker,
    };
    let key = setup.key.minus(&cells).union(&field.points(position.key));
    Some(proof::Proof {
        position: proof::Position {
            size,
            black,
            white,
            closed: numbers(&setup.outside, size),
            key: numbers(&key, size),
            to_move: color(to_move),
        },
        claim: proof::Claim {
            goal: match search.winner {
                Side::Defender => proof::Goal::Eyes,
                Side::Attacker => proof::Goal::Capture,
            },
            endless: proof::Endless::Loser,
        },
        nodes: proof::ordered(&writer.nodes, first)?,
    })
}

/// What beside a point never changes: closed points, and walls with all closed points that they touch.
fn support(setup: &Setup, point: Point) -> PointSet {
    let stones = setup.black.union(&setup.white);
    let closed = setup.outside.minus(&stones);
    let mut support = PointSet::EMPTY;
    for beside in point.beside(setup.size) {
        if closed.contains(beside) {
            support.insert(beside);
        }
        for color in Color::BOTH {
            if !setup.stones(color).contains(beside) {
                continue;
            }
            let chain = [beside]
                .into_iter()
                .collect::<PointSet>()
                .grown(setup.stones(color));
            let touched = chain.beside(&closed);
            if !touched.is_empty() {
                support = support.union(&chain).union(&touched);
            }
        }
    }
    support
}

impl<const N: usize> Writer<'_, N> {
    fn point(&self, cell: u16) -> proof::Point {
        number(self.field.point(usize::from(cell)), self.size)
    }

    /// The points of a zone, with the walls beside it and the closed points that make them walls. The checker would find some itself, but not always those
    /// that cost nothing.
    fn with_walls(&mut self, zone: Set<N>) -> proof::Points {
        let mut points = self.field.points(zone);
        for cell in (zone & self.field.fringe).iter() {
            let (field, setup) = (self.field, &self.setup);
            let support = self
                .supports
                .entry(cell)
                .or_insert_with(|| support(setup, field.point(cell)));
            points = points.union(support);
        }
        numbers(&points, self.size)
    }

    fn node(&mut self, position: &Position<N>, key: Set<N>) -> Option<proof::Number> {
        let won = *self.search.table.won(position.hash)?;
        let taken = self.search.winner == Side::Attacker && key.is_empty();
        if let (Why::Like(from), false) = (won.why, taken) {
            let source = *self.search.sources.get(&from)?;
            return self.node(&source, key);
        }
        let name = if taken { (0, key) } else { (position.hash, key) };
        if let Some(&number) = self.written.get(&name) {
            return Some(number);
        }
        let step = match won.why {
            _ if taken => proof::Step::Taken,
            Why::Fact if self.search.winner == Side::Attacker => proof::Step::Dead,
            Why::Fact => proof::Step::Alive,
            Why::Plays(cell) => {
                let (child, key) = self.play(position, key, cell)?;
                proof::Step::Plays(self.point(cell), self.node(&child, key)?)
            }
            Why::Replies(at, count) => self.replies(position, key, at, count)?,
            Why::Like(_) => return None,
        };
        let zone = if taken { Set::EMPTY } else { won.zone };
        let zone = self.with_walls(zone);
        let number = self.nodes.len() as proof::Number;
        self.nodes.push(proof::Node { step, zone });
        self.written.insert(name, number);
        Some(number)
    }

    fn play(&self, position: &Position<N>, key: Set<N>, cell: u16) -> Option<(Position<N>, Set<N>)> {
        let child = self.search.play(self.field, position, usize::from(cell))?;
        Some((child, key & child.of(Side::Defender)))
    }

    fn replies(&mut self, position: &Position<N>, key: Set<N>, at: u32, count: u16) -> Option<proof::Step> {
        let (mut nulls, mut moves) = (Vec::new(), Vec::new());
        for cell in self.search.table.replies(at, count).to_vec() {
            if cell == PASS {
                nulls.push(self.node(&position.passed(self.field), key)?);
                continue;
            }
            let (child, key) = self.play(position, key, cell)?;
            let below = self.search.table.won(child.hash)?.zone;
            let node = self.node(&child, key)?;
            let refuted = Refuted::stone(self.field, position, usize::from(cell), &child, below);
            if refuted.above.is_none() {
                nulls.push(node);
            } else {
                moves.push((self.point(cell), node));
            }
        }
        Some(proof::Step::Replies { nulls, moves })
    }
}
