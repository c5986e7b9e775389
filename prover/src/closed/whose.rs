//! Whose ko is it? Neither side has threats, and superko binds both.
//!
//! Now a position is worth what its past makes of it. But what is won without meeting any repetition is *pure*: that is won under every rule and
//! after every past, and so is what the questions with threats have found to be won.
//!
//! Where a ko may not be taken back, what follows is not pure. It is *tied* to what forbids that: nearly always to what stood just before, or to what
//! comes later only. Then it holds after other pasts, too, if the winner can play it out there: nothing that stood before may come back. That is certain
//! if a stone stands now that did not stand then, and does not fall until what is left is pure. (`docs/solver.md` says why that is enough.)

use super::chance::Shapes;
use super::numbers::{Entry, KIND_BITS, Numbers, Sum, Table};
use super::question::{Question, Reply};
use super::search::Search;
use crate::position::{PASS, Position, Side};
use crate::set::Set;

/// Games are not followed further.
const LONGEST: usize = 400;
/// No moment of the past.
const NEVER: usize = usize::MAX;

/// In the note of an entry that is not settled: there are tied facts about this position.
const HAS_TIED: u8 = 1;
/// There are facts for a single past.
const HAS_OF_PAST: u8 = 2;

/// What a key is for.
#[derive(Clone, Copy)]
enum Kind {
    /// What is pure, or not settled.
    Any,
    Tied,
    /// For one past only.
    OfPast,
}

impl Kind {
    /// All about a position lies in one line if the hash is the same. No key is zero: zero marks a free slot, and is the hash of an empty board.
    const fn key(self, hash: u64) -> u64 {
        (hash >> KIND_BITS << KIND_BITS) | (self as u64 + 1)
    }
}

/// Why a fact is one.
#[derive(Clone, Copy)]
struct Why<const N: usize> {
    /// It holds after every past.
    is_pure: bool,
    /// The first moment of the past that forbids the loser a move.
    needs: usize,
    /// The cells on which stones may fall until what is left is pure.
    falls: Set<N>,
}

impl<const N: usize> Why<N> {
    const PURE: Why<N> = Why {
        is_pure: true,
        needs: NEVER,
        falls: Set::EMPTY,
    };

    const fn tied(needs: usize, falls: Set<N>) -> Why<N> {
        Why {
            is_pure: false,
            needs,
            falls,
        }
    }

    /// Because of both.
    fn and(self, other: Why<N>) -> Why<N> {
        Why {
            is_pure: self.is_pure && other.is_pure,
            needs: self.needs.min(other.needs),
            falls: self.falls | other.falls,
        }
    }
}

/// What is known of a position with its past. The reason counts only if it is settled.
#[derive(Clone, Copy)]
struct Value<const N: usize> {
    numbers: Numbers,
    why: Why<N>,
}

impl<const N: usize> Value<N> {
    const fn pure(captured: bool) -> Value<N> {
        Value {
            numbers: if captured { Numbers::WON } else { Numbers::FAILED },
            why: Why::PURE,
        }
    }

    const fn open(numbers: Numbers) -> Value<N> {
        Value {
            numbers,
            why: Why::PURE,
        }
    }

    const fn tied(numbers: Numbers, needs: usize, falls: Set<N>) -> Value<N> {
        Value {
            numbers,
            why: Why::tied(needs, falls),
        }
    }

    fn is(&self, captured: bool) -> bool {
        let Numbers { proof, disproof } = self.numbers;
        if captured { proof == 0 } else { disproof == 0 }
    }
}

/// A position, and what has to be known of how it came about.
#[derive(Clone, Copy)]
struct Here<const N: usize> {
    position: Position<N>,
    /// The key of all that stood, this included.
    past: u64,
    /// How many moments passed before.
    before: usize,
    /// Whether the last stone took others. Only then one may be forbidden to take back.
    takes: bool,
    /// How many of the first moments may come back by a stone that takes none: those before the last capture. Since then stones were only added.
    old: usize,
}

impl<const N: usize> Here<N> {
    /// After a stone that leads to this position.
    fn after(&self, search: &Search<N>, position: Position<N>) -> Here<N> {
        let takes = self.position.takes(&position);
        Here {
            past: self.past ^ Moment::of(search, &position).key,
            before: self.before + 1,
            takes,
            old: self.old_after(takes),
            position,
        }
    }

    /// How many of the first moments may come back by the next stone, if it takes others, and if not.
    const fn old_after(&self, takes: bool) -> usize {
        if takes { self.before + 1 } else { self.old }
    }
}

struct Child<const N: usize> {
    /// The cell, or [`PASS`].
    at: u16,
    here: Here<N>,
    value: Value<N>,
}

/// A moment of the past.
struct Moment<const N: usize> {
    stones: [Set<N>; 2],
    key: u64,
}

impl<const N: usize> Moment<N> {
    fn of(search: &Search<N>, position: &Position<N>) -> Moment<N> {
        let hash = position.stones_hash(&search.field);
        let once = (hash ^ (hash >> 31)).wrapping_mul(0x7fb5_d329_728e_a185);
        Moment {
            stones: position.stones,
            key: once ^ (once >> 27),
        }
    }
}

/// A search for the capture of the key stones.
pub(super) struct Whose<const N: usize> {
    table: Table<N>,
    /// What stood before, the present included.
    past: Vec<Moment<N>>,
    pub(super) nodes: u64,
    budget: u64,
    stopped: bool,
}

/// The stones that a move took.
fn taken<const N: usize>(before: &Position<N>, after: &Position<N>) -> Set<N> {
    before.stones[0].minus(after.stones[0]) | before.stones[1].minus(after.stones[1])
}

impl<const N: usize> Whose<N> {
    pub(super) fn new(bytes: usize) -> Whose<N> {
        Whose {
            table: Table::new(bytes),
            past: Vec::new(),
            nodes: 0,
            budget: 0,
            stopped: false,
        }
    }

    /// Whether the key stones are captured, from the first position on or from one that follows it. Asks for about so many nodes.
    pub(super) fn ask(&mut self, search: &Search<N>, position: &Position<N>, nodes: u64) -> Reply {
        self.budget = self.nodes + nodes;
        self.stopped = false;
        let moments = search
            .past
            .iter()
            .map(|&stones| search.root.with(&search.field, stones));
        self.past = moments.map(|position| Moment::of(search, &position)).collect();
        let before = self.past.len() - 1;
        let mut here = Here {
            position: search.root,
            past: self.past.iter().fold(0, |all, moment| all ^ moment.key),
            before,
            old: before,
            // It may have; what stood before is part of the key then.
            takes: before > 0,
        };
        if position.stones != search.root.stones {
            here = here.after(search, *position);
            self.past.push(Moment::of(search, position));
        }
        let mut value = match search.seen(&here.position) {
            Some((captured, _)) => Value::pure(captured),
            None => self.look(search, &here, PASS, || Numbers::EVEN),
        };
        if !value.numbers.is_settled() {
            let shapes = search.shapes(&here.position);
            value = self.visit(search, &here, &shapes, Numbers::ANY);
        }
        match value.numbers {
            numbers if numbers.is_settled() => Reply::Fact(numbers.proof == 0),
            _ => Reply::More,
        }
    }

    /// Where tied facts are looked up, and how many moments have to be held against them. After a capture the key has what stood just before it.
    fn tied_key(&self, here: &Here<N>) -> (u64, usize) {
        let (hash, before) = (here.position.hash, here.before);
        if here.takes && before > 0 {
            return (Kind::Tied.key(hash ^ self.past[before - 1].key), before - 1);
        }
        (Kind::Tied.key(hash), before)
    }

    /// Whether nothing of the first moments can come back, if no other stones fall than those on these cells.
    fn is_new(&self, position: &Position<N>, moments: usize, falls: Set<N>) -> bool {
        self.past[..moments].iter().all(|moment| {
            let new = |side: usize| position.stones[side].minus(moment.stones[side]);
            (new(0) | new(1)).minus(falls).any()
        })
    }

    /// What is known of a position after its past, with the last stone on this cell; if that is nothing, with these numbers to begin with.
    fn look(
        &self,
        search: &Search<N>,
        here: &Here<N>,
        last: u16,
        first: impl FnOnce() -> Numbers,
    ) -> Value<N> {
        let position = &here.position;
        let hash = position.hash;
        if let Some(entry) = self.table.get(Kind::Any.key(hash)) {
            if entry.numbers.is_settled() {
                return Value::pure(entry.numbers.proof == 0);
            }
            let tied = (entry.note & HAS_TIED != 0)
                .then(|| self.look_tied(here))
                .flatten();
            if tied.is_none_or(|tied| !tied.numbers.is_settled())
                && entry.note & HAS_OF_PAST != 0
                && let Some(of_past) = self.table.get(Kind::OfPast.key(hash ^ here.past))
            {
                return Value::tied(of_past.numbers, 0, of_past.zone);
            }
            return tied.unwrap_or(Value::open(entry.numbers));
        }
        if search.known(Question::Capture, hash) == Some(true) && !is_haunted(search, position) {
            return Value::pure(true);
        }
        let stands = [Question::Stand, Question::Eyes].map(|question| search.known(question, hash));
        if stands.contains(&Some(true)) {
            return Value::pure(false);
        }
        // What is known is at hand; to look at the stones takes longer.
        if let Some((captured, _)) = search.captured(position, last) {
            return Value::pure(captured);
        }
        Value::open(first())
    }

    fn look_tied(&self, here: &Here<N>) -> Option<Value<N>> {
        let (key, moments) = self.tied_key(here);
        let entry = self.table.get(key)?;
        let needs = if moments < here.before { moments } else { NEVER };
        let is_so = !entry.numbers.is_settled() || self.is_new(&here.position, moments, entry.zone);
        is_so.then_some(Value::tied(entry.numbers, needs, entry.zone))
    }

    /// The positions after each move, and the first moment of the past by which superko forbids one.
    #[inline(never)]
    fn children(&self, search: &Search<N>, here: &Here<N>, shapes: &Shapes<N>) -> (Vec<Child<N>>, usize) {
        let (field, position) = (&search.field, &here.position);
        let (mover, other) = (position.turn, position.turn.opponent());
        let empty = position.empty(field) & field.playable;
        let mut children = Vec::with_capacity(empty.len() as usize + 1);
        let mut forbidden = NEVER;
        let value = Value::open(Numbers::EVEN);
        for cell in empty.iter() {
            let Some(after) = position.play(field, cell) else {
                continue;
            };
            let is_after = |moment: &Moment<N>| {
                moment.stones[0].is(after.stones[0]) && moment.stones[1].is(after.stones[1])
            };
            let old = here.old_after(position.takes(&after));
            debug_assert!(
                !self.past[old..].iter().any(is_after),
                "only what is old comes back"
            );
            if let Some(moment) = self.past[..old].iter().position(is_after) {
                forbidden = forbidden.min(moment);
                continue;
            }
            let here = here.after(search, after);
            let at = cell as u16;
            children.push(Child { at, here, value });
        }
        if mover == Side::Defender {
            let position = position.passed(field);
            let here = Here { position, ..*here };
            let at = PASS;
            children.push(Child { at, here, value });
        }
        let hashes = children.iter().map(|child| child.here.position.hash);
        self.table.fetch(hashes.clone());
        search.fetch(hashes);
        let chances = search.chances_of_capture(shapes, other);
        for child in &mut children {
            let first = || {
                let looks = match child.at {
                    PASS => chances.now(),
                    at if !child.here.takes => chances.with(usize::from(at), mover),
                    _ => {
                        let shapes = search.shapes_after(shapes, position, &child.here.position);
                        search.chances_of_capture(&shapes, other).now()
                    }
                };
                looks.lean(search.speaks_for_capture(child.here.position.hash))
            };
            child.value = self.look(search, &child.here, child.at, first);
        }
        (children, forbidden)
    }

    fn visit(&mut self, search: &Search<N>, here: &Here<N>, shapes: &Shapes<N>, limits: Numbers) -> Value<N> {
        self.nodes += 1;
        let since = self.nodes;
        self.stopped |= self.nodes >= self.budget || self.past.len() >= LONGEST;
        if let Some((captured, _)) = search.seen_inside(&here.position) {
            let value = Value::pure(captured);
            self.remember(here, value, 1);
            return value;
        }
        let (mut children, forbidden) = self.children(search, here, shapes);
        let is_winner = here.position.turn == Side::Attacker;
        let numbers = loop {
            let sum = Sum::of(children.iter().map(|child| child.value.numbers), is_winner);
            if sum.numbers.reaches(limits) || sum.numbers.is_settled() || self.stopped {
                break sum.numbers;
            }
            let child = &children[sum.best];
            let child_limits = sum.limits(child.value.numbers, limits, is_winner);
            let next = child.here;
            let is_stone = child.at != PASS;
            if is_stone {
                self.past.push(Moment::of(search, &next.position));
            }
            let next_shapes = search.shapes_after(shapes, &here.position, &next.position);
            children[sum.best].value = self.visit(search, &next, &next_shapes, child_limits);
            if is_stone {
                self.past.pop();
            }
        };
        let mut value = Value::open(numbers);
        if numbers.is_settled() {
            value.why = why(search, &here.position, &children, numbers.proof == 0, forbidden);
        }
        self.remember(here, value, self.nodes - since + 1);
        // What comes later is part of the fact itself.
        if value.why.needs >= here.before {
            value.why.needs = NEVER;
        }
        value
    }

    /// Keeps what was found where it will be looked for.
    fn remember(&mut self, here: &Here<N>, value: Value<N>, work: u64) {
        let (tied_key, moments) = self.tied_key(here);
        let any_key = Kind::Any.key(here.position.hash);
        let any = self.table.get(any_key);
        let Value { numbers, why } = value;
        let is_settled = numbers.is_settled();
        // After a capture less may be allowed than at other times, so even numbers are kept apart.
        let is_any = if is_settled {
            why.is_pure
        } else {
            moments == here.before
        };
        if is_any {
            let note = any.filter(|_| !is_settled).map_or(0, |any| any.note);
            let zone = Set::EMPTY;
            return self.table.put(any_key, Entry { numbers, note, zone }, work);
        }
        let (key, has) = if why.needs >= moments {
            (tied_key, HAS_TIED)
        } else {
            (Kind::OfPast.key(here.position.hash ^ here.past), HAS_OF_PAST)
        };
        // What is settled stays for other pasts, even if it does not hold after this one.
        let keeps = !is_settled
            && self
                .table
                .get(key)
                .is_some_and(|entry| entry.numbers.is_settled());
        if !keeps {
            let (note, zone) = (0, why.falls);
            self.table.put(key, Entry { numbers, note, zone }, work);
        }
        let any = any.unwrap_or(Entry {
            numbers: Numbers::EVEN,
            note: 0,
            zone: Set::EMPTY,
        });
        let note = any.note | has;
        self.table.put(any_key, Entry { note, ..any }, work);
    }
}

/// Why the key stones are captured here, or why they are not.
fn why<const N: usize>(
    search: &Search<N>,
    position: &Position<N>,
    children: &[Child<N>],
    captured: bool,
    forbidden: usize,
) -> Why<N> {
    let same = children.iter().filter(|child| child.value.is(captured));
    let lines = same.map(|child| {
        let taken = taken(position, &child.here.position);
        let falls = child.value.why.falls | taken;
        Why {
            falls,
            ..child.value.why
        }
    });
    let is_winner = captured == (position.turn == Side::Attacker);
    let mut why = if is_winner {
        // One good move is enough.
        let best = lines.max_by_key(|line| (line.is_pure, line.needs, u32::MAX - line.falls.len()));
        best.unwrap_or(Why::PURE)
    } else {
        // All moves have lost, and the loser might have had more.
        let start = Why {
            is_pure: forbidden == NEVER,
            needs: forbidden,
            falls: Set::EMPTY,
        };
        lines.fold(start, Why::and)
    };
    why.is_pure &= !(captured && is_haunted(search, position));
    if why.is_pure { Why::PURE } else { why }
}

/// Whether a defender's stone stands where a key stone has fallen. Then superko may keep the attacker from what it would win otherwise: the same stones
/// may have stood before, when there was more to capture. To the defender that is no trouble: what stood before was worth no less.
fn is_haunted<const N: usize>(search: &Search<N>, position: &Position<N>) -> bool {
    let fallen = search.root.key.minus(position.key);
    fallen.meets(position.stones[0])
}
