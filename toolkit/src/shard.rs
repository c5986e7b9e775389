//! Parts of a job that is too large for one computer: `--shard I/N`.
//!
//! Which part a problem belongs to follows from its own text alone, so every machine agrees without talking to another. What a part writes ends
//! with a line that says that it is whole; [`merged`] puts the answers of all parts into the order of one run, and fails
//! rather than leave one out or take one twice. Splitting a part in two is cutting it finer: what is in `I/N` is in `I/2N` or in `(I+N)/2N`.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZero;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use shikatsu::crc32::checksum;
use shikatsu::problem::{Notes, write_text};

use crate::files::Loaded;

/// One of `count` parts, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    index: u32,
    count: NonZero<u32>,
}

impl Shard {
    /// Whether what has this text belongs to it.
    pub fn has(self, text: &str) -> bool {
        checksum(text.as_bytes()) % self.count == self.index
    }

    /// Whether a problem belongs to it. One that cannot be read goes by its name, so that one part complains about it.
    pub fn takes(self, item: &Loaded) -> bool {
        let Ok(entry) = &item.entry else {
            return self.has(&item.label());
        };
        let mut text = String::new();
        let _ = write_text(&entry.problem, &Notes::default(), &mut text);
        self.has(&text)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Shard, &'static str> {
        let (index, count) = text
            .split_once('/')
            .ok_or("it is I/N, as 0/8 is the first of eight")?;
        let index = index.parse().map_err(|_| "I is a number, from 0")?;
        let count: NonZero<u32> = count.parse().map_err(|_| "N is a number, from 1")?;
        if index >= count.get() {
            return Err("I is counted from 0 and smaller than N");
        }
        Ok(Shard { index, count })
    }
}

impl TryFrom<String> for Shard {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Shard, &'static str> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// The last line of what a part writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    Whole {
        shard: Shard,
        /// How many problems it has, of how many.
        problems: usize,
        of: usize,
    },
}

/// The line that ends a part with so many problems.
pub fn last_line(shard: Shard, problems: usize, of: usize) -> String {
    let line = Line::Whole { shard, problems, of };
    serde_json::to_string(&line).unwrap_or_default() + "\n"
}

/// Whether a part ends with the line that says so.
pub fn is_whole(part: &str) -> bool {
    end_of(part).is_some()
}

/// The last line, if it is one that ends a part, and how many problems there are in all.
fn end_of(part: &str) -> Option<(usize, usize)> {
    let line = part.strip_suffix('\n')?.rsplit('\n').next()?;
    match serde_json::from_str(line).ok()? {
        Line::Whole { problems, of, .. } => Some((problems, of)),
    }
}

/// What is looked at of an answer.
#[derive(Deserialize)]
struct Numbered {
    problem: usize,
}

/// The answers of all parts in the order of their problems; or, as a sentence, why they are not all there. Each part has a name.
pub fn merged(parts: &[(String, String)]) -> Result<String, String> {
    let mut answers: BTreeMap<usize, &str> = BTreeMap::new();
    let mut all = None;
    for (name, part) in parts {
        let (problems, of) =
            end_of(part).ok_or_else(|| format!("{name}: it is not whole; run this part again"))?;
        if *all.get_or_insert(of) != of {
            return Err(format!("{name}: it is a part of another job"));
        }
        let before = answers.len();
        let lines = part.lines().count() - 1;
        for line in part.lines().take(lines) {
            let Numbered { problem } = serde_json::from_str(line)
                .map_err(|_| format!("{name}: a line of it is no answer with a number"))?;
            if answers.insert(problem, line).is_some() {
                return Err(format!("{name}: problem {problem} is there twice"));
            }
        }
        if answers.len() - before != problems {
            return Err(format!("{name}: it does not have the problems that it says"));
        }
    }
    let all = all.unwrap_or_default();
    if let Some(missing) = (1..=all).find(|number| !answers.contains_key(number)) {
        let count = all - answers.len();
        return Err(format!(
            "parts are missing: {count} of {all} problems, the first is {missing}"
        ));
    }
    Ok(answers.values().flat_map(|line| [line, "\n"]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(text: &str) -> Shard {
        text.parse().unwrap()
    }

    #[test]
    fn every_text_is_in_one_part_and_in_one_half_of_it() {
        for text in (0..500).map(|number| format!("text {number}")) {
            let has = |index: u32, count: u32| shard(&format!("{index}/{count}")).has(&text);
            let of = |count: u32| (0..count).filter(|&index| has(index, count)).collect::<Vec<_>>();
            let (thirds, sixths) = (of(3), of(6));
            assert_eq!((thirds.len(), sixths.len(), of(1).len()), (1, 1, 1));
            assert_eq!(sixths[0] % 3, thirds[0]);
        }
        for bad in ["", "1", "3/3", "0/0", "-1/2", "a/2", "1/2/3"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }

    /// Parts of a job of `all` problems, cut by remainder.
    fn parts(all: usize, count: usize) -> Vec<(String, String)> {
        let part = |index: usize| {
            let numbers: Vec<usize> = (1..=all).filter(|number| number % count == index).collect();
            let lines: Vec<String> = numbers
                .iter()
                .map(|number| format!("{{\"problem\":{number}}}\n"))
                .collect();
            let end = last_line(shard(&format!("{index}/{count}")), numbers.len(), all);
            (format!("part {index}"), lines.concat() + &end)
        };
        (0..count).map(part).collect()
    }

    #[test]
    fn merged_parts_are_one_run() {
        let whole = merged(&parts(20, 1)).unwrap();
        assert_eq!(whole.lines().count(), 20);
        for count in 2..25 {
            let mut cut = parts(20, count);
            assert_eq!(merged(&cut).unwrap(), whole);
            cut.reverse();
            assert_eq!(merged(&cut).unwrap(), whole);
        }
        assert_eq!(merged(&parts(0, 1)).unwrap(), "");
    }

    #[test]
    fn nothing_is_left_out_and_nothing_taken_twice() {
        let refused = |parts: &[(String, String)], word: &str| {
            let sentence = merged(parts).unwrap_err();
            assert!(sentence.contains(word), "{sentence}");
        };
        let cut = parts(20, 4);
        refused(&cut[1..], "missing");
        refused(&[cut.clone(), cut[..1].to_vec()].concat(), "twice");
        refused(&[cut.clone(), parts(21, 1)].concat(), "another job");
        let mut torn = cut.clone();
        torn[2].1.pop();
        assert!(!is_whole(&torn[2].1));
        refused(&torn, "not whole");
        let mut lost = cut.clone();
        lost[1].1 = lost[1].1.split_once('\n').unwrap().1.to_string();
        refused(&lost, "does not have");
    }
}
