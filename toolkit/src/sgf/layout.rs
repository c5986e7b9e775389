//! Where in a game tree the problems stand.
//!
//! Every node that sets up stones where no game is under way is a problem. What stands above it is its title, and what follows it, down to the
//! next problem, its own. Positions are often built in several nodes, so a node is only a *step* if its one successor goes on with what it
//! began: it has stones of one colour, or it is followed by more stones without a word.
//!
//! Nothing calls itself, and each node is looked at a fixed number of times.

use std::fmt;
use std::ops::Range;

use shikatsu::board::PointSet;

use super::said::points;
use super::trees::{Node, Trees};

/// How far up a problem asks for its title, besides the root.
const TITLES: usize = 32;

/// How a file holds its problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// One problem in one game tree.
    Single,
    /// Several game trees.
    Games,
    /// The variations of a root without stones.
    Variations,
    /// Nodes that clear the board and set up the next position.
    Chain,
    /// Positions that differ from the one above by a few stones.
    Family,
    /// A position of a game record.
    Record,
    /// More than one of these.
    Mixed,
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Layout::Single => "one problem in a game tree",
            Layout::Games => "a game tree for each problem",
            Layout::Variations => "variations of a root without stones",
            Layout::Chain => "nodes that clear the board and set it up again",
            Layout::Family => "positions that differ by a few stones",
            Layout::Record => "positions of game records",
            Layout::Mixed => "game trees of several kinds",
        })
    }
}

impl Layout {
    /// The layout of a file that holds problems laid out like these, in so many games.
    pub(super) fn of(found: &[Layout], games: usize) -> Option<Layout> {
        let first = *found.first()?;
        let mut layout = first;
        for &other in found {
            layout = match (layout, other) {
                (one, other) if one == other => one,
                // Whatever differs from the one above it stands below one that does not.
                (Layout::Single, other @ (Layout::Chain | Layout::Family)) => other,
                (one @ (Layout::Chain | Layout::Family), Layout::Single) if games == 1 => one,
                _ => Layout::Mixed,
            };
        }
        Some(if layout == Layout::Single && games > 1 {
            Layout::Games
        } else {
            layout
        })
    }
}

/// A problem in a game tree.
#[derive(Debug)]
pub(super) struct Site {
    pub(super) layout: Layout,
    /// The nodes that say what the problem is, from the top down: each is the first successor of the one before, so their numbers are a row.
    pub(super) own: Range<usize>,
    /// The nodes above these, the nearest first.
    pub(super) above: Vec<usize>,
    /// The stones that stand before the first of its own nodes, black and white.
    pub(super) before: Stones,
}

/// Stones by colour, and whether what set them up was at fault.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Stones {
    pub(super) black: PointSet,
    pub(super) white: PointSet,
    pub(super) faulty: bool,
}

impl Stones {
    pub(super) const NONE: Stones = Stones {
        black: PointSet::EMPTY,
        white: PointSet::EMPTY,
        faulty: false,
    };

    fn all(&self) -> PointSet {
        self.black.union(&self.white)
    }

    /// Whether at least half of `earlier` still stands.
    fn keeps(&self, earlier: &Stones) -> bool {
        let kept =
            self.black.intersection(&earlier.black).len() + self.white.intersection(&earlier.white).len();
        kept * 2 >= earlier.all().len()
    }

    fn has_both(&self) -> bool {
        !self.black.is_empty() && !self.white.is_empty()
    }

    /// These after a node's `AB`, `AW` and `AE`.
    fn after(mut self, node: Node<'_>, size: u8) -> Stones {
        for property in node.properties() {
            let name = property.name();
            if !matches!(name.as_str(), "AB" | "AW" | "AE") {
                continue;
            }
            for value in property.values().filter(|value| !value.raw().trim().is_empty()) {
                let Some(points) = points(value.raw(), size) else {
                    self.faulty = true;
                    continue;
                };
                self.black = self.black.minus(&points);
                self.white = self.white.minus(&points);
                match name.as_str() {
                    "AB" => self.black = self.black.union(&points),
                    "AW" => self.white = self.white.union(&points),
                    _ => {}
                }
            }
        }
        self
    }
}

/// Where a node stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    /// No move has been made since the stones were set up.
    Still,
    /// A game is under way.
    Playing,
}

/// A game tree on the way.
struct Walk<'a> {
    nodes: Vec<Node<'a>>,
    first: usize,
    size: u8,
    /// For each node: where it stands, which of `stones` it has, and how many successors.
    standing: Vec<Standing>,
    stands_on: Vec<u32>,
    successors: Vec<u32>,
    stones: Vec<Stones>,
}

/// The problems of a game on a board of `size` lines, in file order.
pub(super) fn sites(trees: &Trees, game: usize, size: u8) -> Vec<Site> {
    let mut walk = Walk::new(trees.nodes(game).collect(), size);
    walk.go();
    walk.sites()
}

/// Whether a node has stones to set up or take away.
pub(super) fn sets_up(node: Node<'_>) -> bool {
    node.properties()
        .any(|property| matches!(property.name().as_str(), "AB" | "AW" | "AE"))
}

/// Whether a node has a move.
pub(super) fn has_move(node: Node<'_>) -> bool {
    node.properties()
        .any(|property| matches!(property.name().as_str(), "B" | "W"))
}

/// Whether a node says something in words.
fn speaks(node: Node<'_>) -> bool {
    let says = |name| {
        node.value(name)
            .is_some_and(|value| !value.raw().trim().is_empty())
    };
    says("C") || says("N")
}

impl<'a> Walk<'a> {
    fn new(nodes: Vec<Node<'a>>, size: u8) -> Walk<'a> {
        let count = nodes.len();
        let first = nodes[0].index();
        let mut successors = vec![0; count];
        for node in &nodes {
            if let Some(parent) = node.parent() {
                successors[parent - first] += 1;
            }
        }
        Walk {
            nodes,
            first,
            size,
            standing: vec![Standing::Still; count],
            stands_on: vec![0; count],
            successors,
            stones: vec![Stones::NONE],
        }
    }

    fn parent(&self, i: usize) -> Option<usize> {
        Some(self.nodes[i].parent()? - self.first)
    }

    fn stones(&self, i: usize) -> &Stones {
        &self.stones[self.stands_on[i] as usize]
    }

    /// Finds out where each node stands.
    fn go(&mut self) {
        for i in 0..self.nodes.len() {
            let node = self.nodes[i];
            if let Some(parent) = self.parent(i) {
                // A root may set up stones and make a move at once.
                let has_begun = parent == 0 && has_move(self.nodes[0]);
                self.standing[i] = if has_begun {
                    Standing::Playing
                } else {
                    self.standing[parent]
                };
                self.stands_on[i] = self.stands_on[parent];
            }
            let sets_up = sets_up(node);
            if i > 0 && has_move(node) {
                self.standing[i] = Standing::Playing;
            } else if sets_up {
                let before = *self.stones(i);
                let after = before.after(node, self.size);
                let was_still = self.standing[i] == Standing::Still;
                // After a move only what sets up a whole new position ends the game.
                if was_still || (after.has_both() && self.clears(i, &before)) {
                    self.standing[i] = Standing::Still;
                    self.stands_on[i] = self.stones.len() as u32;
                    self.stones.push(after);
                }
            }
        }
    }

    /// Whether a node takes away, or sets anew, all stones that the position began with.
    fn clears(&self, i: usize, before: &Stones) -> bool {
        let named = self.nodes[i].properties().filter(|property| {
            let name = property.name();
            matches!(name.as_str(), "AE" | "AB" | "AW")
        });
        let mut rest = before.all();
        let mut takes_away = false;
        for property in named {
            takes_away |= property.name() == "AE";
            for value in property.values() {
                if let Some(points) = points(value.raw(), self.size) {
                    rest = rest.minus(&points);
                }
            }
        }
        takes_away && rest.is_empty()
    }

    /// Whether a node sets up stones where no game is under way.
    fn is_setup(&self, i: usize) -> bool {
        self.standing[i] == Standing::Still && sets_up(self.nodes[i])
    }

    /// The successors of a node that set up stones: none, the only one, or some.
    fn goes_on_with(&self, i: usize) -> Option<usize> {
        let next = i + 1;
        let is_next = next < self.nodes.len() && self.parent(next) == Some(i);
        (is_next && self.successors[i] == 1 && self.is_setup(next)).then_some(next)
    }

    /// Which nodes are problems.
    fn problems(&self) -> Vec<bool> {
        let count = self.nodes.len();
        let mut is_followed = vec![false; count];
        for i in 1..count {
            if let Some(parent) = self.parent(i).filter(|_| self.is_setup(i)) {
                is_followed[parent] = true;
            }
        }
        let is_problem = |i: usize| {
            let stones = self.stones(i);
            if !self.is_setup(i) || (stones.all().is_empty() && !stones.faulty) {
                return false;
            }
            if is_followed[i] && !stones.has_both() {
                return false;
            }
            let Some(next) = self.goes_on_with(i) else {
                return true;
            };
            let builds_on = self.stones(next).keeps(stones);
            !builds_on || (speaks(self.nodes[i]) && speaks(self.nodes[next]))
        };
        (0..count).map(is_problem).collect()
    }

    fn sites(&self) -> Vec<Site> {
        let is_problem = self.problems();
        // The nearest problem above each node.
        let mut above: Vec<Option<usize>> = vec![None; self.nodes.len()];
        let mut found = Vec::new();
        for i in 0..self.nodes.len() {
            let outer = self.parent(i).and_then(|parent| {
                if is_problem[parent] {
                    Some(parent)
                } else {
                    above[parent]
                }
            });
            above[i] = outer;
            if is_problem[i] {
                let own = self.own(i, &is_problem);
                found.push(self.site(i, &own, outer));
            }
        }
        found
    }

    fn site(&self, i: usize, own: &Range<usize>, outer: Option<usize>) -> Site {
        let top = own.start;
        let above: Vec<usize> = std::iter::successors(self.parent(top), |&above| self.parent(above))
            .take(TITLES)
            .collect();
        let layout = match outer {
            Some(outer) if self.stones(i).keeps(self.stones(outer)) => Layout::Family,
            Some(_) => Layout::Chain,
            None if above.is_empty() => Layout::Single,
            None => Layout::Variations,
        };
        let mut titles: Vec<usize> = above.iter().map(|&i| i + self.first).collect();
        if above.len() == TITLES && titles.last() != Some(&self.first) {
            titles.push(self.first);
        }
        Site {
            layout,
            before: self
                .parent(top)
                .map_or(Stones::NONE, |parent| *self.stones(parent)),
            own: own.start + self.first..own.end + self.first,
            above: titles,
        }
    }

    /// The nodes that say what a problem is: the steps to its stones, and what is said before the first move.
    fn own(&self, i: usize, is_problem: &[bool]) -> Range<usize> {
        let is_step = |&above: &usize| {
            self.successors[above] == 1 && self.standing[above] == Standing::Still && !is_problem[above]
        };
        let up = |&from: &usize| self.parent(from).filter(is_step);
        let top = std::iter::successors(Some(i), up).last().unwrap_or(i);
        let mut end = i + 1;
        while end < self.nodes.len() && self.parent(end) == Some(end - 1) {
            if sets_up(self.nodes[end]) || has_move(self.nodes[end]) || has_move(self.nodes[end - 1]) {
                break;
            }
            end += 1;
        }
        top..end
    }
}
