//! From problems to SGF text that says everything, so that nothing is inferred when it is read again.
//!
//! * `DD` lists the outside points. Where there are none it is written without a point, `DD[]`: the
//!   format's own way to say that nothing is dimmed, and not the same as saying nothing.
//! * `MA` marks the key stones, `PL` names the side to move.
//! * A stated answer is the first line of the comment: see [`answer`].
//! * `TE` and `BM` mark moves as right or wrong where the comment does not.

use std::fmt::Write;

use shikatsu::board::{Color, MAX_SIZE, Move, Point, PointSet};

use super::answer;
use super::judge::by_words;
use crate::book::{Book, Mark};
use crate::entry::Entry;
use crate::overrides::rectangle;

/// The collection of `entries`, in that order.
pub fn write<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> String {
    let mut out = String::new();
    for entry in entries {
        write_entry(entry, &mut out);
    }
    out
}

fn write_entry(entry: &Entry, out: &mut String) {
    let setup = entry.problem.setup();
    out.push_str("(;GM[1]FF[4]CA[UTF-8]");
    property(out, "SZ", &setup.size.to_string());
    if !entry.name.is_empty() {
        property(out, "GN", &entry.name);
    }
    if !entry.source.is_empty() {
        property(out, "SO", &entry.source);
    }
    if let Some(level) = entry.level {
        property(out, "DI", &level.to_string());
    }
    property(out, "PL", letter(setup.to_move));
    for (name, set) in [("AB", &setup.black), ("AW", &setup.white)] {
        if !set.is_empty() {
            points(out, name, set);
        }
    }
    points(out, "DD", &setup.outside);
    points(out, "MA", &setup.key);
    let comment = answer::join(entry.answer.as_ref(), &entry.text, setup.size);
    if !comment.is_empty() {
        out.push('\n');
        property(out, "C", &comment);
    }
    write_book(&entry.book, out);
    out.push_str(")\n");
}

/// What is still to be written.
enum Next {
    Node(usize),
    Open(usize),
    Close,
}

/// The moves as a tree, without recursion: a book may be one line of a million moves.
fn write_book(book: &Book, out: &mut String) {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); book.nodes.len()];
    let mut firsts = Vec::new();
    for (i, node) in book.nodes.iter().enumerate() {
        node.parent
            .map_or(&mut firsts, |parent| &mut children[parent])
            .push(i);
    }
    let follow = |nodes: &[usize], next: &mut Vec<Next>| match *nodes {
        [] => {}
        [only] => next.push(Next::Node(only)),
        _ => next.extend(
            nodes
                .iter()
                .rev()
                .flat_map(|&node| [Next::Close, Next::Open(node)]),
        ),
    };
    let openers = openers(book);
    let mut next = Vec::new();
    follow(&firsts, &mut next);
    while let Some(step) = next.pop() {
        let node = match step {
            Next::Close => {
                out.push(')');
                continue;
            }
            Next::Open(node) => {
                out.push_str("\n(");
                node
            }
            Next::Node(node) => node,
        };
        write_move(book, &openers, node, out);
        follow(&children[node], &mut next);
    }
}

fn write_move(book: &Book, openers: &[Color], node: usize, out: &mut String) {
    let opener = openers[node];
    let node = &book.nodes[node];
    out.push(';');
    let point = match node.played {
        Move::Play(point) => name(point),
        Move::Pass => String::new(),
    };
    property(out, letter(node.color), &point);
    let by_words = by_words(&node.comment, node.color, opener);
    if node.mark != by_words.mark {
        match node.mark {
            Some(Mark::Right) => property(out, "TE", "1"),
            Some(Mark::Wrong) => property(out, "BM", "1"),
            None => {}
        }
    }
    if node.line != by_words.line
        && let Some(line) = node.line
    {
        let good_for = if line == Mark::Right {
            opener
        } else {
            opener.opponent()
        };
        property(out, if good_for == Color::Black { "GB" } else { "GW" }, "1");
    }
    if !node.comment.is_empty() {
        property(out, "C", &node.comment);
    }
}

/// Who begins the line of each move.
fn openers(book: &Book) -> Vec<Color> {
    let mut openers: Vec<Color> = Vec::with_capacity(book.nodes.len());
    for node in &book.nodes {
        openers.push(node.parent.map_or(node.color, |parent| openers[parent]));
    }
    openers
}

pub(super) fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

pub(super) fn name(point: Point) -> String {
    [point.column(), point.row()]
        .map(|n| char::from(b'a' + n))
        .iter()
        .collect()
}

pub(super) fn property(out: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace(']', "\\]");
    write!(out, "{name}[{value}]").expect("a String takes everything");
}

/// A list of points, runs of whole rows as rectangles to keep it short.
pub(super) fn points(out: &mut String, list: &str, set: &PointSet) {
    out.push_str(list);
    if set.is_empty() {
        out.push_str("[]");
    }
    let mut rest = *set;
    while let Some(first) = rest.first() {
        let block = block(&rest, first);
        rest = rest.minus(&block);
        let last = block.iter().last().unwrap_or(first);
        if first == last {
            write!(out, "[{}]", name(first))
        } else {
            write!(out, "[{}:{}]", name(first), name(last))
        }
        .expect("a String takes everything");
    }
}

/// A rectangle of the set, as wide as it gets and then as high, with `corner` at its top left.
fn block(set: &PointSet, corner: Point) -> PointSet {
    let has = |column: u8, row: u8| set.contains(Point::new(column, row));
    let right = (corner.column()..MAX_SIZE)
        .take_while(|&column| has(column, corner.row()))
        .last();
    let right = right.unwrap_or(corner.column());
    let full = |row: &u8| (corner.column()..=right).all(|column| has(column, *row));
    let bottom = (corner.row()..MAX_SIZE)
        .take_while(full)
        .last()
        .unwrap_or(corner.row());
    rectangle(corner, Point::new(right, bottom))
}
