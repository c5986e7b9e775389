//! One question about a closed region, with threats for the side that is not to win.
//!
//! W is the side that is to win, L the other. Nobody is bound by superko and play without end is L's, so a position has one value, whatever
//! its past (`docs/solver.md`). The search walks paths all the same, and a return to a position on the path counts as a failure *on this path*. What
//! W wins is a fact. What it fails at is one if that leans on no position further up; other failures are remembered for the very path they were found on.

use std::collections::HashMap;

use super::chance::{Between, Ground, Settled, Shapes};
use super::child::{Child, DOUBT, Ghost, NOTHING, Value};
use super::lives::Lives;
use super::numbers::{Entry, Numbers, Sum, Table};
use super::question::{Question, Reply};
use super::quiet::Quiet;
use crate::field::Field;
use crate::position::{PASS, Position, Side};
use crate::set::Set;
use crate::zone::{Refuted, Win, after_winners_move, union, with_liberties};

/// When a life was found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Age {
    Seen,
    Found(usize),
    Alike,
}

/// Paths are not followed further. Places on a path are counted from 1.
const DEEPEST: usize = 250;
/// The key of an empty path. It is not zero: what holds on a path only must never be found without one.
const START: u64 = 0x2545_f491_4f6c_dd1d;
/// In the note of an entry that is not settled: there are failures of this position on single paths.
const HAS_TWINS: u8 = 1;

/// Of how many it is remembered when they were found. Some megabytes.
const ORDERED: usize = 1 << 18;

/// One question moves the first numbers of another by at most so many bits.
const OPINION: i32 = 8;

/// A position on a path.
struct Here<const N: usize> {
    position: Position<N>,
    shapes: Box<Shapes<N>>,
    /// The key of the path that leads here.
    path: u64,
    /// How many of the first places on the path may come back by a stone that takes none: those before the last capture or pass. Since then stones were only added.
    old: usize,
}

pub(super) struct Search<const N: usize> {
    pub(super) field: Field<N>,
    pub(super) root: Position<N>,
    /// What stood before, the oldest first, and last what stands at the start. Superko keeps W from bringing it back.
    pub(super) past: Vec<[Set<N>; 2]>,
    /// All the attacker's stones of these.
    pub(super) attackers: Set<N>,
    table: Table<N>,
    /// Positions in which nothing was seen after the move, and those in which nothing was seen when they were gone into.
    pub(super) quiet: Quiet,
    pub(super) unlike: Quiet,
    ground: Ground<N>,
    pub(super) lives: Lives<N>,
    question: Question,
    path: Vec<u64>,
    /// Positions that were settled, if somebody wants to learn from them.
    pub(super) lessons: Option<Vec<Settled>>,
    /// In which order positions were found to live, if somebody wants to follow that.
    order: Option<HashMap<u64, usize>>,
    pub(super) nodes: u64,
    budget: u64,
    stopped: bool,
}

impl<const N: usize> Search<N> {
    pub(super) fn new(field: Field<N>, ground: Ground<N>, root: Position<N>, bytes: usize) -> Search<N> {
        Search {
            lives: Lives::new(&field, &root),
            past: vec![root.stones],
            attackers: root.stones[1],
            field,
            root,
            lessons: ground.is_for_lessons().then(Vec::new),
            ground,
            table: Table::new(bytes),
            quiet: Quiet::new(bytes),
            unlike: Quiet::new(bytes),
            question: Question::Stand,
            path: Vec::new(),
            order: None,
            nodes: 0,
            budget: 0,
            stopped: false,
        }
    }

    /// Takes in what stood before the start, the oldest first. Only before anything is asked.
    pub(super) fn stood_before(&mut self, past: Vec<[Set<N>; 2]>) {
        // What stood before a pass stood after it, too.
        for stones in past {
            if !self.stood(&stones) {
                self.past.insert(self.past.len() - 1, stones);
            }
        }
        self.attackers = self.past.iter().fold(Set::EMPTY, |all, stones| all | stones[1]);
    }

    /// Whether these stones stood before or at the start.
    pub(super) fn stood(&self, stones: &[Set<N>; 2]) -> bool {
        self.past.contains(stones)
    }

    /// Asks about a position, for about so many nodes.
    pub(super) fn ask(&mut self, question: Question, position: &Position<N>, nodes: u64) -> Reply {
        self.question = question;
        self.make_room();
        self.budget = self.nodes + nodes;
        self.stopped = false;
        self.path.clear();
        let mut value = match self.seen(position) {
            Some((captured, zone)) => self.value_of(captured, zone),
            None => self.look(position, PASS, (START, 0), || Numbers::EVEN),
        };
        if !value.numbers.is_settled() {
            let here = Here {
                position: *position,
                shapes: self.shapes(position),
                path: START,
                old: 0,
            };
            value = self.visit(&here, Numbers::ANY);
        }
        match value.numbers {
            Numbers { proof: 0, .. } => Reply::Fact(true),
            Numbers { disproof: 0, .. } if value.leans == NOTHING => Reply::Fact(false),
            Numbers { disproof: 0, .. } => Reply::Doubt,
            _ => Reply::More,
        }
    }

    /// What is known of a question about a position, and on what it rests.
    fn settled(&self, question: Question, hash: u64) -> Option<(bool, Set<N>)> {
        let entry = self.table.get(question.key(hash))?;
        let numbers = entry.numbers;
        numbers.is_settled().then_some((numbers.proof == 0, entry.zone))
    }

    /// From now on remembers in which order positions were found to live.
    pub(super) fn keep_order(&mut self) {
        self.order = Some(HashMap::new());
    }

    /// If the group is known to get two eyes: when that was found. What is seen comes before all that was found, and what is like another life after it.
    pub(super) fn age_of_life(&self, position: &Position<N>) -> Option<Age> {
        if self.seen(position).is_some_and(|(captured, _)| !captured) {
            return Some(Age::Seen);
        }
        let order = self.order.as_ref().and_then(|order| order.get(&position.hash));
        if let Some(&order) = order {
            return Some(Age::Found(order));
        }
        self.lives.find(position).map(|_| Age::Alike)
    }

    /// What is known of a question about a position.
    pub(super) fn known(&self, question: Question, hash: u64) -> Option<bool> {
        self.settled(question, hash).map(|(wins, _)| wins)
    }

    /// On what it rests that the key stones are captured from the start on, or get two eyes, if that was found here.
    pub(super) fn win(&self, captured: bool) -> Option<Win> {
        let question = if captured {
            Question::Capture
        } else {
            Question::Eyes
        };
        let found = self.settled(question, self.root.hash).filter(|(wins, _)| *wins);
        let seen = || self.seen(&self.root).filter(|(seen, _)| *seen == captured);
        let (_, zone) = found.or_else(seen)?;
        Some(Win {
            best: None,
            zone: self.field.points(zone),
            any_outside: !self.field.safe_key && !zone.meets(self.field.fringe),
        })
    }

    /// How a question about a position stands so far.
    pub(super) fn numbers(&self, question: Question, position: &Position<N>) -> Numbers {
        let entry = self.table.get(question.key(position.hash));
        entry.map_or_else(|| self.first_numbers(question, position), |entry| entry.numbers)
    }

    /// Reads what is known of positions, so that it is at hand when it is asked for.
    pub(super) fn fetch(&self, hashes: impl Iterator<Item = u64> + Clone) {
        self.table.fetch(hashes.clone());
        self.quiet.fetch(hashes);
    }

    /// Lets what it remembers grow with what it looks at.
    pub(super) fn make_room(&mut self) {
        self.quiet.grow();
        self.unlike.grow();
    }

    /// Whether anything is known of a position.
    pub(super) fn is_known(&self, hash: u64) -> bool {
        [Question::Stand, Question::Eyes, Question::Capture]
            .into_iter()
            .any(|question| self.known(question, hash).is_some())
    }

    /// How far what is known with threats speaks for a capture if nobody has them, in bits.
    ///
    /// If the stones do not stand, the attacker wins with threats; if they are not captured, the defender does. So either is half of the answer.
    pub(super) fn speaks_for_capture(&self, hash: u64) -> i32 {
        let winners = |question: Question| {
            let numbers = self.table.get(question.key(hash))?.numbers;
            let bits = match numbers {
                Numbers { proof: 0, .. } => OPINION,
                Numbers { disproof: 0, .. } => -OPINION,
                _ => numbers.bits().clamp(-OPINION, OPINION),
            };
            Some(bits)
        };
        winners(Question::Capture).unwrap_or(0) - winners(Question::Stand).unwrap_or(0)
    }

    /// What stands around each cell of a position.
    #[expect(
        clippy::unnecessary_box_returns,
        reason = "lines are long, and a browser has a megabyte for all that is called"
    )]
    #[inline(never)]
    pub(super) fn shapes(&self, position: &Position<N>) -> Box<Shapes<N>> {
        Box::new(self.ground.shapes(position))
    }

    /// The same after a move.
    #[expect(clippy::unnecessary_box_returns, reason = "as above")]
    #[inline(never)]
    pub(super) fn shapes_after(
        &self,
        shapes: &Shapes<N>,
        before: &Position<N>,
        now: &Position<N>,
    ) -> Box<Shapes<N>> {
        Box::new(self.ground.after(shapes, before.stones, now.stones))
    }

    /// The chances of a capture if nobody has threats and this side is to move.
    pub(super) fn chances_of_capture<'a>(&'a self, shapes: &'a Shapes<N>, turn: Side) -> Between<'a, N> {
        let questions = [Question::Capture, Question::Stand];
        self.ground.between(shapes, self.field.cells, questions, turn)
    }

    /// What the answer to one question says about another.
    fn implied(&self, hash: u64) -> Option<Value<N>> {
        let is = |question: Question, wins: bool| {
            let (known, zone) = self.settled(question, hash)?;
            (known == wins).then_some(zone)
        };
        let failed = |zone: Set<N>| Value::fact(Numbers::FAILED, zone);
        match self.question {
            Question::Stand => {
                let won = is(Question::Eyes, true).map(|zone| Value::fact(Numbers::WON, zone));
                won.or_else(|| is(Question::Capture, true).map(failed))
            }
            Question::Eyes => is(Question::Capture, true)
                .or_else(|| is(Question::Stand, false))
                .map(failed),
            Question::Capture => is(Question::Stand, true)
                .or_else(|| is(Question::Eyes, true))
                .map(failed),
        }
    }

    /// What is known of a position on a path, of which so many first places may come back, after a stone on this cell; if that is nothing, with these numbers to
    /// begin with.
    fn look(
        &self,
        position: &Position<N>,
        last: u16,
        (path, old): (u64, usize),
        first: impl FnOnce() -> Numbers,
    ) -> Value<N> {
        let everything = self.field.cells;
        debug_assert!(
            !self.path[old..].contains(&position.hash),
            "only what is old comes back"
        );
        if let Some(at) = self.path[..old].iter().rposition(|&hash| hash == position.hash) {
            return Value {
                numbers: Numbers::FAILED,
                leans: at as u8 + 1,
                zone: everything,
            };
        }
        if let Some(entry) = self.table.get(self.question.key(position.hash)) {
            if !entry.numbers.is_settled()
                && entry.note == HAS_TWINS
                && let Some(twin) = self.table.get(self.question.key(position.hash ^ path))
            {
                return Value {
                    numbers: twin.numbers,
                    leans: twin.note,
                    zone: everything,
                };
            }
            return Value::fact(entry.numbers, entry.zone);
        }
        if let Some(value) = self.implied(position.hash) {
            return value;
        }
        match self.captured(position, last) {
            Some((captured, zone)) => self.value_of(captured, zone),
            None => Value::fact(first(), everything),
        }
    }

    /// What it says about the question that the key stones are seen to fall, or to stand.
    fn value_of(&self, captured: bool, zone: Set<N>) -> Value<N> {
        let is_won = captured == (self.question.winner() == Side::Attacker);
        let numbers = if is_won { Numbers::WON } else { Numbers::FAILED };
        Value::fact(numbers, zone)
    }

    /// The numbers to begin with in a position that is not simply one stone more than another.
    fn first_numbers(&self, question: Question, position: &Position<N>) -> Numbers {
        self.numbers_of(&self.shapes(position), question, position.turn)
    }

    fn numbers_of(&self, shapes: &Shapes<N>, question: Question, turn: Side) -> Numbers {
        let chances = self.ground.chances(shapes, self.field.cells, question, turn);
        chances.now()
    }

    /// The moves of a position; `path` is the key of the path with it. Never inlined: nobody needs what it uses once it is done.
    #[inline(never)]
    fn children(&self, here: &Here<N>, path: u64) -> Vec<Child<N>> {
        let Here { position, shapes, .. } = here;
        let winner = self.question.winner();
        let empty = position.empty(&self.field) & self.field.playable;
        let mut children = Vec::with_capacity(empty.len() as usize + 1);
        let mut add = |at: u16, position: Position<N>, ghost: Ghost| {
            children.push(Child {
                at,
                position,
                value: Value::fact(Numbers::ANY, Set::EMPTY),
                ghost,
                is_idle: false,
            });
        };
        for cell in empty.iter() {
            let Some(child) = position.play(&self.field, cell) else {
                continue;
            };
            if position.turn == winner && self.stood(&child.stones) {
                continue;
            }
            let is_asked_twice = winner == Side::Attacker && position.turn == Side::Defender;
            let ghost = if is_asked_twice && self.root.key.has(cell) {
                Ghost::Without
            } else {
                Ghost::No
            };
            add(cell as u16, child, ghost);
        }
        if self.question.may_pass(position.turn) {
            add(PASS, position.passed(&self.field), Ghost::No);
        }
        self.fetch(children.iter().map(|child| child.position.hash));
        let (mover, other) = (position.turn, position.turn.opponent());
        let chances = self
            .ground
            .chances(shapes, self.field.cells, self.question, other);
        for child in &mut children {
            let first = || match child.at {
                PASS => chances.now(),
                at if !position.takes(&child.position) => chances.with(usize::from(at), mover),
                _ => {
                    let shapes = self.shapes_after(shapes, position, &child.position);
                    self.numbers_of(&shapes, self.question, other)
                }
            };
            let old = self.old(here, child);
            child.value = self.look(&child.position, child.at, (path, old), first);
            self.doubt(child, (path, old));
        }
        children
    }

    /// How many of the first places on the path may come back after a move.
    fn old(&self, here: &Here<N>, child: &Child<N>) -> usize {
        if child.at == PASS || here.position.takes(&child.position) {
            self.path.len()
        } else {
            here.old
        }
    }

    /// Takes in that a stone stands where a key stone has fallen.
    fn doubt(&self, child: &mut Child<N>, path: (u64, usize)) {
        if child.ghost == Ghost::Without && child.value.numbers.proof == 0 {
            let mut harder = child.position;
            harder.restore_key(&self.field, usize::from(child.at), self.root.key);
            child.position = harder;
            child.value = self.look(&harder, child.at, path, || {
                self.first_numbers(self.question, &harder)
            });
            child.ghost = Ghost::With;
        }
        if child.ghost == Ghost::With && child.value.numbers.disproof == 0 {
            child.value.leans = DOUBT;
        }
    }

    /// The move as one that has lost.
    fn refuted(&self, position: &Position<N>, child: &Child<N>) -> Refuted<N> {
        match child.at {
            PASS => Refuted::pass(child.value.zone),
            at => Refuted::stone(
                &self.field,
                position,
                usize::from(at),
                &child.position,
                child.value.zone,
            ),
        }
    }

    /// Leaves out what is no better than a move that has lost: everything that does not touch the reason, if the move itself does not.
    fn leave_out(&self, position: &Position<N>, children: &mut [Child<N>], lost: usize, wins: bool) {
        let child = &children[lost];
        if child.is_idle || !child.value.is_fact(wins) || self.refuted(position, child).above.is_some() {
            return;
        }
        let zone = child.value.zone;
        for other in children {
            let is_apart = other.at == PASS || !zone.has(usize::from(other.at));
            debug_assert!(
                !is_apart || !other.value.is_fact(!wins),
                "two facts contradict each other"
            );
            other.is_idle |= is_apart && !other.value.is_fact(wins);
        }
    }

    /// Where the fact rests that this position is won, or that it is not.
    fn zone(&self, position: &Position<N>, children: &[Child<N>], wins: bool) -> Set<N> {
        let field = &self.field;
        let facts = children
            .iter()
            .filter(|child| !child.is_idle && child.value.is_fact(wins));
        if wins != (position.turn == self.question.winner()) {
            let refuted: Vec<Refuted<N>> = facts.map(|child| self.refuted(position, child)).collect();
            return union(field, position, &refuted).map_or(field.cells, |union| union.zone);
        }
        let Some(child) = facts.min_by_key(|child| child.value.zone.len()) else {
            return field.cells;
        };
        let mut below = child.value.zone;
        if child.at == PASS {
            return with_liberties(field, position, below, position.turn);
        }
        if wins {
            // Superko keeps W from what stood before, so the stones must differ from that within the zone.
            let now = child.position.stones;
            for then in &self.past {
                let differs = |side: usize| now[side].minus(then[side]) | then[side].minus(now[side]);
                let other = differs(0) | differs(1);
                if !other.meets(below) {
                    below |= other.lowest();
                }
            }
        }
        after_winners_move(field, position, usize::from(child.at), &child.position, below)
    }

    fn visit(&mut self, here: &Here<N>, limits: Numbers) -> Value<N> {
        let (position, path) = (&here.position, here.path);
        self.nodes += 1;
        self.stopped |= self.nodes >= self.budget;
        let since = self.nodes;
        if self.path.len() >= DEEPEST {
            return Value {
                numbers: Numbers::FAILED,
                leans: DOUBT,
                zone: self.field.cells,
            };
        }
        if let Some((captured, zone)) = self.seen_inside(position) {
            let value = self.value_of(captured, zone);
            self.remember(position.hash, path, value, 1);
            return value;
        }
        self.path.push(position.hash);
        let place = self.path.len() as u8;
        let below = (path.rotate_left(7) ^ position.hash).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut children = self.children(here, below);
        let is_winner = position.turn == self.question.winner();
        for i in 0..children.len() {
            self.leave_out(position, &mut children, i, !is_winner);
        }
        let numbers = loop {
            let sum = Sum::of(children.iter().map(|child| child.numbers(is_winner)), is_winner);
            if sum.numbers.reaches(limits) || sum.numbers.is_settled() || self.stopped {
                break sum.numbers;
            }
            let child = &children[sum.best];
            let child_limits = sum.limits(child.value.numbers, limits, is_winner);
            let old = self.old(here, child);
            let next = Here {
                position: child.position,
                shapes: self.shapes_after(&here.shapes, position, &child.position),
                path: below,
                old,
            };
            let value = self.visit(&next, child_limits);
            let child = &mut children[sum.best];
            child.value = value;
            self.doubt(child, (below, old));
            self.leave_out(position, &mut children, sum.best, !is_winner);
        };
        self.path.pop();
        let mut leans = NOTHING;
        let mut zone = self.field.cells;
        if numbers.disproof == 0 {
            let failures = children
                .iter()
                .filter(|child| !child.is_idle && child.value.numbers.disproof == 0);
            let all = failures.map(|child| child.value.leans);
            leans = if is_winner { all.min() } else { all.max() }.unwrap_or(NOTHING);
            if leans == NOTHING {
                zone = self.zone(position, &children, false);
            }
            // A return to this position itself makes nothing depend on how it came about.
            if leans >= place {
                leans = NOTHING;
            }
        } else if numbers.proof == 0 {
            zone = self.zone(position, &children, true);
        }
        let value = Value { numbers, leans, zone };
        if numbers.is_settled() && leans == NOTHING {
            self.teach(position, numbers.proof == 0);
            if numbers.proof == 0 && self.question == Question::Eyes {
                self.lives.add(&self.field, position, zone);
                if let Some(order) = &mut self.order
                    && order.len() < ORDERED
                {
                    let age = order.len();
                    order.entry(position.hash).or_insert(age);
                }
            }
        }
        self.remember(position.hash, path, value, self.nodes - since + 1);
        value
    }

    /// Keeps a position that is settled for who wants to learn from it: one of four, whichever they are.
    fn teach(&mut self, position: &Position<N>, wins: bool) {
        if let Some(lessons) = &mut self.lessons
            && position.hash.is_multiple_of(4)
        {
            let (question, cells) = (self.question, self.field.cells);
            lessons.push(self.ground.settled(position, cells, question, wins));
        }
    }

    fn remember(&mut self, hash: u64, path: u64, value: Value<N>, work: u64) {
        let table = &mut self.table;
        let (hash, twin_key) = (self.question.key(hash), self.question.key(hash ^ path));
        let known = table.get(hash);
        if value.leans == NOTHING {
            let note = if value.numbers.is_settled() {
                0
            } else {
                known.map_or(0, |known| known.note)
            };
            let (numbers, zone) = (value.numbers, value.zone);
            return table.put(hash, Entry { numbers, note, zone }, work);
        }
        let numbers = known.map_or(Numbers::EVEN, |known| known.numbers);
        let (note, zone) = (HAS_TWINS, self.field.cells);
        table.put(hash, Entry { numbers, note, zone }, work);
        let twin = Entry {
            numbers: value.numbers,
            note: value.leans,
            zone,
        };
        table.put(twin_key, twin, work);
    }
}
