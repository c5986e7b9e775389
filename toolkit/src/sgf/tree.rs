//! The moves of a game tree: which nodes come before them, and the book they make.

use shikatsu::board::{Color, Move};

use super::error::{GameFault, SgfError};
use super::said::point;
use super::trees::{Node, Value};
use crate::book::{Book, BookNode, Mark};

/// The book of a game, what was left out of it, and what is wrong with it.
pub(super) struct Moves {
    pub(super) book: Book,
    pub(super) remarks: Vec<String>,
    pub(super) faults: Vec<SgfError>,
}

/// The nodes of the main line before its first move. The root is one of them even if it has a move.
pub(super) fn setup_nodes<'a>(nodes: &[Node<'a>]) -> Vec<Node<'a>> {
    let mut line = vec![nodes[0]];
    for &node in &nodes[1..] {
        let previous = line[line.len() - 1];
        // In file order a node's first successor, if it has one, comes right behind it.
        if node.parent() != Some(previous.index())
            || moves(previous).next().is_some()
            || moves(node).next().is_some()
        {
            break;
        }
        line.push(node);
    }
    line
}

fn moves(node: Node<'_>) -> impl Iterator<Item = (Color, Value<'_>)> {
    node.properties().filter_map(|property| {
        let color = match property.name().as_str() {
            "B" => Color::Black,
            "W" => Color::White,
            _ => return None,
        };
        Some((color, property.values().next()?))
    })
}

/// Where a node stands in the book.
#[derive(Clone, Copy, PartialEq)]
enum Standing {
    /// No move has been played yet.
    Before,
    /// After this move of the book.
    After(usize),
    /// Below stones that were set up too late: the moves belong to another position.
    Astray,
}

/// All moves of a game.
pub(super) fn read_moves(nodes: &[Node<'_>], setup_nodes: &[Node<'_>], game: usize, size: u8) -> Moves {
    let first = nodes[0].index();
    let mut book = Book::default();
    let mut faults = Vec::new();
    let mut standings: Vec<Standing> = Vec::with_capacity(nodes.len());
    let mut late = LeftOut::new("stones set up after the first move are ignored, with what follows them");
    let mut lost = LeftOut::new("a comment beside the main line, before any move, is left out");
    for (i, &node) in nodes.iter().enumerate() {
        let mut standing = node
            .parent()
            .map_or(Standing::Before, |parent| standings[parent - first]);
        // The setup nodes are the first ones of the file, being the main line.
        let is_setup = i < setup_nodes.len();
        if !is_setup && standing != Standing::Astray && sets_up(node) {
            late.at(i);
            standing = Standing::Astray;
        }
        if standing == Standing::Astray {
            standings.push(standing);
            continue;
        }
        for (color, value) in moves(node) {
            let Some(played) = played(value, size) else {
                faults.push(SgfError::value(game, first, value, GameFault::Point));
                continue;
            };
            let parent = match standing {
                Standing::After(parent) => Some(parent),
                _ => None,
            };
            standing = Standing::After(book.nodes.len());
            book.nodes.push(BookNode {
                parent,
                color,
                played,
                comment: String::new(),
                mark: None,
            });
        }
        let comment = node.value("C").map(Value::text).unwrap_or_default();
        match standing {
            // What the root says is about the problem, even if it has a move.
            Standing::After(at) if is_setup => describe(&mut book.nodes[at], node, ""),
            Standing::After(at) => describe(&mut book.nodes[at], node, &comment),
            Standing::Before if !is_setup && !comment.is_empty() => lost.at(i),
            _ => {}
        }
        standings.push(standing);
    }
    let remarks = [late, lost].into_iter().filter_map(LeftOut::sentence).collect();
    Moves {
        book,
        remarks,
        faults,
    }
}

fn sets_up(node: Node<'_>) -> bool {
    node.properties()
        .any(|property| matches!(property.name().as_str(), "AB" | "AW" | "AE"))
}

/// The move that a value names; nothing, and `tt` on the boards there are, is a pass.
fn played(value: Value<'_>, size: u8) -> Option<Move> {
    match value.raw().trim() {
        "" | "tt" => Some(Move::Pass),
        name => point(name, size).map(Move::Play),
    }
}

/// Adds what `node` says about a move. A property speaks louder than a comment.
fn describe(to: &mut BookNode, node: Node<'_>, comment: &str) {
    if !to.comment.is_empty() && !comment.is_empty() {
        to.comment.push('\n');
    }
    to.comment.push_str(comment);
    let by_property = node
        .properties()
        .find_map(|property| match property.name().as_str() {
            "TE" => Some(Mark::Right),
            "BM" => Some(Mark::Wrong),
            _ => None,
        });
    to.mark = by_property.or(to.mark).or_else(|| Mark::from_comment(comment));
}

/// Nodes of which something was not taken over: the first one, and how many.
struct LeftOut {
    what: &'static str,
    first: usize,
    count: usize,
}

impl LeftOut {
    fn new(what: &'static str) -> LeftOut {
        LeftOut {
            what,
            first: 0,
            count: 0,
        }
    }

    fn at(&mut self, node: usize) {
        if self.count == 0 {
            self.first = node + 1;
        }
        self.count += 1;
    }

    fn sentence(self) -> Option<String> {
        match self.count {
            0 => None,
            1 => Some(format!("node {}: {}", self.first, self.what)),
            count => Some(format!(
                "node {} and {} more: {}",
                self.first,
                count - 1,
                self.what
            )),
        }
    }
}
