//! Stones that are caught by threats: ladders, nets, and short races.
//!
//! A **chase** of order 0 captures stones in atari. In a chase of order n every move threatens a chase of order n − 1: if the defender passes, that one wins. A ladder is
//! of order 1, and a net of order 2. So the defender has little choice, however large the board is: its moves need an answer only in the zone of the threat. Orders
//! limit the attacker's own moves, so no proof leans on them.

use crate::field::Field;
use crate::position::{PASS, Position, Side};
use crate::search::{NEVER, Search};
use crate::set::Set;
use crate::table::Why;
use crate::zone::{Refuted, after_winners_move};

/// So many steps take as long as a node of the other ways to search.
const STEPS: u32 = 12;

/// How long a chase may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leash {
    pub(crate) order: u32,
    /// The attacker's moves.
    pub(crate) moves: u32,
}

/// The chases that are tried, one after the other.
pub(crate) const LEASHES: [Leash; 10] = [
    Leash::new(1, 60),
    Leash::new(2, 3),
    Leash::new(2, 5),
    Leash::new(3, 4),
    Leash::new(2, 8),
    Leash::new(3, 6),
    Leash::new(2, 16),
    Leash::new(3, 8),
    Leash::new(3, 12),
    Leash::new(3, 16),
];

impl Leash {
    const fn new(order: u32, moves: u32) -> Leash {
        Leash { order, moves }
    }

    /// Where it is taken down that a position was not won by a chase of this order.
    fn key(self, hash: u64) -> u64 {
        hash ^ u64::from(self.order + 1).wrapping_mul(0xa24b_aed4_963e_e407)
    }
}

impl<const N: usize> Search<N> {
    /// Whether the attacker catches the key stones on this leash. `None` proves nothing.
    pub(crate) fn chase(&mut self, field: &Field<N>, position: &Position<N>, leash: Leash) -> Option<Set<N>> {
        if let Some(won) = self.table.won(position.hash) {
            return Some(won.zone);
        }
        let failure = self.view.failures.failure(leash.key(position.hash));
        if failure.is_some_and(|(least, _)| least > leash.moves) {
            return None;
        }
        if let Some(zone) = self.fact(field, position) {
            return Some(self.won(position, zone, Why::Fact, self.nodes));
        }
        if let Some(zone) = self.by_pattern(position) {
            return Some(zone);
        }
        if leash.moves == 0 || self.count_step() {
            return None;
        }
        let best = failure.map_or(PASS, |(_, best)| best);
        match position.turn {
            Side::Attacker => self.pursue(field, position, leash),
            Side::Defender => self.flee(field, position, leash, best),
        }
    }

    /// Counts a step; true if it is time to stop.
    fn count_step(&mut self) -> bool {
        self.chased = (self.chased + 1) % STEPS;
        self.stopped || (self.chased == 0 && self.count_node())
    }

    fn escaped(&mut self, position: &Position<N>, leash: Leash, best: u16, since: u64) -> Option<Set<N>> {
        if !self.stopped {
            let moves = (leash.moves + 1).min(NEVER) as u8;
            let work = self.nodes - since;
            self.view
                .failures
                .fail(leash.key(position.hash), moves, best, work);
        }
        None
    }

    /// The most liberties that a chain of key stones has; `None` if one of them cannot be captured.
    fn most_liberties(field: &Field<N>, position: &Position<N>) -> Option<u32> {
        let (own, empty) = (position.stones[0], position.empty(field));
        let (mut rest, mut most) = (position.key, 0);
        while rest.any() {
            let chain = field.flood(own, rest.lowest());
            rest = rest.minus(chain);
            let liberties = field.near(chain) & empty;
            if chain.meets(field.immune[0]) || !liberties.within(field.playable) {
                return None;
            }
            most = most.max(liberties.len());
        }
        Some(most)
    }

    /// The attacker's moves that may be threats: liberties of the key stones and of chains that hang by a thread, and what lies around the
    /// liberties if it need not be a ladder.
    fn threats(&mut self, field: &Field<N>, position: &Position<N>, order: u32) -> Set<N> {
        let empty = position.empty(field) & field.playable;
        let beside = field.near(field.flood(position.stones[0], position.key)) & empty;
        let mut cells = beside;
        if order > 0 {
            cells |= self.eyes.hanging(field, position);
        }
        if order > 1 {
            cells |= field.near(beside);
            cells = beside
                .iter()
                .fold(cells, |cells, cell| cells | field.corners(cell));
        }
        cells & empty
    }

    fn pursue(&mut self, field: &Field<N>, position: &Position<N>, leash: Leash) -> Option<Set<N>> {
        let since = self.nodes;
        let after = Leash {
            moves: leash.moves - 1,
            ..leash
        };
        let mut moves: Vec<(u32, i32, u16, Position<N>)> = Vec::with_capacity(16);
        for cell in self.threats(field, position, leash.order).iter() {
            let Some(child) = self.play(field, position, cell) else {
                continue;
            };
            // A threat by captures takes a liberty with each move. With more of them it is not followed.
            if let Some(liberties) = Self::most_liberties(field, &child)
                && liberties <= leash.order
            {
                let looks = field.looks.of(position, cell, Side::Attacker);
                moves.push((liberties, -looks, cell as u16, child));
            }
        }
        moves.sort_by_key(|&(liberties, looks, cell, _)| (liberties, looks, cell));
        for (_, _, cell, child) in moves {
            if let Some(below) = self.chase(field, &child, after)
                && self.may_play(&child, below)
            {
                let zone = after_winners_move(field, position, usize::from(cell), &child, below);
                return Some(self.won(position, zone, Why::Plays(cell), since));
            }
            if self.stopped {
                return None;
            }
        }
        self.escaped(position, leash, PASS, since)
    }

    fn flee(&mut self, field: &Field<N>, position: &Position<N>, leash: Leash, best: u16) -> Option<Set<N>> {
        let since = self.nodes;
        let order = leash.order.checked_sub(1)?;
        if self.is_lost(field, position) {
            let endless = Leash {
                moves: NEVER,
                ..leash
            };
            return self.escaped(position, endless, PASS, since);
        }
        let Some(threat) = self.chase(field, &position.passed(field), Leash { order, ..leash }) else {
            return self.escaped(position, leash, PASS, since);
        };
        let mut refuted = vec![Refuted::pass(threat)];
        let mut must = threat & position.empty(field) & field.playable;
        let beside = field.near(field.flood(position.stones[0], position.key));
        // What helped before, what captures or is in atari, and where the stones can run.
        let helped = if best == PASS {
            Set::EMPTY
        } else {
            Set::one(usize::from(best))
        };
        let likely = [helped, self.eyes.hanging(field, position), beside];
        let mut tried = Set::EMPTY;
        loop {
            let left = must.minus(tried);
            let Some(next) = likely
                .into_iter()
                .map(|set| set & left)
                .chain([left])
                .find(Set::any)
            else {
                return self.won_by_replies(field, position, &refuted, since);
            };
            let cell = next.first();
            tried.insert(cell);
            let Some(child) = self.play(field, position, cell) else {
                continue;
            };
            let Some(below) = self.chase(field, &child, leash) else {
                return self.escaped(position, leash, cell as u16, since);
            };
            let reply = Refuted::stone(field, position, cell, &child, below);
            if reply.above.is_none() {
                must &= below;
            }
            refuted.push(reply);
        }
    }
}

#[cfg(test)]
mod tests {
    use shikatsu::board::{Point, PointSet};
    use shikatsu::problem::read_text;

    use super::*;
    use crate::field::Frame;
    use crate::search::View;
    use crate::style::Style;

    /// Whether the key stones are caught by a chase of this order in so many moves.
    fn is_caught(text: &str, order: u32, moves: u32) -> bool {
        let (problem, _) = read_text(text).expect("a problem");
        let all: PointSet = Point::all(problem.size()).collect();
        let (field, root) = Field::<2>::new(&problem, Frame::around(&all)).expect("it fits");
        let view = View::new(Style::default(), Set::<2>::CAPACITY, 1 << 24);
        let mut search = Search::new(&field, &root, Side::Attacker, view, 1 << 24);
        search.budget = u64::MAX;
        search.chase(&field, &root, Leash::new(order, moves)).is_some()
    }

    /// White runs along the diagonal.
    const LADDER: &str = "---------\n---------\n---------\n---xx----\n--xo-----\n---------\n---------\n---------\n---------\nD5 x\n";

    #[test]
    fn a_ladder_runs_to_the_edge() {
        assert!(!is_caught(LADDER, 0, 20));
        assert!(is_caught(LADDER, 1, 20));
    }

    /// Two stones of White's in the way, and one of Black's at the side.
    const NET: &str = "---------\n---------\n---------\n---xx----\n--xo-----\n--x------\n------o--\n-----o---\n---------\nD5 x\n";

    #[test]
    fn where_the_ladder_fails_a_net_may_hold() {
        assert!(!is_caught(NET, 1, 20));
        assert!(is_caught(NET, 2, 5));
        let without_side = NET.replacen("--x------", "---------", 1);
        assert!(!is_caught(&without_side, 2, 5));
    }
}
