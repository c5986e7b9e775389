//! The defender's life: deepening on the number of moves that the defender may still make.

use std::collections::HashMap;

use crate::eyes::{Eyes, FAR, tactical};
use crate::field::Field;
use crate::life::alive;
use crate::numbers::NumberTable;
use crate::patterns::Patterns;
use crate::position::{PASS, Position, Side};
use crate::set::Set;
use crate::table::{Table, Why};
use crate::zone::{Refuted, after_winners_move, union};

/// Settings that change speed, never answers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Selectivity {
    /// How much above the distance wanted cells may lie.
    pub(crate) slack: u32,
    /// How far from the defender's stones it may play.
    pub(crate) near: u32,
    /// Distances are looked at up to this.
    pub(crate) cap: u32,
}

/// A search for two eyes.
pub(crate) struct Live<const N: usize> {
    pub(crate) table: Table<N>,
    patterns: Patterns<N>,
    /// The positions that patterns came from.
    pub(crate) sources: HashMap<u64, Position<N>>,
    pub(crate) numbers: NumberTable,
    distances: Vec<u64>,
    pub(crate) history: Vec<u32>,
    pub(crate) threats: Vec<u32>,
    pub(crate) area: Set<N>,
    pub(crate) how: Selectivity,
    pub(crate) nodes: u64,
    pub(crate) budget: u64,
    pub(crate) stopped: bool,
}

const NEVER: u8 = 99;

impl<const N: usize> Live<N> {
    pub(crate) fn new(field: &Field<N>, root: &Position<N>, how: Selectivity, bytes: usize) -> Self {
        let mut area = root.stones[0];
        for _ in 0..5 {
            area |= field.near(area);
        }
        Live {
            table: Table::new(bytes),
            patterns: Patterns::new(field, root, Side::Defender, bytes / 400),
            sources: HashMap::new(),
            numbers: NumberTable::new(bytes / 4),
            distances: vec![0; 1 << 17],
            history: vec![1; Set::<N>::CAPACITY],
            threats: vec![1; Set::<N>::CAPACITY],
            area,
            how,
            nodes: 0,
            budget: 0,
            stopped: false,
        }
    }

    /// Asks with `n` moves of the defender; `None` if nothing was found, which is no proof of anything.
    pub(crate) fn ask(&mut self, field: &Field<N>, position: &Position<N>, n: u32) -> Option<Set<N>> {
        match position.turn {
            Side::Defender => self.defend(field, position, n, PASS),
            Side::Attacker => self.attack(field, position, n),
        }
    }

    /// The moves to two eyes, about.
    pub(crate) fn distance(&mut self, field: &Field<N>, position: &Position<N>) -> u32 {
        let hash = position.stones_hash(field).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = (hash >> 47) as usize;
        let known = self.distances[slot];
        if known != 0 && known & !15 == hash & !15 {
            return (known & 15) as u32;
        }
        let eyes = Eyes::new(field, position, self.area, self.how.cap);
        let distance = eyes.distance().min(self.how.cap);
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

    /// Takes down that W wins.
    pub(crate) fn won(&mut self, position: &Position<N>, zone: Set<N>, why: Why, since: u64) -> Option<Set<N>> {
        self.table.win(position.hash, zone, why);
        if self.nodes - since >= 8 {
            self.patterns.add(position, zone);
            self.sources.insert(position.hash, *position);
        }
        Some(zone)
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
        self.table
            .win_by_replies(position.hash, found.zone, &found.moves);
        if self.nodes - since >= 8 {
            self.patterns.add(position, found.zone);
            self.sources.insert(position.hash, *position);
        }
        Some(found.zone)
    }

    /// Takes down that nothing was found with `n` moves.
    pub(crate) fn failed(&mut self, position: &Position<N>, n: u32, best: u16, since: u64) -> Option<Set<N>> {
        if !self.stopped {
            let moves = (n as u8 + 1).min(NEVER);
            self.table
                .fail(position.hash, moves, best, self.nodes - since);
        }
        None
    }

    pub(crate) fn by_pattern(&mut self, position: &Position<N>) -> Option<Set<N>> {
        let (zone, from) = self.patterns.find(position)?;
        self.table.win(position.hash, zone, Why::Like(from));
        Some(zone)
    }

    /// W's move in a won position.
    pub(crate) fn reply(&self, hash: u64) -> u16 {
        match self.table.won(hash).map(|won| won.why) {
            Some(Why::Plays(cell)) => cell,
            _ => PASS,
        }
    }

    /// The defender's moves to look at, and those of them that need not bring it nearer to two eyes.
    pub(crate) fn candidates(
        &self,
        field: &Field<N>,
        position: &Position<N>,
        n: u32,
        here: u32,
    ) -> (Set<N>, Set<N>) {
        let eyes = Eyes::new(
            field,
            position,
            self.area,
            (here + self.how.slack).min(self.how.cap),
        );
        let empty = position.empty(field) & field.playable;
        let wanted = if here >= FAR.min(self.how.cap) {
            field.near(position.stones[0])
        } else {
            eyes.wanted(here + self.how.slack)
        };
        let good = wanted | tactical(field, position);
        if n == 1 {
            return (good & empty, good);
        }
        let mut reach = position.stones[0];
        for _ in 0..self.how.near {
            reach |= field.near(reach);
        }
        ((reach & self.area | good) & empty, good)
    }

    /// Whether all key stones are one chain with one liberty.
    pub(crate) fn in_atari(&self, field: &Field<N>, position: &Position<N>) -> bool {
        let chain = field.flood(position.stones[0], position.key.lowest());
        let lone = position.key.within(chain) && !chain.meets(field.immune[0]);
        lone && (field.near(chain) & position.empty(field)).len() == 1
    }

    fn defend(&mut self, field: &Field<N>, position: &Position<N>, n: u32, hint: u16) -> Option<Set<N>> {
        if position.key.is_empty() {
            return None;
        }
        if let Some(won) = self.table.won(position.hash) {
            return Some(won.zone);
        }
        let mut best = PASS;
        if let Some((moves, known)) = self.table.failure(position.hash) {
            if moves > n {
                return None;
            }
            best = known;
        }
        let here = self.distance(field, position);
        if n == 0 || here > n || self.count_node() {
            return None;
        }
        if let Some(zone) = self.by_pattern(position) {
            return Some(zone);
        }
        let since = self.nodes;
        let (candidates, good) = self.candidates(field, position, n, here);
        let mut moves: Vec<(u32, u16, Position<N>)> = Vec::with_capacity(32);
        for cell in candidates.iter() {
            let Some(child) = position.play(field, cell) else {
                continue;
            };
            if let Some(won) = self.table.won(child.hash) {
                let zone = after_winners_move(field, position, cell, &child, won.zone);
                return self.won(position, zone, Why::Plays(cell as u16), since);
            }
            if self
                .table
                .failure(child.hash)
                .is_some_and(|(moves, _)| moves > n - 1)
            {
                continue;
            }
            let distance = self.distance(field, &child);
            if (distance <= 1 || n <= 1)
                && let Some(below) = alive(field, &child)
            {
                self.table.win(child.hash, below, Why::Fact);
                let zone = after_winners_move(field, position, cell, &child, below);
                return self.won(position, zone, Why::Plays(cell as u16), since);
            }
            if distance > n - 1 || (distance >= here && !good.has(cell)) {
                continue;
            }
            let mut order = 200 + distance * 10 - self.history[cell].ilog2().min(9);
            if cell as u16 == best {
                order -= 40;
            }
            if cell as u16 == hint {
                order -= 6;
            }
            moves.push((order, cell as u16, child));
        }
        moves.sort_unstable_by_key(|&(order, cell, _)| (order, cell));
        for (_, cell, child) in moves {
            if let Some(below) = self.attack(field, &child, n - 1) {
                self.history[usize::from(cell)] += n * n;
                let zone = after_winners_move(field, position, usize::from(cell), &child, below);
                return self.won(position, zone, Why::Plays(cell), since);
            }
            if self.stopped {
                return None;
            }
        }
        self.failed(position, n, best, since)
    }

    fn attack(&mut self, field: &Field<N>, position: &Position<N>, n: u32) -> Option<Set<N>> {
        if let Some(won) = self.table.won(position.hash) {
            return Some(won.zone);
        }
        let mut killer = PASS;
        if let Some((moves, known)) = self.table.failure(position.hash) {
            if moves > n {
                return None;
            }
            killer = known;
        }
        let since = self.nodes;
        if let Some(zone) = alive(field, position) {
            return self.won(position, zone, Why::Fact, since);
        }
        if n == 0 || self.count_node() {
            return None;
        }
        let empty = position.empty(field);
        if self.in_atari(field, position) {
            return self.failed(position, u32::from(NEVER) - 1, PASS, since);
        }
        if let Some(zone) = self.by_pattern(position) {
            return Some(zone);
        }
        let mut line = Attack {
            refuted: Vec::with_capacity(16),
            tried: Set::EMPTY,
            must: empty & field.playable,
            found: false,
            hint: PASS,
        };
        // Moves that leave too much to do, by the count alone.
        let eyes = Eyes::new(field, position, self.area, self.how.cap);
        let here = eyes.distance().min(self.how.cap);
        let early = if here < self.how.cap {
            eyes.wanted(here) & empty & field.playable
        } else {
            Set::EMPTY
        };
        let mut strongest = (0, PASS);
        for cell in early.iter() {
            if let Some(child) = position.play(field, cell) {
                let distance = self.distance(field, &child);
                if distance > n {
                    return self.failed(position, n, cell as u16, since);
                }
                strongest = strongest.max((distance, cell as u16));
            }
        }
        if killer != PASS && !self.attack_by(field, position, n, killer, &mut line) {
            return self.failed(position, n, killer, since);
        }
        // If everything hangs by a thread the best attack comes before the null move.
        if !line.found && here == n && strongest.0 == n && strongest.1 != killer {
            let cell = strongest.1;
            if !self.attack_by(field, position, n, cell, &mut line) {
                return self.failed(position, n, cell, since);
            }
        }
        if !line.found {
            let passed = position.passed(field);
            match self.defend(field, &passed, n, PASS) {
                None => return self.failed(position, n, PASS, since),
                Some(zone) => {
                    line.refuted.push(Refuted::pass(zone));
                    line.must &= zone;
                    line.hint = self.reply(passed.hash);
                }
            }
        }
        while let Some((cell, sure)) = self.next_attack(field, position, n, early, &mut line) {
            if sure || !self.attack_by(field, position, n, cell, &mut line) {
                self.threats[usize::from(cell)] += n * n;
                return self.failed(position, n, cell, since);
            }
        }
        self.won_by_replies(field, position, &line.refuted, since)
    }

    /// Whether the defender has an answer to the attacker's move. If so, it is taken down.
    fn attack_by(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        n: u32,
        cell: u16,
        line: &mut Attack<N>,
    ) -> bool {
        let Some(child) = position.play(field, usize::from(cell)) else {
            line.tried.insert(usize::from(cell));
            return true;
        };
        match self.defend(field, &child, n, line.hint) {
            None => false,
            Some(zone) => {
                line.take_down(field, position, usize::from(cell), &child, zone);
                true
            }
        }
    }

    /// The attacker's next move that needs an answer, and whether it is known that there is none.
    fn next_attack(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        n: u32,
        early: Set<N>,
        line: &mut Attack<N>,
    ) -> Option<(u16, bool)> {
        let mut pick: Option<(u32, u16)> = None;
        let mut rest = line.must.minus(line.tried);
        while let Some(cell) = rest.pop() {
            let Some(child) = position.play(field, cell) else {
                line.tried.insert(cell);
                continue;
            };
            if let Some(won) = self.table.won(child.hash) {
                let zone = won.zone;
                line.take_down(field, position, cell, &child, zone);
                rest &= line.must;
                continue;
            }
            if self
                .table
                .failure(child.hash)
                .is_some_and(|(moves, _)| moves > n)
            {
                return Some((cell as u16, true));
            }
            let distance = self.distance(field, &child);
            if distance > n {
                return Some((cell as u16, true));
            }
            let order = distance * 32 + u32::from(early.has(cell)) * 16 + self.threats[cell].ilog2().min(15);
            if pick.is_none_or(|pick| order > pick.0) {
                pick = Some((order, cell as u16));
            }
        }
        pick.filter(|pick| line.must.has(usize::from(pick.1)))
            .map(|pick| (pick.1, false))
            .or_else(|| {
                // The best one fell out of what must be tried: look again.
                if line.must.minus(line.tried).any() {
                    self.next_attack(field, position, n, early, line)
                } else {
                    None
                }
            })
    }
}

/// What is known while the attacker's moves are tried.
struct Attack<const N: usize> {
    refuted: Vec<Refuted<N>>,
    tried: Set<N>,
    /// The cells where a move still could matter.
    must: Set<N>,
    /// Whether a move as good as a pass was refuted.
    found: bool,
    hint: u16,
}

impl<const N: usize> Attack<N> {
    fn take_down(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        cell: usize,
        child: &Position<N>,
        zone: Set<N>,
    ) {
        let refuted = Refuted::stone(field, position, cell, child, zone);
        self.tried.insert(cell);
        if refuted.above.is_none() {
            self.found = true;
            self.must &= zone;
        }
        self.refuted.push(refuted);
    }
}
