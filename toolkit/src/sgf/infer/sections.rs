//! Parts of a book, by the table of contents that stands above its problems.
//!
//! "1. Living (103 problems)" in the comment of the root says what is to be done in "problem 1-14".

use super::super::words::{Goal, goal_of};

/// With more parts than this a list is no table of contents.
const MOST_PARTS: usize = 99;

/// What is to be done in the part of the book that a problem belongs to: by a title that is a heading, or by a table of contents and the problem's number.
pub(super) fn goal(words: &str, titles: &[String]) -> Option<Goal> {
    let heading = titles.iter().find_map(|title| goal_of(title));
    heading.or_else(|| {
        let part = part(words)?;
        titles
            .iter()
            .find_map(|title| goal_of(parts(title).get(part - 1)?))
    })
}

/// The number of the part in the first number of the kind "3-14" in a text.
fn part(words: &str) -> Option<usize> {
    let number = words
        .split(|c: char| c.is_whitespace() || ",;:()".contains(c))
        .find_map(|word| {
            let (part, problem) = word.trim_end_matches('.').split_once(['-', '.'])?;
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
    use super::*;

    const CONTENTS: &str = "A book\n\nIt has 4 parts:\n1. Living (10 problems)\n2. Killing (7)\n3. Creating a ko\n4. Races\n\nEnjoy it.";

    #[test]
    fn a_table_of_contents_says_what_is_to_be_done_in_a_part() {
        let titles = [String::new(), CONTENTS.to_string()];
        for (name, expected) in [
            ("problem 1-9, white to play", Some(Goal::Live)),
            ("2-1", Some(Goal::Kill)),
            ("Problem 2.14.", Some(Goal::Kill)),
            ("problem 3-1", Some(Goal::Ko)),
            ("problem 4-1", None),
            ("problem 0-1", None),
            ("problem 5-1", None),
            ("problem 2, black to play", None),
            ("one-two", None),
        ] {
            assert_eq!(goal(name, &titles), expected, "{name}");
        }
        assert_eq!(goal("problem 1-9", &["1st edition.".to_string()]), None);
    }

    #[test]
    fn a_title_may_be_a_heading_itself() {
        let titles = ["Killing".to_string(), CONTENTS.to_string()];
        assert_eq!(goal("problem 1-9", &titles), Some(Goal::Kill), "the nearest");
        assert_eq!(goal("problem 9", &["Life and death".to_string()]), None);
    }
}
