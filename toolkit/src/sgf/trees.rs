//! The game trees of a file, kept flat in file order.
//!
//! Nodes, then properties, then values: each names where its part of the next list begins, and each
//! node the one it follows. Nothing calls itself, neither on the way in nor when a tree is dropped, so no
//! nesting is too deep; and places are kept as offsets into the text, so that four megabytes of
//! semicolons are still only a list of small numbers.

use std::cell::Cell;
use std::fmt;

/// A place in a text, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character in that line.
    pub column: usize,
}

const START: Place = Place { line: 1, column: 1 };

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The games of a file.
#[derive(Debug)]
pub(super) struct Trees {
    pub(super) text: String,
    /// Where the nodes of each complete game begin, and at the end where the last ones end.
    pub(super) games: Vec<usize>,
    pub(super) nodes: Vec<NodeRecord>,
    pub(super) properties: Vec<PropertyRecord>,
    pub(super) values: Vec<ValueRecord>,
    /// An offset whose place is known.
    counted: Cell<(usize, Place)>,
}

#[derive(Debug)]
pub(super) struct NodeRecord {
    /// [`ROOT`] for the first node of a game.
    pub(super) parent: u32,
    /// Its first property; the last one comes before the next node's first.
    pub(super) properties: u32,
    pub(super) at: u32,
}

pub(super) const ROOT: u32 = u32::MAX;

#[derive(Debug)]
pub(super) struct PropertyRecord {
    pub(super) at: u32,
    pub(super) name_end: u32,
    /// Its first value; the last one comes before the next property's first.
    pub(super) values: u32,
}

#[derive(Debug)]
pub(super) struct ValueRecord {
    pub(super) start: u32,
    pub(super) end: u32,
}

/// A node of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'a> {
    trees: &'a Trees,
    index: usize,
}

/// A property of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Property<'a> {
    pub(super) node: Node<'a>,
    index: usize,
}

/// A value of a property.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value<'a> {
    pub(super) property: Property<'a>,
    index: usize,
}

impl Trees {
    /// No game yet of `text`.
    pub(super) fn new(text: String) -> Trees {
        Trees {
            text,
            games: vec![0],
            nodes: Vec::new(),
            properties: Vec::new(),
            values: Vec::new(),
            counted: Cell::new((0, START)),
        }
    }

    /// How many complete games there are.
    pub(super) fn games(&self) -> usize {
        self.games.len().saturating_sub(1)
    }

    /// The nodes of a game in file order, so that each comes after the one it follows.
    pub(super) fn nodes(&self, game: usize) -> impl Iterator<Item = Node<'_>> {
        (self.games[game]..self.games[game + 1]).map(|index| Node { trees: self, index })
    }

    /// The node of this number among all nodes of the file.
    pub(super) fn node(&self, index: usize) -> Node<'_> {
        Node { trees: self, index }
    }

    /// Where in the text `offset` is. Faults are reported in the order of the file, so counting goes
    /// on from the last one; a file of nothing but faulty games is still counted through once.
    pub(super) fn place(&self, offset: usize) -> Place {
        let (from, mut place) = self.counted.get();
        let (from, behind) = if from <= offset {
            (from, &self.text[from..offset])
        } else {
            (0, &self.text[..offset])
        };
        if from == 0 {
            place = START;
        }
        for (i, c) in behind.char_indices() {
            // A carriage return ends a line unless a line feed follows, which then does.
            let ends_line = c == '\n' || (c == '\r' && !self.text[from + i + 1..].starts_with('\n'));
            if ends_line {
                place.line += 1;
                place.column = 1;
            } else {
                place.column += 1;
            }
        }
        self.counted.set((offset, place));
        place
    }
}

impl<'a> Node<'a> {
    /// Its number among all nodes of the file.
    pub(super) fn index(self) -> usize {
        self.index
    }

    /// The number of the node it follows.
    pub(super) fn parent(self) -> Option<usize> {
        let parent = self.trees.nodes[self.index].parent;
        (parent != ROOT).then_some(parent as usize)
    }

    pub(super) fn place(self) -> Place {
        self.trees.place(self.trees.nodes[self.index].at as usize)
    }

    pub(super) fn properties(self) -> impl Iterator<Item = Property<'a>> {
        let nodes = &self.trees.nodes;
        let end = nodes
            .get(self.index + 1)
            .map_or(self.trees.properties.len(), |next| next.properties as usize);
        (nodes[self.index].properties as usize..end).map(move |index| Property { node: self, index })
    }

    /// The first value of the first property of that name.
    pub(super) fn value(self, name: &str) -> Option<Value<'a>> {
        self.properties()
            .find(|property| property.name() == name)?
            .values()
            .next()
    }
}

impl<'a> Property<'a> {
    /// The name as it is today: old files spell `AddBlack`, of which the capitals count.
    pub(super) fn name(self) -> String {
        let record = &self.node.trees.properties[self.index];
        let name = &self.node.trees.text[record.at as usize..record.name_end as usize];
        name.chars().filter(|c| !c.is_ascii_lowercase()).collect()
    }

    pub(super) fn values(self) -> impl Iterator<Item = Value<'a>> {
        let trees = self.node.trees;
        let properties = &trees.properties;
        let end = properties
            .get(self.index + 1)
            .map_or(trees.values.len(), |next| next.values as usize);
        (properties[self.index].values as usize..end).map(move |index| Value {
            property: self,
            index,
        })
    }
}

impl<'a> Value<'a> {
    /// What stands between the brackets, as it stands there.
    pub(super) fn raw(self) -> &'a str {
        let record = &self.property.node.trees.values[self.index];
        &self.property.node.trees.text[record.start as usize..record.end as usize]
    }

    pub(super) fn place(self) -> Place {
        let trees = self.property.node.trees;
        trees.place(trees.values[self.index].start as usize)
    }

    /// A text of several lines: escapes resolved, line ends made one kind.
    pub(super) fn text(self) -> String {
        let mut out = String::new();
        let mut chars = self.raw().chars().peekable();
        while let Some(c) = chars.next() {
            let escaped = c == '\\';
            let c = if escaped { chars.next() } else { Some(c) };
            match c {
                Some('\n' | '\r') => {
                    // A line end of two characters is one line end.
                    chars.next_if(|&next| c != Some(next) && matches!(next, '\n' | '\r'));
                    if !escaped {
                        out.push('\n');
                    }
                }
                Some(c) => out.push(c),
                None => {}
            }
        }
        out.trim().to_string()
    }

    /// A text of one line.
    pub(super) fn line(self) -> String {
        self.text().replace('\n', " ")
    }
}
