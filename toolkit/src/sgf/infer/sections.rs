//! Parts of a book, by the table of contents that stands above its problems.
//!
//! "1. Living (103 problems)" in the comment of the root says what is to be done in "problem 1-14".

/// With more parts than this a list is no table of contents.
const MOST_PARTS: usize = 99;
/// A list of fewer parts may be anything.
const LEAST_PARTS: usize = 2;

/// The heading of the part of the book that a problem belongs to, by its number and a table of contents.
pub(super) fn heading<'a>(words: &str, titles: &'a [String]) -> Option<&'a str> {
    let part = part(words)?;
    let contents = titles.iter().find(|title| is_contents(title))?;
    parts(contents).get(part - 1).copied()
}

/// Whether a title is a table of contents.
pub(super) fn is_contents(title: &str) -> bool {
    (LEAST_PARTS..=MOST_PARTS).contains(&parts(title).len())
}

/// The number of the part in a text that begins with a number like "3-14", if only after a word like "problem".
fn part(words: &str) -> Option<usize> {
    let first_line = words.lines().find(|line| !line.trim().is_empty())?;
    let number = first_line
        .split(|c: char| c.is_whitespace() || ",;:()".contains(c))
        .filter(|word| !word.is_empty())
        .take(2)
        .find_map(|word| {
            let (part, problem) = word.trim_end_matches('.').split_once('-')?;
            problem.parse::<u16>().ok()?;
            part.parse::<usize>().ok()
        })?;
    (1..=MOST_PARTS).contains(&number).then_some(number)
}

/// The headings of a table of contents, a line each, which are numbered from 1; without what stands in brackets behind them.
fn parts(title: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in title.lines() {
        let numbered = line.trim().split_once(['.', ')', ':']);
        let heading = numbered.filter(|(number, _)| number.parse() == Ok(found.len() + 1));
        if let Some((_, heading)) = heading {
            found.push(heading.split('(').next().unwrap_or(heading).trim());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::super::words::{Goal, goal_of};
    use super::*;

    const CONTENTS: &str = "A book\n\nIt has 7 parts:\n1. Living (10 problems)\n2. Killing (7)\n3. Creating a ko\n4. Capturing races\n5. Oiotoshi (9)\n6. Connecting\n7. Odds and ends\n\nEnjoy it.";

    #[test]
    fn a_table_of_contents_says_what_is_to_be_done_in_a_part() {
        let titles = [String::new(), CONTENTS.to_string()];
        for (name, expected) in [
            ("problem 1-9, white to play", Some(Goal::Live)),
            ("\n2-1", Some(Goal::Kill)),
            ("Problem 2-14.", Some(Goal::Kill)),
            ("problem 3-1", Some(Goal::Ko)),
            ("problem 4-1", Some(Goal::Fight)),
            ("problem 5-1", Some(Goal::Capture)),
            ("problem 6-1", Some(Goal::Connect)),
            ("problem 7-1", None),
            ("problem 8-1", None),
            ("problem 0-1", None),
            ("problem 2, black to play", None),
            ("white to play, see 1-9", None),
            ("komi 2.5", None),
            ("one-two", None),
        ] {
            assert_eq!(heading(name, &titles).and_then(goal_of), expected, "{name}");
        }
    }

    #[test]
    fn no_other_title_says_it() {
        for title in ["Killing", "1. Killing", "1st edition.\n2nd edition.", "Life 1-9"] {
            assert_eq!(heading("problem 1-9", &[title.to_string()]), None, "{title}");
        }
    }
}
