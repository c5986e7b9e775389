//! Game records with a problem at a later node.
//!
//! No stone is set up, so the position is what the moves leave on the board. The problem is where the file says so: at a node whose words set a
//! task, or else where the lines part that the file calls right or wrong.

use shikatsu::board::{Board, Color, Move, Setup};

use super::infer::sets_task;
use super::layout::Stones;
use super::tree::played;
use super::trees::{Node, Trees, Value};
use super::words::{Verdict, verdict};

/// The most problems of one record, and the most moves that are played to reach one.
const MOST: usize = 100;
const LONGEST: usize = 1000;

/// A problem in a record.
pub(super) struct Position {
    /// The node at whose end it stands.
    pub(super) node: usize,
    pub(super) stones: Stones,
    /// Whose move it would be.
    pub(super) to_move: Color,
}

/// The problems of a game in which no stone is set up.
pub(super) fn positions(trees: &Trees, game: usize, size: u8) -> Vec<Position> {
    let nodes: Vec<Node<'_>> = trees.nodes(game).collect();
    // What the root says is about all of it.
    let mut found: Vec<usize> = (1..nodes.len())
        .filter(|&i| is_task(nodes[i]))
        .take(MOST)
        .collect();
    if found.is_empty() {
        found.extend(parting(&nodes));
    }
    found
        .into_iter()
        .filter_map(|i| position(&nodes, i, size))
        .collect()
}

fn is_task(node: Node<'_>) -> bool {
    let says = |name| {
        node.value(name)
            .is_some_and(|value: Value<'_>| sets_task(&value.text()))
    };
    says("C") || says("N")
}

/// The last node that all verdicts stand below, if several lines part there.
fn parting(nodes: &[Node<'_>]) -> Option<usize> {
    let first = nodes[0].index();
    let mut below = vec![0_usize; nodes.len()];
    let mut successors = vec![0_usize; nodes.len()];
    for (i, node) in nodes.iter().enumerate().rev() {
        let judged = |name| {
            node.value(name)
                .and_then(|value: Value<'_>| verdict(&value.text()))
        };
        let is_verdict = |said| !matches!(said, Verdict::Neutral);
        let has_sign = node
            .properties()
            .any(|p| matches!(p.name().as_str(), "TE" | "BM"));
        let own = has_sign || judged("C").or_else(|| judged("N")).is_some_and(is_verdict);
        let all = below[i] + usize::from(own);
        if let Some(parent) = node.parent() {
            below[parent - first] += all;
            successors[parent - first] += 1;
        }
        below[i] = all;
    }
    let total = below[0];
    let holds_all = |&i: &usize| below[i] == total && successors[i] > 1;
    (1..nodes.len()).rev().find(holds_all).filter(|_| total > 1)
}

/// The position after a node's move.
fn position(nodes: &[Node<'_>], i: usize, size: u8) -> Option<Position> {
    let first = nodes[0].index();
    let up = |&at: &usize| nodes[at].parent().map(|parent| parent - first);
    let path: Vec<usize> = std::iter::successors(Some(i), up).take(LONGEST + 1).collect();
    if path.len() > LONGEST {
        return None;
    }
    let mut board = Board::new(&Setup::empty(size));
    let mut to_move = None;
    for &at in path.iter().rev() {
        for property in nodes[at].properties() {
            let color = match property.name().as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            if let Move::Play(point) = played(property.values().next()?, size)? {
                board.play(point, color).ok()?;
            }
            to_move = Some(color.opponent());
        }
    }
    let stones = Stones {
        black: board.stones(Color::Black),
        white: board.stones(Color::White),
        faulty: false,
    };
    let has_both = !stones.black.is_empty() && !stones.white.is_empty();
    has_both.then_some(())?;
    Some(Position {
        node: nodes[i].index(),
        stones,
        to_move: to_move?,
    })
}
