//! The defender's life: deepening on the number of moves that the defender may still make.

use crate::eyes::{Eyes, FAR, tactical};
use crate::field::Field;
use crate::life::alive;
use crate::patterns::Patterns;
use crate::position::{PASS, Position, Side};
use crate::set::Set;
use crate::table::{Table, WON};
use crate::zone::{Refuted, after_winners_move, after_winners_pass, union};

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
    distances: Vec<u64>,
    history: Vec<u32>,
    threats: Vec<u32>,
    area: Set<N>,
    how: Selectivity,
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

    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.budget {
            self.stopped = true;
        }
        self.stopped
    }

    fn won(&mut self, position: &Position<N>, zone: Set<N>, best: u16, since: u64) -> Option<Set<N>> {
        let work = self.nodes - since;
        self.table.put(position.hash, zone, WON, best, work);
        if work >= 8 {
            self.patterns.add(position, zone);
        }
        Some(zone)
    }

    fn failed(&mut self, position: &Position<N>, n: u32, best: u16, since: u64) -> Option<Set<N>> {
        if !self.stopped {
            let moves = (n as u8 + 1).min(NEVER);
            self.table
                .put(position.hash, Set::EMPTY, moves, best, self.nodes - since);
        }
        None
    }

    fn by_pattern(&mut self, position: &Position<N>) -> Option<Set<N>> {
        let zone = self.patterns.find(position)?;
        self.table.put(position.hash, zone, WON, PATTERN, 1);
        Some(zone)
    }

    fn defend(&mut self, field: &Field<N>, position: &Position<N>, n: u32, hint: u16) -> Option<Set<N>> {
        if position.key.is_empty() {
            return None;
        }
        let mut best = PASS;
        if let Some(entry) = self.table.get(position.hash) {
            if entry.is_won() {
                return Some(entry.zone);
            }
            if u32::from(entry.moves) > n {
                return None;
            }
            best = entry.best;
        }
        let here = self.distance(field, position);
        if n == 0 || here > n || self.count_node() {
            return None;
        }
        if let Some(zone) = self.by_pattern(position) {
            return Some(zone);
        }
        let since = self.nodes;
        if let Some(below) = self.table.won(position.hash ^ field.turn_key) {
            let zone = after_winners_pass(field, position, below);
            return self.won(position, zone, PASS, since);
        }
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
        let mut reach = position.stones[0];
        for _ in 0..self.how.near {
            reach |= field.near(reach);
        }
        let mut moves: Vec<(u32, u16, Position<N>)> = Vec::with_capacity(32);
        let candidates = if n == 1 { good } else { reach & self.area | good };
        for cell in (candidates & empty).iter() {
            let Some(child) = position.play(field, cell) else {
                continue;
            };
            if let Some(entry) = self.table.get(child.hash) {
                if entry.is_won() {
                    let zone = after_winners_move(field, position, cell, &child, entry.zone);
                    return self.won(position, zone, cell as u16, since);
                }
                if u32::from(entry.moves) > n - 1 {
                    continue;
                }
            }
            let distance = self.distance(field, &child);
            if (distance <= 1 || n <= 1)
                && let Some(below) = alive(field, &child)
            {
                self.table.put(child.hash, below, WON, PASS, 1);
                let zone = after_winners_move(field, position, cell, &child, below);
                return self.won(position, zone, cell as u16, since);
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
                return self.won(position, zone, cell, since);
            }
            if self.stopped {
                return None;
            }
        }
        self.failed(position, n, best, since)
    }

    fn attack(&mut self, field: &Field<N>, position: &Position<N>, n: u32) -> Option<Set<N>> {
        let mut killer = PASS;
        if let Some(entry) = self.table.get(position.hash) {
            if entry.is_won() {
                return Some(entry.zone);
            }
            if u32::from(entry.moves) > n {
                return None;
            }
            killer = entry.best;
        }
        let since = self.nodes;
        if let Some(zone) = alive(field, position) {
            return self.won(position, zone, PASS, since);
        }
        if n == 0 || self.count_node() {
            return None;
        }
        let empty = position.empty(field);
        let chain = field.flood(position.stones[0], position.key.lowest());
        let lone = position.key.within(chain) && !chain.meets(field.immune[0]);
        if lone && (field.near(chain) & empty).len() == 1 {
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
                    line.hint = self.table.get(passed.hash).map_or(PASS, |entry| entry.best);
                }
            }
        }
        while let Some((cell, sure)) = self.next_attack(field, position, n, early, &mut line) {
            if sure || !self.attack_by(field, position, n, cell, &mut line) {
                self.threats[usize::from(cell)] += n * n;
                return self.failed(position, n, cell, since);
            }
        }
        match union(field, position, &line.refuted) {
            Some(found) => self.won(position, found.zone, found.moves[0], since),
            None => None,
        }
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
            if let Some(entry) = self.table.get(child.hash) {
                if entry.is_won() {
                    let zone = entry.zone;
                    line.take_down(field, position, cell, &child, zone);
                    rest &= line.must;
                    continue;
                }
                if u32::from(entry.moves) > n {
                    return Some((cell as u16, true));
                }
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

/// Marks a position won by a pattern.
pub(crate) const PATTERN: u16 = u16::MAX - 1;

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
