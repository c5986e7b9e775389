//! On the book's word: the author's tree of a problem that nobody has proved, as a pack holds it.

use shikatsu::board::{Color, Game, Move};
use shikatsu::pack::{Branch, Tree, Word, room};
use shikatsu::problem::{Answer, Goal, Outcome, Problem};

use super::item::{Fate, Item};
use crate::author::AuthorTree;
use crate::book::Mark;
use crate::entry::Entry;

/// A problem with what its author says.
#[derive(Clone, PartialEq, Debug)]
pub struct BookWord {
    /// The problem.
    pub problem: Problem,
    /// The author's right first moves, and what they are meant to reach.
    pub answer: Answer,
    /// The author's tree, as a pack holds it.
    pub tree: Vec<u8>,
    /// How many of the author's moves are not in it: there was no room, or the trainer's rules do not allow them.
    pub left_out: usize,
}

impl BookWord {
    /// What the author of an item says, if it is not proved and goes in on that word.
    pub fn of(item: &Item<'_>) -> Option<BookWord> {
        match item.fate() {
            Fate::Kept(..) | Fate::Twin(_) => None,
            // As it was read at first: another reading is a second guess, and the author's moves are what counts.
            Fate::Unproved(_) | Fate::TooLarge(..) | Fate::Doubtful(..) => {
                BookWord::read(item.loaded.entry.as_ref().unwrap_or(&item.entry))
            }
        }
    }

    /// What the author of an entry says; `None` if no answer is named, or none that can be played.
    pub fn read(entry: &Entry) -> Option<BookWord> {
        let problem = entry.problem;
        let setup = problem.setup();
        let author = AuthorTree::of(&entry.book, setup.to_move);
        if !author.is_playable(setup.to_move) {
            return None;
        }
        let (nodes, unplayable) = Sapling::grow(&author, &problem);
        let bytes: Vec<u8> = std::iter::once(Tree::flags(author.nothing_works))
            .chain(nodes.iter().flat_map(|branch| branch.write(setup.size)))
            .collect();
        let tree = Tree::read(&bytes, setup.size, &room(&setup))?;
        let (won, lost) = match problem.goal() {
            Goal::Live => (Outcome::Alive, Outcome::Dead),
            Goal::Kill => (Outcome::Dead, Outcome::Alive),
        };
        let told = entry.answer.filter(|told| told.outcome != lost);
        let answer = Answer {
            outcome: match told {
                _ if author.nothing_works => lost,
                Some(told) => told.outcome,
                None => won,
            },
            seki: told.is_some_and(|told| told.seki),
            moves: tree.right_moves(),
        };
        Some(BookWord {
            problem,
            answer,
            left_out: author.left_out + unplayable,
            tree: bytes,
        })
    }
}

/// A move on its way into the tree.
struct Sapling {
    branch: Branch,
    next: Vec<usize>,
}

/// What is still to be planted: moves that follow a place, by whom, and whether all went well so far.
struct Plot {
    /// The moves that lead here.
    line: Vec<Move>,
    /// The place in the author's tree.
    place: Option<u16>,
    /// The place among the saplings; `None` at the start.
    below: Option<usize>,
    is_won: bool,
}

impl Sapling {
    /// The author's moves as far as they can be played on the trainer's board, in the order of a pack, and how many cannot.
    fn grow(author: &AuthorTree, problem: &Problem) -> (Vec<Branch>, usize) {
        let setup = problem.setup();
        let mut saplings: Vec<Sapling> = Vec::new();
        let mut firsts: Vec<usize> = Vec::new();
        let mut plots = vec![Plot {
            line: Vec::new(),
            place: None,
            below: None,
            is_won: !author.nothing_works,
        }];
        while let Some(plot) = plots.pop() {
            let mut game = Game::new(&setup);
            if plot.line.iter().any(|&played| game.make(played).is_err()) || game.verdict().is_some() {
                continue;
            }
            let solver = setup.to_move;
            for (played, color, word, place) in shoots(author, &plot, &game, solver) {
                // Elsewhere is a pass, and so is what the author leaves out where one side moves twice.
                let played = match played {
                    Move::Play(point) if setup.outside.contains(point) => Move::Pass,
                    played => played,
                };
                let siblings = plot.below.map_or(&firsts, |below| &saplings[below].next);
                let is_there = |&it: &usize| saplings[it].branch.played == played;
                if game.clone().make(played).is_err() || siblings.iter().any(is_there) {
                    continue;
                }
                let number = saplings.len();
                saplings.push(Sapling {
                    branch: Branch {
                        played,
                        word,
                        is_followed: false,
                        has_more: false,
                    },
                    next: Vec::new(),
                });
                match plot.below {
                    Some(below) => saplings[below].next.push(number),
                    None => firsts.push(number),
                }
                let mut line = plot.line.clone();
                line.push(played);
                plots.push(Plot {
                    line,
                    place,
                    below: Some(number),
                    is_won: plot.is_won && (color != solver || word == Word::Right),
                });
            }
        }
        let unplayable = author.moves.len().saturating_sub(saplings.len());
        (in_order(&saplings, &firsts), unplayable)
    }
}

/// The moves that the author shows here: the move, whose it is, what is said of it, and its place in his tree. Where the same side moves again, the other
/// one passes first, which has the place of the move before.
fn shoots(
    author: &AuthorTree,
    plot: &Plot,
    game: &Game,
    solver: Color,
) -> Vec<(Move, Color, Word, Option<u16>)> {
    let turn = game.to_move();
    let mut shown: Vec<_> = Vec::new();
    let mut passes = false;
    for (place, known) in author.after(plot.place) {
        if known.color == turn {
            let is_solver = turn == solver;
            let word = match known.verdict {
                // Where nothing works, no first move is right, whatever it is called.
                Some(Mark::Right) if author.nothing_works && is_solver => Word::None,
                Some(Mark::Right) => Word::Right,
                Some(Mark::Wrong) => Word::Wrong,
                None => Word::None,
            };
            shown.push((known.played, turn, word, Some(place)));
        } else {
            passes = true;
        }
    }
    // On a line that is right so far the author goes on with his first move, if he calls none right.
    let is_said = shown.iter().any(|&(_, _, word, _)| word == Word::Right);
    let goes_on = turn == solver && plot.is_won && plot.below.is_some() && !is_said;
    if let Some(first) = shown
        .iter_mut()
        .find(|(_, _, word, _)| *word == Word::None && goes_on)
    {
        first.2 = Word::Right;
    }
    if passes && !matches!(plot.line.last(), Some(Move::Pass)) && plot.below.is_some() {
        let word = if turn == solver && plot.is_won && shown.is_empty() {
            Word::Right
        } else {
            Word::None
        };
        shown.push((Move::Pass, turn, word, plot.place));
    }
    shown
}

/// The saplings in the order of a pack, with their flags.
fn in_order(saplings: &[Sapling], firsts: &[usize]) -> Vec<Branch> {
    let mut branches = Vec::with_capacity(saplings.len());
    let with_more = |list: &[usize]| {
        let last = list.len().saturating_sub(1);
        let list = list
            .iter()
            .enumerate()
            .map(move |(place, &it)| (it, place < last));
        list.rev().collect::<Vec<_>>()
    };
    let mut stack = with_more(firsts);
    while let Some((it, has_more)) = stack.pop() {
        let sapling = &saplings[it];
        branches.push(Branch {
            is_followed: !sapling.next.is_empty(),
            has_more,
            ..sapling.branch
        });
        stack.extend(with_more(&sapling.next));
    }
    branches
}

#[cfg(test)]
mod tests {
    use shikatsu::board::Point;

    use super::*;
    use crate::overrides::Overrides;
    use crate::sgf;

    /// White has a row of three in the corner, all around is Black: the moves are what matters here.
    fn entry(moves: &str) -> Entry {
        let text = format!(
            "(;SZ[9]AW[aa][ab][bb][cb][da][db]AB[ac][bc][cc][dc][ec][eb][ea]PL[B]MA[aa]VW[aa:ee]{moves})"
        );
        sgf::read(text.as_bytes(), &Overrides::default())
            .remove(0)
            .unwrap()
    }

    fn at(name: &str) -> Move {
        Move::Play(Point::from_vertex(name, 9).unwrap())
    }

    fn read(moves: &str) -> Option<BookWord> {
        BookWord::read(&entry(moves))
    }

    #[test]
    fn the_authors_right_moves_are_the_answer_and_his_lines_the_tree() {
        let word = read("(;B[ba]C[Correct];W[ca])(;B[ca]C[Wrong];W[ba])").unwrap();
        let setup = word.problem.setup();
        let tree = Tree::read(&word.tree, setup.size, &room(&setup)).unwrap();
        let firsts: Vec<_> = tree
            .after(None)
            .map(|(_, branch)| (branch.played, branch.word))
            .collect();
        assert_eq!(firsts, [(at("B9"), Word::Right), (at("C9"), Word::Wrong)]);
        assert_eq!(word.answer.moves, tree.right_moves());
        assert_eq!((word.answer.outcome, word.left_out), (Outcome::Dead, 0));
        let (place, _) = tree.after(None).next().unwrap();
        assert_eq!(tree.after(Some(place)).next().unwrap().1.played, at("C9"));
    }

    #[test]
    fn without_an_answer_there_is_no_word() {
        assert_eq!(read(""), None);
        assert_eq!(read("(;B[ba]C[Wrong];W[ca])"), None);
    }

    #[test]
    fn the_author_goes_on_with_his_first_move_where_he_calls_none_right() {
        let word = read("(;B[ba]C[Correct];W[ca](;B[ee])(;B[ed]))").unwrap();
        let tree = Tree::read(&word.tree, 9, &room(&word.problem.setup())).unwrap();
        let words: Vec<_> = tree.after(Some(1)).map(|(_, branch)| branch.word).collect();
        assert_eq!(words, [Word::Right, Word::None]);
    }

    #[test]
    fn elsewhere_is_a_pass_and_what_cannot_be_played_is_left_out() {
        let word = read("(;B[ba]C[Correct];W[ii];B[ca])(;B[ba];W[ba];B[ca])(;B[bb]C[Wrong])").unwrap();
        let tree = Tree::read(&word.tree, 9, &room(&word.problem.setup())).unwrap();
        assert_eq!(tree.at(1).unwrap().played, Move::Pass);
        assert_eq!(tree.after(None).count(), 1, "a stone stands there");
        assert_eq!(word.left_out, 3);
    }

    #[test]
    fn who_moves_twice_is_answered_by_a_pass() {
        let word = read("(;B[ba]C[Correct];B[ca])").unwrap();
        let tree = Tree::read(&word.tree, 9, &room(&word.problem.setup())).unwrap();
        let played: Vec<_> = (0..tree.len())
            .map(|place| tree.at(place).unwrap().played)
            .collect();
        assert_eq!(played, [at("B9"), Move::Pass, at("C9")]);
        assert_eq!(word.left_out, 0);
    }
}
