//! The checker: replays a proof and computes its zones. It searches nothing and believes nothing.

use crate::board::{Grid, Played, passed};
use crate::death::doomed;
use crate::form::{Color, Endless, Goal, Number, Position, Proof, Step};
use crate::life::unconditional;
use crate::points::{Point, Points};
use crate::replay::{Replay, winner};
use crate::zone::Zones;

/// Why a proof is refused: a sentence, and the node it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckError {
    /// The node, if it is about one.
    pub node: Option<Number>,
    /// What is wrong.
    pub what: String,
}

impl std::fmt::Display for CheckError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.node {
            Some(node) => write!(f, "node {node}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl std::error::Error for CheckError {}

/// A proof that was found to be one.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Who wins.
    pub winner: Color,
    /// The position of each node: what the first that leads to it makes. `None` for a node that only moves lead to which cannot be played.
    pub positions: Vec<Option<Position>>,
    /// The zone of each node: every legal position that agrees with the node's on it is won too.
    pub zones: Vec<Points>,
    /// How many moves of the loser are answered, passes not counted.
    pub answers: usize,
    /// How many ways lead to a node that has its position from elsewhere.
    pub shared: usize,
    /// The longest way from the first node to an end; `None` where play may go round in circles.
    pub depth: Option<usize>,
}

impl Checked {
    /// The zone of the whole proof.
    pub fn zone(&self) -> Points {
        self.zones.first().copied().unwrap_or_default()
    }

    /// The closed points that the proof leans on. If there are none, it holds for any outside.
    pub fn leans_on(&self) -> Points {
        let root = self.positions.first().copied().flatten();
        root.map_or(Points::EMPTY, |root| root.closed.and(&self.zone()))
    }
}

/// How often a node is looked at again, at the most, where play may go round in circles.
const ROUNDS: usize = 400;

/// Verifies a proof.
pub fn check(proof: &Proof) -> Result<Checked, CheckError> {
    let winner = winner(proof)?;
    let grid = Grid::new(proof.position.size);
    let replay = Replay {
        proof,
        winner,
        grid: &grid,
    };
    let (positions, shared) = replay.positions()?;
    let mut checker = Checker {
        replay: &replay,
        making: Zones {
            grid: &grid,
            root: &proof.position,
        },
        positions,
        zones: Vec::new(),
    };
    checker.settle()?;
    let answers = proof.nodes.iter().map(|node| match &node.step {
        Step::Replies { moves, .. } => moves.len(),
        _ => 0,
    });
    Ok(Checked {
        winner,
        answers: answers.sum(),
        depth: (proof.claim.endless == Endless::Loser).then(|| depth(proof)),
        shared,
        positions: checker.positions,
        zones: checker.zones,
    })
}

/// The longest way; nodes lead to later ones only.
fn depth(proof: &Proof) -> usize {
    let mut depths = vec![0; proof.nodes.len()];
    for (at, node) in proof.nodes.iter().enumerate().rev() {
        let next = node
            .step
            .ways()
            .into_iter()
            .map(|(_, next)| depths[next as usize] + 1);
        depths[at] = next.max().unwrap_or(0);
    }
    depths[0]
}

/// Refuses a proof because of node `at`.
pub(crate) fn wrong<T>(at: usize, what: impl std::fmt::Display) -> Result<T, CheckError> {
    Err(CheckError {
        node: Some(at as Number),
        what: what.to_string(),
    })
}

struct Checker<'a> {
    replay: &'a Replay<'a>,
    making: Zones<'a>,
    positions: Vec<Option<Position>>,
    zones: Vec<Points>,
}

impl Checker<'_> {
    /// Computes all zones, until each has what it needs.
    fn settle(&mut self) -> Result<(), CheckError> {
        let count = self.replay.proof.nodes.len();
        let all = Points::all(self.replay.proof.position.size);
        for at in 0..count {
            let mut zone = self.replay.proof.nodes[at].zone;
            if !zone.is_within(&all) {
                return wrong(at, "its zone has a point that lies off the board");
            }
            if let (Goal::Capture, Some(position)) = (self.replay.goal(), &self.positions[at]) {
                zone = zone.or(&position.key);
            }
            if !self.replay.proof.claim.is_local() && !self.replay.is_leaf(at) {
                zone = all;
            }
            self.zones.push(zone);
        }
        if self.replay.proof.claim.endless == Endless::Loser {
            // What a node leads to comes later, so its zone is known.
            for at in (0..count).rev() {
                self.zones[at] = self.zone(at)?;
            }
            return Ok(());
        }
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (at, node) in self.replay.proof.nodes.iter().enumerate() {
            for (_, next) in node.step.ways() {
                before[next as usize].push(at);
            }
        }
        let (mut waiting, mut is_waiting) = ((0..count).collect::<Vec<_>>(), vec![true; count]);
        let mut left = count.saturating_mul(ROUNDS);
        while let Some(at) = waiting.pop() {
            if left == 0 {
                return wrong(at, "the zones do not settle");
            }
            left -= 1;
            is_waiting[at] = false;
            let zone = self.zone(at)?;
            if zone != self.zones[at] {
                self.zones[at] = zone;
                for &at in &before[at] {
                    if !std::mem::replace(&mut is_waiting[at], true) {
                        waiting.push(at);
                    }
                }
                // It may lead to itself.
                if !std::mem::replace(&mut is_waiting[at], true) {
                    waiting.push(at);
                }
            }
        }
        Ok(())
    }

    /// The zone of node `next` as it is now, if `position` agrees with that node on it.
    fn agreed(&self, at: usize, position: &Position, next: Number) -> Result<Points, CheckError> {
        let next = next as usize;
        let zone = self.zones[next];
        let agrees = self.positions[next].is_some_and(|other| {
            let same = |a: &Points, b: &Points| a.and(&zone) == b.and(&zone);
            let stones = same(&position.black, &other.black) && same(&position.white, &other.white);
            let turn = position.to_move == other.to_move || self.replay.is_leaf(next);
            stones && same(&position.key, &other.key) && turn
        });
        // All key stones must fall, so a zone has all that still stand.
        let has_keys = self.replay.goal() != Goal::Capture || position.key.is_within(&zone);
        if agrees && has_keys {
            return Ok(zone);
        }
        wrong(
            at,
            format!("the position that leads to node {next} does not agree with it on its zone"),
        )
    }

    /// The zone of node `at`, from its zone so far and the zones of the nodes it leads to.
    fn zone(&self, at: usize) -> Result<Points, CheckError> {
        let mut zone = self.zones[at];
        let Some(position) = &self.positions[at] else {
            return Ok(zone);
        };
        if self.replay.goal() == Goal::Stand && !zone.meets(&position.key) {
            zone.add(position.key.iter().next().unwrap_or_default());
        }
        let is_local = self.replay.proof.claim.is_local();
        match &self.replay.proof.nodes[at].step {
            Step::Taken => Ok(zone),
            Step::Alive => {
                let support = unconditional(self.replay.grid, position, self.replay.winner, &zone);
                Ok(zone.or(&support.unwrap_or_default()))
            }
            Step::Dead => {
                let support = doomed(self.replay.grid, position, self.replay.winner, &zone);
                Ok(zone.or(&support.unwrap_or_default()))
            }
            step if !is_local => self.whole(at, position, step).map(|()| zone),
            Step::Plays(point, next) => self.before_play(at, position, zone, (*point, *next)),
            Step::Passes(next) => Ok(zone.or(&self.agreed(at, &passed(position), *next)?)),
            Step::Replies { nulls, moves } => self.before_replies(at, position, zone, nulls, moves),
        }
    }

    /// Without zones: every legal move has an answer, and positions are equal.
    fn whole(&self, at: usize, position: &Position, step: &Step) -> Result<(), CheckError> {
        let mut answered = Points::EMPTY;
        for (point, next) in step.ways() {
            if let Some(played) = self.replay.made(at, position, point)? {
                self.agreed(at, &played.after, next)?;
                answered.extend(point);
            }
        }
        if position.to_move != self.replay.winner {
            for point in position.free().minus(&answered).iter() {
                if self.replay.grid.play(position, point).is_ok() {
                    return self.unanswered(at, point);
                }
            }
        }
        Ok(())
    }

    fn unanswered<T>(&self, at: usize, point: Point) -> Result<T, CheckError> {
        let name = self.replay.name(point);
        wrong(at, format!("the loser's move {name} has no answer"))
    }

    /// The zone before the winner's move.
    fn before_play(
        &self,
        at: usize,
        position: &Position,
        mut zone: Points,
        (point, next): (Point, Number),
    ) -> Result<Points, CheckError> {
        let Some(Played { after, taken }) = self.replay.made(at, position, Some(point))? else {
            return wrong(at, "the winner's move cannot be played");
        };
        let (grid, winner) = (self.replay.grid, self.replay.winner);
        let behind = self.agreed(at, &after, next)?;
        zone = zone.or(&behind);
        zone.add(point);
        let taken = grid.pieces(&taken);
        for chain in &taken {
            let has_key = self.replay.goal() == Goal::Capture && chain.meets(&position.key);
            if has_key || chain.meets(&behind) {
                zone = zone.or(chain).or(&grid.around(chain));
            }
        }
        self.making
            .see_liberty(&mut zone, &behind, after.stones(winner.other()), &after.free());
        let mut free = position.free();
        free.remove(point);
        self.making
            .keep_legal(&mut zone, point, after.stones(winner), &free, &taken);
        Ok(zone)
    }

    /// The zone before the loser's moves, each of which has an answer or lies outside of a pass's zone.
    fn before_replies(
        &self,
        at: usize,
        position: &Position,
        mut zone: Points,
        nulls: &[Number],
        moves: &[(Point, Number)],
    ) -> Result<Points, CheckError> {
        let (grid, winner) = (self.replay.grid, self.replay.winner);
        let (own, theirs) = (position.stones(winner), position.stones(winner.other()));
        let free = position.free();
        let mut passes = Vec::new();
        for &next in nulls {
            let behind = self.agreed(at, &passed(position), next)?;
            zone = zone.or(&behind);
            passes.push(behind);
        }
        let mut in_atari: Vec<(Point, Points)> = Vec::new();
        for chain in grid.pieces(own) {
            let liberties = grid.around(&chain).and(&free);
            if let (1, Some(only)) = (liberties.len(), liberties.iter().next()) {
                in_atari.push((only, chain));
            }
        }
        for point in free.minus(&position.closed).iter() {
            let takes = |pass: &Points| {
                let mut chains = in_atari.iter().filter(|(only, _)| *only == point);
                chains.any(|(_, chain)| chain.meets(pass))
            };
            if passes.iter().any(|pass| !pass.has(point) && !takes(pass)) {
                continue;
            }
            let Ok(Played { after, taken }) = grid.play(position, point) else {
                // It stays suicide while this group and all around it stay.
                let mut group: Points = [point].into_iter().collect();
                for &stone in grid.beside(point).iter().filter(|&&stone| theirs.has(stone)) {
                    group = group.or(&grid.flood(theirs, stone));
                }
                zone = zone.or(&group).or(&grid.around(&group));
                continue;
            };
            let Some(&(_, next)) = moves.iter().find(|(answered, _)| *answered == point) else {
                return self.unanswered(at, point);
            };
            let behind = self.agreed(at, &after, next)?;
            zone = zone.or(&behind);
            zone.add(point);
            for chain in grid.pieces(&taken) {
                if chain.meets(&behind) {
                    zone = zone.or(&chain).or(&grid.around(&chain));
                }
            }
        }
        self.making.see_two_liberties(&mut zone, position, own);
        Ok(zone)
    }
}
