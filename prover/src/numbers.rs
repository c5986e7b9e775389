//! The same question by proof numbers: what looks easiest is tried first.
//!
//! A position counts together with the steps that the winner has left in it, so no line goes on for ever and no value
//! depends on its past. What is won is won with any number of steps, and shared with `deepening`.

use crate::field::Field;

use crate::position::{PASS, Position, Side};
use crate::search::{Before, LEAST, MOVE, NEVER, Search};
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

/// Numbers of positions that are not settled. It grows up to a limit; then what is large stays.
#[derive(Clone, Debug)]
pub(crate) struct NumberTable {
    slots: Vec<Slot>,
    used: usize,
    most: usize,
}

const FREE: Slot = Slot {
    hash: 0,
    numbers: Numbers::FAILED,
};

impl NumberTable {
    pub(crate) fn new(bytes: usize) -> NumberTable {
        let most: usize = 1 << (bytes / size_of::<Slot>()).max(1 << 8).ilog2();
        NumberTable {
            slots: vec![FREE; most.min(1 << 12)],
            used: 0,
            most,
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
        if self.used * 2 > self.slots.len() && self.slots.len() < self.most {
            let larger = vec![FREE; self.slots.len() * 2];
            let old = core::mem::replace(&mut self.slots, larger);
            self.used = 0;
            for slot in old.into_iter().filter(|slot| slot.hash != 0) {
                self.put(slot.hash, slot.numbers);
            }
        }
        let at = self.find(hash);
        self.used += usize::from(self.slots[at].hash == 0);
        self.slots[at] = Slot { hash, numbers };
    }
}

fn key(hash: u64, steps: u32) -> u64 {
    hash ^ u64::from(steps + 1).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

struct Child<const N: usize> {
    at: u16,
    position: Position<N>,
    numbers: Numbers,
    /// The steps that are left then.
    rest: u32,
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

impl<const N: usize> Search<N> {
    /// What is known of a position, or what its numbers begin with. `distance` is how far from two eyes it is, if that is known already.
    fn look(&mut self, field: &Field<N>, child: &Position<N>, steps: u32, distance: Option<u32>) -> Numbers {
        if self.table.won(child.hash).is_some() {
            return Numbers::WON;
        }
        if self.has_failed(child, steps) {
            return Numbers::FAILED;
        }
        if let Some(numbers) = self.view.numbers.get(key(child.hash, steps)) {
            return numbers;
        }
        if let Some(zone) = self.fact(field, child) {
            self.won(child, zone, Why::Fact, self.nodes);
            return Numbers::WON;
        }
        if self.is_lost(field, child) {
            self.failed(child, NEVER, PASS, self.nodes);
            return Numbers::FAILED;
        }
        let distance = match (self.winner, distance) {
            (Side::Defender, Some(distance)) => distance,
            _ => self.distance(field, child),
        };
        if steps < LEAST || self.is_too_far(distance, steps) {
            return Numbers::FAILED;
        }
        if self.by_pattern(child).is_some() {
            return Numbers::WON;
        }
        let moved = u32::from(child.turn == self.winner);
        if self.winner == Side::Attacker {
            // Far from two eyes is near to death.
            let eyes = self.eye_distance(field, child).min(5);
            return Numbers {
                proof: (1 << (5 - eyes).saturating_sub(moved)) + distance,
                disproof: 1 << (eyes + moved).min(5),
            };
        }
        Numbers {
            proof: 3u32.pow(distance.saturating_sub(moved).min(8)),
            disproof: 1 << ((steps - self.view.how.missing(distance)) / self.view.how.missing + moved).min(8),
        }
    }

    /// Searches until one of the numbers reaches its limit.
    pub(crate) fn weigh(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        steps: u32,
        limits: Numbers,
        before: Before<N>,
    ) -> Numbers {
        if self.count_node() {
            return self.look(field, position, steps, None);
        }
        let since = self.nodes;
        let numbers = if position.turn == self.winner {
            self.weigh_winner(field, position, steps, limits, before, since)
        } else {
            self.weigh_loser(field, position, steps, limits, since)
        };
        if !numbers.is_settled() {
            self.view.numbers.put(key(position.hash, steps), numbers);
        }
        numbers
    }

    fn weigh_winner(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        steps: u32,
        limits: Numbers,
        before: Before<N>,
        since: u64,
    ) -> Numbers {
        let mut children: Vec<Child<N>> = Vec::with_capacity(24);
        let choices = self.choices(field, position, before);
        for choice in &choices {
            let Some(rest) = steps.checked_sub(choice.price) else {
                continue;
            };
            let (at, child) = (choice.cell, choice.child);
            let mut numbers = self.look(field, &child, rest, Some(choice.distance));
            if numbers.proof == 0 {
                if self.won_by(field, position, usize::from(at), &child, since) {
                    return numbers;
                }
                continue;
            }
            if numbers.disproof == 0 {
                continue;
            }
            if self.view.numbers.get(key(child.hash, rest)).is_none() {
                // What looks likely comes first.
                numbers.proof += numbers.proof * choice.price.saturating_sub(MOVE) / self.view.how.spread;
            }
            children.push(Child {
                at,
                position: child,
                numbers,
                rest,
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
                self.failed(position, steps, PASS, since);
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
            let (at, after, rest) = (child.at, child.position, child.rest);
            let numbers = self.weigh(field, &after, rest, below, Before::NOTHING);
            children[best].numbers = numbers;
            if numbers.proof == 0 {
                if self.won_by(field, position, usize::from(at), &after, since) {
                    self.praise(&choices, at, before.last, steps);
                    return Numbers::WON;
                }
                children[best].numbers = Numbers::FAILED;
            }
        }
    }

    /// Takes down that W wins by this move; false if the move may not be relied on.
    fn won_by(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        cell: usize,
        child: &Position<N>,
        since: u64,
    ) -> bool {
        let Some(below) = self.table.won(child.hash).map(|won| won.zone) else {
            return false;
        };
        if !self.may_play(child, below) {
            return false;
        }
        let zone = after_winners_move(field, position, cell, child, below);
        self.won(position, zone, Why::Plays(cell as u16), since);
        true
    }

    #[expect(clippy::too_many_lines, reason = "one loop over one list of moves")]
    fn weigh_loser(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        steps: u32,
        limits: Numbers,
        since: u64,
    ) -> Numbers {
        let empty = position.empty(field) & field.playable;
        let mut must = empty;
        let (mut seen, mut found, mut hint, mut replies) = (Set::EMPTY, false, PASS, Set::EMPTY);
        let mut children: Vec<Child<N>> = Vec::with_capacity(16);
        let passed = position.passed(field);
        let (here, dangers) = self.dangers(field, position);
        let numbers = self.look(field, &passed, steps, Some(here));
        if numbers.disproof == 0 {
            self.failed(position, steps, PASS, since);
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
            rest: steps,
        });
        let mut next = dangers & must;
        loop {
            for cell in next.minus(seen).iter() {
                seen.insert(cell);
                if !must.has(cell) {
                    continue;
                }
                let Some(child) = self.play(field, position, cell) else {
                    continue;
                };
                // Elsewhere a stone leaves the cheapest pairs of eyes as they are.
                let is_sharp = dangers.has(cell) || !child.stones[0].is(position.stones[0]);
                let numbers = self.look(field, &child, steps, (!is_sharp).then_some(here));
                if numbers.disproof == 0 {
                    self.failed(position, steps, cell as u16, since);
                    return Numbers::FAILED;
                }
                if numbers.proof == 0
                    && let Some(zone) = self.table.won(child.hash).map(|won| won.zone)
                    && Refuted::stone(field, position, cell, &child, zone)
                        .above
                        .is_none()
                {
                    found = true;
                    must &= zone;
                }
                children.push(Child {
                    at: cell as u16,
                    position: child,
                    numbers,
                    rest: steps,
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
            let before = Before {
                last: at,
                hint,
                replies,
            };
            let numbers = self.weigh(field, &after, steps, below, before);
            children[best].numbers = numbers;
            if numbers.disproof == 0 {
                if at != PASS {
                    self.view.threats[usize::from(at)] += steps * steps / 16;
                }
                self.failed(position, steps, at, since);
                return Numbers::FAILED;
            }
            if numbers.proof == 0
                && let Some(zone) = self.table.won(after.hash).map(|won| won.zone)
            {
                let null = at == PASS
                    || Refuted::stone(field, position, usize::from(at), &after, zone)
                        .above
                        .is_none();
                let reply = self.reply(after.hash);
                if reply != PASS && at != PASS {
                    replies.insert(usize::from(reply));
                }
                if null {
                    if !found {
                        hint = reply;
                    }
                    found = true;
                    must &= zone;
                }
            }
        }
    }

    fn join(&mut self, field: &Field<N>, position: &Position<N>, children: &[Child<N>], since: u64) {
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
