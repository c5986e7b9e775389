//! The oracle: answers a problem by trying everything, from the rules alone.
//!
//! It shares nothing with the core but the types that go in and come out: `area` is its own small board,
//! `benson` its own test of unconditional life, `prover` its own search. It is slow and knows no
//! shapes. What it leaves untried, it leaves by one of these theorems:
//!
//! * *The attacker never passes.* The defender would pass too, and stand.
//! * *A side that has found one winning move needs no other.*
//! * *A key stone in unconditional life stands* (`benson`).
//! * *A proof holds wherever it can be replayed* (`prover`): only then is it used again.
//!
//! The last two can be switched off ([`Method::Plain`]), which leaves nothing but the rules.
//!
//! # It comes to an end
//!
//! With no threats each stone played makes a new arrangement, and there are finitely many. With unlimited
//! threats one side is bound still. A bound side's stones each make a new arrangement, so it plays finitely
//! many of them; while it passes, the other side's stones only add and only capture, and the board fills up.
//!
//! # What an answer is
//!
//! The outcome and the correct first moves are those of the rules; a pass is never listed. When the side
//! to move has won already, every move that keeps the win is correct.
//!
//! An alive group is **in seki** when the defender cannot force unconditional life. This is a game of its
//! own, without threats: the defender wins it as soon as a key stone stands in unconditional life, the
//! attacker when the last key stone is captured or when both pass before that. So a group is in seki exactly
//! when the attacker can keep it from ever getting two eyes, if need be by leaving it alone. A group that
//! lives by always having one of two kos counts as seki too.

mod area;
mod benson;
mod prover;

use shikatsu::board::{Board, PointSet};
use shikatsu::problem::{Answer, Goal, Outcome, Problem};

use area::{Area, Side, Stones};
use prover::{Aim, Prover, State};

/// How much the search may lean on theorems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Every line is played to its end.
    Plain,
    /// Unconditional life ends a line, and proofs are used again where they hold.
    Reuse,
}

/// What the oracle found, and with how much work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The outcome, seki or not, and every correct first move.
    pub answer: Answer,
    /// Positions looked at.
    pub nodes: u64,
}

/// Answers `problem`, looking at no more than `limit` positions; `None` if they do not suffice, or if more
/// than 64 points may change.
pub fn solve(problem: &Problem, method: Method, limit: u64) -> Option<Finding> {
    solve_after(problem, &[], method, limit)
}

/// The same in the middle of a game, where the boards in `past` stood before. A first move that brings one of them back is
/// not correct, whoever has threats: it cannot be played now.
pub fn solve_after(problem: &Problem, past: &[Board], method: Method, limit: u64) -> Option<Finding> {
    let area = Area::new(problem)?;
    let past: Vec<Stones> = past.iter().filter_map(|board| area.arrangement(board)).collect();
    let stand = |threats| Prover::new(&area, method, Aim::Stand { threats });
    let mut oracle = Oracle {
        none: stand(None),
        defender: stand(Some(Side::Defender)),
        attacker: stand(Some(Side::Attacker)),
        eyes: Prover::new(&area, method, Aim::Eyes),
        nodes_left: limit,
    };
    let answer = oracle.answer(problem, &area, &past)?;
    let nodes = limit - oracle.nodes_left;
    Some(Finding { answer, nodes })
}

/// Whether a key stone stands in unconditional life from the start; `None` if more than 64 points may change.
pub fn key_lives(problem: &Problem) -> Option<bool> {
    let area = Area::new(problem)?;
    Some(area.has_safe_key() || benson::lives(&area, area.start(), area.keys()))
}

/// One prover for each question that can be asked about a position. The first three are named after the
/// side with unlimited threats.
struct Oracle<'a> {
    none: Prover<'a>,
    defender: Prover<'a>,
    attacker: Prover<'a>,
    eyes: Prover<'a>,
    nodes_left: u64,
}

impl Oracle<'_> {
    fn answer(&mut self, problem: &Problem, area: &Area, past: &[Stones]) -> Option<Answer> {
        let mover = match problem.goal() {
            Goal::Live => Side::Defender,
            Goal::Kill => Side::Attacker,
        };
        let root = State::new(area.start(), area.keys(), mover);
        let outcome = self.outcome(past, &root)?;
        let seki =
            outcome == Outcome::Alive && !self.eyes.defender_wins(past, &root, &mut self.nodes_left)?;
        let mut moves = PointSet::EMPTY;
        let has_won = match mover {
            Side::Attacker => outcome != Outcome::Alive,
            Side::Defender => outcome != Outcome::Dead,
        };
        if has_won {
            let stood = [past, &[area.start()]].concat();
            for (point, next) in root.plays(area) {
                if !past.contains(&next.stones) && self.keeps(outcome, &stood, &next)? {
                    moves.insert(point);
                }
            }
        }
        Some(Answer { outcome, seki, moves })
    }

    /// The outcome of `state` after the arrangements in `past`.
    fn outcome(&mut self, past: &[Stones], state: &State) -> Option<Outcome> {
        let left = &mut self.nodes_left;
        Some(if self.none.defender_wins(past, state, left)? {
            if self.attacker.defender_wins(past, state, left)? {
                Outcome::Alive
            } else {
                Outcome::KoDefender
            }
        } else if self.defender.defender_wins(past, state, left)? {
            Outcome::KoAttacker
        } else {
            Outcome::Dead
        })
    }

    /// Whether the move to `next`, after what is `past`, keeps `outcome`, the best that the one who made it can reach.
    fn keeps(&mut self, outcome: Outcome, past: &[Stones], next: &State) -> Option<bool> {
        let left = &mut self.nodes_left;
        Some(match (next.mover, outcome) {
            // The attacker moved: the outcome must not be better for the defender.
            (Side::Defender, Outcome::Dead) => !self.defender.defender_wins(past, next, left)?,
            (Side::Defender, Outcome::KoAttacker) => !self.none.defender_wins(past, next, left)?,
            (Side::Defender, Outcome::KoDefender) => !self.attacker.defender_wins(past, next, left)?,
            // The defender moved: the outcome must not be better for the attacker.
            (Side::Attacker, Outcome::Alive) => self.attacker.defender_wins(past, next, left)?,
            (Side::Attacker, Outcome::KoDefender) => self.none.defender_wins(past, next, left)?,
            (Side::Attacker, Outcome::KoAttacker) => self.defender.defender_wins(past, next, left)?,
            (Side::Defender, Outcome::Alive) | (Side::Attacker, Outcome::Dead) => true,
        })
    }
}
