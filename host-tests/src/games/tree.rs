//! A game that is nothing but its tree: every position has a value of its own, and moves to others.

use shikatsu::search::{Game, Made, MoveId, Ranked, WIN};

use super::spread;
use crate::random::Random;

/// A position of a [`Tree`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Node {
    /// What it looks like to the player who moves first at the root.
    value: i16,
    children: Vec<usize>,
    /// How many moves it names that are against the rules.
    illegal: usize,
}

/// A tree of positions; the first is the root.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// How to make a tree at random.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The length of its longest line.
    pub height: usize,
    /// The most moves of a position.
    pub breadth: usize,
    /// How many of a hundred ends are won or lost.
    pub decided: usize,
    /// How far from 0 the other values go; small numbers make many equal ones.
    pub size: i16,
}

impl Tree {
    /// Reads a tree: a value, and in brackets the trees below it.
    pub fn read(text: &str) -> Tree {
        let mut tree = Tree::default();
        let mut above: Vec<usize> = Vec::new();
        for word in text.replace('(', " ( ").replace(')', " ) ").split_whitespace() {
            match word {
                "(" => above.push(tree.nodes.len() - 1),
                ")" => drop(above.pop()),
                value => {
                    let value = value.parse().expect("a tree holds numbers and brackets");
                    tree.add(above.last().copied(), value);
                }
            }
        }
        tree
    }

    /// A random tree.
    pub fn random(random: &mut Random, shape: Shape) -> Tree {
        let mut tree = Tree::default();
        tree.add(None, random_value(random, shape.size));
        tree.grow(random, shape, 0, 0);
        tree
    }

    fn add(&mut self, parent: Option<usize>, value: i16) -> usize {
        let node = self.nodes.len();
        self.nodes.push(Node {
            value,
            ..Node::default()
        });
        if let Some(parent) = parent {
            self.nodes[parent].children.push(node);
        }
        node
    }

    fn grow(&mut self, random: &mut Random, shape: Shape, node: usize, ply: usize) {
        let ends = ply >= shape.height || (ply > 0 && random.chance(20));
        if ends {
            if random.chance(shape.decided) {
                self.nodes[node].value = random.pick(&[WIN, -WIN]);
            }
            return;
        }
        self.nodes[node].illegal = random.below(3) / 2;
        for _ in 0..=random.below(shape.breadth) {
            let child = self.add(Some(node), random_value(random, shape.size));
            self.grow(random, shape, child, ply + 1);
        }
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it has no position.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The root's value by plain minimax, so many plies deep, and how many positions that looked at.
    pub fn minimax(&self, depth: u8) -> (i16, u64) {
        self.minimax_below(0, depth, 1)
    }

    fn minimax_below(&self, node: usize, depth: u8, sign: i16) -> (i16, u64) {
        let Node { value, children, .. } = &self.nodes[node];
        let (mut best, mut nodes) = (None, 1);
        if depth > 0 {
            for &child in children {
                let (value, more) = self.minimax_below(child, depth - 1, -sign);
                best = best.max(Some(-value));
                nodes += more;
            }
        }
        (best.unwrap_or(sign * value), nodes)
    }
}

fn random_value(random: &mut Random, size: i16) -> i16 {
    random.below(2 * size as usize + 1) as i16 - size
}

/// A tree being played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeGame<'a> {
    tree: &'a Tree,
    path: Vec<usize>,
    ranks: Option<u64>,
    first_id: u16,
}

impl<'a> TreeGame<'a> {
    /// At the root of a tree, all moves with the same rank.
    pub fn new(tree: &'a Tree) -> TreeGame<'a> {
        TreeGame {
            tree,
            path: vec![0],
            ranks: None,
            first_id: 0,
        }
    }

    /// The same with ranks that depend on this number alone.
    #[must_use]
    pub fn ranked(self, ranks: u64) -> TreeGame<'a> {
        TreeGame {
            ranks: Some(ranks),
            ..self
        }
    }

    /// The same with moves that are numbered from here.
    #[must_use]
    pub fn numbered_from(self, first_id: u16) -> TreeGame<'a> {
        TreeGame { first_id, ..self }
    }

    fn node(&self) -> &'a Node {
        &self.tree.nodes[self.key() as usize]
    }
}

impl Game for TreeGame<'_> {
    fn key(&self) -> u64 {
        *self.path.last().expect("the root stays") as u64
    }

    fn decided(&mut self) -> Option<i16> {
        (self.node().value.abs() >= WIN).then(|| self.evaluate())
    }

    fn evaluate(&mut self) -> i16 {
        let sign = if self.path.len() % 2 == 1 { 1 } else { -1 };
        sign * self.node().value
    }

    fn moves(&mut self, ply: usize, name: &mut dyn FnMut(Ranked)) {
        assert_eq!(ply + 1, self.path.len());
        let node = self.node();
        for i in 0..(node.children.len() + node.illegal) as u64 {
            let rank = |seed| spread(seed ^ spread(self.key() << 8 | i)) as i16;
            name(Ranked {
                id: MoveId(self.first_id + i as u16),
                rank: self.ranks.map_or(0, rank),
            });
        }
    }

    fn make(&mut self, id: MoveId) -> Made {
        match self.node().children.get((id.0 - self.first_id) as usize) {
            Some(&child) => {
                self.path.push(child);
                Made::Fine
            }
            None => Made::Illegal,
        }
    }

    fn unmake(&mut self) {
        self.path.pop();
        assert!(!self.path.is_empty(), "more moves taken back than made");
    }
}
