//! A second proof of an answer, by the prover for open positions, which the independent checker accepts.

use shikatsu::board::{Board, Game, Move};
use shikatsu::problem::{Answer, Goal, Outcome, Problem};
use shikatsu_proof::check;
use shikatsu_prover::{Answer as Word, Prover, Question, Side};

use super::sight::Sight;

/// What the tables take at most, for each side.
const BYTES: usize = 16 << 20;

/// Whether an answer is plain life or death: the prover tells neither ko nor seki.
pub fn is_plain(answer: &Answer) -> bool {
    !answer.seki && matches!(answer.outcome, Outcome::Dead | Outcome::Alive)
}

/// Whether the prover finds within `nodes` positions that every correct first move of a plain answer wins, by proofs that the checker accepts.
pub fn is_proved_twice(problem: &Problem, answer: &Answer, nodes: u64) -> bool {
    let mut prover = Prover::new(problem, BYTES);
    let mut moves = answer.moves.iter();
    is_plain(answer) && moves.all(|point| wins(&mut prover, mover(problem), Move::Play(point), nodes))
}

/// How many wrong first moves lose for certain, by proofs that the checker accepts, and how many are left: what comes to ko or seki, and what the
/// prover does not find within `nodes` positions.
pub fn refuted(problem: &Problem, answer: &Answer, nodes: u64) -> (usize, usize) {
    let mut prover = Prover::new(problem, BYTES);
    let setup = problem.setup();
    let game = Game::new(&setup);
    let room = Sight::new(&Board::new(&setup)).room().minus(&answer.moves);
    let (mut lost, mut left) = (0, 0);
    for point in room.iter().filter(|&point| game.check(point).is_ok()) {
        if wins(&mut prover, mover(problem).opponent(), Move::Play(point), nodes) {
            lost += 1;
        } else {
            left += 1;
        }
    }
    (lost, left)
}

/// The side to move.
fn mover(problem: &Problem) -> Side {
    match problem.goal() {
        Goal::Live => Side::Defender,
        Goal::Kill => Side::Attacker,
    }
}

/// Whether a side wins after a first move, by a proof that the checker accepts.
fn wins(prover: &mut Prover, winner: Side, first: Move, nodes: u64) -> bool {
    let question = Question {
        winner,
        first: Some(first),
    };
    if !prover.ask(question) {
        return false;
    }
    let end = prover.progress().nodes + nodes;
    loop {
        let left = end.saturating_sub(prover.progress().nodes);
        match prover.step(left) {
            Word::Won(_) => return prover.proof().is_some_and(|proof| check(&proof).is_ok()),
            Word::More if prover.progress().nodes < end => {}
            Word::More | Word::Unknown => return false,
        }
    }
}
