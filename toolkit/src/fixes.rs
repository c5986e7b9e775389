//! What a person says about a collection, in a file beside it: `fixes.toml`.
//!
//! ```toml
//! [[fix]]
//! file = "corner.sgf"     # which file of this folder
//! problem = 3             # which problem of it, from 1; left out, all of them
//! key = "C18 D18"         # the stones that it is about
//! bounds = "A13:K19"      # where one may play: points and rectangles
//! to-move = "black"
//! answer = "alive C19"    # as a problem text has it
//! leave-out = true        # no problem at all
//! ```
//!
//! What is not there stays as it was read. The command line goes before it.

use std::path::Path;
use std::str::FromStr;

use serde::Deserialize;
use shikatsu::board::Color;
use shikatsu::problem::Answer;

use crate::book::Book;
use crate::entry::{Entry, Inferred};
use crate::files::{FileError, Loaded, read};
use crate::overrides::Overrides;

/// What such a file is called.
pub const NAME: &str = "fixes.toml";

/// All fixes of a folder.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fixes(Vec<Fix>);

/// What is said of one file, or of one of its problems.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Fix {
    file: String,
    problem: Option<usize>,
    overrides: Overrides,
    answer: Option<String>,
    leave_out: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    #[serde(default)]
    fix: Vec<Written>,
}

/// A fix as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    file: String,
    problem: Option<usize>,
    key: Option<String>,
    bounds: Option<String>,
    to_move: Option<String>,
    answer: Option<String>,
    #[serde(default)]
    leave_out: bool,
}

impl Fixes {
    /// Reads such a file; what is wrong with it, as a sentence, if it is none.
    pub fn parse(text: &str) -> Result<Fixes, String> {
        let page: Page = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_string())?;
        let fixes = page.fix.into_iter().enumerate().map(|(at, written)| {
            let file = written.file.clone();
            Fix::of(written).map_err(|why| format!("fix {} ({file}): {why}", at + 1))
        });
        fixes.collect::<Result<_, _>>().map(Fixes)
    }

    /// The names of all files that it speaks of.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|fix| fix.file.as_str())
    }

    /// Reads every problem of one file of the folder, as the fixes say. What `overrides` say goes before them.
    pub fn read(&self, path: &Path, bytes: &[u8], overrides: &Overrides) -> Vec<Loaded> {
        let mut loaded = read(path, bytes, overrides);
        let is_meant = |fix: &&Fix| path.file_name().is_some_and(|name| name == fix.file.as_str());
        for fix in self.0.iter().filter(is_meant) {
            let fixed = read(path, bytes, &fix.under(overrides));
            match fix.problem {
                Some(number) if number == 0 || number > loaded.len() => {
                    let sentence = format!("{NAME} speaks of its problem {number}, and there is none");
                    loaded.push(Loaded::failed(path, FileError::Unreadable(sentence)));
                }
                _ => {
                    for item in fixed {
                        if fix.problem.is_none_or(|number| number == item.game + 1) {
                            let place = item.game;
                            loaded[place] = fix.applied(item);
                        }
                    }
                }
            }
        }
        let is_left_out = |item: &Loaded| {
            let fixes = self.0.iter().filter(is_meant);
            item.games > 0
                && fixes
                    .filter(|fix| fix.leave_out)
                    .any(|fix| fix.problem.is_none_or(|number| number == item.game + 1))
        };
        loaded.retain(|item| !is_left_out(item));
        loaded
    }
}

impl Fix {
    fn of(written: Written) -> Result<Fix, String> {
        let to_move = match written.to_move.as_deref().map(str::to_ascii_lowercase).as_deref() {
            None => None,
            Some("black" | "b" | "x") => Some(Color::Black),
            Some("white" | "w" | "o") => Some(Color::White),
            Some(_) => return Err("to-move is \"black\" or \"white\"".to_string()),
        };
        Ok(Fix {
            overrides: Overrides {
                key: list(written.key.as_deref())?,
                to_move,
                bounds: list(written.bounds.as_deref())?,
            },
            file: written.file,
            problem: written.problem,
            answer: written.answer,
            leave_out: written.leave_out,
        })
    }

    /// What it says where `over` says nothing.
    fn under(&self, over: &Overrides) -> Overrides {
        let ours = &self.overrides;
        let choose = |has_none: bool| if has_none { ours } else { over };
        Overrides {
            key: choose(over.key.is_empty()).key.clone(),
            to_move: over.to_move.or(ours.to_move),
            bounds: choose(over.bounds.is_empty()).bounds.clone(),
        }
    }

    fn applied(&self, mut item: Loaded) -> Loaded {
        if let Ok(entry) = &mut item.entry
            && let Err(sentence) = self.answer_in(entry)
        {
            item.entry = Err(FileError::Unreadable(sentence).into());
        }
        item
    }

    /// Puts the answer into an entry, in place of what its file says, and notes that it was there.
    fn answer_in(&self, entry: &mut Entry) -> Result<(), String> {
        let Overrides { key, to_move, bounds } = &self.overrides;
        let mut said = Vec::new();
        said.extend((!key.is_empty()).then_some(Inferred::Key.words()));
        said.extend((!bounds.is_empty()).then_some(Inferred::Bounds.words()));
        said.extend(to_move.map(|_| Inferred::ToMove.words()));
        if let Some(text) = &self.answer {
            let answer = Answer::read(text, entry.problem.size());
            let answer = answer.ok_or_else(|| {
                format!("{NAME}: an answer is an outcome and its moves, as in \"alive C19\", not {text:?}")
            })?;
            entry.answer = Some(answer);
            entry.book = Book::default();
            said.push("the answer");
        }
        if !said.is_empty() {
            entry.remarks.push(format!("{NAME} says {}", said.join(", ")));
        }
        Ok(())
    }
}

/// Points or areas with blanks or commas between them.
fn list<T: FromStr<Err = &'static str>>(text: Option<&str>) -> Result<Vec<T>, String> {
    let words = text.unwrap_or_default().split([' ', ',']);
    let words = words.filter(|word| !word.is_empty());
    words
        .map(|word| word.parse().map_err(|why| format!("{word}: {why}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use shikatsu::problem::Outcome;

    use super::*;

    const SGF: &str = "(;SZ[9]AB[aa][ba]AW[ab][bb];B[ca])(;SZ[9]AB[ee][ef]AW[de])";

    fn loaded(fixes: &str) -> Vec<Loaded> {
        let fixes = Fixes::parse(fixes).unwrap();
        let bytes = SGF.as_bytes();
        fixes.read(Path::new("in/two.sgf"), bytes, &Overrides::default())
    }

    #[test]
    fn a_fix_overrules_its_problem_and_no_other() {
        let plain = loaded("");
        let fixed = loaded(
            "[[fix]]\nfile = 'two.sgf'\nproblem = 2\nkey = 'D5'\nto-move = 'white'\nbounds = 'A1:J9'\nanswer = 'alive C5'\n\
             [[fix]]\nfile = 'other.sgf'\nkey = 'E5'\n",
        );
        assert_eq!(plain[0], fixed[0]);
        let entry = fixed[1].entry.as_ref().unwrap();
        assert_eq!(entry.problem.to_move(), Color::White);
        assert_eq!(entry.problem.defender(), Color::White);
        assert!(entry.inferred.is_empty());
        assert_eq!(entry.answer.unwrap().outcome, Outcome::Alive);
        assert_eq!(
            entry.remarks,
            ["fixes.toml says the key stones, where one may play, the side to move, the answer"]
        );
        assert_eq!(
            loaded("[[fix]]\nfile = 'two.sgf'\nproblem = 1\nleave-out = true\n").len(),
            1
        );
    }

    #[test]
    fn the_command_line_goes_before_it() {
        let fixes = Fixes::parse("[[fix]]\nfile = 'two.sgf'\nto-move = 'white'\n").unwrap();
        let bytes = SGF.as_bytes();
        let over = Overrides {
            to_move: Some(Color::Black),
            ..Overrides::default()
        };
        let read = fixes.read(Path::new("two.sgf"), bytes, &over);
        assert_eq!(read[0].entry.as_ref().unwrap().problem.to_move(), Color::Black);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, why) in [
            ("[[fix]]\nkey = 'A1'\n", "file"),
            ("[[fix]]\nfile = 'a.sgf'\nkey = 'Z99'\n", "fix 1 (a.sgf): Z99"),
            ("[[fix]]\nfile = 'a.sgf'\nto-move = 'red'\n", "black"),
            ("[[fix]]\nfile = 'a.sgf'\ncolour = 1\n", "colour"),
        ] {
            let error = Fixes::parse(text).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
        let there_is_none = loaded("[[fix]]\nfile = 'two.sgf'\nproblem = 7\nkey = 'A1'\n");
        assert!(there_is_none[2].entry.is_err());
        let no_answer = loaded("[[fix]]\nfile = 'two.sgf'\nproblem = 1\nanswer = 'C1'\n");
        assert!(no_answer[0].entry.is_err() && no_answer[1].entry.is_ok());
    }
}
