//! What authors write about moves and tasks. The phrases are data, by language: `table.toml`.
//!
//! Of several verdicts in a text the first counts, and of those that begin at the same place the longest; so "not correct" is no
//! "correct", and "Also correct. The other one would fail." is. Signs in capitals, as programs write them, go before all others.

mod phrases;

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use shikatsu::board::Color;

use phrases::{Phrases, Script};

/// No comment is looked at beyond this: a verdict stands at its beginning.
const LOOKED_AT: usize = 4000;

/// What a text says about a move or about the line that it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The move is right.
    Right,
    /// The move is wrong.
    Wrong,
    /// The line is the solution.
    Solution,
    /// The line fails.
    Failure,
    /// It is a diagram of another kind.
    Neutral,
    /// The line is bad for this side.
    Worse(Color),
    /// This side's last move was wrong.
    Mistake(Color),
}

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Task {
    /// Whose stones live or die; with a ko it is not said.
    pub(crate) defender: Option<Color>,
    /// Who moves first, if that is said.
    pub(crate) to_move: Option<Color>,
    /// What is said to come of it.
    pub(crate) end: End,
}

/// What a task says about its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The side to move succeeds.
    Success,
    /// It gets a ko.
    Ko,
    /// Nothing kills, so there is nothing to find.
    Unharmed,
}

/// What is to be done in all problems of a part of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    /// The side to move lives.
    Live,
    /// The side to move kills.
    Kill,
    /// The side to move gets a ko, to live or to kill.
    Ko,
    /// The side to move captures some stones.
    Capture,
    /// The side to move joins some stones to others.
    Connect,
    /// Some stones fight each other, in a race or by a technique. It is not said whose are to be captured or saved.
    Fight,
}

/// A meaning of a phrase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    Verdict(Verdict),
    Task(Task),
    Ko,
    Label,
    Nothing,
}

/// The table as it is written.
#[derive(Deserialize)]
struct Table {
    language: Vec<Language>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Language {
    #[serde(rename = "name")]
    _name: String,
    #[serde(default)]
    capitals: bool,
    #[serde(default = "yes")]
    blanks: bool,
    #[serde(default)]
    black: Vec<String>,
    #[serde(default)]
    white: Vec<String>,
    #[serde(default)]
    right: Vec<String>,
    #[serde(default)]
    wrong: Vec<String>,
    #[serde(default)]
    ignored: Vec<String>,
    #[serde(default)]
    solution: Vec<String>,
    #[serde(default)]
    failure: Vec<String>,
    #[serde(default)]
    neutral: Vec<String>,
    #[serde(default)]
    worse: Vec<String>,
    #[serde(default)]
    mistake: Vec<String>,
    #[serde(default)]
    live: Vec<String>,
    #[serde(default)]
    kill: Vec<String>,
    #[serde(default)]
    ko: Vec<String>,
    #[serde(default)]
    unharmed: Vec<String>,
    #[serde(default)]
    live_section: Vec<String>,
    #[serde(default)]
    kill_section: Vec<String>,
    #[serde(default)]
    ko_section: Vec<String>,
    #[serde(default)]
    capture_section: Vec<String>,
    #[serde(default)]
    connect_section: Vec<String>,
    #[serde(default)]
    fight_section: Vec<String>,
    #[serde(default)]
    ko_fight: Vec<String>,
    #[serde(default)]
    label: Vec<String>,
}

const fn yes() -> bool {
    true
}

/// The phrases for people, and the signs for programs.
struct Known {
    signs: Phrases,
    words: Phrases,
    headings: HashMap<String, Goal>,
}

static KNOWN: LazyLock<Known> = LazyLock::new(|| {
    let table: Table = toml::from_str(include_str!("table.toml")).expect("the table is part of the program");
    let mut known = Known {
        signs: Phrases::default(),
        words: Phrases::default(),
        headings: HashMap::new(),
    };
    for language in &table.language {
        let goals = [
            (&language.live_section, Goal::Live),
            (&language.kill_section, Goal::Kill),
            (&language.ko_section, Goal::Ko),
            (&language.capture_section, Goal::Capture),
            (&language.connect_section, Goal::Connect),
            (&language.fight_section, Goal::Fight),
        ];
        for (headings, goal) in goals {
            let spelled = headings.iter().map(|heading| (plain(heading), goal));
            known.headings.extend(spelled);
        }
        let (phrases, script) = match (language.capitals, language.blanks) {
            (true, _) => (&mut known.signs, Script::Capitals),
            (false, true) => (&mut known.words, Script::Words),
            (false, false) => (&mut known.words, Script::Characters),
        };
        language.add_to(phrases, script);
    }
    known
});

impl Language {
    fn add_to(&self, phrases: &mut Phrases, script: Script) {
        let plain = [
            (&self.right, Meaning::Verdict(Verdict::Right)),
            (&self.wrong, Meaning::Verdict(Verdict::Wrong)),
            (&self.ignored, Meaning::Nothing),
            (&self.ko_fight, Meaning::Ko),
            (&self.label, Meaning::Label),
            (&self.solution, Meaning::Verdict(Verdict::Solution)),
            (&self.failure, Meaning::Verdict(Verdict::Failure)),
            (&self.neutral, Meaning::Verdict(Verdict::Neutral)),
        ];
        for color in Color::BOTH {
            let task = |defender, to_move, end| {
                Meaning::Task(Task {
                    defender,
                    to_move,
                    end,
                })
            };
            let other = color.opponent();
            let colored = [
                (&self.worse, Meaning::Verdict(Verdict::Worse(color))),
                (&self.mistake, Meaning::Verdict(Verdict::Mistake(color))),
                (&self.live, task(Some(color), Some(color), End::Success)),
                (&self.kill, task(Some(other), Some(color), End::Success)),
                (&self.ko, task(None, Some(color), End::Ko)),
                (&self.unharmed, task(Some(color), None, End::Unharmed)),
            ];
            for (list, meaning) in plain.iter().chain(&colored) {
                for phrase in *list {
                    for spelled in self.spelled(phrase, color) {
                        phrases.add(script, &spelled, *meaning);
                    }
                }
            }
        }
    }

    /// The phrase with the names of the colours.
    fn spelled(&self, phrase: &str, color: Color) -> Vec<String> {
        let names = |color| match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        };
        let mut spelled = vec![phrase.to_string()];
        for (sign, names) in [("{color}", names(color)), ("{other}", names(color.opponent()))] {
            if phrase.contains(sign) {
                let with = |phrase: &String| names.iter().map(|name| phrase.replace(sign, name)).collect();
                spelled = spelled
                    .iter()
                    .flat_map(|phrase| -> Vec<String> { with(phrase) })
                    .collect();
            }
        }
        spelled
    }
}

/// The words of a heading alone, in small letters.
fn plain(heading: &str) -> String {
    let words = heading.split(|c: char| !c.is_alphabetic());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join(" ")
}

/// What is to be done in the part of a book that has this heading, if it says so and says nothing else.
pub(crate) fn goal_of(heading: &str) -> Option<Goal> {
    KNOWN.headings.get(&plain(heading)).copied()
}

/// The first characters of a text, which is all that is looked at.
fn beginning(text: &str) -> &str {
    match text.char_indices().nth(LOOKED_AT) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

/// The first verdict of a text.
pub(crate) fn verdict(text: &str) -> Option<Verdict> {
    let of = |phrases: &Phrases| {
        let found = phrases.all_in(beginning(text)).into_iter();
        let verdicts = found.filter_map(|(_, meaning)| match meaning {
            Meaning::Verdict(verdict) => Some(verdict),
            _ => None,
        });
        verdicts.collect::<Vec<_>>().into_iter().next()
    };
    if text.is_empty() {
        return None;
    }
    of(&KNOWN.signs).or_else(|| of(&KNOWN.words))
}

/// The tasks that a text sets, with where they stand.
pub(crate) fn tasks(text: &str) -> Vec<(usize, Task)> {
    let found = KNOWN.words.all_in(beginning(text)).into_iter();
    let tasks = found.filter_map(|(at, meaning)| match meaning {
        Meaning::Task(task) => Some((at, task)),
        _ => None,
    });
    tasks.collect()
}

/// Whether a text speaks of a ko.
pub(crate) fn speaks_of_ko(text: &str) -> bool {
    let found = KNOWN.words.all_in(beginning(text)).into_iter();
    let is_ko = |meaning| matches!(meaning, Meaning::Ko | Meaning::Task(Task { end: End::Ko, .. }));
    found.map(|(_, meaning)| meaning).any(is_ko)
}

/// Whether a text speaks of a mark as of a label: the mark shows what the words are about.
pub(crate) fn speaks_of_label(text: &str) -> bool {
    let found = KNOWN.words.all_in(beginning(text)).into_iter();
    found
        .map(|(_, meaning)| meaning)
        .any(|meaning| meaning == Meaning::Label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_understood_as_people_write_them() {
        use Verdict::{Failure, Mistake, Neutral, Right, Solution, Worse, Wrong};
        for (text, expected) in [
            ("RIGHT", Some(Right)),
            ("Yeye.RIGHT", Some(Right)),
            ("sekiRIGHT", Some(Right)),
            ("a right turn", None),
            ("UPRIGHT", None),
            ("FORCE", None),
            ("CHOICE", None),
            ("NOTTHIS", None),
            ("This is WRONG", Some(Wrong)),
            ("Correct!", Some(Right)),
            ("Also correct. The other one would fail.", Some(Right)),
            ("This is wrong; the correct move is at A.", Some(Wrong)),
            ("Incorrect", Some(Wrong)),
            ("not correct", Some(Wrong)),
            ("White fails", Some(Wrong)),
            ("This is a mistake.", Some(Wrong)),
            ("the move that saves black", Some(Right)),
            ("It's a ko, but Black can do better.", Some(Worse(Color::Black))),
            ("White made a mistake and died.", Some(Mistake(Color::White))),
            ("正解", Some(Solution)),
            ("正解圖2", Some(Solution)),
            ("不正解", Some(Wrong)),
            ("失敗圖1", Some(Failure)),
            ("変化図", Some(Neutral)),
            ("黑不行1", Some(Worse(Color::Black))),
            ("黑棋淨死。", Some(Worse(Color::Black))),
            ("Richtig!", Some(Right)),
            ("nicht richtig", Some(Wrong)),
            ("急所", None),
            ("", None),
        ] {
            assert_eq!(verdict(text), expected, "{text}");
        }
    }

    #[test]
    fn tasks_are_understood_in_every_language_of_the_table() {
        let task = |text: &str| {
            tasks(text)
                .first()
                .map(|(_, task)| (task.to_move, task.defender, task.end))
        };
        let (black, white) = (Some(Color::Black), Some(Color::White));
        assert_eq!(task("黑先活"), Some((black, black, End::Success)));
        assert_eq!(task("黑先白死"), Some((black, white, End::Success)));
        assert_eq!(task("白先劫"), Some((white, None, End::Ko)));
        assert_eq!(task("黑棋不死"), Some((None, black, End::Unharmed)));
        assert_eq!(task("黒先白死"), Some((black, white, End::Success)));
        assert_eq!(task("Schwarz lebt"), Some((black, black, End::Success)));
        assert_eq!(task("Blancas matan"), Some((white, black, End::Success)));
        assert_eq!(task("和前型相比，上邊漏著一口氣。"), None);
    }

    #[test]
    fn a_heading_says_what_is_to_be_done_if_it_says_nothing_else() {
        for (heading, goal) in [
            ("Living", Some(Goal::Live)),
            (" to LIVE.", Some(Goal::Live)),
            ("Killing", Some(Goal::Kill)),
            ("生之部", Some(Goal::Live)),
            ("死の部", Some(Goal::Kill)),
            ("Creating a ko", Some(Goal::Ko)),
            ("劫之部", Some(Goal::Ko)),
            ("Life and death", None),
            ("Living with style", None),
            ("", None),
        ] {
            assert_eq!(goal_of(heading), goal, "{heading}");
        }
    }

    #[test]
    fn a_text_without_end_is_not_read_to_its_end() {
        let text = "x ".repeat(2_000_000) + "RIGHT";
        assert_eq!(verdict(&text), None);
    }
}
