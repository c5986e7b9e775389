//! The checker: replays a proof and computes its zones. It searches nothing and believes nothing.

use crate::board::{Grid, Played, passed};
use crate::form::{Color, Endless, Goal, MAX_NODES, Number, Position, Proof, Step};
use crate::life::unconditional;
use crate::points::{Point, Points, name};
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
    /// The position of each node: what the first that leads to it makes.
    pub positions: Vec<Position>,
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
        self.positions
            .first()
            .map_or(Points::EMPTY, |root| root.closed.and(&self.zone()))
    }
}

/// How often a node is looked at again, at the most, where play may go round in circles.
const ROUNDS: usize = 400;

/// Verifies a proof.
pub fn check(proof: &Proof) -> Result<Checked, CheckError> {
    let winner = winner(proof)?;
    let grid = Grid::new(proof.position.size);
    let zones = Zones {
        grid: &grid,
        root: &proof.position,
    };
    let mut checker = Checker {
        proof,
        winner,
        grid: &grid,
        making: &zones,
        positions: Vec::new(),
        zones: Vec::new(),
        shared: 0,
    };
    checker.replay()?;
    checker.settle()?;
    let answers = proof.nodes.iter().map(|node| match &node.step {
        Step::Replies { moves, .. } => moves.len(),
        _ => 0,
    });
    Ok(Checked {
        winner,
        answers: answers.sum(),
        depth: (proof.claim.endless == Endless::Loser).then(|| depth(proof)),
        shared: checker.shared,
        positions: checker.positions,
        zones: checker.zones,
    })
}

/// Who wins by this proof, if its position is one.
fn winner(proof: &Proof) -> Result<Color, CheckError> {
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

fn wrong<T>(at: usize, what: impl std::fmt::Display) -> Result<T, CheckError> {
    Err(CheckError {
        node: Some(at as Number),
        what: what.to_string(),
    })
}

struct Checker<'a> {
    proof: &'a Proof,
    winner: Color,
    grid: &'a Grid,
    making: &'a Zones<'a>,
    positions: Vec<Position>,
    zones: Vec<Points>,
    shared: usize,
}

impl Checker<'_> {
    fn name(&self, point: Point) -> String {
        name(point, self.proof.position.size)
    }

    fn goal(&self) -> Goal {
        self.proof.claim.goal
    }

    fn is_leaf(&self, at: usize) -> bool {
        matches!(self.proof.nodes[at].step, Step::Taken | Step::Alive)
    }

    /// Gives every node its position, and looks at each node by itself.
    fn replay(&mut self) -> Result<(), CheckError> {
        let count = self.proof.nodes.len();
        let mut positions: Vec<Option<Position>> = vec![None; count];
        positions[0] = Some(self.proof.position);
        for at in 0..count {
            let Some(position) = positions[at] else {
                return wrong(at, "no earlier node leads here");
            };
            self.look(at, &position)?;
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
                let after = self.made(at, &position, point)?.after;
                if positions[next].is_some() {
                    self.shared += 1;
                } else {
                    positions[next] = Some(after);
                }
            }
        }
        self.positions = positions.into_iter().flatten().collect();
        Ok(())
    }

    /// A move of node `at`, or a pass, made.
    fn made(&self, at: usize, position: &Position, point: Option<Point>) -> Result<Played, CheckError> {
        let Some(point) = point else {
            return Ok(Played {
                after: passed(position),
                taken: Points::EMPTY,
            });
        };
        match self.grid.play(position, point) {
            Ok(played) => Ok(played),
            Err(refusal) => wrong(at, format!("{} cannot be played: {refusal}", self.name(point))),
        }
    }

    /// Whether the step of node `at` is one that may be made in `position`.
    fn look(&self, at: usize, position: &Position) -> Result<(), CheckError> {
        let step = &self.proof.nodes[at].step;
        let is_winners = position.to_move == self.winner;
        match (step, self.goal()) {
            (Step::Taken, Goal::Capture) if position.key.is_empty() => return Ok(()),
            (Step::Taken, Goal::Capture) => return wrong(at, "a key stone still stands"),
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

    /// Computes all zones, until each has what it needs.
    fn settle(&mut self) -> Result<(), CheckError> {
        let count = self.proof.nodes.len();
        self.zones = self.proof.nodes.iter().map(|node| node.zone).collect();
        let all = Points::all(self.proof.position.size);
        if let Some(at) = self.zones.iter().position(|zone| !zone.is_within(&all)) {
            return wrong(at, "its zone has a point that lies off the board");
        }
        if self.proof.claim.endless == Endless::Loser {
            // What a node leads to comes later, so its zone is known.
            for at in (0..count).rev() {
                self.zones[at] = self.zone(at)?;
            }
            return Ok(());
        }
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (at, node) in self.proof.nodes.iter().enumerate() {
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
        let (other, zone) = (&self.positions[next], self.zones[next]);
        let same = |a: &Points, b: &Points| a.and(&zone) == b.and(&zone);
        let stones = same(&position.black, &other.black) && same(&position.white, &other.white);
        let all_key = self.goal() != Goal::Capture || position.key.is_within(&zone);
        let turn = position.to_move == other.to_move || self.is_leaf(next);
        if stones && same(&position.key, &other.key) && all_key && turn {
            return Ok(zone);
        }
        wrong(
            at,
            format!("the position that leads to node {next} does not agree with it on its zone"),
        )
    }

    /// The zone of node `at`, from its zone so far and the zones of the nodes it leads to.
    fn zone(&self, at: usize) -> Result<Points, CheckError> {
        let (node, position) = (&self.proof.nodes[at], &self.positions[at]);
        let mut zone = self.zones[at];
        if self.goal() == Goal::Capture {
            zone = zone.or(&position.key);
        }
        match &node.step {
            Step::Taken => return Ok(zone),
            Step::Alive => {
                let support = unconditional(self.grid, position, self.winner, &zone);
                return Ok(zone.or(&support.unwrap_or_default()));
            }
            _ if !self.proof.claim.is_local() => return self.whole(at),
            _ => {}
        }
        if self.goal() == Goal::Stand && !zone.meets(&position.key) {
            zone.add(position.key.iter().next().unwrap_or_default());
        }
        match &node.step {
            Step::Plays(point, next) => self.after_play(at, zone, *point, *next),
            Step::Passes(next) => Ok(zone.or(&self.agreed(at, &passed(position), *next)?)),
            Step::Replies { nulls, moves } => self.after_replies(at, zone, nulls, moves),
            Step::Taken | Step::Alive => Ok(zone),
        }
    }

    /// Without zones: every legal move has an answer.
    fn whole(&self, at: usize) -> Result<Points, CheckError> {
        let (node, position) = (&self.proof.nodes[at], &self.positions[at]);
        for (point, next) in node.step.ways() {
            let after = self.made(at, position, point)?.after;
            self.agreed(at, &after, next)?;
        }
        if let Step::Replies { moves, .. } = &node.step {
            let answered: Points = moves.iter().map(|&(point, _)| point).collect();
            for point in position.free().minus(&answered).iter() {
                if self.grid.play(position, point).is_ok() {
                    return wrong(at, format!("the loser's move {} has no answer", self.name(point)));
                }
            }
        }
        Ok(Points::all(self.proof.position.size))
    }

    /// The zone before the winner's move.
    fn after_play(
        &self,
        at: usize,
        mut zone: Points,
        point: Point,
        next: Number,
    ) -> Result<Points, CheckError> {
        let position = &self.positions[at];
        let Played { after, taken } = self.made(at, position, Some(point))?;
        let behind = self.agreed(at, &after, next)?;
        zone = zone.or(&behind);
        zone.add(point);
        let taken = self.grid.pieces(&taken);
        for chain in &taken {
            let ends_keys = self.goal() == Goal::Capture && chain.meets(&position.key);
            if ends_keys || chain.meets(&behind) {
                zone = zone.or(chain).or(&self.grid.around(chain));
            }
        }
        self.making.see_liberty(
            &mut zone,
            &behind,
            after.stones(self.winner.other()),
            &after.free(),
        );
        let mut free = position.free();
        free.remove(point);
        self.making
            .keep_legal(&mut zone, point, after.stones(self.winner), &free, &taken);
        Ok(zone)
    }

    /// The zone before the loser's moves, each of which has an answer or lies outside of a pass's zone.
    fn after_replies(
        &self,
        at: usize,
        mut zone: Points,
        nulls: &[Number],
        moves: &[(Point, Number)],
    ) -> Result<Points, CheckError> {
        let position = &self.positions[at];
        let (own, free) = (position.stones(self.winner), position.free());
        let mut passes = Vec::new();
        for &next in nulls {
            let behind = self.agreed(at, &passed(position), next)?;
            zone = zone.or(&behind);
            passes.push(behind);
        }
        let mut in_atari: Vec<(Point, Points)> = Vec::new();
        for chain in self.grid.pieces(own) {
            let liberties = self.grid.around(&chain).and(&free);
            if let (1, Some(only)) = (liberties.len(), liberties.iter().next()) {
                in_atari.push((only, chain));
            }
        }
        for point in free.minus(&position.closed).iter() {
            let takes = |pass: &Points| {
                in_atari
                    .iter()
                    .any(|(only, chain)| *only == point && chain.meets(pass))
            };
            let is_covered = passes.iter().any(|pass| !pass.has(point) && !takes(pass));
            let answer = moves.iter().find(|(answered, _)| *answered == point);
            if is_covered && answer.is_none() {
                continue;
            }
            let Ok(Played { after, taken }) = self.grid.play(position, point) else {
                let theirs = self
                    .grid
                    .beside(point)
                    .iter()
                    .filter(|&&p| position.stones(self.winner.other()).has(p));
                let mut group: Points = [point].into_iter().collect();
                for &stone in theirs {
                    group = group.or(&self.grid.flood(position.stones(self.winner.other()), stone));
                }
                zone = zone.or(&group).or(&self.grid.around(&group));
                continue;
            };
            let Some(&(_, next)) = answer else {
                return wrong(at, format!("the loser's move {} has no answer", self.name(point)));
            };
            let behind = self.agreed(at, &after, next)?;
            if is_covered {
                continue;
            }
            zone = zone.or(&behind);
            zone.add(point);
            for chain in self.grid.pieces(&taken) {
                if chain.meets(&behind) {
                    zone = zone.or(&chain).or(&self.grid.around(&chain));
                }
            }
        }
        self.making.see_two_liberties(&mut zone, position, own);
        Ok(zone)
    }
}
