//! The same question by proof numbers: what looks easiest is tried first.
//!
//! A position counts together with the number `n` of moves that the winner has left in it, so no line goes on for ever and no value
//! depends on its past. What is won is won for every `n`, and shared with the search in `live`.

use crate::eyes::Eyes;
use crate::field::Field;
use crate::life::alive;
use crate::live::Live;
use crate::position::{PASS, Position, Side};
use crate::set::Set;
use crate::table::Why;
use crate::zone::{Refuted, after_winners_move};

/// No number of steps is that large.
pub(crate) const ENDLESS: u32 = 1_000_000_000;

/// How hard it looks to prove a win and to refute it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
}

impl Numbers {
    const WON: Numbers = Numbers {
        proof: 0,
        disproof: ENDLESS,
    };
    const FAILED: Numbers = Numbers {
        proof: ENDLESS,
        disproof: 0,
    };

    fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u64,
    numbers: Numbers,
}

/// Numbers of positions that are not settled.
#[derive(Clone, Debug)]
pub(crate) struct NumberTable {
    slots: Vec<Slot>,
}

impl NumberTable {
    pub(crate) fn new(bytes: usize) -> NumberTable {
        let most: usize = 1 << (bytes / size_of::<Slot>()).max(1 << 8).ilog2();
        let free = Slot {
            hash: 0,
            numbers: Numbers::FAILED,
        };
        NumberTable {
            slots: vec![free; most],
        }
    }

    fn find(&self, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut least = (u32::MAX, 0);
        for way in 0..4 {
            let at = (hash as usize ^ way) & mask;
            let slot = &self.slots[at];
            if slot.hash == hash {
                return at;
            }
            let size = slot.numbers.proof.min(slot.numbers.disproof);
            least = least.min((size, at));
        }
        least.1
    }

    fn get(&self, hash: u64) -> Option<Numbers> {
        let slot = &self.slots[self.find(hash)];
        (slot.hash == hash).then_some(slot.numbers)
    }

    fn put(&mut self, hash: u64, numbers: Numbers) {
        let at = self.find(hash);
        self.slots[at] = Slot { hash, numbers };
    }
}

fn key(hash: u64, n: u32) -> u64 {
    hash ^ u64::from(n + 1).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

struct Child<const N: usize> {
    at: u16,
    position: Position<N>,
    numbers: Numbers,
}

/// The smallest of some numbers and the next one, and where the smallest is.
fn two_least(numbers: impl Iterator<Item = (usize, u32, u32)>) -> Option<(usize, u32, u32)> {
    let (mut best, mut second) = (None::<(usize, u32, u32)>, ENDLESS);
    for (i, first, then) in numbers {
        match best {
            Some((_, least, tie)) if (first, then) >= (least, tie) => second = second.min(first),
            _ => {
                second = best.map_or(second, |best| best.1);
                best = Some((i, first, then));
            }
        }
    }
    best.map(|(i, least, _)| (i, least, second))
}

impl<const N: usize> Live<N> {
    fn look(&mut self, field: &Field<N>, child: &Position<N>, n: u32) -> Numbers {
        if self.table.won(child.hash).is_some() {
            return Numbers::WON;
        }
        if self
            .table
            .failure(child.hash)
            .is_some_and(|(moves, _)| moves > n)
        {
            return Numbers::FAILED;
        }
        if child.key.is_empty() {
            return Numbers::FAILED;
        }
        if let Some(numbers) = self.numbers.get(key(child.hash, n)) {
            return numbers;
        }
        let distance = self.distance(field, child);
        if child.turn == Side::Attacker {
            if let Some(zone) = alive(field, child) {
                self.won(child, zone, Why::Fact, self.nodes);
                return Numbers::WON;
            }
            if n == 0 || distance > n || self.in_atari(field, child) {
                return Numbers::FAILED;
            }
        } else if n == 0 || distance > n {
            return Numbers::FAILED;
        }
        if self.by_pattern(child).is_some() {
            return Numbers::WON;
        }
        let (near, spare) = match child.turn {
            Side::Attacker => (distance, n - distance),
            Side::Defender => (distance.saturating_sub(1), n - distance + 1),
        };
        Numbers {
            proof: 3u32.pow(near.min(8)),
            disproof: 1 << spare.min(8),
        }
    }

    /// Searches until one of the numbers reaches its limit.
    pub(crate) fn weigh(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        n: u32,
        limits: Numbers,
        hint: u16,
    ) -> Numbers {
        if self.count_node() {
            return self.look(field, position, n);
        }
        let since = self.nodes;
        let numbers = match position.turn {
            Side::Defender => self.weigh_defence(field, position, n, limits, hint, since),
            Side::Attacker => self.weigh_attack(field, position, n, limits, since),
        };
        if !numbers.is_settled() {
            self.numbers.put(key(position.hash, n), numbers);
        }
        numbers
    }

    fn weigh_defence(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        n: u32,
        limits: Numbers,
        hint: u16,
        since: u64,
    ) -> Numbers {
        let here = self.distance(field, position);
        let mut children: Vec<Child<N>> = Vec::with_capacity(24);
        let (candidates, good) = self.candidates(field, position, n, here);
        for cell in candidates.iter() {
            let Some(child) = position.play(field, cell) else {
                continue;
            };
            let distance = self.distance(field, &child);
            if distance > n || (distance >= here && !good.has(cell)) {
                continue;
            }
            let mut numbers = self.look(field, &child, n - 1);
            if numbers.proof == 0 {
                self.won_by(field, position, cell, &child, since);
                return numbers;
            }
            if numbers.disproof == 0 {
                continue;
            }
            if cell as u16 == hint && self.numbers.get(key(child.hash, n - 1)).is_none() {
                numbers.proof = 1 + numbers.proof / 4;
            }
            children.push(Child {
                at: cell as u16,
                position: child,
                numbers,
            });
        }
        loop {
            let open = children
                .iter()
                .enumerate()
                .filter(|(_, child)| child.numbers.disproof != 0);
            let Some((best, proof, second)) =
                two_least(open.map(|(i, c)| (i, c.numbers.proof, ENDLESS - c.numbers.disproof)))
            else {
                self.failed(position, n, PASS, since);
                return Numbers::FAILED;
            };
            // One hard answer of the attacker is as good as many: the largest counts, and the others a little.
            let open = children.iter().filter(|child| child.numbers.disproof != 0);
            let (most, count) = open.fold((0, 0), |(most, count), child| {
                (child.numbers.disproof.max(most), count + 1)
            });
            let disproof = (most + count - 1).min(ENDLESS - 1);
            if proof >= limits.proof || disproof >= limits.disproof || self.stopped {
                return Numbers { proof, disproof };
            }
            let child = &children[best];
            let below = Numbers {
                proof: limits.proof.min(second.saturating_add(1 + second / 4)),
                disproof: limits
                    .disproof
                    .saturating_sub(disproof - child.numbers.disproof.min(disproof)),
            };
            let (at, after) = (child.at, child.position);
            let numbers = self.weigh(field, &after, n - 1, below, PASS);
            children[best].numbers = numbers;
            if numbers.proof == 0 {
                self.history[usize::from(at)] += n * n;
                self.won_by(field, position, usize::from(at), &after, since);
                return Numbers::WON;
            }
        }
    }

    fn won_by(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        cell: usize,
        child: &Position<N>,
        since: u64,
    ) {
        if let Some(won) = self.table.won(child.hash) {
            let zone = after_winners_move(field, position, cell, child, won.zone);
            self.won(position, zone, Why::Plays(cell as u16), since);
        }
    }

    fn weigh_attack(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        n: u32,
        limits: Numbers,
        since: u64,
    ) -> Numbers {
        let empty = position.empty(field) & field.playable;
        let mut must = empty;
        let (mut seen, mut found, mut hint) = (Set::EMPTY, false, PASS);
        let mut children: Vec<Child<N>> = Vec::with_capacity(16);
        let passed = position.passed(field);
        let numbers = self.look(field, &passed, n);
        if numbers.disproof == 0 {
            self.failed(position, n, PASS, since);
            return Numbers::FAILED;
        }
        if numbers.proof == 0
            && let Some(won) = self.table.won(passed.hash)
        {
            found = true;
            must &= won.zone;
            hint = self.reply(passed.hash);
        }
        children.push(Child {
            at: PASS,
            position: passed,
            numbers,
        });
        let eyes = Eyes::new(field, position, self.area, self.how.cap);
        let here = eyes.distance();
        let mut next = if here < self.how.cap {
            eyes.wanted(here) & must
        } else {
            Set::EMPTY
        };
        loop {
            for cell in next.minus(seen).iter() {
                seen.insert(cell);
                if !must.has(cell) {
                    continue;
                }
                let Some(child) = position.play(field, cell) else {
                    continue;
                };
                let numbers = self.look(field, &child, n);
                if numbers.disproof == 0 {
                    self.failed(position, n, cell as u16, since);
                    return Numbers::FAILED;
                }
                if numbers.proof == 0
                    && let Some(zone) = self.table.won(child.hash).map(|won| won.zone)
                    && Refuted::stone(field, position, cell, &child, zone).above.is_none()
                {
                    found = true;
                    must &= zone;
                }
                children.push(Child {
                    at: cell as u16,
                    position: child,
                    numbers,
                });
            }
            if found && must.minus(seen).any() {
                next = must;
                continue;
            }
            let needed = |child: &Child<N>| {
                child.numbers.proof != 0
                    && if child.at == PASS {
                        !found
                    } else {
                        must.has(usize::from(child.at))
                    }
            };
            let open = children.iter().enumerate().filter(|(_, child)| needed(child));
            let Some((best, disproof, second)) =
                two_least(open.map(|(i, c)| (i, c.numbers.disproof, c.numbers.proof)))
            else {
                self.join(field, position, &children, since);
                return Numbers::WON;
            };
            let sum: u64 = children
                .iter()
                .filter(|child| needed(child))
                .map(|child| u64::from(child.numbers.proof))
                .sum();
            let proof = (sum + u64::from(!found)).min(u64::from(ENDLESS / 2)) as u32;
            if proof >= limits.proof || disproof >= limits.disproof || self.stopped {
                return Numbers { proof, disproof };
            }
            let child = &children[best];
            let below = Numbers {
                proof: limits
                    .proof
                    .saturating_sub(proof - child.numbers.proof.min(proof)),
                disproof: limits.disproof.min(second.saturating_add(1 + second / 4)),
            };
            let (at, after) = (child.at, child.position);
            let numbers = self.weigh(field, &after, n, below, hint);
            children[best].numbers = numbers;
            if numbers.disproof == 0 {
                if at != PASS {
                    self.threats[usize::from(at)] += n * n;
                }
                self.failed(position, n, at, since);
                return Numbers::FAILED;
            }
            if numbers.proof == 0
                && let Some(zone) = self.table.won(after.hash).map(|won| won.zone)
            {
                let null = at == PASS
                    || Refuted::stone(field, position, usize::from(at), &after, zone)
                        .above
                        .is_none();
                if null {
                    if !found {
                        hint = self.reply(after.hash);
                    }
                    found = true;
                    must &= zone;
                }
            }
        }
    }

    fn join(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        children: &[Child<N>],
        since: u64,
    ) {
        let mut refuted = Vec::with_capacity(children.len());
        for child in children.iter().filter(|child| child.numbers.proof == 0) {
            if let Some(zone) = self.table.won(child.position.hash).map(|won| won.zone) {
                refuted.push(if child.at == PASS {
                    Refuted::pass(zone)
                } else {
                    Refuted::stone(field, position, usize::from(child.at), &child.position, zone)
                });
            }
        }
        let joined = self.won_by_replies(field, position, &refuted, since);
        debug_assert!(joined.is_some());
    }
}
