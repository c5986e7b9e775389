//! Positions looked up in the book of a problem, in place of reading them out.
//!
//! The problem may lie turned and with exchanged colours on the table. The book is about the problem as it is written.

use super::reading::{Guess, Reading, Worth};
use super::showing::Showing;
use super::thought::{Judgement, Wish};
use crate::board::{Game, Move, Point, PointSet};
use crate::pack::{Book, Branch, Replies, Tree, Word};
use crate::problem::{Goal, Outcome};

/// What the author says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// It is won or lost for the one who solves the problem.
    Judged {
        /// Which of the two.
        is_won: bool,
        /// The newest move in the tree; none at the start.
        place: Option<u16>,
    },
    /// It is in the book, and nothing is said about it.
    Unsaid {
        /// The newest move in the tree.
        place: u16,
    },
    /// It is not in the book.
    Nothing,
}

/// What the book says of the position that a wish is about; `None` if somebody has to read it out.
// Its pieces are off the stack before somebody goes on.
#[inline(never)]
pub(super) fn look_up(book: &Book<'_>, showing: &Showing, game: &Game, wish: Wish) -> Option<Judgement> {
    match book {
        Book::None => None,
        // Nobody asks a solver about a problem that is there on the book's word.
        Book::Author(_) if wish.turned_about => Some(Judgement::Unknown(None)),
        Book::Author(tree) => Some(by_the_author(tree, showing, game, wish.ply)),
        Book::Replies(_) if wish.turned_about => None,
        Book::Replies(replies) => by_replies(replies, showing, game, wish.ply).map(Judgement::Read),
    }
}

/// What the author says of the position after these moves, which are those on the table.
pub(super) fn find(tree: &Tree<'_>, showing: &Showing, moves: impl Iterator<Item = Move>) -> Found {
    let mut is_won = Some(!tree.nothing_works());
    let mut place = None;
    for (ply, played) in moves.enumerate() {
        let written = written(showing, played);
        let branch = tree.after(place).find(|(_, branch)| branch.played == written);
        let Some((next, branch)) = branch else {
            // Where nothing works, to do nothing is right.
            let leaves_it = ply == 0 && played == Move::Pass && tree.nothing_works();
            return if leaves_it {
                Found::Judged {
                    is_won: false,
                    place: Some(u16::MAX),
                }
            } else {
                Found::Nothing
            };
        };
        place = Some(next);
        if ply % 2 == 0 && is_won != Some(false) {
            is_won = match branch.word {
                Word::Right => Some(true),
                Word::Wrong => Some(false),
                Word::None => None,
            };
        }
    }
    match (is_won, place) {
        (Some(is_won), place) => Found::Judged { is_won, place },
        (None, Some(place)) => Found::Unsaid { place },
        (None, None) => Found::Nothing,
    }
}

/// What a position comes to that is won or lost for the one who solves the problem.
pub(super) fn worth(showing: &Showing, is_won: bool) -> Worth {
    let outcome = match (showing.problem().goal(), is_won) {
        (Goal::Live, true) | (Goal::Kill, false) => Outcome::Alive,
        (Goal::Live, false) | (Goal::Kill, true) => Outcome::Dead,
    };
    Worth::Life { outcome, seki: false }
}

fn by_the_author(tree: &Tree<'_>, showing: &Showing, game: &Game, ply: usize) -> Judgement {
    let is_users_turn = ply.is_multiple_of(2);
    match find(tree, showing, game.moves().take(ply)) {
        Found::Nothing => Judgement::Unknown(None),
        Found::Unsaid { place } => {
            let best = main_move(tree, showing, Some(place));
            // A line that ends without a word leads nowhere.
            Judgement::Unknown(best.map(|best| Guess::of(Some(best))))
        }
        Found::Judged { is_won, place } => {
            let good = |branch: &Branch| match branch.word {
                Word::Right => true,
                Word::Wrong => false,
                Word::None => !is_users_turn,
            };
            let best = main_move(tree, showing, place);
            let next = || tree.after(place).filter(|(_, branch)| good(branch));
            let shown = |branch: Branch| point(shown(showing, branch.played));
            let moves: PointSet = next().filter_map(|(_, branch)| shown(branch)).collect();
            let followed = next().filter(|(_, branch)| branch.is_followed);
            let mut equals: PointSet = followed.filter_map(|(_, branch)| shown(branch)).collect();
            // A mistake is refuted as the author does it first. Against a right move he has an answer to each of several replies.
            if !is_won || is_users_turn || equals.is_empty() {
                equals = best.into_iter().collect();
            }
            let is_too_late = is_users_turn && !is_won;
            Judgement::Read(Reading {
                worth: worth(showing, is_won),
                moves: if is_too_late { PointSet::EMPTY } else { moves },
                best,
                equals,
            })
        }
    }
}

/// The move that the author goes on with: the first that is right, else the first that is not wrong, else the first.
fn main_move(tree: &Tree<'_>, showing: &Showing, place: Option<u16>) -> Option<Point> {
    let rank = |branch: &Branch| match branch.word {
        Word::Right => 0,
        Word::None => 1,
        Word::Wrong => 2,
    };
    let (_, branch) = tree.after(place).min_by_key(|(_, branch)| rank(branch))?;
    point(shown(showing, branch.played))
}

fn by_replies(replies: &Replies<'_>, showing: &Showing, game: &Game, ply: usize) -> Option<Reading> {
    let mut node = replies.first();
    for played in game.moves().take(ply) {
        node = replies.after(node, written(showing, played))?;
    }
    let (outcome, seki) = replies.outcome(node);
    let best = point(shown(showing, replies.best(node)));
    let is_here = ply == game.moves().len();
    if is_here && best.is_some_and(|best| game.check(best).is_err()) {
        // A stone outside of the zone is in the way.
        return None;
    }
    let problem = showing.problem();
    let defends = (problem.to_move() == problem.defender()) == ply.is_multiple_of(2);
    let lost = if defends { Outcome::Dead } else { Outcome::Alive };
    let answer = showing.entry.answer.filter(|_| ply == 0);
    let moves = match answer {
        Some(answer) => answer.moves,
        None if outcome == lost => PointSet::EMPTY,
        None => {
            let keeps = replies
                .ways(node)
                .filter(|&(_, after)| replies.outcome(after).0 == outcome);
            let points = keeps.filter_map(|(played, _)| point(shown(showing, played)));
            points.chain(best).collect()
        }
    };
    Some(Reading {
        worth: Worth::Life { outcome, seki },
        moves,
        best,
        equals: best.into_iter().collect(),
    })
}

const fn point(played: Move) -> Option<Point> {
    match played {
        Move::Play(point) => Some(point),
        Move::Pass => None,
    }
}

fn written(showing: &Showing, played: Move) -> Move {
    match played {
        Move::Play(point) => Move::Play(showing.written(point)),
        Move::Pass => Move::Pass,
    }
}

fn shown(showing: &Showing, played: Move) -> Move {
    match played {
        Move::Play(point) => Move::Play(showing.shown(point)),
        Move::Pass => Move::Pass,
    }
}
