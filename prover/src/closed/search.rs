//! One question about a closed region, with threats for the side that is not to win.
//!
//! W is the side that is to win, L the other. Nobody is bound by superko and play without end is L's, so a position has one value, whatever
//! its past (`docs/solver.md`). The search walks paths all the same, and a return to a position on the path counts as a failure *on this path*. What
//! W wins is a fact. What it fails at is one if that leans on no position further up; other failures are remembered for the very path they were found on.

use super::numbers::{Entry, Numbers, Sum, Table};
use crate::death::doomed;
use crate::field::Field;
use crate::life::alive;
use crate::position::{Position, Side};
use crate::set::Set;

/// What is asked, always of a side that has to win in spite of the other's threats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Do the key stones stand? The attacker may not pass.
    Stand,
    /// Does the defender get two eyes? The attacker may pass.
    Eyes,
    /// Are they captured?
    Capture,
}

impl Question {
    pub(super) const fn winner(self) -> Side {
        match self {
            Question::Stand | Question::Eyes => Side::Defender,
            Question::Capture => Side::Attacker,
        }
    }

    const fn may_pass(self, side: Side) -> bool {
        matches!(side, Side::Defender) || matches!(self, Question::Eyes)
    }
}

/// What comes of asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reply {
    /// It is not settled yet.
    More,
    /// The side wins, or does not.
    Fact(bool),
    /// It does not win the game that was searched, but may win the true one. See [`Ghost`].
    Doubt,
}

/// A failure leans on nothing further up: a fact.
const NOTHING: u8 = u8::MAX;
/// A failure leans on something that is not so in the game, or on a path that was not followed to its end. It is never a fact.
const DOUBT: u8 = 0;
/// Paths are not followed further. Places on a path are counted from 1.
const DEEPEST: usize = 250;
/// So much harder looks a move that is half as likely as the likeliest, and a pass.
const ODD: i32 = 4;
const BIT: i32 = shikatsu::instinct::BIT as i32;
const PASSING: u32 = 16;
/// The key of an empty path. It is not zero: what holds on a path only must never be found without one.
const START: u64 = 0x2545_f491_4f6c_dd1d;
/// In the note of an entry that is not settled: there are failures of this position on single paths.
const HAS_TWINS: u8 = 1;

/// What is known of a position on a path.
#[derive(Clone, Copy, Debug)]
struct Value {
    numbers: Numbers,
    /// The lowest place on the path that a failure leans on.
    leans: u8,
}

impl Value {
    const fn fact(numbers: Numbers) -> Value {
        Value {
            numbers,
            leans: NOTHING,
        }
    }
}

struct Child<const N: usize> {
    position: Position<N>,
    value: Value,
    ghost: Ghost<N>,
}

/// Whether a move has put a stone where a key stone has fallen.
///
/// It is no key stone, but superko takes it for one, and might keep the attacker from a win that was found without it. If it counts
/// as a key stone again the attacker has more to do, and the stones alone say what a position is worth. So the key stones are captured only if they are
/// then, too; and that they are not is only a fact if they are not now.
#[derive(Clone, Copy)]
enum Ghost<const N: usize> {
    No,
    /// The position with the key stone.
    Harder(Position<N>),
    /// It was won without, and is asked about with it.
    Asked,
}

pub(super) struct Search<const N: usize> {
    pub(super) field: Field<N>,
    pub(super) root: Position<N>,
    tables: [Table; 3],
    question: Question,
    path: Vec<u64>,
    pub(super) nodes: u64,
    budget: u64,
    stopped: bool,
}

impl<const N: usize> Search<N> {
    pub(super) fn new(field: Field<N>, root: Position<N>, bytes: usize) -> Search<N> {
        Search {
            field,
            root,
            tables: [(); 3].map(|()| Table::new(bytes / 3)),
            question: Question::Stand,
            path: Vec::new(),
            nodes: 0,
            budget: 0,
            stopped: false,
        }
    }

    /// Asks about a position, for about so many nodes.
    pub(super) fn ask(&mut self, question: Question, position: &Position<N>, nodes: u64) -> Reply {
        self.question = question;
        self.budget = self.nodes + nodes;
        self.stopped = false;
        self.path.clear();
        let mut value = self.look(position, START, 0);
        if !value.numbers.is_settled() {
            value = self.visit(position, Numbers::ANY, START);
        }
        match value.numbers {
            Numbers { proof: 0, .. } => Reply::Fact(true),
            Numbers { disproof: 0, .. } if value.leans == NOTHING => Reply::Fact(false),
            Numbers { disproof: 0, .. } => Reply::Doubt,
            _ => Reply::More,
        }
    }

    /// What is known of a question about a position.
    pub(super) fn known(&self, question: Question, hash: u64) -> Option<bool> {
        let numbers = self.tables[question as usize].get(hash)?.numbers;
        numbers.is_settled().then_some(numbers.proof == 0)
    }

    /// Whether the key stones are seen to stand for good, or to fall.
    pub(super) fn captured(&self, position: &Position<N>) -> Option<bool> {
        let field = &self.field;
        // A key stone in a wall can never fall.
        if field.safe_key {
            return Some(false);
        }
        if position.key.is_empty() || (position.turn == Side::Attacker && position.is_in_atari(field)) {
            return Some(true);
        }
        if alive(field, position).is_some() {
            return Some(false);
        }
        doomed(field, position, self.root.key, self.root.stones[1]).map(|_| true)
    }

    /// What the answer to one question says about another.
    fn implied(&self, hash: u64) -> Option<Numbers> {
        let is = |question: Question, wins: bool| self.known(question, hash) == Some(wins);
        match self.question {
            Question::Stand if is(Question::Eyes, true) => Some(Numbers::WON),
            Question::Stand | Question::Eyes if is(Question::Capture, true) => Some(Numbers::FAILED),
            Question::Eyes if is(Question::Stand, false) => Some(Numbers::FAILED),
            Question::Capture if is(Question::Stand, true) || is(Question::Eyes, true) => {
                Some(Numbers::FAILED)
            }
            _ => None,
        }
    }

    fn look(&self, position: &Position<N>, path: u64, odd: u32) -> Value {
        if let Some(at) = self.path.iter().rposition(|&hash| hash == position.hash) {
            return Value {
                numbers: Numbers::FAILED,
                leans: at as u8 + 1,
            };
        }
        let table = &self.tables[self.question as usize];
        if let Some(entry) = table.get(position.hash) {
            if !entry.numbers.is_settled()
                && entry.note == HAS_TWINS
                && let Some(twin) = table.get(position.hash ^ path)
            {
                return Value {
                    numbers: twin.numbers,
                    leans: twin.note,
                };
            }
            return Value::fact(entry.numbers);
        }
        if let Some(numbers) = self.implied(position.hash) {
            return Value::fact(numbers);
        }
        let winner = self.question.winner();
        Value::fact(match self.captured(position) {
            Some(captured) if captured == (winner == Side::Attacker) => Numbers::WON,
            Some(_) => Numbers::FAILED,
            None => self.first_numbers(position, odd),
        })
    }

    /// More moves are more to refute, and odd ones are tried late.
    fn first_numbers(&self, position: &Position<N>, odd: u32) -> Numbers {
        let moves = 1 + (position.empty(&self.field) & self.field.playable).len();
        if position.turn == self.question.winner() {
            Numbers {
                proof: 1,
                disproof: moves + odd,
            }
        } else {
            Numbers {
                proof: moves + odd,
                disproof: 1,
            }
        }
    }

    /// How natural each move looks, by the learnt tables.
    fn looks(&self, position: &Position<N>, cells: Set<N>) -> (Vec<i32>, i32) {
        let looks = &self.field.looks;
        let all: Vec<i32> = cells
            .iter()
            .map(|cell| looks.of(position, cell, position.turn))
            .collect();
        let most = all.iter().copied().max().unwrap_or(0);
        (all, most)
    }

    fn children(&self, position: &Position<N>, path: u64) -> Vec<Child<N>> {
        let winner = self.question.winner();
        let empty = position.empty(&self.field) & self.field.playable;
        let mut children = Vec::with_capacity(empty.len() as usize + 1);
        let mut add = |child: Position<N>, odd: u32, ghost: Ghost<N>| {
            let value = self.look(&child, path, odd);
            let mut child = Child {
                position: child,
                value,
                ghost,
            };
            self.doubt(&mut child, path);
            children.push(child);
        };
        let (looks, most) = self.looks(position, empty);
        for (cell, natural) in empty.iter().zip(looks) {
            let Some(child) = position.play(&self.field, cell) else {
                continue;
            };
            // Superko keeps W from what stood at the start.
            if position.turn == winner && child.stones == self.root.stones {
                continue;
            }
            let mut ghost = Ghost::No;
            if winner == Side::Attacker && position.turn == Side::Defender && self.root.key.has(cell) {
                let mut harder = child;
                harder.restore_key(&self.field, cell, self.root.key);
                if harder.hash != child.hash {
                    ghost = Ghost::Harder(harder);
                }
            }
            let odd = ODD * (most - natural).min(12 * BIT) / BIT;
            add(child, odd as u32, ghost);
        }
        if self.question.may_pass(position.turn) {
            add(position.passed(&self.field), PASSING, Ghost::No);
        }
        children
    }

    /// Takes in that a stone stands where a key stone has fallen.
    fn doubt(&self, child: &mut Child<N>, path: u64) {
        if let Ghost::Harder(harder) = child.ghost
            && child.value.numbers.proof == 0
        {
            child.position = harder;
            child.value = self.look(&harder, path, 0);
            child.ghost = Ghost::Asked;
        }
        if matches!(child.ghost, Ghost::Asked) && child.value.numbers.disproof == 0 {
            child.value.leans = DOUBT;
        }
    }

    fn visit(&mut self, position: &Position<N>, limits: Numbers, path: u64) -> Value {
        self.nodes += 1;
        self.stopped |= self.nodes >= self.budget;
        let since = self.nodes;
        if self.path.len() >= DEEPEST {
            return Value {
                numbers: Numbers::FAILED,
                leans: DOUBT,
            };
        }
        self.path.push(position.hash);
        let place = self.path.len() as u8;
        let below = (path.rotate_left(7) ^ position.hash).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut children = self.children(position, below);
        let is_winner = position.turn == self.question.winner();
        let numbers = loop {
            let sum = Sum::of(children.iter().map(|child| child.value.numbers), is_winner);
            if sum.numbers.reaches(limits) || sum.numbers.is_settled() || self.stopped {
                break sum.numbers;
            }
            let child = &children[sum.best];
            let child_limits = sum.limits(child.value.numbers, limits, is_winner);
            let next = child.position;
            let value = self.visit(&next, child_limits, below);
            let child = &mut children[sum.best];
            child.value = value;
            self.doubt(child, below);
        };
        self.path.pop();
        let mut leans = NOTHING;
        if numbers.disproof == 0 {
            let failures = children.iter().filter(|child| child.value.numbers.disproof == 0);
            let all = failures.map(|child| child.value.leans);
            leans = if is_winner { all.min() } else { all.max() }.unwrap_or(NOTHING);
            // A return to this position itself makes nothing depend on how it came about.
            if leans >= place {
                leans = NOTHING;
            }
        }
        let value = Value { numbers, leans };
        self.remember(position.hash, path, value, self.nodes - since + 1);
        value
    }

    fn remember(&mut self, hash: u64, path: u64, value: Value, work: u64) {
        let table = &mut self.tables[self.question as usize];
        let known = table.get(hash);
        if value.leans == NOTHING {
            let note = if value.numbers.is_settled() {
                0
            } else {
                known.map_or(0, |known| known.note)
            };
            let numbers = value.numbers;
            return table.put(hash, Entry { numbers, note }, work);
        }
        let numbers = known.map_or(
            Numbers {
                proof: 1,
                disproof: 1,
            },
            |known| known.numbers,
        );
        let note = HAS_TWINS;
        table.put(hash, Entry { numbers, note }, work);
        let twin = Entry {
            numbers: value.numbers,
            note: value.leans,
        };
        table.put(hash ^ path, twin, work);
    }
}
