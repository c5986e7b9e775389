//! What became of each problem, for programs: one JSON object a line, in the order of the files.

use serde_json::{Value, json};
use shikatsu::board::PointSet;
use shikatsu::tsumego::Solution;

use super::collection::Collection;
use super::item::{Fate, Item};
use super::opinion::{called_wrong, named};
use super::prove::Handheld;
use super::word::BookWord;

/// The list. A problem that was read twice is in it twice.
pub fn list(collection: &Collection<'_>) -> String {
    let lines = collection.items.iter().map(|item| line(item).to_string() + "\n");
    lines.collect()
}

fn line(item: &Item<'_>) -> Value {
    let entry = item.entry.as_ref();
    let size = entry.problem.size();
    let points = |points: PointSet| -> Vec<String> {
        let names = points.iter().map(|point| point.vertex(size).to_string());
        names.collect()
    };
    let (fate, solution) = fate(item);
    let closed = item.problem().setup();
    let stones = closed.black.union(&closed.white);
    let read = item
        .loaded
        .entry
        .as_ref()
        .map_or(entry.problem, |read| read.problem);
    let before = read.setup().black.union(&read.setup().white);
    let book = match &item.handheld {
        Handheld::Bound(_, book) => book.len(),
        Handheld::AsItIs | Handheld::Closed(_) | Handheld::TooLarge => 0,
    };
    json!({
        "file": item.loaded.path.display().to_string(),
        "problem": item.loaded.game + 1,
        "name": entry.name,
        "fate": fate,
        "on_the_books_word": BookWord::of(item).is_some(),
        "to_move": entry.problem.to_move().to_string().to_lowercase(),
        "goal": entry.problem.goal().to_string(),
        "key": points(entry.problem.setup().key),
        "outcome": solution.map(|known| known.answer.outcome.word()),
        "moves": points(solution.map_or(PointSet::EMPTY, |known| known.answer.moves)),
        "file_right": points(named(entry)),
        "file_wrong": points(called_wrong(entry)),
        "file_nothing_works": entry.book.nothing_works,
        "file_says_ko": entry.book.is_ko,
        "closed": item.is_closed(),
        "added": points(stones.minus(&before)),
        "book_bytes": book,
        "nodes": item.spent,
    })
}

fn fate<'a>(item: &'a Item<'_>) -> (&'static str, Option<&'a Solution>) {
    match item.fate() {
        Fate::Kept(solution, _) => ("proved", Some(solution)),
        Fate::Twin(_) => ("twin", None),
        Fate::Unproved(_) => ("not proved", None),
        Fate::TooLarge(solution, _) => ("too large", Some(solution)),
        Fate::Doubtful(solution, _) => ("in doubt", Some(solution)),
    }
}
