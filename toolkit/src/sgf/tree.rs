//! The moves of a problem: the book they make.

use std::ops::Range;

use shikatsu::board::{Color, Move};

use super::error::{GameFault, SgfError};
use super::judge::{Judgement, by_properties, by_words};
use super::layout::{Site, sets_up};
use super::said::point;
use super::trees::{Trees, Value};
use crate::book::{Book, BookNode, Mark};

/// The book of a problem, what was left out of it, and what is wrong with it.
pub(super) struct Moves {
    pub(super) book: Book,
    /// What the first moves are called, one name each.
    pub(super) names: Vec<String>,
    pub(super) remarks: Vec<String>,
    pub(super) faults: Vec<SgfError>,
}

/// Where a node stands in the book.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Standing {
    /// No move has been played yet.
    Before,
    /// After this move of the book.
    After(u32),
    /// Below stones that were set up too late: the moves belong to another position.
    Astray,
}

/// What the problems of a game share while their moves are read.
pub(super) struct Ground<'a> {
    pub(super) trees: &'a Trees,
    pub(super) game: usize,
    pub(super) size: u8,
    /// The first node of the game.
    pub(super) first: usize,
    /// For each node of the game, the one behind all that follow it.
    ends: Vec<usize>,
    /// Whether a problem's own nodes begin there.
    begins: Vec<bool>,
    standings: Vec<Standing>,
}

impl<'a> Ground<'a> {
    pub(super) fn new(trees: &'a Trees, game: usize, size: u8, sites: &[Site]) -> Ground<'a> {
        let (first, end) = (trees.games[game], trees.games[game + 1]);
        let mut ends: Vec<usize> = (first..end).map(|i| i + 1).collect();
        for i in (first..end).rev() {
            if let Some(parent) = trees.node(i).parent() {
                ends[parent - first] = ends[parent - first].max(ends[i - first]);
            }
        }
        let mut begins = vec![false; end - first];
        for site in sites {
            begins[site.own.start - first] = true;
        }
        Ground {
            trees,
            game,
            size,
            first,
            ends,
            begins,
            standings: vec![Standing::Before; end - first],
        }
    }

    /// All moves of a problem, up to where another one begins.
    pub(super) fn moves(&mut self, own: &Range<usize>) -> Moves {
        let mut reader = Reader::default();
        let top = own.start;
        let mut i = top;
        while i < self.ends[top - self.first] {
            if i != top && self.begins[i - self.first] {
                i = self.ends[i - self.first];
                continue;
            }
            let parent = self.trees.node(i).parent().filter(|_| i != top);
            let before = parent.map_or(Standing::Before, |parent| self.standings[parent - self.first]);
            self.standings[i - self.first] = reader.read(self, i, own.contains(&i), before);
            i += 1;
        }
        reader.finish()
    }

    /// The moves that follow a node of a record, which is the problem though no stone is set up there.
    pub(super) fn moves_below(&mut self, top: usize) -> Moves {
        let mut reader = Reader::default();
        self.standings[top - self.first] = Standing::Before;
        for i in top + 1..self.ends[top - self.first] {
            let parent = self.trees.node(i).parent().unwrap_or(top);
            let before = self.standings[parent - self.first];
            self.standings[i - self.first] = reader.read(self, i, false, before);
        }
        reader.finish()
    }
}

/// A book on the way.
struct Reader {
    book: Book,
    names: Vec<String>,
    /// Which marks are only hints, as many as there are moves.
    hints: Vec<bool>,
    /// Who began the line that each move belongs to.
    openers: Vec<Color>,
    faults: Vec<SgfError>,
    late: LeftOut,
    lost: LeftOut,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader {
            book: Book::default(),
            names: Vec::new(),
            hints: Vec::new(),
            openers: Vec::new(),
            faults: Vec::new(),
            late: LeftOut::new("stones set up after the first move are ignored, with what follows them"),
            lost: LeftOut::new("a comment beside the main line, before any move, is left out"),
        }
    }
}

impl Reader {
    /// Reads a node, and tells where the next ones stand.
    fn read(&mut self, ground: &Ground<'_>, i: usize, is_own: bool, before: Standing) -> Standing {
        let node = ground.trees.node(i);
        let mut standing = before;
        if standing == Standing::Astray {
            return standing;
        }
        if !is_own && sets_up(node) {
            self.late.at(i - ground.first);
            return Standing::Astray;
        }
        for property in node.properties() {
            let color = match property.name().as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            let Some(value) = property.values().next() else {
                continue;
            };
            let Some(played) = played(value, ground.size) else {
                let fault = SgfError::value(ground.game, ground.first, value, GameFault::Point);
                self.faults.push(fault);
                continue;
            };
            let parent = match standing {
                Standing::After(parent) => Some(parent as usize),
                _ => None,
            };
            self.hints.push(false);
            self.openers
                .push(parent.map_or(color, |parent| self.openers[parent]));
            standing = Standing::After(self.book.nodes.len() as u32);
            self.book.nodes.push(BookNode {
                parent,
                color,
                played,
                comment: String::new(),
                mark: None,
                line: None,
            });
        }
        let comment = node.value("C").map(Value::text).unwrap_or_default();
        let name = node.value("N").map(Value::line).unwrap_or_default();
        match standing {
            // What the root says is about the problem, even if it has a move.
            Standing::After(at) => {
                let words = if is_own {
                    [String::new(), String::new()]
                } else {
                    [name, comment]
                };
                let opener = self.openers[at as usize];
                self.describe(at as usize, &words, by_properties(node, opener));
            }
            Standing::Before if !is_own && !comment.is_empty() => self.lost.at(i - ground.first),
            _ => {}
        }
        standing
    }

    /// Adds what a node says about a move.
    fn describe(&mut self, at: usize, words: &[String; 2], by_properties: Judgement) {
        let opener = self.openers[at];
        let node = &mut self.book.nodes[at];
        if node.parent.is_none() && !words[0].is_empty() {
            self.names.push(words[0].clone());
        }
        let mut said = by_properties;
        for text in words.iter().filter(|text| !text.is_empty()) {
            if !node.comment.is_empty() {
                node.comment.push('\n');
            }
            node.comment.push_str(text);
        }
        // What was said before is judged together with what is new. Without anything new it was judged already.
        if words.iter().any(|text| !text.is_empty()) {
            said = said.or(by_words(&node.comment, node.color, opener));
        }
        if said.is_hint && node.mark.is_none() {
            self.hints[at] = true;
        }
        said.add_to(node);
    }

    fn finish(mut self) -> Moves {
        // A hint is no verdict where there are verdicts.
        let nodes = || self.book.nodes.iter().zip(&self.hints);
        if nodes().any(|(node, is_hint)| node.mark == Some(Mark::Right) && !is_hint) {
            for (node, is_hint) in self.book.nodes.iter_mut().zip(&self.hints) {
                node.mark = node.mark.filter(|_| !is_hint);
            }
        }
        Moves {
            book: self.book,
            names: self.names,
            remarks: [self.late, self.lost]
                .into_iter()
                .filter_map(LeftOut::sentence)
                .collect(),
            faults: self.faults,
        }
    }
}

/// The move that a value names; nothing, and `tt` on the boards there are, is a pass.
pub(super) fn played(value: Value<'_>, size: u8) -> Option<Move> {
    match value.raw().trim() {
        "" | "tt" => Some(Move::Pass),
        name => point(name, size).map(Move::Play),
    }
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
