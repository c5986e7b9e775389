//! A second look at problems that were misread.
//!
//! Files that mark no key stones leave a guess. If the proof then contradicts the file's own answer, other groups near
//! that answer are tried, and the first is taken with which file and proof agree.

use std::path::Path;

use shikatsu::tsumego::Solution;

use super::collection::{Fate, Item};
use super::opinion::Opinion;
use crate::entry::{Entry, Inferred};
use crate::files::{STDIN, load};
use crate::overrides::Overrides;
use crate::sgf::other_keys;

/// How many other groups are tried.
const READINGS: usize = 6;
/// With more correct moves than this, agreeing with the file is no sign that it was understood.
const MOST_MOVES: usize = 3;

/// An item that is in doubt as it reads with other key stones.
pub(super) fn other_readings(item: &Item<'_>, overrides: &Overrides) -> Vec<Entry> {
    let path = &item.loaded.path;
    let in_doubt = matches!(item.fate(), Fate::Doubtful(_, Opinion::Disagrees));
    // What came from standard input cannot be read again.
    if !in_doubt || !item.entry.inferred.contains(&Inferred::Key) || path == Path::new(STDIN) {
        return Vec::new();
    }
    let setup = item.entry.problem.setup();
    let words = format!("{}\n{}", item.entry.name, item.entry.text);
    let keys = other_keys(&setup, &words, &item.entry.book);
    let others = keys.into_iter().filter(|key| *key != setup.key).take(READINGS);
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
            entry.remarks.push(
                "the key stones are a second guess: with the first one the file's own answer would fail"
                    .to_string(),
            );
            Some(entry)
        })
        .collect()
}

/// Whether a reading goes so well with the file that it must be what is meant.
pub(super) fn is_convincing(entry: &Entry, solution: &Solution) -> bool {
    Opinion::of(entry, solution) == Opinion::Agrees && (1..=MOST_MOVES).contains(&solution.answer.moves.len())
}
