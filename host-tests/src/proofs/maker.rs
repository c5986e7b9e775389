//! Makes proofs by looking at every position that can be reached.

use std::collections::HashMap;

use shikatsu_proof::board::{Grid, passed};
use shikatsu_proof::life::unconditional;
use shikatsu_proof::{
    Checked, Claim, Color, Endless, Goal, Node, Number, Points, Position, Proof, Step, ordered,
};

use crate::random::Random;

/// A position that can be reached.
struct State {
    position: Position,
    /// Where it leads; `None` is a pass.
    ways: Vec<(Option<u16>, usize)>,
    /// Why it is over, if it is.
    end: Option<Step>,
    is_lost: bool,
}

/// A proof of the claim that answers every move; `Some(Err(()))` if it does not hold, `None` if more than `limit` positions can be reached.
pub fn make(
    position: &Position,
    claim: Claim,
    limit: usize,
    random: &mut Random,
) -> Option<Result<Proof, ()>> {
    let defender = position.defender()?;
    let winner = if claim.goal == Goal::Capture {
        defender.other()
    } else {
        defender
    };
    let states = reach(position, claim, winner, limit)?;
    let ranks = match claim.endless {
        Endless::Loser => won_in_the_end(&states, winner),
        Endless::Winner => never_lost(&states, winner),
    };
    if ranks[0].is_none() {
        return Some(Err(()));
    }
    let node = |at: usize| Node {
        step: step(&states, &ranks, at, winner, &mut random.clone()),
        zone: Points::EMPTY,
    };
    let nodes: Vec<Node> = (0..states.len()).map(node).collect();
    random.number();
    let nodes = ordered(&nodes, 0).expect("all ways lead to states");
    Some(Ok(Proof {
        position: *position,
        claim,
        nodes,
    }))
}

fn reach(position: &Position, claim: Claim, winner: Color, limit: usize) -> Option<Vec<State>> {
    let grid = Grid::new(position.size);
    let mut numbers = HashMap::from([(key(position), 0)]);
    let mut states = vec![state(&grid, *position, claim, winner)];
    let mut at = 0;
    while at < states.len() {
        let (now, is_over) = (
            states[at].position,
            states[at].end.is_some() || states[at].is_lost,
        );
        let mut nexts = Vec::new();
        if !is_over {
            let stones = now
                .free()
                .iter()
                .filter_map(|point| Some((Some(point), grid.play(&now, point).ok()?.after)));
            nexts.extend(stones);
            // The attacker never passes where the key stones would then stand; see `docs/formats.md`.
            let may_pass = match claim.goal {
                Goal::Capture | Goal::Eyes => now.to_move != winner,
                Goal::Stand => now.to_move == winner || claim.endless == Endless::Winner,
            };
            if may_pass {
                nexts.push((None, passed(&now)));
            }
        }
        for (point, next) in nexts {
            let number = *numbers.entry(key(&next)).or_insert(states.len());
            if number == states.len() {
                states.push(state(&grid, next, claim, winner));
            }
            states[at].ways.push((point, number));
        }
        if states.len() > limit {
            return None;
        }
        at += 1;
    }
    Some(states)
}

fn key(position: &Position) -> (Points, Points, Points, bool) {
    (
        position.black,
        position.white,
        position.key,
        position.to_move == Color::Black,
    )
}

fn state(grid: &Grid, position: Position, claim: Claim, winner: Color) -> State {
    let defender = if claim.goal == Goal::Capture {
        winner.other()
    } else {
        winner
    };
    let lives = unconditional(grid, &position, defender, &Points::EMPTY).is_some();
    let (end, is_lost) = match claim.goal {
        Goal::Capture if position.key.is_empty() => (Some(Step::Taken), false),
        Goal::Capture => (None, lives),
        Goal::Eyes | Goal::Stand if lives => (Some(Step::Alive), false),
        Goal::Eyes | Goal::Stand => (None, position.key.is_empty()),
    };
    State {
        position,
        ways: Vec::new(),
        end,
        is_lost,
    }
}

/// How many moves the winner needs at most, for each state that is won in the end.
fn won_in_the_end(states: &[State], winner: Color) -> Vec<Option<usize>> {
    let mut ranks: Vec<Option<usize>> = states.iter().map(|state| state.end.as_ref().map(|_| 0)).collect();
    for round in 1.. {
        let mut new = Vec::new();
        for (at, state) in states.iter().enumerate() {
            if ranks[at].is_some() || state.is_lost {
                continue;
            }
            let is_won = |&(_, next): &(Option<u16>, usize)| ranks[next].is_some();
            let wins = if state.position.to_move == winner {
                state.ways.iter().any(is_won)
            } else {
                state.ways.iter().all(is_won)
            };
            if wins {
                new.push(at);
            }
        }
        if new.is_empty() {
            break;
        }
        for at in new {
            ranks[at] = Some(round);
        }
    }
    ranks
}

/// Zero for each state from which the winner can go on for ever without losing.
fn never_lost(states: &[State], winner: Color) -> Vec<Option<usize>> {
    let mut holds: Vec<bool> = states.iter().map(|state| !state.is_lost).collect();
    loop {
        let mut changed = false;
        for (at, state) in states.iter().enumerate() {
            if !holds[at] || state.end.is_some() {
                continue;
            }
            let stays = |&(_, next): &(Option<u16>, usize)| holds[next];
            let wins = if state.position.to_move == winner {
                state.ways.iter().any(stays)
            } else {
                state.ways.iter().all(stays)
            };
            if !wins {
                holds[at] = false;
                changed = true;
            }
        }
        if !changed {
            return holds.into_iter().map(|holds| holds.then_some(0)).collect();
        }
    }
}

fn step(states: &[State], ranks: &[Option<usize>], at: usize, winner: Color, random: &mut Random) -> Step {
    let state = &states[at];
    if let Some(end) = &state.end {
        return end.clone();
    }
    let Some(rank) = ranks[at] else {
        // Nothing leads here.
        return Step::Taken;
    };
    if state.position.to_move == winner {
        let good = state
            .ways
            .iter()
            .filter(|(_, next)| ranks[*next].is_some_and(|next| next < rank || rank == 0));
        let good: Vec<_> = good.copied().collect();
        return match good[random.below(good.len())] {
            (Some(point), next) => Step::Plays(point, next as Number),
            (None, next) => Step::Passes(next as Number),
        };
    }
    let nulls = state.ways.iter().filter(|(point, _)| point.is_none());
    let moves = state
        .ways
        .iter()
        .filter_map(|&(point, next)| Some((point?, next as Number)));
    Step::Replies {
        nulls: nulls.map(|&(_, next)| next as Number).collect(),
        moves: moves.collect(),
    }
}

/// Whether `position` agrees with node `next` on its zone.
fn agrees(proof: &Proof, checked: &Checked, position: &Position, next: usize) -> bool {
    let (other, zone) = (
        checked.positions[next].expect("it was reached"),
        &checked.zones[next],
    );
    let same = |a: &Points, b: &Points| a.and(zone) == b.and(zone);
    position.to_move == other.to_move
        && same(&position.black, &other.black)
        && same(&position.white, &other.white)
        && same(&position.key, &other.key)
        && (proof.claim.goal != Goal::Capture || position.key.is_within(zone))
}

/// The same proof with nodes shared wherever positions agree on a zone, and with other moves that serve as a pass.
pub fn shared(proof: &Proof, checked: &Checked) -> Proof {
    let grid = Grid::new(proof.position.size);
    let mut nodes = proof.nodes.clone();
    for at in 0..nodes.len() {
        let position = &checked.positions[at].expect("it was reached");
        let redirect = |point: Option<u16>, next: Number| {
            let after = point.map_or(passed(position), |point| {
                grid.play(position, point).expect("it was checked").after
            });
            let later = (at + 1..nodes.len()).rev().take(200);
            later
                .into_iter()
                .find(|&other| agrees(proof, checked, &after, other))
                .map_or(next, |other| other as Number)
        };
        let step = match &nodes[at].step {
            Step::Plays(point, next) => Step::Plays(*point, redirect(Some(*point), *next)),
            Step::Passes(next) => Step::Passes(redirect(None, *next)),
            Step::Replies { nulls, moves } => {
                let mut nulls: Vec<Number> = nulls.iter().map(|&next| redirect(None, next)).collect();
                let moves: Vec<_> = moves
                    .iter()
                    .map(|&(point, next)| (point, redirect(Some(point), next)))
                    .collect();
                for &(_, next) in &moves {
                    if !nulls.is_empty()
                        && !nulls.contains(&next)
                        && agrees(proof, checked, &passed(position), next as usize)
                    {
                        nulls.push(next);
                    }
                }
                Step::Replies { nulls, moves }
            }
            end => end.clone(),
        };
        nodes[at].step = step;
    }
    Proof {
        nodes: ordered(&nodes, 0).expect("all ways lead to nodes"),
        ..proof.clone()
    }
}

/// The same proof without answers to moves that lie outside of the zone of a pass.
pub fn pruned(proof: &Proof, checked: &Checked) -> Proof {
    let grid = Grid::new(proof.position.size);
    let mut nodes = proof.nodes.clone();
    for (at, node) in nodes.iter_mut().enumerate() {
        if let Step::Replies { nulls, moves } = &mut node.step {
            let position = &checked.positions[at].expect("it was reached");
            let is_covered = |point: u16| {
                let taken = grid.play(position, point).expect("it was checked").taken;
                let zones = nulls.iter().map(|&next| &checked.zones[next as usize]);
                zones
                    .into_iter()
                    .any(|zone| !zone.has(point) && !taken.meets(zone))
            };
            if proof.claim.is_local() {
                moves.retain(|&(point, _)| !is_covered(point));
            }
        }
    }
    Proof {
        nodes: ordered(&nodes, 0).expect("all ways lead to nodes"),
        ..proof.clone()
    }
}
