//! The defender's life by deepening on the steps that it may take.

use crate::field::Field;
use crate::life::alive;
use crate::position::{PASS, Position, Side};
use crate::search::{Before, LEAST, MOVE, NEVER, Search};
use crate::set::Set;
use crate::table::Why;
use crate::zone::{Refuted, after_winners_move};

impl<const N: usize> Search<N> {
    /// Asks with so many steps; `None` if nothing was found, which is no proof of anything.
    pub(crate) fn deepen(&mut self, field: &Field<N>, position: &Position<N>, steps: u32) -> Option<Set<N>> {
        match position.turn {
            Side::Defender => self.defend(field, position, steps, Before::NOTHING),
            Side::Attacker => self.attack(field, position, steps),
        }
    }

    fn defend(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        steps: u32,
        before: Before<N>,
    ) -> Option<Set<N>> {
        if position.key.is_empty() {
            return None;
        }
        if let Some(won) = self.table.won(position.hash) {
            return Some(won.zone);
        }
        let mut best = PASS;
        if let Some((least, known)) = self.view.failures.failure(position.hash) {
            if least > steps {
                return None;
            }
            best = known;
        }
        let here = self.eye_distance(field, position);
        if steps < LEAST || self.is_too_far(here, steps) || self.count_node() {
            return None;
        }
        if let Some(zone) = self.by_pattern(position) {
            return Some(zone);
        }
        let since = self.nodes;
        if self.guide.is_some() {
            return self.follow(field, position, steps, since);
        }
        let mut moves = self.choices(field, position, before);
        for choice in &moves {
            let (cell, child) = (usize::from(choice.cell), &choice.child);
            let known = self.table.won(child.hash).map(|won| won.zone);
            let seen = choice.distance <= 1 || steps < choice.price + MOVE;
            let below = match known {
                None if seen => alive(field, child).inspect(|&below| {
                    self.table.win(child.hash, below, Why::Fact);
                }),
                known => known,
            };
            if let Some(below) = below.filter(|&below| self.may_play(child, below)) {
                let zone = after_winners_move(field, position, cell, child, below);
                return Some(self.won(position, zone, Why::Plays(choice.cell), since));
            }
        }
        let all = moves.clone();
        moves.retain(|choice| {
            steps.checked_sub(choice.price).is_some_and(|rest| {
                !self.is_too_far(choice.distance, rest) && !self.has_failed(&choice.child, rest)
            })
        });
        moves.sort_by_cached_key(|choice| {
            let learnt = self.view.history[usize::from(choice.cell)].ilog2().min(9);
            let order = 200 + choice.price * 4 - learnt;
            order - if choice.cell == best { 40 } else { 0 }
        });
        for choice in moves {
            let (cell, child) = (usize::from(choice.cell), choice.child);
            if let Some(below) = self.attack(field, &child, steps - choice.price)
                && self.may_play(&child, below)
            {
                self.praise(&all, choice.cell, before.last, steps);
                let zone = after_winners_move(field, position, cell, &child, below);
                return Some(self.won(position, zone, Why::Plays(choice.cell), since));
            }
            if self.stopped {
                return None;
            }
        }
        self.failed(position, steps, best, since)
    }

    pub(crate) fn attack(&mut self, field: &Field<N>, position: &Position<N>, steps: u32) -> Option<Set<N>> {
        if let Some(won) = self.table.won(position.hash) {
            return Some(won.zone);
        }
        let mut killer = PASS;
        if let Some((least, known)) = self.view.failures.failure(position.hash) {
            if least > steps {
                return None;
            }
            killer = known;
        }
        let since = self.nodes;
        if let Some(zone) = alive(field, position) {
            return Some(self.won(position, zone, Why::Fact, since));
        }
        if steps < LEAST || self.count_node() {
            return None;
        }
        if self.is_lost(field, position) {
            return self.failed(position, NEVER, PASS, since);
        }
        if let Some(zone) = self.by_pattern(position) {
            return Some(zone);
        }
        let mut line = Attack::new(position.empty(field) & field.playable);
        // Moves that leave too much to do, by the count alone.
        let (here, dangers) = self.dangers(field, position);
        line.here = here;
        let mut strongest = (0, PASS);
        for cell in dangers.iter() {
            if let Some(child) = position.play(field, cell) {
                let distance = self.eye_distance(field, &child);
                if self.is_too_far(distance, steps) {
                    return self.failed(position, steps, cell as u16, since);
                }
                strongest = strongest.max((distance, cell as u16));
            }
        }
        if killer != PASS && !self.attack_by(field, position, steps, killer, &mut line) {
            return self.failed(position, steps, killer, since);
        }
        // An attack that makes two eyes harder comes before the null move: if it works, nothing else has to be looked at, and if not, an answer
        // to it would have been needed all the same.
        let is_tight = |distance: u32| self.is_too_far(distance + 1, steps);
        let is_strong = strongest.0 > here || (is_tight(here) && is_tight(strongest.0));
        if !line.found && is_strong && strongest.1 != PASS && strongest.1 != killer {
            let cell = strongest.1;
            if !self.attack_by(field, position, steps, cell, &mut line) {
                return self.failed(position, steps, cell, since);
            }
        }
        if !line.found {
            let passed = position.passed(field);
            match self.defend(field, &passed, steps, Before::NOTHING) {
                None => return self.failed(position, steps, PASS, since),
                Some(zone) => {
                    line.refuted.push(Refuted::pass(zone));
                    line.must &= zone;
                    line.hint = self.reply(passed.hash);
                }
            }
        }
        while let Some((cell, sure)) = self.next_attack(field, position, steps, dangers, &mut line) {
            if sure || !self.attack_by(field, position, steps, cell, &mut line) {
                self.view.threats[usize::from(cell)] += steps * steps / 16;
                return self.failed(position, steps, cell, since);
            }
        }
        self.won_by_replies(field, position, &line.refuted, since)
    }

    /// Whether the defender has an answer to the attacker's move. If so, it is taken down.
    fn attack_by(
        &mut self,
        field: &Field<N>,
        position: &Position<N>,
        steps: u32,
        cell: u16,
        line: &mut Attack<N>,
    ) -> bool {
        let Some(child) = position.play(field, usize::from(cell)) else {
            line.tried.insert(usize::from(cell));
            return true;
        };
        let before = Before {
            last: cell,
            hint: line.hint,
            replies: line.replies,
        };
        match self.defend(field, &child, steps, before) {
            None => false,
            Some(zone) => {
                let reply = self.reply(child.hash);
                if reply != PASS {
                    line.replies.insert(usize::from(reply));
                }
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
        steps: u32,
        dangers: Set<N>,
        line: &mut Attack<N>,
    ) -> Option<(u16, bool)> {
        let mut children = if let Some(children) = line.children.take() {
            children
        } else {
            let mut children = Vec::with_capacity(16);
            for cell in line.must.minus(line.tried).iter() {
                let Some(child) = position.play(field, cell) else {
                    line.tried.insert(cell);
                    continue;
                };
                // Elsewhere a stone leaves the cheapest pairs of eyes as they are.
                let is_sharp = dangers.has(cell) || !child.stones[0].is(position.stones[0]);
                let distance = if is_sharp {
                    self.eye_distance(field, &child)
                } else {
                    line.here
                };
                if self.is_too_far(distance, steps) {
                    return Some((cell as u16, true));
                }
                let order = distance * 32
                    + u32::from(dangers.has(cell)) * 16
                    + self.view.threats[cell].ilog2().min(15);
                children.push((order, cell as u16, child));
            }
            children
        };
        for (_, cell, child) in &children {
            let cell = usize::from(*cell);
            if line.tried.has(cell) || !line.must.has(cell) {
                continue;
            }
            if let Some(won) = self.table.won(child.hash) {
                let zone = won.zone;
                line.take_down(field, position, cell, child, zone);
            } else if self.has_failed(child, steps) {
                return Some((cell as u16, true));
            }
        }
        children.retain(|&(_, cell, _)| {
            let cell = usize::from(cell);
            !line.tried.has(cell) && line.must.has(cell)
        });
        let pick = children
            .iter()
            .max_by_key(|&&(order, cell, _)| (order, std::cmp::Reverse(cell)))
            .map(|&(_, cell, _)| (cell, false));
        line.children = Some(children);
        pick
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
    /// The distance to two eyes.
    here: u32,
    /// W's answers so far.
    replies: Set<N>,
    /// The moves that may matter, each with how promising it is.
    children: Option<Vec<(u32, u16, Position<N>)>>,
}

impl<const N: usize> Attack<N> {
    fn new(must: Set<N>) -> Attack<N> {
        Attack {
            refuted: Vec::with_capacity(16),
            tried: Set::EMPTY,
            must,
            found: false,
            hint: PASS,
            here: 0,
            replies: Set::EMPTY,
            children: None,
        }
    }

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
