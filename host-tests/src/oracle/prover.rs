//! The oracle's search: who wins a position, with proofs that say where else they hold.
//!
//! # When a proof may be used again
//!
//! Positional superko makes a position's value depend on its past, so a value by itself must not be
//! remembered. What can be remembered is a *proof*: a tree with one move of the winner and all moves of
//! the loser at each turn. Replayed from the same position, mover and key stones after another past it can
//! fail in two ways only:
//!
//! 1. The loser has a move that the old past forbade and the new one does not. So a proof names the past
//!    arrangements that forbade a move of the loser (`needs`); all of them must have stood in the new past.
//! 2. The winner's move is forbidden by the new past. So a proof bounds the arrangements it runs through:
//!    all of them differ from its position only by stones that the proof plays and stones that it
//!    captures (`plays`, `captures`). If no arrangement of the new past lies within that bound, none is
//!    repeated.
//!
//! What the *new* past forbids the loser only helps the winner. A side with unlimited threats is never
//! forbidden anything, so 1 or 2 falls away for it. The capture of the last key stone ends the game and is
//! never a repetition, for that stone has stood until now; it does not count among the proof's plays.

use std::collections::HashMap;

use shikatsu::board::Point;

use super::Method;
use super::area::{Area, Points, Side, Stones, each};
use super::benson;

/// What the defender must reach to win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// To stand when both pass, while one side may have unlimited threats.
    Stand { threats: Option<Side> },
    /// Unconditional life, without threats.
    Eyes,
}

/// All that matters in a position, save its past.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct State {
    pub(super) stones: Stones,
    /// The key stones not captured so far.
    pub(super) keys: Points,
    pub(super) mover: Side,
    /// Whether the last move was a pass. Only kept for [`Aim::Eyes`]: elsewhere the attacker never passes.
    pub(super) passed: bool,
}

impl State {
    pub(super) fn new(stones: Stones, keys: Points, mover: Side) -> State {
        State {
            stones,
            keys,
            mover,
            passed: false,
        }
    }

    /// Every stone that may be played, superko aside, with what it leads to.
    pub(super) fn plays(self, area: &Area) -> impl Iterator<Item = (Point, State)> {
        each(area.empty(self.stones)).filter_map(move |at| {
            let stones = area.play(self.stones, self.mover, at)?;
            let keys = self.keys & stones.defender;
            let next = State::new(stones, keys, self.mover.opponent());
            Some((area.point(at), next))
        })
    }

    fn pass(self) -> State {
        State {
            mover: self.mover.opponent(),
            passed: true,
            ..self
        }
    }
}

/// Why a side wins a state, as far as it matters for using the proof again.
#[derive(Clone, Debug)]
struct Proof {
    winner: Side,
    /// Past arrangements that forbade a move of the loser.
    needs: Vec<Stones>,
    /// Stones that are played in it.
    plays: Stones,
    /// Stones that are captured in it.
    captures: Stones,
}

impl Proof {
    /// A proof without a move.
    fn end(winner: Side) -> Proof {
        Proof {
            winner,
            needs: Vec::new(),
            plays: Stones::default(),
            captures: Stones::default(),
        }
    }

    /// Takes in the move from `before` to `after` and the proof of what follows it.
    fn take_in(&mut self, before: Stones, after: Stones, rest: &Proof) {
        self.plays.add(after.minus(before));
        self.captures.add(before.minus(after));
        self.plays.add(rest.plays);
        self.captures.add(rest.captures);
        for &needed in &rest.needs {
            self.need(needed);
        }
    }

    fn need(&mut self, needed: Stones) {
        if !self.needs.contains(&needed) {
            self.needs.push(needed);
        }
    }

    /// Whether `arrangement` lies within the bound on what this proof, begun at `start`, runs through.
    fn may_make(&self, arrangement: Stones, start: Stones) -> bool {
        arrangement != start
            && start.minus(arrangement).is_within(self.captures)
            && arrangement.minus(start).is_within(self.plays)
    }
}

/// Searches one area with one aim.
pub(super) struct Prover<'a> {
    area: &'a Area,
    method: Method,
    aim: Aim,
    /// Every arrangement that has stood, in order.
    past: Vec<Stones>,
    proofs: HashMap<State, Proof>,
}

impl<'a> Prover<'a> {
    pub(super) fn new(area: &'a Area, method: Method, aim: Aim) -> Prover<'a> {
        Prover {
            area,
            method,
            aim,
            past: Vec::new(),
            proofs: HashMap::new(),
        }
    }

    /// Whether the defender reaches the aim from `state`, where `past` has stood before; `None` when no
    /// nodes are left.
    pub(super) fn defender_wins(
        &mut self,
        past: &[Stones],
        state: &State,
        nodes_left: &mut u64,
    ) -> Option<bool> {
        self.past.clear();
        self.past.extend(past);
        let proof = self.prove_next(*state, nodes_left)?;
        Some(proof.winner == Side::Defender)
    }

    fn is_bound(&self, side: Side) -> bool {
        self.aim != Aim::Stand { threats: Some(side) }
    }

    /// Proves `state`, whose arrangement becomes part of the past meanwhile.
    fn prove_next(&mut self, state: State, nodes_left: &mut u64) -> Option<Proof> {
        self.past.push(state.stones);
        let proof = self.prove(state, nodes_left);
        self.past.pop();
        proof
    }

    fn prove(&mut self, state: State, nodes_left: &mut u64) -> Option<Proof> {
        *nodes_left = nodes_left.checked_sub(1)?;
        if self.area.has_safe_key() {
            return Some(Proof::end(Side::Defender));
        }
        if state.keys == 0 {
            return Some(Proof::end(Side::Attacker));
        }
        if (self.method == Method::Reuse || self.aim == Aim::Eyes)
            && benson::lives(self.area, state.stones, state.keys)
        {
            return Some(Proof::end(Side::Defender));
        }
        if let Some(known) = self.known(&state) {
            return Some(known.clone());
        }
        let mut proof = self.search(state, nodes_left)?;
        proof.needs.retain(|&needed| needed != state.stones);
        if self.method == Method::Reuse {
            self.proofs.insert(state, proof.clone());
        }
        Some(proof)
    }

    /// A proof of `state` that holds after this past.
    fn known(&self, state: &State) -> Option<&Proof> {
        let proof = self.proofs.get(state)?;
        let loser_is_held = proof.needs.iter().all(|needed| self.past.contains(needed));
        let winner_is_free = !self.is_bound(proof.winner)
            || self
                .past
                .iter()
                .all(|&stood| !proof.may_make(stood, state.stones));
        (loser_is_held && winner_is_free).then_some(proof)
    }

    /// Tries every move of `state` until one wins.
    fn search(&mut self, state: State, nodes_left: &mut u64) -> Option<Proof> {
        let mover = state.mover;
        let mut lost = Proof::end(mover.opponent());
        let mut nexts: Vec<State> = Vec::new();
        for (_, next) in state.plays(self.area) {
            if self.is_bound(mover) && self.past.contains(&next.stones) {
                lost.need(next.stones);
            } else {
                nexts.push(next);
            }
        }
        // The defender never captures its own key stones: this is the attacker's last move.
        if nexts.iter().any(|next| next.keys == 0) {
            return Some(Proof::end(mover));
        }
        // What is known to win first, then captures.
        nexts.sort_by_cached_key(|next| {
            let is_known_win = self.known(next).is_some_and(|proof| proof.winner == mover);
            (!is_known_win, next.stones.of(mover.opponent()).count_ones())
        });
        for next in nexts {
            let rest = self.prove_next(next, nodes_left)?;
            if rest.winner == mover {
                let mut proof = Proof::end(mover);
                proof.take_in(state.stones, next.stones, &rest);
                return Some(proof);
            }
            lost.take_in(state.stones, next.stones, &rest);
        }
        let rest = self.after_pass(state, nodes_left)?;
        if rest.winner == mover {
            return Some(rest);
        }
        lost.take_in(state.stones, state.stones, &rest);
        Some(lost)
    }

    /// The proof of what follows a pass.
    fn after_pass(&mut self, state: State, nodes_left: &mut u64) -> Option<Proof> {
        let next = state.pass();
        match (self.aim, state.mover) {
            // The defender passes too, and stands.
            (Aim::Stand { .. }, Side::Attacker) => Some(Proof::end(Side::Defender)),
            (Aim::Stand { .. }, Side::Defender) => self.prove(
                State {
                    passed: false,
                    ..next
                },
                nodes_left,
            ),
            // Both have passed without unconditional life: the attacker has what it wants.
            (Aim::Eyes, _) if state.passed => Some(Proof::end(Side::Attacker)),
            (Aim::Eyes, _) => self.prove(next, nodes_left),
        }
    }
}
