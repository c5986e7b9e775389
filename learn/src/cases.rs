//! Problems of books, which lie beside the repository and are no part of it: only measured, never learnt from.

use std::fs;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;
use shikatsu::board::{Color, Game, Point, PointSet, Setup};
use shikatsu::problem::Problem;
use shikatsu_toolkit::entry::Entry;
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::sgf;

use crate::lesson::{Lesson, group, legal};

/// The names in a list of a record.
fn names<'a>(record: &'a Value, field: &str) -> Vec<&'a str> {
    let list = record[field].as_array();
    list.into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The point of two letters, as SGF has it.
fn point(letters: &str) -> Option<Point> {
    let line = |place: usize| letters.as_bytes().get(place)?.checked_sub(b'a');
    Some(Point::new(line(0)?, line(1)?))
}

fn points(record: &Value, field: &str) -> PointSet {
    names(record, field).into_iter().filter_map(point).collect()
}

/// Reads the records of an index.
fn records(path: &Path) -> Result<Vec<Value>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

/// The only problem of an SGF file, with what had to be guessed.
fn entry(path: &Path) -> Option<Entry> {
    sgf::read(&fs::read(path).ok()?, &Overrides::default())
        .pop()?
        .ok()
}

/// A position with its right moves; `None` if all or none are right.
fn lesson(problem: Problem, right: &PointSet) -> Option<Lesson> {
    let legal = legal(&Game::new(&problem.setup()));
    let (right, wrong) = (right.intersection(&legal), legal.minus(right));
    (!right.is_empty() && !wrong.is_empty()).then(|| Lesson {
        group: group(&problem),
        depth: 0,
        problem,
        last: None,
        right,
        wrong,
    })
}

/// The problem of a record: its stones are in its file, its bounds and key stones in the record.
fn problem(folder: &Path, record: &Value) -> Option<Problem> {
    let entry = entry(&folder.join(record["file"].as_str()?))?;
    let setup = entry.problem.setup();
    let all: PointSet = Point::all(setup.size).collect();
    let setup = Setup {
        key: points(record, "target"),
        outside: all.minus(&points(record, "region")),
        to_move: if record["to_move"] == "B" {
            Color::Black
        } else {
            Color::White
        },
        ..setup
    };
    Problem::new(&setup).ok()
}

/// The problems with documented answers that the side to move wins without a ko.
pub fn problems(folder: &Path) -> Result<Vec<Lesson>> {
    let lesson = |record: Value| lesson(problem(folder, &record)?, &points(&record, "correct"));
    Ok(records(&folder.join("index.jsonl"))?
        .into_iter()
        .filter_map(lesson)
        .collect())
}

/// Those with so many empty points, whether they can be won or not.
pub fn by_empties(folder: &Path, empties: &Range<u64>) -> Result<Vec<Problem>> {
    let fits = |record: &Value| {
        record["empties"]
            .as_u64()
            .is_some_and(|count| empties.contains(&count))
    };
    let records = records(&folder.join("index.jsonl"))?;
    Ok(records
        .iter()
        .filter(|record| fits(record))
        .filter_map(|record| problem(folder, record))
        .collect())
}

/// The positions of books, with key stones and bounds as our importer guesses them.
pub fn books(folder: &Path) -> Result<Vec<Lesson>> {
    let mut lessons = Vec::new();
    for record in records(&folder.join("answers.jsonl"))? {
        let file = folder.join(record["file"].as_str().unwrap_or_default());
        let Some(entry) = entry(&file) else { continue };
        let size = entry.problem.size();
        let right = names(&record, "first_moves");
        let right = right
            .into_iter()
            .filter_map(|name| Point::from_vertex(name, size))
            .collect();
        lessons.extend(lesson(entry.problem, &right));
    }
    Ok(lessons)
}
