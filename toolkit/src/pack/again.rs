//! A second look at problems that were misread.
//!
//! Files that mark neither key stones nor bounds leave them to a guess. If the proof then contradicts the file's own answer, other
//! guesses are tried, and the first is taken with which file and proof agree:
//!
//! 1. The same bounds, and tighter ones, with the wall closed that the file leaves open: see `fence`.
//! 2. Wider bounds. An empty point outside is a liberty that nobody can take. Where the defender comes next to one before the attacker can
//!    block, it seems to live; a step or two further out there is time to.
//! 3. Other groups near that answer, with a closed wall and as they are.
//!
//! What was not proved, and has guessed bounds, gets the first of these too: a closed wall is less to read.

use shikatsu::board::{Move, Point, PointSet, Setup};
use shikatsu::problem::{Outcome, Problem};
use shikatsu::tsumego::Solution;

use super::collection::{Fate, Item};
use super::fence::fenced;
use super::opinion::{Opinion, named};
use crate::entry::{Entry, Inferred};
use crate::overrides::Overrides;
use crate::sgf::{other_keys, tighter_bounds};

/// How far bounds are widened, a step each time.
const STEPS: usize = 2;
/// How many other groups are tried.
const GROUPS: usize = 6;
/// With more correct moves than this, agreeing with the file is no sign that it was understood.
const MOST_MOVES: usize = 3;

/// An item that is in doubt, or was too much to read, as it reads with other guesses, the likeliest first.
pub(super) fn other_readings(item: &Item<'_>, overrides: &Overrides) -> Vec<Entry> {
    let guessed = |inferred| item.entry.inferred.contains(&inferred);
    match item.fate() {
        Fate::Doubtful(_, Opinion::Disagrees) => {}
        // Nothing can agree with a file that is silent.
        Fate::Unproved(_) if guessed(Inferred::Bounds) && !named(&item.entry).is_empty() => {}
        _ => return Vec::new(),
    }
    let mut readings = Vec::new();
    if guessed(Inferred::Bounds) {
        readings.extend(closed_readings(&item.entry));
    }
    // What was too much to read is so all the more in wider bounds.
    if !matches!(item.fate(), Fate::Unproved(_)) {
        readings.extend(wider_readings(&item.entry));
        if guessed(Inferred::Key) {
            for other in other_groups(item, overrides) {
                if guessed(Inferred::Bounds) {
                    readings.extend(fenced(&other));
                }
                readings.push(other);
            }
        }
    }
    for entry in &mut readings {
        let second = match item.fate() {
            Fate::Unproved(_) => "what was worked out is a second guess: the first one was not proved",
            _ => "what was worked out is a second guess: with the first one the file's own answer would fail",
        };
        entry.remarks.push(second.to_string());
    }
    readings
}

/// Whether a reading goes so well with the file that it must be what is meant: what the file calls right is correct, what it only tries is
/// not, and there is little else. A file whose answer is a ko says so.
pub(super) fn is_convincing(entry: &Entry, solution: &Solution) -> bool {
    let correct = &solution.answer.moves;
    let tries = entry.book.tries(entry.problem.to_move());
    let is_correct = |chosen: &Move| matches!(chosen, Move::Play(point) if correct.contains(*point));
    let is_ko = matches!(solution.answer.outcome, Outcome::KoAttacker | Outcome::KoDefender);
    Opinion::of(entry, solution) == Opinion::Agrees
        && (1..=MOST_MOVES).contains(&correct.len())
        && !tries.iter().any(is_correct)
        && (!is_ko || speaks_of_ko(entry))
}

/// Whether a file says that its answer is a ko: where it states one, in its words, or in the lines that it calls right.
fn speaks_of_ko(entry: &Entry) -> bool {
    let solution = entry.book.solution(entry.problem.to_move());
    let comments = solution.iter().map(|node| node.comment.as_str());
    let mut texts = [entry.name.as_str(), &entry.text].into_iter().chain(comments);
    let is_ko = |word: &str| word.eq_ignore_ascii_case("ko");
    entry.answer.is_some() || texts.any(|text| text.split(|c: char| !c.is_alphanumeric()).any(is_ko))
}

/// The same with a closed wall, in the same bounds and in tighter ones.
fn closed_readings(entry: &Entry) -> Vec<Entry> {
    let setup = entry.problem.setup();
    let tighter = tighter_bounds(&setup, &entry.book).map(|outside| Setup { outside, ..setup });
    let changed = tighter.into_iter().filter(|tight| tight.outside != setup.outside);
    let tight = changed.filter_map(|setup| {
        let problem = Problem::new(&setup).ok()?;
        Some(Entry {
            problem,
            ..entry.clone()
        })
    });
    std::iter::once(entry.clone())
        .chain(tight)
        .filter_map(|entry| fenced(&entry))
        .collect()
}

/// The same with wider bounds, step by step.
fn wider_readings(entry: &Entry) -> Vec<Entry> {
    let mut readings = Vec::new();
    let mut setup = entry.problem.setup();
    while entry.inferred.contains(&Inferred::Bounds) && readings.len() < STEPS && widen(&mut setup) {
        readings.extend(Problem::new(&setup).map(|problem| Entry {
            problem,
            ..entry.clone()
        }));
    }
    readings
}

/// Opens the empty outside points beside those where one may play; false if there are none.
fn widen(setup: &mut Setup) -> bool {
    let stones = setup.black.union(&setup.white);
    let open = |point: &Point| !setup.outside.contains(*point) && !stones.contains(*point);
    let beside: PointSet = Point::all(setup.size)
        .filter(open)
        .flat_map(|point| point.beside(setup.size))
        .collect();
    let opened = beside.intersection(&setup.outside).minus(&stones);
    setup.outside = setup.outside.minus(&opened);
    !opened.is_empty()
}

/// The same about other key stones.
fn other_groups(item: &Item<'_>, overrides: &Overrides) -> Vec<Entry> {
    let setup = item.entry.problem.setup();
    let keys = other_keys(&setup, None, &item.entry.book);
    let others = keys.into_iter().filter(|key| *key != setup.key).take(GROUPS);
    others
        .filter_map(|key| {
            let names = key
                .iter()
                .map(|point| point.vertex(setup.size).to_string().parse());
            let overrides = Overrides {
                key: names.collect::<Result<_, _>>().ok()?,
                ..overrides.clone()
            };
            let mut entry = item.loaded.again(&overrides)?;
            entry.inferred.insert(0, Inferred::Key);
            Some(entry)
        })
        .collect()
}
