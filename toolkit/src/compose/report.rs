//! What is in a collection, counted.

use std::collections::BTreeMap;

use shikatsu::problem::Level;

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

/// A bank whose problems were measured.
type Measured = [(Entry, Traits)];

const TASKS: [&str; 4] = ["Black to live", "White to live", "Black to kill", "White to kill"];
const OUTCOMES: [&str; 5] = ["dead", "ko+", "ko-", "alive", "seki"];
const LURES: [(&str, Lure); 4] = [
    ("a capture", Lure::Capture),
    ("an atari", Lure::Atari),
    ("the border of the eye space", Lure::Border),
    ("the middle of the eye space", Lure::Centre),
];

/// The charts of a bank whose problems were measured.
pub fn charts(bank: &Measured) -> Vec<Chart> {
    let rank = |entry: &Entry, _: &Traits| entry.level.unwrap_or(Level::WEAKEST);
    let tenths = |_: &Entry, traits: &Traits| traits.milliseconds / 100;
    let place = |entry: &Entry, _: &Traits| is_in_corner(&entry.problem);
    let of_tag = |tags: &dyn Fn(&Traits) -> Vec<Tag>| {
        let rows = Tag::ALL.iter();
        rows.map(|tag| {
            (
                tag.words().to_string(),
                count(bank, |_, traits| tags(traits).contains(tag)),
            )
        })
        .collect()
    };
    let of_lure = |lure: &dyn Fn(&Traits) -> Option<Lure>| {
        let rows = LURES.iter();
        let mut rows: Vec<(String, usize)> = rows
            .map(|&(words, kind)| {
                (
                    words.to_string(),
                    count(bank, |_, traits| lure(traits) == Some(kind)),
                )
            })
            .collect();
        let none = count(bank, |_, traits| lure(traits).is_none());
        rows.push(("nothing of the kind".to_string(), none));
        rows
    };
    let chart = |name, title, rows| Chart { name, title, rows };
    vec![
        chart(
            "levels",
            "Problems by level",
            by(bank, rank, |level| level.to_string()),
        ),
        chart(
            "themes",
            "Problems by theme, in the main line",
            of_tag(&|traits| traits.tags.clone()),
        ),
        chart(
            "refutations",
            "Themes that refute tempting moves",
            of_tag(&|traits| traits.refuted_by.clone()),
        ),
        chart(
            "sizes",
            "Problems by empty points",
            by(bank, |_, traits| traits.room, |room| room.to_string()),
        ),
        chart(
            "tasks",
            "Problems by task",
            named(bank, &TASKS, |entry| Some(entry.problem.task())),
        ),
        chart(
            "places",
            "Problems by place",
            by(bank, place, |corner| {
                if corner { "corner" } else { "side" }.to_string()
            }),
        ),
        chart("outcomes", "Problems by outcome", named(bank, &OUTCOMES, outcome)),
        chart(
            "traps",
            "The wrong move that is hardest to refute",
            of_lure(&|traits| traits.snare.as_ref().map(|snare| snare.lure)),
        ),
        chart("answers", "The right move", of_lure(&|traits| traits.lure)),
        chart(
            "times",
            "Seconds that the handheld takes at most, on the first two plies",
            by(bank, tenths, |tenths| format!("{}.{}", tenths / 10, tenths % 10)),
        ),
    ]
}

fn count(bank: &Measured, is: impl Fn(&Entry, &Traits) -> bool) -> usize {
    bank.iter().filter(|(entry, traits)| is(entry, traits)).count()
}

/// How many have each of these words.
fn named(
    bank: &Measured,
    words: &[&str],
    word: impl Fn(&Entry) -> Option<&'static str>,
) -> Vec<(String, usize)> {
    let rows = words.iter();
    rows.map(|&label| {
        (
            label.to_string(),
            count(bank, |entry, _| word(entry) == Some(label)),
        )
    })
    .collect()
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
    bank: &Measured,
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
