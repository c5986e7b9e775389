//! An answer for programs: one JSON object, on one line, its fields always in the same order.

use std::time::Duration;

use serde_json::Value;
use shikatsu::board::{Move, PointSet};
use shikatsu::problem::Problem;

use super::Attempt;
use super::words::{best, move_name};
use crate::entry::Entry;
use crate::files::Loaded;

/// What else is known about an answer.
#[derive(Clone, Copy, Debug)]
pub enum Stamp {
    /// How long it took.
    Time(Duration),
    /// The number of the problem among all of a job, from 1. No time is told: the same job says the same each time.
    Number(usize),
}

/// What is asked and what came of it. `moves` has every correct first move if `all` are wanted, else the best one.
pub fn answer(
    loaded: &Loaded,
    entry: &Entry,
    attempt: &Attempt,
    line: &[Move],
    all: bool,
    stamp: Stamp,
    proof: Option<&std::path::Path>,
) -> String {
    let problem = &entry.problem;
    let solution = attempt.proved();
    let name = |chosen: &Move| move_name(*chosen, problem.size());
    let inferred = entry.inferred.iter().map(ToString::to_string);
    let (number, time) = match stamp {
        Stamp::Time(time) => (None, Some(("ms", (time.as_millis() as u64).into()))),
        Stamp::Number(number) => (Some(("problem", number.into())), None),
    };
    let mut fields = vec![
        ("file", file(loaded)),
        ("game", loaded.game.into()),
        ("name", entry.name.as_str().into()),
        ("to_move", problem.to_move().to_string().to_lowercase().into()),
        ("goal", problem.goal().to_string().into()),
        (
            "outcome",
            solution
                .map_or("unknown", |solution| solution.answer.outcome.word())
                .into(),
        ),
        (
            "seki",
            solution.is_some_and(|solution| solution.answer.seki).into(),
        ),
        (
            "best",
            attempt.best().map_or(Value::Null, |best| name(&best).into()),
        ),
        ("moves", moves(problem, attempt, all)),
        ("complete", attempt.solution().is_some().into()),
        ("line", line.iter().map(name).collect()),
        ("nodes", attempt.nodes.into()),
        ("depth", solution.map_or(0, |solution| solution.depth).into()),
    ];
    fields.splice(..0, number);
    fields.extend(time);
    fields.extend([
        ("inferred", inferred.collect()),
        ("guess", guess(problem, attempt)),
        ("zone", points(problem, attempt.rests.map(|rests| rests.zone))),
        (
            "rests_on",
            points(problem, attempt.rests.map(|rests| rests.walls)),
        ),
        (
            "any_outside",
            attempt
                .rests
                .map_or(Value::Null, |rests| rests.any_outside.into()),
        ),
        (
            "proof",
            proof.map_or(Value::Null, |path| path.display().to_string().into()),
        ),
    ]);
    object(&fields)
}

/// A file, or a game of it, that could not be read.
pub fn failure(loaded: &Loaded, error: &dyn std::fmt::Display, number: Option<usize>) -> String {
    let mut fields = vec![("file", file(loaded)), ("error", error.to_string().into())];
    fields.splice(..0, number.map(|number| ("problem", number.into())));
    object(&fields)
}

fn moves(problem: &Problem, attempt: &Attempt, all: bool) -> Value {
    let Some(solution) = attempt.proved() else {
        return Value::Array(Vec::new());
    };
    let correct = solution.answer.moves.iter();
    correct
        // The best of a lost position is not correct for all that.
        .filter(|&point| all || solution.best == Some(point))
        .map(|point| point.vertex(problem.size()).to_string())
        .collect()
}

/// Points by their names, or null where they are not known.
fn points(problem: &Problem, points: Option<PointSet>) -> Value {
    points.map_or(Value::Null, |points| {
        points
            .iter()
            .map(|point| point.vertex(problem.size()).to_string())
            .collect()
    })
}

/// An opinion, where nothing is proved.
fn guess(problem: &Problem, attempt: &Attempt) -> Value {
    match attempt.guess {
        Some(guess) if attempt.proved().is_none() => serde_json::json!({
            "best": move_name(best(guess.best), problem.size()),
            "value": guess.value,
        }),
        _ => Value::Null,
    }
}

fn file(loaded: &Loaded) -> Value {
    loaded.path.display().to_string().into()
}

fn object(fields: &[(&str, Value)]) -> String {
    let fields: Vec<String> = fields
        .iter()
        .map(|(name, value)| format!("\"{name}\":{value}"))
        .collect();
    format!("{{{}}}\n", fields.join(","))
}
