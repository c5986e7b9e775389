//! Gives every node of a proof its position, and looks at each node by itself.

use crate::board::{Grid, Played, passed};
use crate::check::{CheckError, wrong};
use crate::death::doomed;
use crate::form::{Color, Endless, Goal, MAX_NODES, Position, Proof, Step};
use crate::life::unconditional;
use crate::points::{Point, Points, name};

/// Who wins by this proof, if its position is one.
pub(crate) fn winner(proof: &Proof) -> Result<Color, CheckError> {
    let position = &proof.position;
    let wrong = |what: &str| {
        Err(CheckError {
            node: None,
            what: what.to_string(),
        })
    };
    if !position.has_size() {
        return wrong("a board has 5 to 19 lines");
    }
    let all = Points::all(position.size);
    let sets = [&position.black, &position.white, &position.closed, &position.key];
    if sets.iter().any(|set| !set.is_within(&all)) {
        return wrong("the position has a point that lies off the board");
    }
    if position.black.meets(&position.white) {
        return wrong("two stones stand on one point");
    }
    let Some(defender) = position.defender() else {
        return wrong("the key stones are not stones of one colour");
    };
    let grid = Grid::new(position.size);
    for color in [Color::Black, Color::White] {
        let chains = grid.pieces(position.stones(color));
        if chains
            .iter()
            .any(|chain| !grid.around(chain).meets(&position.free()))
        {
            return wrong("a chain of the position has no liberty");
        }
    }
    if (proof.claim.goal, proof.claim.endless) == (Goal::Eyes, Endless::Winner) {
        return wrong("play without end reaches no unconditional life, so it cannot be the winner's");
    }
    if proof.nodes.is_empty() {
        return wrong("the proof has no nodes");
    }
    if proof.nodes.len() > MAX_NODES {
        return wrong("the proof has too many nodes");
    }
    Ok(if proof.claim.goal == Goal::Capture {
        defender.other()
    } else {
        defender
    })
}

/// A proof that is being replayed.
pub(crate) struct Replay<'a> {
    pub(crate) proof: &'a Proof,
    pub(crate) winner: Color,
    pub(crate) grid: &'a Grid,
}

impl Replay<'_> {
    pub(crate) fn name(&self, point: Point) -> String {
        name(point, self.proof.position.size)
    }

    pub(crate) fn goal(&self) -> Goal {
        self.proof.claim.goal
    }

    pub(crate) fn is_leaf(&self, at: usize) -> bool {
        matches!(self.proof.nodes[at].step, Step::Taken | Step::Alive | Step::Dead)
    }

    /// The position of each node: what the first way to it makes; none for nodes that only moves lead to which cannot be played here. And how many other ways there are.
    pub(crate) fn positions(&self) -> Result<(Vec<Option<Position>>, usize), CheckError> {
        let (count, mut others) = (self.proof.nodes.len(), 0);
        let mut positions = vec![None; count];
        let mut is_led_to = vec![false; count];
        (positions[0], is_led_to[0]) = (Some(self.proof.position), true);
        for at in 0..count {
            if !is_led_to[at] {
                return wrong(at, "no earlier node leads here");
            }
            let position = positions[at];
            if let Some(position) = &position {
                self.look(at, position)?;
            }
            for (point, next) in self.proof.nodes[at].step.ways() {
                let next = next as usize;
                if next >= count {
                    return wrong(at, format!("it leads to node {next}, which is not there"));
                }
                if next <= at && self.proof.claim.endless == Endless::Loser {
                    return wrong(
                        at,
                        format!("it leads back to node {next}, and play without end is the loser's"),
                    );
                }
                is_led_to[next] = true;
                let Some(position) = &position else { continue };
                let Some(played) = self.made(at, position, point)? else {
                    continue;
                };
                if positions[next].is_some() {
                    others += 1;
                } else {
                    positions[next] = Some(played.after);
                }
            }
        }
        Ok((positions, others))
    }

    /// A move of node `at`, or a pass, made. `None` for a move of the loser that cannot be played: whoever wrote the proof found this node in another position with the same zone.
    pub(crate) fn made(
        &self,
        at: usize,
        position: &Position,
        point: Option<Point>,
    ) -> Result<Option<Played>, CheckError> {
        let Some(point) = point else {
            return Ok(Some(Played {
                after: passed(position),
                taken: Points::EMPTY,
            }));
        };
        match self.grid.play(position, point) {
            Ok(played) => Ok(Some(played)),
            Err(_) if position.to_move != self.winner => Ok(None),
            Err(refusal) => wrong(at, format!("{} cannot be played: {refusal}", self.name(point))),
        }
    }

    /// What the death of the key stones in node `at` rests on, beside the points that it names.
    fn is_doomed(&self, at: usize, position: &Position) -> Option<Points> {
        let given = self.proof.nodes[at].zone.or(&position.key);
        doomed(self.grid, position, self.winner, &given)
    }

    /// Whether the step of node `at` is one that may be made in `position`.
    fn look(&self, at: usize, position: &Position) -> Result<(), CheckError> {
        let step = &self.proof.nodes[at].step;
        let is_winners = position.to_move == self.winner;
        match (step, self.goal()) {
            (Step::Taken, Goal::Capture) if position.key.is_empty() => return Ok(()),
            (Step::Taken, Goal::Capture) => return wrong(at, "a key stone still stands"),
            (Step::Dead, Goal::Eyes | Goal::Stand) => {
                return wrong(
                    at,
                    "'dead' is an end for the attacker, and the defender should win",
                );
            }
            (Step::Taken, _) => {
                return wrong(
                    at,
                    "'taken' is an end for the attacker, and the defender should win",
                );
            }
            (Step::Alive, Goal::Capture) => {
                return wrong(
                    at,
                    "'alive' is an end for the defender, and the attacker should win",
                );
            }
            (Step::Passes(_), Goal::Capture | Goal::Eyes) => {
                return wrong(at, "the winner may pass only where the goal is to stand");
            }
            (Step::Plays(..) | Step::Passes(_), _) if !is_winners => {
                return wrong(at, "the winner moves, and it is the loser's turn");
            }
            (Step::Replies { .. }, _) if is_winners => {
                return wrong(at, "the loser moves, and it is the winner's turn");
            }
            _ => {}
        }
        if position.key.is_empty() {
            return wrong(at, "no key stone is left");
        }
        if *step == Step::Alive && unconditional(self.grid, position, self.winner, &Points::EMPTY).is_none() {
            return wrong(at, "no key stone is in unconditional life");
        }
        if *step == Step::Dead && self.is_doomed(at, position).is_none() {
            return wrong(at, "the key stones have room enough, or are not shut in");
        }
        if self.goal() == Goal::Capture
            && self.proof.claim.endless == Endless::Winner
            && unconditional(self.grid, position, self.winner.other(), &Points::EMPTY).is_some()
        {
            return wrong(
                at,
                "a key stone is in unconditional life, so the attacker has lost",
            );
        }
        if let Step::Replies { nulls, moves } = step {
            let points: Points = moves.iter().map(|&(point, _)| point).collect();
            if points.len() < moves.len() {
                return wrong(at, "a move is answered twice");
            }
            if nulls.is_empty() && (self.goal(), self.proof.claim.endless) != (Goal::Stand, Endless::Loser) {
                return wrong(at, "the loser's pass has no answer");
            }
        }
        Ok(())
    }
}
