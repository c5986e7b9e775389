//! What is in a collection, counted.

use std::collections::BTreeMap;

use shikatsu::problem::{Goal, Problem};

use super::choose::is_in_corner;
use super::grade::Traits;
use super::story::Tag;
use super::study::Lure;
use crate::entry::Entry;

/// A chart: what it is called as a file, its title, its bars.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chart {
    /// The name of its file, without ending.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// Labels and counts.
    pub rows: Vec<(String, usize)>,
}

/// The charts of a bank whose problems were measured.
pub fn charts(bank: &[(Entry, Traits)]) -> Vec<Chart> {
    let count = |is: &dyn Fn(&Entry, &Traits) -> bool| {
        bank.iter().filter(|(entry, traits)| is(entry, traits)).count()
    };
    let task = |problem: &Problem, goal: Goal, black: bool| {
        problem.goal() == goal && (problem.task().starts_with("Black") == black)
    };
    let tasks = [
        ("Black to live", Goal::Live, true),
        ("White to live", Goal::Live, false),
        ("Black to kill", Goal::Kill, true),
        ("White to kill", Goal::Kill, false),
    ];
    let outcomes = ["dead", "ko+", "ko-", "alive", "seki"];
    let lures = [
        ("a capture", Lure::Capture),
        ("an atari", Lure::Atari),
        ("the border of the eye space", Lure::Border),
        ("the middle of the eye space", Lure::Centre),
    ];
    vec![
        Chart {
            name: "levels",
            title: "Problems by level",
            rows: by(
                bank,
                |entry, _| entry.level.map_or(-30, |level| level.steps_from_first_dan()),
                |rank| shikatsu::problem::Level::steps(rank).to_string(),
            ),
        },
        Chart {
            name: "themes",
            title: "Problems by theme (in the main line)",
            rows: Tag::ALL
                .iter()
                .map(|&tag| {
                    (
                        tag.words().to_string(),
                        count(&|_, traits| traits.tags.contains(&tag)),
                    )
                })
                .collect(),
        },
        Chart {
            name: "refutations",
            title: "Themes that refute tempting moves",
            rows: Tag::ALL
                .iter()
                .map(|&tag| {
                    (
                        tag.words().to_string(),
                        count(&|_, traits| traits.refuted_by.contains(&tag)),
                    )
                })
                .filter(|row| row.1 > 0)
                .collect(),
        },
        Chart {
            name: "sizes",
            title: "Problems by empty points",
            rows: by(bank, |_, traits| traits.room, |room| room.to_string()),
        },
        Chart {
            name: "tasks",
            title: "Problems by task",
            rows: tasks
                .iter()
                .map(|&(words, goal, black)| {
                    (
                        words.to_string(),
                        count(&|entry, _| task(&entry.problem, goal, black)),
                    )
                })
                .collect(),
        },
        Chart {
            name: "places",
            title: "Problems by place",
            rows: vec![
                (
                    "corner".to_string(),
                    count(&|entry, _| is_in_corner(&entry.problem)),
                ),
                (
                    "side".to_string(),
                    count(&|entry, _| !is_in_corner(&entry.problem)),
                ),
            ],
        },
        Chart {
            name: "outcomes",
            title: "Problems by outcome",
            rows: outcomes
                .iter()
                .map(|&word| (word.to_string(), count(&|entry, _| outcome(entry) == Some(word))))
                .collect(),
        },
        Chart {
            name: "traps",
            title: "The wrong move that is hardest to refute",
            rows: lures
                .iter()
                .map(|&(words, lure)| {
                    let is = |traits: &Traits| traits.snare.as_ref().is_some_and(|snare| snare.lure == lure);
                    (words.to_string(), count(&|_, traits| is(traits)))
                })
                .collect(),
        },
        Chart {
            name: "answers",
            title: "The right move",
            rows: lures
                .iter()
                .map(|&(words, lure)| (words.to_string(), count(&|_, traits| traits.lure == Some(lure))))
                .chain([(
                    "nothing of the kind".to_string(),
                    count(&|_, traits| traits.lure.is_none()),
                )])
                .collect(),
        },
        Chart {
            name: "times",
            title: "The handheld's longest thought on the first two plies, in tenths of a second",
            rows: by(
                bank,
                |_, traits| traits.milliseconds / 100,
                |tenths| format!("{}.{}", tenths / 10, tenths % 10),
            ),
        },
    ]
}

fn outcome(entry: &Entry) -> Option<&'static str> {
    let answer = entry.answer?;
    Some(if answer.seki {
        "seki"
    } else {
        answer.outcome.word()
    })
}

/// How many there are of each value, in its order.
fn by<K: Ord + Copy>(
    bank: &[(Entry, Traits)],
    value: impl Fn(&Entry, &Traits) -> K,
    label: impl Fn(K) -> String,
) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<K, usize> = BTreeMap::new();
    for (entry, traits) in bank {
        *counts.entry(value(entry, traits)).or_default() += 1;
    }
    counts
        .into_iter()
        .map(|(key, count)| (label(key), count))
        .collect()
}
