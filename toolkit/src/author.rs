//! The author's tree, as it can be played: small, flat, and with a verdict on every move.
//!
//! What cannot be proved can still be trained on the book's word. The trainer then takes the file's right moves as right, answers its
//! wrong ones with the author's refutation, and knows nothing of all others. A pack has little room, so a tree is bounded: what solves
//! the problem goes in first, then the refutations, and of long lines and texts the ends are left off.

use shikatsu::board::{Color, Move};

use crate::book::{Book, Mark};

/// The most moves of a tree, and the most bytes of all its comments together.
pub const MOST_MOVES: usize = 400;
/// See [`MOST_MOVES`].
pub const MOST_TEXT: usize = 2048;
/// The most bytes of one comment.
pub const MOST_COMMENT: usize = 200;

/// A move of the author's, with what follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuthorMove {
    /// The move before it in [`AuthorTree::moves`], always an earlier one; `None` for a first move.
    pub parent: Option<u16>,
    /// The move; whose it is follows from how far down it stands.
    pub played: Move,
    /// Whose move it is.
    pub color: Color,
    /// What the author thinks of it; `None` where nothing is said.
    pub verdict: Option<Mark>,
    /// What is said about it; may be empty, may be cut.
    pub comment: String,
}

/// The author's variations, bounded, each position once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AuthorTree {
    /// The moves: those that follow the same one come in the author's order.
    pub moves: Vec<AuthorMove>,
    /// How many moves of the file found no room.
    pub left_out: usize,
    /// Whether the author says that no move works.
    pub nothing_works: bool,
}

/// What the author's tree has to say to a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// It is the author's, and this is its place in the tree.
    Known(u16),
    /// The author says nothing about it.
    NotInTheBook,
}

impl AuthorTree {
    /// The tree of a book whose problem `side` is to solve. Variations that begin with the same moves become one; where they differ in
    /// their verdict, the move has the first that is said.
    pub fn of(book: &Book, side: Color) -> AuthorTree {
        let verdicts = book.verdicts(side);
        let solving = book.solving(side);
        let firsts = book.first_moves(side);
        // First what solves the problem, then first moves and replies in the order of their depth: a refutation's first move is worth more than its last.
        let mut depth: Vec<u32> = Vec::with_capacity(book.nodes.len());
        for node in &book.nodes {
            depth.push(node.parent.map_or(0, |parent| depth[parent] + 1));
        }
        let mut order: Vec<usize> = (0..book.nodes.len()).collect();
        order.sort_by_key(|&i| (!solving[i], depth[i], i));
        order.truncate(MOST_MOVES.saturating_mul(4));
        let mut tree = AuthorTree {
            nothing_works: book.nothing_works,
            ..AuthorTree::default()
        };
        let mut places: Vec<Option<u16>> = vec![None; book.nodes.len()];
        let mut room = MOST_TEXT;
        for i in order {
            let node = &book.nodes[i];
            let parent = match node.parent {
                None => None,
                // Without the move before it a move has no place.
                Some(parent) => match places[parent] {
                    Some(parent) => Some(parent),
                    None => continue,
                },
            };
            let mut verdict = verdicts[i];
            // The first variation counts as right where nothing else is said to be.
            if node.parent.is_none() && node.color == side && firsts.contains(&node.played) {
                verdict = Some(Mark::Right);
            }
            let same = tree.moves.iter().position(|known| {
                (known.parent, known.played, known.color) == (parent, node.played, node.color)
            });
            if let Some(same) = same {
                places[i] = Some(same as u16);
                let known = &mut tree.moves[same];
                known.verdict = known.verdict.or(verdict);
                continue;
            }
            if tree.moves.len() == MOST_MOVES {
                continue;
            }
            let comment = cut(&node.comment, MOST_COMMENT.min(room)).to_string();
            room -= comment.len();
            places[i] = Some(tree.moves.len() as u16);
            tree.moves.push(AuthorMove {
                parent,
                played: node.played,
                color: node.color,
                verdict,
                comment,
            });
        }
        tree.left_out = places.iter().filter(|place| place.is_none()).count();
        tree
    }

    /// The moves that the author shows behind a move, or at first, in the author's order.
    pub fn after(&self, place: Option<u16>) -> impl Iterator<Item = (u16, &AuthorMove)> {
        let moves = self.moves.iter().enumerate();
        let here = moves.filter(move |(_, known)| known.parent == place);
        here.map(|(i, known)| (i as u16, known))
    }

    /// What the author says to a move here.
    pub fn word(&self, place: Option<u16>, color: Color, played: Move) -> Word {
        let mut known = self.after(place);
        let found = known.find(|(_, known)| known.color == color && known.played == played);
        found.map_or(Word::NotInTheBook, |(place, _)| Word::Known(place))
    }

    /// The author's reply to a move: the first that is not called wrong; `None` where the line ends.
    pub fn reply(&self, place: u16) -> Option<u16> {
        let color = self.moves.get(usize::from(place))?.color;
        let replies = || {
            self.after(Some(place))
                .filter(move |(_, reply)| reply.color != color)
        };
        let good = replies().find(|(_, reply)| reply.verdict != Some(Mark::Wrong));
        good.or_else(|| replies().next()).map(|(place, _)| place)
    }

    /// Whether there is something to play: a first move that is right, or the word that nothing works.
    pub fn is_playable(&self, side: Color) -> bool {
        let mut firsts = self.after(None);
        let is_right = |known: &AuthorMove| known.color == side && known.verdict == Some(Mark::Right);
        self.nothing_works || firsts.any(|(_, known)| is_right(known))
    }
}

/// The beginning of a text, at most so many bytes of whole characters.
fn cut(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use shikatsu::board::Point;

    use super::*;
    use crate::overrides::Overrides;
    use crate::sgf;

    fn book(moves: &str) -> Book {
        let text = format!("(;SZ[9]AB[ba][bb]AW[aa]{moves})");
        sgf::read(text.as_bytes(), &Overrides::default())
            .remove(0)
            .unwrap()
            .book
    }

    fn tree(moves: &str) -> AuthorTree {
        AuthorTree::of(&book(moves), Color::Black)
    }

    fn at(name: &str) -> Move {
        Move::Play(Point::from_vertex(name, 9).unwrap())
    }

    #[test]
    fn right_moves_are_right_wrong_ones_refuted_and_others_unknown() {
        let tree = tree("(;B[ab]C[Correct])(;B[cc];W[ab]C[Black is dead.])(;B[dd])");
        let Word::Known(right) = tree.word(None, Color::Black, at("A8")) else {
            panic!()
        };
        assert_eq!(tree.moves[usize::from(right)].verdict, Some(Mark::Right));
        assert_eq!(tree.reply(right), None, "the line ends");
        let Word::Known(wrong) = tree.word(None, Color::Black, at("C7")) else {
            panic!()
        };
        assert_eq!(tree.moves[usize::from(wrong)].verdict, Some(Mark::Wrong));
        let refutation = &tree.moves[usize::from(tree.reply(wrong).unwrap())];
        assert_eq!(
            (refutation.played, refutation.comment.as_str()),
            (at("A8"), "Black is dead.")
        );
        let Word::Known(silent) = tree.word(None, Color::Black, at("D6")) else {
            panic!()
        };
        assert_eq!(tree.moves[usize::from(silent)].verdict, None);
        assert_eq!(tree.word(None, Color::Black, at("J1")), Word::NotInTheBook);
        assert_eq!(tree.word(None, Color::White, at("A8")), Word::NotInTheBook);
        assert!(tree.is_playable(Color::Black) && !tree.is_playable(Color::White));
        assert_eq!(tree.left_out, 0);
    }

    #[test]
    fn variations_with_the_same_beginning_become_one() {
        let tree = tree("(;B[ab];W[cc])(;B[ab];W[dd];B[ee]C[RIGHT])(;B[cd])");
        assert_eq!(tree.after(None).count(), 2);
        let (first, known) = tree.after(None).next().unwrap();
        assert_eq!(known.verdict, Some(Mark::Right));
        assert_eq!(tree.after(Some(first)).count(), 2);
        assert_eq!(tree.left_out, 0);
    }

    #[test]
    fn the_author_never_answers_with_what_is_called_a_mistake() {
        let tree = tree("(;B[ab]C[Correct](;W[cc]C[This is a mistake])(;W[dd]))");
        let reply = tree.reply(0).unwrap();
        assert_eq!(tree.moves[usize::from(reply)].played, at("D6"));
    }

    #[test]
    fn a_tree_is_bounded_and_keeps_what_solves_the_problem() {
        let talk = "x".repeat(500);
        let noise = format!("(;B[cc]C[{talk}]{})", ";W[dd];B[ee]".repeat(60)).repeat(40);
        let points = ('a'..='i').flat_map(|x| ('c'..='i').map(move |y| (x, y)));
        let line = |(x, y)| format!("(;B[{x}{y}];W[ab];B[ii];W[hi];B[hh];W[gg];B[gf];W[ff])");
        let many = points.map(line).collect::<Vec<_>>().concat();
        let book = book(&format!("{noise}{many}(;B[ab]C[{talk}];W[ac];B[ad]C[RIGHT])"));
        let tree = AuthorTree::of(&book, Color::Black);
        assert_eq!(tree.moves.len(), MOST_MOVES);
        assert!(tree.left_out > 0);
        let text: usize = tree.moves.iter().map(|known| known.comment.len()).sum();
        assert!(text <= MOST_TEXT);
        let (place, right) = tree.after(None).next().unwrap();
        assert_eq!((right.played, right.verdict), (at("A8"), Some(Mark::Right)));
        let reply = tree.reply(place).unwrap();
        assert_eq!(tree.after(Some(reply)).next().unwrap().1.played, at("A6"));
        for (i, known) in tree.moves.iter().enumerate() {
            assert!(
                known.parent.is_none_or(|parent| usize::from(parent) < i),
                "parents come first"
            );
        }
    }

    #[test]
    fn a_line_of_a_million_moves_is_cut_and_not_recursed_into() {
        let line = ";B[cc];W[dd]".repeat(100_000);
        let tree = tree(&line);
        assert_eq!(tree.moves.len(), MOST_MOVES);
        assert_eq!(tree.left_out, 200_000 - MOST_MOVES);
    }
}
