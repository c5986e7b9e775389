//! One question about a field: can this side win? What all ways of searching share.
//!
//! W is the side that is to win, L the other. W wins by unconditional life of a key stone if it defends, and by the capture of all key stones
//! if it attacks. Nobody is bound by superko and play without end is L's. Every search has a number of *steps* that W may still take (each move
//! has its [price](Choice::price)), so it ends, and no win depends on how a position came about. A win is a fact; a failure is not.

use std::collections::HashMap;

use crate::closed::scout::Scout;
use crate::death::doomed;
use crate::eyes::Eyes;
use crate::field::Field;
use crate::life::alive;
use crate::numbers::NumberTable;
use crate::patterns::Patterns;
use crate::policy::{self, Features, Lesson, Scene, Trial, WEIGHT_COUNT, features, score};
use crate::position::{PASS, Position, Side};
use crate::set::Set;
use crate::style::Style;
use crate::table::{Failures, Table, Why};
use crate::zone::{Refuted, union};

/// Distances to two eyes are looked at up to this.
pub(crate) const CAP: u32 = 6;

/// What every move of W costs, likely or not.
pub(crate) const MOVE: u32 = 4;
/// The least that a move can cost.
pub(crate) const LEAST: u32 = 2;

/// A move of W to look at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice<const N: usize> {
    pub(crate) cell: u16,
    pub(crate) child: Position<N>,
    /// How many moves are missing after it.
    pub(crate) distance: u32,
    /// How many steps it takes.
    pub(crate) price: u32,
    pub(crate) features: Features,
}

/// What leads to a position of W: L's move, W's answer if L had passed instead, and its answers to other moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before<const N: usize> {
    pub(crate) last: u16,
    pub(crate) hint: u16,
    pub(crate) replies: Set<N>,
}

impl<const N: usize> Before<N> {
    pub(crate) const NOTHING: Before<N> = Before {
        last: PASS,
        hint: PASS,
        replies: Set::EMPTY,
    };
}

/// The place of L's move, or of its pass, among the answers.
pub(crate) fn answers_to<const N: usize>(last: u16) -> usize {
    usize::from(last).min(Set::<N>::CAPACITY)
}

/// Failed however many steps there are.
pub(crate) const NEVER: u32 = 250;

/// Up to this distance a stone that no cheapest pair wants is taken to bring no eye nearer.
const STILL: u32 = 3;

/// The work after which a win becomes a pattern.
const WORTH_A_PATTERN: u64 = 8;

/// A style of search and what it has come to think: opinions, which other styles do not share.
pub(crate) struct View {
    pub(crate) how: Style,
    weights: [i16; WEIGHT_COUNT],
    pub(crate) failures: Failures,
    pub(crate) numbers: NumberTable,
    pub(crate) history: Vec<u32>,
    pub(crate) threats: Vec<u32>,
    /// By L's move, or its pass: what won against it, the last time and the time before.
    pub(crate) answers: Vec<[u16; 2]>,
    most_famous: u32,
}

impl View {
    /// No opinions yet, about so many cells. They will take about so many bytes.
    pub(crate) fn new(how: Style, cells: usize, bytes: usize) -> View {
        View {
            how,
            weights: how.weights(),
            failures: Failures::new(bytes / 3),
            numbers: NumberTable::new(bytes * 2 / 3),
            history: vec![1; cells],
            threats: vec![1; cells],
            answers: vec![[PASS; 2]; cells + 1],
            most_famous: 1,
        }
    }
}

pub(crate) struct Search<const N: usize> {
    pub(crate) winner: Side,
    pub(crate) table: Table<N>,
    patterns: Patterns<N>,
    /// The positions that patterns came from.
    pub(crate) sources: HashMap<u64, Position<N>>,
    /// The style that is at work, and what it has come to think.
    pub(crate) view: View,
    distances: Vec<u64>,
    pub(crate) eyes: Eyes<N>,
    /// What the wins teach, if somebody wants to know.
    pub(crate) lessons: Option<Vec<Lesson>>,
    pub(crate) area: Set<N>,
    /// The key stones at the start.
    keys: Set<N>,
    /// The hash of the position that is asked about.
    pub(crate) origin: u64,
    /// The stones at the start, if W is to move there.
    start: Option<[Set<N>; 2]>,
    pub(crate) nodes: u64,
    pub(crate) budget: u64,
    pub(crate) stopped: bool,
    /// Steps of a chase that make no node yet.
    pub(crate) chased: u32,
    /// Whom the defender follows, if it does.
    pub(crate) guide: Option<Scout>,
}

impl<const N: usize> Search<N> {
    pub(crate) fn new(field: &Field<N>, root: &Position<N>, winner: Side, view: View, bytes: usize) -> Self {
        let mut area = root.stones[0];
        if winner == Side::Attacker {
            area = field.flood(area, root.key);
        }
        for _ in 0..5 {
            area |= field.near(area);
        }
        Search {
            winner,
            table: Table::new(bytes * 3 / 8),
            patterns: Patterns::new(field, root, winner, bytes / 800),
            sources: HashMap::new(),
            view,
            distances: vec![0; 1 << 17],
            eyes: Eyes::default(),
            lessons: None,
            area,
            keys: root.key,
            origin: root.hash,
            start: (root.turn == winner).then_some(root.stones),
            nodes: 0,
            budget: 0,
            stopped: false,
            chased: 0,
            guide: None,
        }
    }

    /// The position after a stone; `None` if that is suicide.
    ///
    /// Where W attacks, a defender's stone on the point of a fallen key stone counts as a key stone again. That makes W's task harder, so what
    /// W wins is won; and the stones alone then say what a position is worth, as superko has it.
    #[inline]
    pub(crate) fn play(&self, field: &Field<N>, position: &Position<N>, cell: usize) -> Option<Position<N>> {
        let mut child = position.play(field, cell)?;
        if self.winner == Side::Attacker && position.turn == Side::Defender {
            child.restore_key(field, cell, self.keys);
        }
        Some(child)
    }

    /// How many moves W needs at least, about.
    pub(crate) fn distance(&mut self, field: &Field<N>, position: &Position<N>) -> u32 {
        match self.winner {
            Side::Defender => self.eye_distance(field, position),
            // Stones that are shut in are dead long before they are captured.
            Side::Attacker => u32::from(position.key.any()),
        }
    }

    /// The defender's moves to two eyes, about.
    pub(crate) fn eye_distance(&mut self, field: &Field<N>, position: &Position<N>) -> u32 {
        let hash = position.stones_hash(field).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = (hash >> 47) as usize;
        let known = self.distances[slot];
        if known != 0 && known & !15 == hash & !15 {
            return (known & 15) as u32;
        }
        let distance = self.eyes.distance(field, position, self.area, CAP);
        self.distances[slot] = (hash & !15) | u64::from(distance);
        distance
    }

    pub(crate) fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.budget || self.table.is_full() {
            self.stopped = true;
        }
        self.stopped
    }

    /// Whether L has won for good.
    pub(crate) fn is_lost(&self, field: &Field<N>, position: &Position<N>) -> bool {
        match self.winner {
            Side::Defender => {
                (position.key.is_empty() && !field.safe_key)
                    || (position.turn == Side::Attacker && position.is_in_atari(field))
            }
            Side::Attacker => field.safe_key || alive(field, position).is_some(),
        }
    }

    /// The zone of a position that is seen to be won.
    pub(crate) fn fact(&self, field: &Field<N>, position: &Position<N>) -> Option<Set<N>> {
        match self.winner {
            Side::Defender if field.safe_key => Some(Set::EMPTY),
            Side::Defender => alive(field, position),
            Side::Attacker if field.safe_key => None,
            // L may come back to the points of fallen key stones, so they all belong to it.
            Side::Attacker if position.key.is_empty() => Some(self.keys),
            Side::Attacker => {
                let past = self.start.map_or(Set::EMPTY, |start| start[1]);
                doomed(field, position, self.keys, past)
            }
        }
    }

    /// Whether W's move to `child`, won with the zone `below`, may be relied on.
    ///
    /// The stones must differ on the zone from those at the start. If W has made another move there than it should have, superko
    /// forbids it to bring them back.
    #[inline]
    pub(crate) fn may_play(&self, child: &Position<N>, below: Set<N>) -> bool {
        self.start.is_none_or(|start| {
            let same = |side: usize| (start[side] & below).is(child.stones[side] & below);
            !(same(0) && same(1))
        })
    }

    /// Takes down that W wins; the zone again.
    pub(crate) fn won(&mut self, position: &Position<N>, zone: Set<N>, why: Why, since: u64) -> Set<N> {
        debug_assert!(self.winner == Side::Defender || self.keys.within(zone));
        let zone = self.table.win(position.hash, zone, why);
        self.remember(position, zone, since);
        zone
    }

    /// Takes down that L's moves are all refuted; `None` if they are not.
    pub(crate) fn won_by_replies(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        refuted: &[Refuted<N>],
        since: u64,
    ) -> Option<Set<N>> {
        let found = union(field, position, refuted)?;
        let zone = self.table.win_by_replies(position.hash, found.zone, &found.moves);
        self.remember(position, zone, since);
        Some(zone)
    }

    fn remember(&mut self, position: &Position<N>, zone: Set<N>, since: u64) {
        if self.nodes - since >= WORTH_A_PATTERN {
            self.patterns.add(position, zone);
            self.sources.insert(position.hash, *position);
        }
    }

    /// Takes down that nothing was found with so many steps.
    pub(crate) fn failed(
        &mut self,
        position: &Position<N>,
        steps: u32,
        best: u16,
        since: u64,
    ) -> Option<Set<N>> {
        // Whoever follows somebody has tried a single way, and may have failed because it led back to where it came from.
        if !self.stopped && self.guide.is_none() {
            let steps = (steps + 1).min(NEVER) as u8;
            self.view
                .failures
                .fail(position.hash, steps, best, self.nodes - since);
        }
        None
    }

    /// Whether it is known that so many steps are too few.
    #[inline]
    pub(crate) fn has_failed(&self, position: &Position<N>, steps: u32) -> bool {
        self.view
            .failures
            .failure(position.hash)
            .is_some_and(|(least, _)| least > steps)
    }

    pub(crate) fn by_pattern(&mut self, position: &Position<N>) -> Option<Set<N>> {
        let (zone, from) = self.patterns.find(position)?;
        Some(self.table.win(position.hash, zone, Why::Like(from)))
    }

    /// W's move in a won position.
    pub(crate) fn reply(&self, hash: u64) -> u16 {
        match self.table.won(hash).map(|won| won.why) {
            Some(Why::Plays(cell)) => cell,
            // What it is like is won by the same move.
            Some(Why::Like(from)) => match self.table.won(from).map(|won| won.why) {
                Some(Why::Plays(cell)) => cell,
                _ => PASS,
            },
            _ => PASS,
        }
    }

    /// W's moves to look at, each with its price.
    pub(crate) fn choices(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        before: Before<N>,
    ) -> Vec<Choice<N>> {
        if self.winner == Side::Attacker {
            return self.strikes(field, position, before);
        }
        let here = self.distance(field, position);
        let (all, scene) = self.scene(field, position, here, before);
        let good = scene.wanted | scene.tactical;
        let sharp = scene.vital | scene.tactical;
        let opens = position.hash == self.origin;
        let border = self.border(field, position);
        let mut choices = Vec::with_capacity(24);
        let mut scores = Vec::with_capacity(24);
        for cell in all.iter() {
            let Some(child) = self.play(field, position, cell) else {
                continue;
            };
            // A stone where the cheapest pairs of eyes want nothing leaves them as they are, whoever plays it. If they are far away, a stone that
            // reaches out may find others.
            let is_still = !sharp.has(cell);
            let distance = if is_still && here <= STILL {
                here
            } else {
                self.distance(field, &child)
            };
            // A stone that brings no eye nearer may still be the last one that is missing.
            let ends = || distance <= 1 && alive(field, &child).is_some();
            let is_odd = !opens && distance >= here && !good.has(cell) && !ends();
            let spoilt = if is_still || here >= CAP {
                here
            } else {
                self.spoilt(field, position, cell, here)
            };
            let trial = Trial {
                cell,
                child: &child,
                distance,
                spoilt,
                fame: self.fame(cell),
            };
            let features = features(field, position, &scene, &trial);
            let odd = match is_odd {
                false => 0,
                true if border.has(cell) => self.view.how.odd_at_edge,
                true => self.view.how.odd,
            };
            scores.push(score(&self.view.weights, &features) - odd);
            choices.push(Choice {
                cell: cell as u16,
                child,
                distance,
                price: MOVE,
                features,
            });
        }
        let all = policy::together(scores.iter().copied());
        for (choice, score) in choices.iter_mut().zip(scores) {
            choice.price += (all - score).max(0) as u32 * self.view.how.bit / policy::BIT as u32;
            choice.price = self.view.how.scaled(choice.price, here);
            if opens {
                choice.price = choice.price.min(self.view.how.opening);
            }
        }
        choices
    }

    /// Takes down that W's move won, against L's last one.
    pub(crate) fn praise(&mut self, choices: &[Choice<N>], cell: u16, last: u16, steps: u32) {
        let history = &mut self.view.history[usize::from(cell)];
        *history += steps * steps / 16;
        self.view.most_famous = self.view.most_famous.max(*history);
        let answers = &mut self.view.answers[answers_to::<N>(last)];
        if answers[0] != cell {
            *answers = [cell, answers[0]];
        }
        if let Some(lessons) = &mut self.lessons
            && self.winner == Side::Defender
            && let Some(chosen) = choices.iter().position(|choice| choice.cell == cell)
        {
            lessons.push(Lesson {
                moves: choices.iter().map(|choice| choice.features).collect(),
                chosen,
            });
        }
    }

    /// How much was won on a cell so far, beside the best one.
    pub(crate) fn fame(&self, cell: usize) -> usize {
        let won = self.view.history[cell];
        match self.view.most_famous / won {
            _ if won == 1 => 0,
            0..2 => 4,
            2..6 => 3,
            6..24 => 2,
            _ => 1,
        }
    }

    /// The distance if the attacker had a stone on this cell.
    pub(crate) fn spoilt(&mut self, field: &Field<N>, position: &Position<N>, cell: usize, here: u32) -> u32 {
        let other = position.passed(field).play(field, cell);
        other.map_or(here, |other| self.eye_distance(field, &other))
    }

    /// Cells on the first two lines that touch the defender's stones, if only by a corner: a stone there makes room.
    fn border(&self, field: &Field<N>, position: &Position<N>) -> Set<N> {
        if self.view.how.odd_at_edge == self.view.how.odd {
            return Set::EMPTY;
        }
        let mut touched = field.near(position.stones[0]);
        for cell in position.stones[0].iter() {
            touched |= field.corners(cell);
        }
        touched & (field.edge | field.near(field.edge))
    }

    pub(crate) fn reach(&self, field: &Field<N>, position: &Position<N>) -> Set<N> {
        let mut reach = position.stones[0];
        let near = if position.hash == self.origin {
            self.view.how.near.max(self.view.how.near_first)
        } else {
            self.view.how.near
        };
        for _ in 0..near {
            reach |= field.near(reach);
        }
        reach
    }

    /// The cells where a defender that is to live may play, and what is to be known of them.
    pub(crate) fn scene(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        here: u32,
        before: Before<N>,
    ) -> (Set<N>, Scene<N>) {
        let empty = position.empty(field) & field.playable;
        let most = here + self.view.how.slack;
        let (found, vital) = self.eyes.wanted(field, position, self.area, most, here);
        let wanted = if here >= CAP {
            field.near(position.stones[0])
        } else {
            found
        };
        let scene = Scene {
            here,
            wanted: wanted & empty,
            vital: vital & empty,
            tactical: self.eyes.tactical(field, position) & empty,
            forced: self.forced(field, position),
            last: before.last,
            hint: before.hint,
            replies: before.replies,
            answers: self.view.answers[answers_to::<N>(before.last)],
        };
        let near = self.reach(field, position) & self.area & empty;
        (near | scene.wanted | scene.tactical, scene)
    }

    /// Whether so many moves that are missing are too many.
    #[inline]
    pub(crate) fn is_too_far(&self, distance: u32, steps: u32) -> bool {
        let missing = match self.winner {
            Side::Defender => self.view.how.missing(distance),
            Side::Attacker => distance * MOVE,
        };
        missing > steps
    }

    /// L's moves that look most dangerous.
    pub(crate) fn dangers(&mut self, field: &Field<N>, position: &Position<N>) -> (u32, Set<N>) {
        let empty = position.empty(field) & field.playable;
        let here = self.eye_distance(field, position);
        let (found, _) = self.eyes.wanted(field, position, self.area, here, here);
        let mut dangers = if here < CAP { found } else { Set::EMPTY };
        if self.winner == Side::Attacker {
            dangers |= self.eyes.tactical(field, position);
        }
        (here, dangers & empty)
    }

    /// Moves of the defender that answer an atari on something large.
    #[expect(clippy::unused_self, reason = "it goes with the others")]
    pub(crate) fn forced(&self, field: &Field<N>, position: &Position<N>) -> Set<N> {
        let (own, empty) = (position.stones[0], position.empty(field));
        let mut forced = Set::EMPTY;
        let mut rest = own;
        while rest.any() {
            let (chain, liberties) = match field.weak_chain(own, rest.lowest(), empty, field.immune[0], 1) {
                Ok(weak) => weak,
                Err(seen) => {
                    rest = rest.minus(seen);
                    continue;
                }
            };
            rest = rest.minus(chain);
            if liberties.len() == 1 && (chain.len() >= 2 || chain.meets(position.key)) {
                forced |= liberties;
                let mut besiegers = field.near(chain) & position.stones[1];
                while besiegers.any() {
                    let other = field.flood(position.stones[1], besiegers.lowest());
                    besiegers = besiegers.minus(other);
                    let last = field.near(other) & empty;
                    if last.len() == 1 {
                        forced |= last;
                    }
                }
            }
        }
        forced
    }
}
