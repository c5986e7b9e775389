//! Writes a win out as a proof that the checker of `shikatsu-proof` accepts.
//!
//! Wins are never changed once they are in the table, so the zones there fit together, and the graph can simply be followed.

use std::collections::HashMap;

use shikatsu::board::{Color, Point, PointSet};
use shikatsu::problem::Problem;
use shikatsu_proof as proof;

use crate::field::Field;
use crate::position::{PASS, Position, Side};
use crate::table::{Table, Why};
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
    table: &'a Table<N>,
    size: u8,
    /// Where patterns came from, to be written instead of what agrees with them.
    sources: &'a HashMap<u64, Position<N>>,
    /// By hash and, since a defender's stone may stand on a fallen key stone's point, by what key stones really stand.
    written: HashMap<(u64, u64), proof::Number>,
    nodes: Vec<proof::Node>,
    goal: proof::Goal,
}

/// The proof that `winner` wins `root`; `None` if the table does not hold it.
pub(crate) fn write<const N: usize>(
    field: &Field<N>,
    table: &Table<N>,
    sources: &HashMap<u64, Position<N>>,
    problem: &Problem,
    root: &Position<N>,
    winner: Side,
) -> Option<proof::Proof> {
    let setup = problem.setup();
    let goal = match winner {
        Side::Defender => proof::Goal::Eyes,
        Side::Attacker => proof::Goal::Capture,
    };
    let mut writer = Writer {
        field,
        table,
        size: setup.size,
        sources,
        written: HashMap::new(),
        nodes: Vec::new(),
        goal,
    };
    let first = writer.node(root)?;
    Some(proof::Proof {
        position: proof::Position {
            size: setup.size,
            black: numbers(&setup.black, setup.size),
            white: numbers(&setup.white, setup.size),
            closed: numbers(&setup.outside, setup.size),
            key: numbers(&setup.key, setup.size),
            to_move: color(setup.to_move),
        },
        claim: proof::Claim {
            goal,
            endless: proof::Endless::Loser,
        },
        nodes: proof::ordered(&writer.nodes, first)?,
    })
}

impl<const N: usize> Writer<'_, N> {
    fn point(&self, cell: u16) -> proof::Point {
        number(self.field.point(usize::from(cell)), self.size)
    }

    fn node(&mut self, position: &Position<N>) -> Option<proof::Number> {
        let won = *self.table.won(position.hash)?;
        if let Why::Like(from) = won.why {
            let source = *self.sources.get(&from)?;
            return self.node(&source);
        }
        let name = (position.hash, 0);
        if let Some(&number) = self.written.get(&name) {
            return Some(number);
        }
        let step = match won.why {
            Why::Fact if self.goal == proof::Goal::Capture => proof::Step::Taken,
            Why::Fact => proof::Step::Alive,
            Why::Plays(cell) => {
                let child = position.play(self.field, usize::from(cell))?;
                proof::Step::Plays(self.point(cell), self.node(&child)?)
            }
            Why::Replies(at, count) => self.replies(position, at, count)?,
            Why::Like(_) => return None,
        };
        let number = self.nodes.len() as proof::Number;
        self.nodes.push(proof::Node {
            step,
            zone: numbers(&self.field.points(won.zone), self.size),
        });
        self.written.insert(name, number);
        Some(number)
    }

    fn replies(&mut self, position: &Position<N>, at: u32, count: u16) -> Option<proof::Step> {
        let (mut nulls, mut moves) = (Vec::new(), Vec::new());
        for cell in self.table.replies(at, count).to_vec() {
            if cell == PASS {
                nulls.push(self.node(&position.passed(self.field))?);
                continue;
            }
            let child = position.play(self.field, usize::from(cell))?;
            let below = self.table.won(child.hash)?.zone;
            let node = self.node(&child)?;
            if Refuted::stone(self.field, position, usize::from(cell), &child, below)
                .above
                .is_none()
            {
                nulls.push(node);
            } else {
                moves.push((self.point(cell), node));
            }
        }
        Some(proof::Step::Replies { nulls, moves })
    }
}
