//! Whose ko is it? Neither side has threats, and superko binds both.
//!
//! Now a position is worth what its past makes of it. What is won without meeting any repetition at all is *pure*: that is won under every rule and
//! after every past (`docs/solver.md`), and so is what the questions with threats have found to be won. Everything else is remembered for its own past only, the
//! set of all that stood before.

use super::numbers::{Entry, Numbers, Sum, Table};
use super::search::{Question, Reply, Search};
use crate::position::{Position, Side};
use crate::set::Set;

/// In the note of an entry: it holds after every past.
const PURE: u8 = 1;
/// Games are not followed further.
const LONGEST: usize = 400;

/// What is known of a position with its past.
#[derive(Clone, Copy)]
struct Value {
    numbers: Numbers,
    is_pure: bool,
}

struct Child<const N: usize> {
    position: Position<N>,
    /// Of its past, with this position.
    past: u64,
    value: Value,
}

/// A search for the capture of the key stones.
pub(super) struct Whose<const N: usize> {
    /// Without zones.
    table: Table<0>,
    /// What stood before, the present included.
    past: Vec<[Set<N>; 2]>,
    pub(super) nodes: u64,
    budget: u64,
    stopped: bool,
}

fn mixed(hash: u64) -> u64 {
    let once = (hash ^ (hash >> 31)).wrapping_mul(0x7fb5_d329_728e_a185);
    once ^ (once >> 27)
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
        self.past.clear();
        self.past.push(search.root.stones);
        let mut past = mixed(search.root.stones_hash(&search.field));
        if position.stones != search.root.stones {
            self.past.push(position.stones);
            past ^= mixed(position.stones_hash(&search.field));
        }
        let mut value = self.look(search, position, past);
        if !value.numbers.is_settled() {
            value = self.visit(search, position, past, Numbers::ANY);
        }
        match value.numbers {
            numbers if numbers.is_settled() => Reply::Fact(numbers.proof == 0),
            _ => Reply::More,
        }
    }

    fn look(&self, search: &Search<N>, position: &Position<N>, past: u64) -> Value {
        let pure = |captured: bool| Value {
            numbers: if captured { Numbers::WON } else { Numbers::FAILED },
            is_pure: true,
        };
        let hash = position.hash;
        let of_any_past = self.table.get(hash);
        match of_any_past {
            Some(entry) if entry.numbers.is_settled() => return pure(entry.numbers.proof == 0),
            _ => {}
        }
        if let Some(entry) = self.table.get(hash ^ past) {
            return Value {
                numbers: entry.numbers,
                is_pure: entry.note == PURE,
            };
        }
        if let Some(entry) = of_any_past {
            return Value {
                numbers: entry.numbers,
                is_pure: false,
            };
        }
        if let Some((captured, _)) = search.captured(position) {
            return pure(captured);
        }
        if !is_haunted(search, position) {
            if search.known(Question::Capture, hash) == Some(true) {
                return pure(true);
            }
            let stands = [Question::Stand, Question::Eyes].map(|question| search.known(question, hash));
            if stands.contains(&Some(true)) {
                return pure(false);
            }
        }
        Value {
            numbers: Numbers {
                proof: 1,
                disproof: 1,
            },
            is_pure: false,
        }
    }

    /// The positions after each move, and whether superko forbids one.
    fn children(&self, search: &Search<N>, position: &Position<N>, past: u64) -> (Vec<Child<N>>, bool) {
        let field = &search.field;
        let empty = position.empty(field) & field.playable;
        let mut children = Vec::with_capacity(empty.len() as usize + 1);
        let mut is_bound = false;
        for child in empty.iter().filter_map(|cell| position.play(field, cell)) {
            if self.past.contains(&child.stones) {
                is_bound = true;
                continue;
            }
            let past = past ^ mixed(child.stones_hash(field));
            let value = self.look(search, &child, past);
            children.push(Child {
                position: child,
                past,
                value,
            });
        }
        if position.turn == Side::Defender {
            let position = position.passed(field);
            let value = self.look(search, &position, past);
            children.push(Child {
                position,
                past,
                value,
            });
        }
        (children, is_bound)
    }

    fn visit(&mut self, search: &Search<N>, position: &Position<N>, past: u64, limits: Numbers) -> Value {
        self.nodes += 1;
        let since = self.nodes;
        self.stopped |= self.nodes >= self.budget || self.past.len() >= LONGEST;
        let (mut children, is_bound) = self.children(search, position, past);
        let is_winner = position.turn == Side::Attacker;
        let numbers = loop {
            let sum = Sum::of(children.iter().map(|child| child.value.numbers), is_winner);
            if sum.numbers.reaches(limits) || sum.numbers.is_settled() || self.stopped {
                break sum.numbers;
            }
            let child = &children[sum.best];
            let child_limits = sum.limits(child.value.numbers, limits, is_winner);
            let (next, next_past) = (child.position, child.past);
            let is_stone = next.stones != position.stones;
            if is_stone {
                self.past.push(next.stones);
            }
            children[sum.best].value = self.visit(search, &next, next_past, child_limits);
            if is_stone {
                self.past.pop();
            }
        };
        // Whoever is to move and wins needs one good move; who loses has lost with all of them, and might have had more.
        let wins = numbers.proof == 0;
        let mut same = children
            .iter()
            .filter(|child| child.value.numbers.is_settled() && (child.value.numbers.proof == 0) == wins);
        let is_pure = numbers.is_settled()
            && !is_haunted(search, position)
            && if wins == is_winner {
                same.any(|child| child.value.is_pure)
            } else {
                !is_bound && same.all(|child| child.value.is_pure)
            };
        let work = self.nodes - since + 1;
        let note = u8::from(is_pure) * PURE;
        let entry = Entry {
            numbers,
            note,
            zone: Set::EMPTY,
        };
        if is_pure || !numbers.is_settled() {
            self.table.put(position.hash, entry, work);
        }
        if !is_pure {
            self.table.put(position.hash ^ past, entry, work);
        }
        Value { numbers, is_pure }
    }
}

/// Whether a defender's stone stands where a key stone has fallen. Then the stones alone do not say what a position is worth.
fn is_haunted<const N: usize>(search: &Search<N>, position: &Position<N>) -> bool {
    let fallen = search.root.key.minus(position.key);
    fallen.meets(position.stones[0])
}
