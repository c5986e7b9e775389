//! Phrases found in a text.

use std::collections::HashMap;

use super::Meaning;

/// How a phrase is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Script {
    /// Whole words, in capitals or not.
    Words,
    /// Words in capitals, which may follow a small letter at once: people write `seki` and a program appends `RIGHT`.
    Capitals,
    /// Characters anywhere: there are no blanks between words.
    Characters,
}

/// Phrases with their meanings.
#[derive(Default)]
pub(super) struct Phrases {
    /// Rows of words by their first word.
    words: HashMap<String, Vec<(Vec<String>, Meaning)>>,
    capitals: Vec<(String, Meaning)>,
    /// Characters by the first one.
    characters: HashMap<char, Vec<(String, Meaning)>>,
}

impl Phrases {
    pub(super) fn add(&mut self, script: Script, phrase: &str, meaning: Meaning) {
        match script {
            Script::Words => {
                let words: Vec<String> = words(phrase).map(|(_, word)| word).collect();
                if let Some(first) = words.first() {
                    self.words
                        .entry(first.clone())
                        .or_default()
                        .push((words, meaning));
                }
            }
            Script::Capitals => self.capitals.push((phrase.to_string(), meaning)),
            Script::Characters => {
                if let Some(first) = phrase.chars().next() {
                    let list = self.characters.entry(first).or_default();
                    list.push((phrase.to_string(), meaning));
                }
            }
        }
    }

    /// All phrases of a text with their places, in the order of places; at each place the longest, and none within another.
    pub(super) fn all_in(&self, text: &str) -> Vec<(usize, Meaning)> {
        let mut found: Vec<(usize, usize, Meaning)> = Vec::new();
        for (phrase, meaning) in &self.capitals {
            let is_sign = |at: &usize| stands_alone(text, *at, phrase.len());
            let places = text.match_indices(phrase.as_str()).map(|(at, _)| at);
            found.extend(places.filter(is_sign).map(|at| (at, at + phrase.len(), *meaning)));
        }
        if !self.words.is_empty() {
            let row: Vec<(usize, String)> = words(text).collect();
            for (i, (at, word)) in row.iter().enumerate() {
                for (phrase, meaning) in self.words.get(word).into_iter().flatten() {
                    let there = row[i..].iter().map(|(_, word)| word);
                    if row.len() - i >= phrase.len() && there.zip(phrase).all(|(there, word)| there == word) {
                        let (last, word) = &row[i + phrase.len() - 1];
                        found.push((*at, last + word.len(), *meaning));
                    }
                }
            }
        }
        if !text.is_ascii() {
            for (at, c) in text.char_indices() {
                for (phrase, meaning) in self.characters.get(&c).into_iter().flatten() {
                    if text[at..].starts_with(phrase.as_str()) {
                        found.push((at, at + phrase.len(), *meaning));
                    }
                }
            }
        }
        found.sort_by_key(|&(at, end, _)| (at, std::cmp::Reverse(end)));
        let mut behind = 0;
        found.retain(|&(at, end, _)| {
            let is_free = at >= behind;
            if is_free {
                behind = end;
            }
            is_free
        });
        found.into_iter().map(|(at, _, meaning)| (at, meaning)).collect()
    }
}

/// Whether no capital letter stands beside the sign.
fn stands_alone(text: &str, at: usize, length: usize) -> bool {
    let before = text[..at].chars().next_back();
    let behind = text[at + length..].chars().next();
    !before.is_some_and(char::is_uppercase) && !behind.is_some_and(char::is_alphabetic)
}

/// The words of a text in small letters, with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, String)> {
    let mut rest = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (at, first) = rest.by_ref().find(|(_, c)| c.is_alphabetic())?;
        let mut word: String = first.to_lowercase().collect();
        while let Some((_, c)) = rest.next_if(|(_, c)| c.is_alphabetic()) {
            word.extend(c.to_lowercase());
        }
        Some((at, word))
    })
}
