//! A file's own variations, with its opinion of them.
//!
//! A verdict belongs to the node it stands on: a mark on a reply speaks of the reply. What a file says of a *first* move follows from that:
//!
//! * its own mark, if it has one;
//! * else it is right if one of its lines comes to a move of the same player that is called right, or to the name of a diagram that is the
//!   solution, and nothing on the way is called wrong;
//! * else it is wrong if the file shows how each of its lines, or one reply, brings it down.
//!
//! Where no first move is right by that, the first variation counts as the solution, unless it is called wrong or the file says that there is
//! nothing to find.

use shikatsu::board::{Color, MAX_SIZE, Move};

/// A file's own variations, flat: each node names the one it follows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Book {
    /// The nodes in file order; a node's parent always comes before it.
    pub nodes: Vec<BookNode>,
    /// Whether the file says that there is nothing to find: then its lines only show why.
    pub nothing_works: bool,
    /// Whether the file says that the best that the side to move can get is a ko.
    pub is_ko: bool,
    /// Whether the file says that it is about some stones in a fight, to capture or to save, and not about a whole group.
    pub is_fight: bool,
    /// Whose stones live or die, if the file marks none and says so in words.
    pub defender: Option<Color>,
}

/// One move of the book.
#[derive(Clone, PartialEq, Debug)]
pub struct BookNode {
    /// The node before it in `Book::nodes`; `None` for a first move.
    pub parent: Option<usize>,
    /// Whose move it is.
    pub color: Color,
    /// The move.
    pub played: Move,
    /// What the file says about it; may be empty.
    pub comment: String,
    /// Whether the file marks this very move, by a comment or a property, as right or wrong.
    pub mark: Option<Mark>,
    /// Whether it marks the line that comes here as the solution or as a failure of whoever began it.
    pub line: Option<Mark>,
}

/// A file's opinion of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// It solves the problem.
    Right,
    /// It does not.
    Wrong,
}

/// What a book says of each of its nodes, seen by the player who is to solve the problem.
struct Opinions {
    /// Whether some line through the node comes to a right end.
    succeeds: Vec<bool>,
    /// Whether the file shows that the node leads to nothing.
    fails: Vec<bool>,
}

/// What is said of a first move in all variations that begin with it.
struct First {
    played: Move,
    right: bool,
    wrong: bool,
    /// Whether a node of its own calls it wrong.
    marked_wrong: bool,
}

impl First {
    const fn new(played: Move) -> First {
        First {
            played,
            right: false,
            wrong: false,
            marked_wrong: false,
        }
    }

    const fn verdict(&self) -> Option<Mark> {
        match (self.right, self.marked_wrong, self.wrong) {
            (true, true, _) | (false, _, false) => None,
            (true, false, _) => Some(Mark::Right),
            (false, _, true) => Some(Mark::Wrong),
        }
    }
}

/// A place for each move that there is.
const PLACES: usize = MAX_SIZE as usize * MAX_SIZE as usize + 1;

fn place_of(played: Move) -> usize {
    match played {
        Move::Pass => PLACES - 1,
        Move::Play(point) => usize::from(point.row()) * usize::from(MAX_SIZE) + usize::from(point.column()),
    }
}

impl Book {
    /// The first moves that the book calls right for `side`, in its own order.
    pub fn first_moves(&self, side: Color) -> Vec<Move> {
        let mut moves = self.called(side, Mark::Right);
        if moves.is_empty() && !self.nothing_works {
            let wrong = self.called(side, Mark::Wrong);
            // The other side's first variation says nothing about ours.
            let is_ours = |node: &&BookNode| node.color == side && !wrong.contains(&node.played);
            let meant = self.nodes.first().filter(is_ours);
            moves.extend(meant.map(|node| node.played));
        }
        moves
    }

    /// The first moves of `side` that the book marks so, itself or by the lines behind them; a move that one variation calls right and
    /// another wrong is neither.
    pub fn called(&self, side: Color, mark: Mark) -> Vec<Move> {
        let called = self.first_verdicts(side, &self.opinions(side)).into_iter();
        let so = called.filter(|first| first.verdict() == Some(mark));
        so.map(|first| first.played).collect()
    }

    /// The first moves that the book shows for `side` and does not call right, though it calls others so.
    pub fn tries(&self, side: Color) -> Vec<Move> {
        let right = self.called(side, Mark::Right);
        let shown = self.firsts().map(|(_, node)| node);
        let others = shown.filter(|node| node.color == side && !right.contains(&node.played));
        others
            .filter(|_| !right.is_empty())
            .map(|node| node.played)
            .collect()
    }

    /// The nodes of the lines that solve the problem, both sides' moves, from the first to the mark that calls it right. A book without
    /// such a mark means its main line.
    pub fn solution(&self, side: Color) -> Vec<&BookNode> {
        let solving = self.solving(side);
        let nodes = self.nodes.iter().zip(solving).filter(|(_, solves)| *solves);
        nodes.map(|(node, _)| node).collect()
    }

    /// The first of these lines.
    pub fn main_line(&self, side: Color) -> Vec<&BookNode> {
        let solving = self.solving(side);
        let (mut line, mut last) = (Vec::new(), None);
        for (i, node) in self.nodes.iter().enumerate() {
            if solving[i] && node.parent == last {
                line.push(node);
                last = Some(i);
            }
        }
        line
    }

    /// Which nodes these are.
    pub fn solving(&self, side: Color) -> Vec<bool> {
        let right = self.called(side, Mark::Right);
        let mut solves = vec![false; self.nodes.len()];
        if !right.is_empty() {
            let opinions = self.opinions(side);
            for (i, node) in self.nodes.iter().enumerate() {
                solves[i] = match node.parent {
                    None => node.color == side && right.contains(&node.played),
                    Some(parent) => solves[parent] && opinions.succeeds[i] && node.mark != Some(Mark::Wrong),
                };
            }
            return solves;
        }
        let firsts = self.first_moves(side);
        let first = self.firsts().find(|(_, node)| firsts.contains(&node.played));
        if let Some((first, _)) = first {
            solves[first] = true;
            // The main line is the first successor of each node, and stands right behind it.
            let behind = (first + 1..self.nodes.len()).take_while(|&i| self.nodes[i].parent == Some(i - 1));
            behind.for_each(|i| solves[i] = true);
        }
        solves
    }

    /// What the book says of each node as a move of the one who plays it: `side` solves the problem, and what is said of the other one's
    /// moves stands on these.
    pub fn verdicts(&self, side: Color) -> Vec<Option<Mark>> {
        let opinions = self.opinions(side);
        let mut firsts = [None; PLACES];
        for first in self.first_verdicts(side, &opinions) {
            firsts[place_of(first.played)] = first.verdict();
        }
        let verdict = |(i, node): (usize, &BookNode)| match (node.parent, node.color == side) {
            (None, true) => firsts[place_of(node.played)],
            (Some(_), true) => self.own_verdict(i, &opinions),
            (_, false) => node.mark,
        };
        self.nodes.iter().enumerate().map(verdict).collect()
    }

    /// What is said of each first move of `side`, all its variations taken together, in the order of the book.
    fn first_verdicts(&self, side: Color, opinions: &Opinions) -> Vec<First> {
        let mut found: Vec<First> = Vec::new();
        let mut places = [None; PLACES];
        for (i, node) in self.firsts().filter(|(_, node)| node.color == side) {
            let place = places[place_of(node.played)].get_or_insert(found.len());
            if *place == found.len() {
                found.push(First::new(node.played));
            }
            let first = &mut found[*place];
            match self.own_verdict(i, opinions) {
                Some(Mark::Right) => first.right = true,
                Some(Mark::Wrong) => first.wrong = true,
                None => {}
            }
            first.marked_wrong |= node.mark == Some(Mark::Wrong);
        }
        found
    }

    /// What is said of one node of the player who solves.
    fn own_verdict(&self, i: usize, opinions: &Opinions) -> Option<Mark> {
        self.nodes[i]
            .mark
            .or_else(|| match (opinions.succeeds[i], opinions.fails[i]) {
                (true, _) => Some(Mark::Right),
                (false, true) => Some(Mark::Wrong),
                (false, false) => None,
            })
    }

    fn opinions(&self, side: Color) -> Opinions {
        let count = self.nodes.len();
        let mut succeeds = vec![false; count];
        let mut fails = vec![false; count];
        // Of each node's successors: how many there are, and how many of them fail.
        let mut next = vec![(0_usize, 0_usize); count];
        for (i, node) in self.nodes.iter().enumerate().rev() {
            let ours = node.color == side;
            succeeds[i] |= node.line == Some(Mark::Right) || (ours && node.mark == Some(Mark::Right));
            let (all, failing) = next[i];
            // After our move one good reply brings it down; after a reply all that we may try has to fail.
            let is_refuted = if ours {
                failing > 0
            } else {
                all > 0 && failing == all
            };
            fails[i] =
                node.line == Some(Mark::Wrong) || (ours && node.mark == Some(Mark::Wrong)) || is_refuted;
            if let Some(parent) = node.parent {
                succeeds[parent] |= succeeds[i] && node.mark != Some(Mark::Wrong);
                next[parent].0 += 1;
                // What the other one does by mistake brings nothing down.
                let counts = fails[i] && (ours || node.mark != Some(Mark::Wrong));
                next[parent].1 += usize::from(counts);
            }
        }
        Opinions { succeeds, fails }
    }

    fn firsts(&self) -> impl Iterator<Item = (usize, &BookNode)> {
        self.nodes
            .iter()
            .enumerate()
            .filter(|(_, node)| node.parent.is_none())
    }
}

#[cfg(test)]
mod tests {
    use shikatsu::board::Point;

    use super::*;

    const A: Move = Move::Play(Point::new(0, 0));
    const B: Move = Move::Play(Point::new(1, 0));
    const C: Move = Move::Play(Point::new(2, 0));

    fn node(parent: Option<usize>, color: Color, played: Move, mark: Option<Mark>) -> BookNode {
        BookNode {
            parent,
            color,
            played,
            comment: String::new(),
            mark,
            line: None,
        }
    }

    fn book(nodes: Vec<BookNode>) -> Book {
        Book {
            nodes,
            ..Book::default()
        }
    }

    fn solution(book: &Book) -> Vec<Move> {
        let nodes = book.solution(Color::Black).into_iter();
        nodes.map(|node| node.played).collect()
    }

    #[test]
    fn a_first_move_is_right_if_its_line_comes_to_a_right_move_of_the_same_player() {
        let mut book = book(vec![
            node(None, Color::Black, A, None),
            node(Some(0), Color::White, B, None),
            node(None, Color::Black, B, None),
            node(Some(2), Color::White, A, None),
            node(Some(3), Color::Black, C, Some(Mark::Right)),
        ]);
        assert_eq!(book.first_moves(Color::Black), [B]);
        assert_eq!(book.first_moves(Color::White), []);
        assert_eq!(book.tries(Color::Black), [A]);
        assert_eq!(solution(&book), [B, A, C]);
        let main: Vec<Move> = book
            .main_line(Color::Black)
            .iter()
            .map(|node| node.played)
            .collect();
        assert_eq!(main, [B, A, C]);
        book.nodes[3].mark = Some(Mark::Wrong);
        assert_eq!(
            book.called(Color::Black, Mark::Right),
            [],
            "the reply is a mistake, so the line shows nothing"
        );
        book.nodes[3].mark = None;
        book.nodes[2].mark = Some(Mark::Wrong);
        assert_eq!(
            book.called(Color::Black, Mark::Right),
            [],
            "its own node calls it wrong"
        );
        assert_eq!(book.called(Color::Black, Mark::Wrong), [B]);
        book.nodes[2].mark = None;
        book.nodes[4].mark = None;
        assert_eq!(
            book.first_moves(Color::Black),
            [A],
            "without marks the main line counts"
        );
        assert_eq!(book.tries(Color::Black), [], "and another line may be right too");
        assert_eq!(solution(&book), [A, B]);
        book.nodes[0].mark = Some(Mark::Wrong);
        assert_eq!(book.first_moves(Color::Black), [], "unless it is called wrong");
        book.nothing_works = true;
        assert_eq!(
            book.first_moves(Color::Black),
            [],
            "and nothing where nothing works"
        );
    }

    #[test]
    fn a_mark_on_a_reply_speaks_of_the_reply() {
        let mut book = book(vec![
            node(None, Color::Black, A, None),
            node(None, Color::Black, B, None),
            node(Some(1), Color::White, C, Some(Mark::Right)),
        ]);
        assert_eq!(book.called(Color::Black, Mark::Right), []);
        assert_eq!(book.first_moves(Color::Black), [A]);
        book.nodes[2].mark = None;
        book.nodes[2].line = Some(Mark::Right);
        assert_eq!(
            book.first_moves(Color::Black),
            [B],
            "the name of a diagram speaks of the whole line"
        );
        book.nodes[2].line = Some(Mark::Wrong);
        assert_eq!(book.called(Color::Black, Mark::Wrong), [B]);
    }

    #[test]
    fn one_wrong_continuation_does_not_make_a_first_move_wrong() {
        let mut book = book(vec![
            node(None, Color::Black, A, None),
            node(Some(0), Color::White, B, None),
            node(Some(1), Color::Black, C, Some(Mark::Wrong)),
            node(Some(1), Color::Black, A, None),
        ]);
        assert_eq!(book.called(Color::Black, Mark::Wrong), []);
        assert_eq!(book.first_moves(Color::Black), [A]);
        book.nodes[3].mark = Some(Mark::Wrong);
        assert_eq!(
            book.called(Color::Black, Mark::Wrong),
            [A],
            "but if all fail, one reply is enough"
        );
    }

    #[test]
    fn a_move_that_is_called_right_and_wrong_is_neither() {
        let book = book(vec![
            node(None, Color::Black, A, Some(Mark::Right)),
            node(None, Color::Black, A, Some(Mark::Wrong)),
            node(None, Color::Black, B, Some(Mark::Right)),
        ]);
        assert_eq!(book.first_moves(Color::Black), [B]);
    }
}
