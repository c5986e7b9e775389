//! A second look at problems that were misread.
//!
//! Files that mark neither key stones nor bounds leave them to a guess. If the proof then contradicts the file's own answer, other
//! guesses are tried, and the first is taken with which file and proof agree:
//!
//! 1. Wider bounds. An empty point outside is a liberty that nobody can take. Where the defender comes next to one before the attacker can
//!    block, it seems to live; a step or two further out there is time to.
//! 2. Other groups near that answer.

use std::path::Path;

use shikatsu::board::{Point, PointSet, Setup};
use shikatsu::problem::Problem;
use shikatsu::tsumego::Solution;

use super::collection::{Fate, Item};
use super::opinion::Opinion;
use crate::entry::{Entry, Inferred};
use crate::files::{STDIN, load};
use crate::overrides::Overrides;
use crate::sgf::other_keys;

/// How far bounds are widened, a step each time.
const STEPS: usize = 2;
/// How many other groups are tried.
const GROUPS: usize = 6;
/// With more correct moves than this, agreeing with the file is no sign that it was understood.
const MOST_MOVES: usize = 3;

/// An item that is in doubt as it reads with other guesses, the likeliest first.
pub(super) fn other_readings(item: &Item<'_>, overrides: &Overrides) -> Vec<Entry> {
    if !matches!(item.fate(), Fate::Doubtful(_, Opinion::Disagrees)) {
        return Vec::new();
    }
    let mut readings = wider_readings(&item.entry);
    if item.entry.inferred.contains(&Inferred::Key) {
        readings.extend(other_groups(item, overrides));
    }
    for entry in &mut readings {
        let second =
            "what was worked out is a second guess: with the first one the file's own answer would fail";
        entry.remarks.push(second.to_string());
    }
    readings
}

/// Whether a reading goes so well with the file that it must be what is meant.
pub(super) fn is_convincing(entry: &Entry, solution: &Solution) -> bool {
    Opinion::of(entry, solution) == Opinion::Agrees && (1..=MOST_MOVES).contains(&solution.answer.moves.len())
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
    let path = &item.loaded.path;
    // What came from standard input cannot be read again.
    if path == Path::new(STDIN) {
        return Vec::new();
    }
    let setup = item.entry.problem.setup();
    let words = format!("{}\n{}", item.entry.name, item.entry.text);
    let keys = other_keys(&setup, &words, &item.entry.book);
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
            let again = load(std::slice::from_ref(path), &overrides);
            let mut entry = again.into_iter().nth(item.loaded.game)?.entry.ok()?;
            entry.inferred.insert(0, Inferred::Key);
            Some(entry)
        })
        .collect()
}
