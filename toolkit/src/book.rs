//! A file's own variations, with its opinion of them.

use shikatsu::board::{Color, Move};

/// A file's own variations, flat: each node names the one it follows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Book {
    /// The nodes in file order; a node's parent always comes before it.
    pub nodes: Vec<BookNode>,
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
    /// Whether the file marks it, by a comment or a property, as right or wrong.
    pub mark: Option<Mark>,
}

/// A file's opinion of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The move, or the line that ends there, solves the problem.
    Right,
    /// It does not.
    Wrong,
}

impl Mark {
    /// The opinion that a comment states: goproblems.com's `RIGHT`, or else the first of the words
    /// "correct", "incorrect", "wrong" and "fail" in it.
    pub fn from_comment(comment: &str) -> Option<Mark> {
        let words = || comment.split(|c: char| !c.is_alphabetic());
        if words().any(|word| word == "RIGHT") {
            return Some(Mark::Right);
        }
        let mut negated = false;
        for word in words().filter(|word| !word.is_empty()) {
            let lower = word.to_lowercase();
            match lower.as_str() {
                "correct" if negated => return Some(Mark::Wrong),
                "correct" => return Some(Mark::Right),
                "incorrect" | "wrong" | "fail" | "fails" | "failed" | "failure" => return Some(Mark::Wrong),
                _ => negated = lower == "not",
            }
        }
        None
    }
}

impl Book {
    /// The first moves that the book calls right for `side`, in its own order.
    ///
    /// A first move is right if a right mark stands on it or below it. A book without any right mark
    /// means its main line, unless that is called wrong.
    pub fn first_moves(&self, side: Color) -> Vec<Move> {
        let right = self.opened_with(Mark::Right);
        let firsts = || self.firsts().filter(|&(_, node)| node.color == side);
        let mut moves: Vec<Move> = Vec::new();
        if right.contains(&true) {
            for (_, node) in firsts().filter(|&(i, _)| right[i]) {
                if !moves.contains(&node.played) {
                    moves.push(node.played);
                }
            }
        } else {
            let wrong = self.opened_with(Mark::Wrong);
            // The main line is the first one of the file.
            moves.extend(
                firsts()
                    .next()
                    .filter(|&(i, _)| i == 0 && !wrong[i])
                    .map(|(_, node)| node.played),
            );
        }
        moves
    }

    /// The first moves that the book shows for `side` and does not call right, though it calls others so.
    pub fn tries(&self, side: Color) -> Vec<Move> {
        let right = self.first_moves(side);
        let shown = self.firsts().map(|(_, node)| node);
        let others = shown.filter(|node| node.color == side && !right.contains(&node.played));
        let has_marks = self.nodes.iter().any(|node| node.mark == Some(Mark::Right));
        others.filter(|_| has_marks).map(|node| node.played).collect()
    }

    /// The nodes of the lines that solve the problem, both sides' moves, from the first to the mark that calls it right. A book without
    /// such a mark means its main line.
    pub fn solution(&self, side: Color) -> Vec<&BookNode> {
        let right = self.opened_with(Mark::Right);
        if right.contains(&true) {
            let solving = self.nodes.iter().zip(&right).filter(|(_, right)| **right);
            return solving.map(|(node, _)| node).collect();
        }
        let firsts = self.first_moves(side);
        // The main line is the first child of each node, and stands first in the file.
        let is_main = |&(i, node): &(usize, &BookNode)| node.parent == i.checked_sub(1);
        let main = self.nodes.iter().enumerate().take_while(is_main);
        main.filter(|_| !firsts.is_empty())
            .map(|(_, node)| node)
            .collect()
    }

    fn firsts(&self) -> impl Iterator<Item = (usize, &BookNode)> {
        self.nodes
            .iter()
            .enumerate()
            .filter(|(_, node)| node.parent.is_none())
    }

    /// Whether `mark` stands on or below each node.
    fn opened_with(&self, mark: Mark) -> Vec<bool> {
        let mut found: Vec<bool> = self.nodes.iter().map(|node| node.mark == Some(mark)).collect();
        for (i, node) in self.nodes.iter().enumerate().rev() {
            if let (true, Some(parent)) = (found[i], node.parent) {
                found[parent] = true;
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use shikatsu::board::Point;

    use super::*;

    const A: Move = Move::Play(Point::new(0, 0));
    const B: Move = Move::Play(Point::new(1, 0));

    fn node(parent: Option<usize>, color: Color, played: Move, mark: Option<Mark>) -> BookNode {
        BookNode {
            parent,
            color,
            played,
            comment: String::new(),
            mark,
        }
    }

    #[test]
    fn comments_are_understood_as_people_write_them() {
        for (comment, mark) in [
            ("RIGHT", Some(Mark::Right)),
            ("Yeye.RIGHT", Some(Mark::Right)),
            ("a right move", None),
            ("UPRIGHT", None),
            ("Correct!", Some(Mark::Right)),
            ("Also correct. The other one would fail.", Some(Mark::Right)),
            ("This is wrong; the correct move is at A.", Some(Mark::Wrong)),
            ("Incorrect", Some(Mark::Wrong)),
            ("not correct", Some(Mark::Wrong)),
            ("White fails", Some(Mark::Wrong)),
            ("", None),
        ] {
            assert_eq!(Mark::from_comment(comment), mark, "{comment}");
        }
    }

    fn solution(book: &Book) -> Vec<Move> {
        let nodes = book.solution(Color::Black).into_iter();
        nodes.map(|node| node.played).collect()
    }

    #[test]
    fn a_first_move_is_right_if_a_right_mark_stands_below_it() {
        let mut book = Book {
            nodes: vec![
                node(None, Color::Black, A, None),
                node(Some(0), Color::White, B, None),
                node(None, Color::Black, B, None),
                node(Some(2), Color::White, A, Some(Mark::Right)),
            ],
        };
        assert_eq!(book.first_moves(Color::Black), [B]);
        assert_eq!(book.first_moves(Color::White), []);
        assert_eq!(book.tries(Color::Black), [A]);
        assert_eq!(solution(&book), [B, A]);
        book.nodes[3].mark = None;
        assert_eq!(
            book.first_moves(Color::Black),
            [A],
            "without marks the main line counts"
        );
        assert_eq!(book.tries(Color::Black), [], "and another line may be right too");
        assert_eq!(solution(&book), [A, B]);
        book.nodes[1].mark = Some(Mark::Wrong);
        assert_eq!(book.first_moves(Color::Black), [], "unless it is called wrong");
    }
}
