//! What a typed line asks for: a point, the number of a problem, or a word.

use shikatsu::board::Point;

/// Something a player may ask for, by key or by word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Put a stone there.
    Play(Point),
    /// Leave the move to the other side.
    Pass,
    /// Take the newest move back.
    Undo,
    /// Make the move again that was taken back last.
    Redo,
    /// Take all moves back.
    Restart,
    /// On to the next problem.
    Next,
    /// Back to the problem before.
    Previous,
    /// To the problem of this number, counted from 1.
    Problem(usize),
    /// Tell the answer, and what the file says about the problem.
    Answer,
    /// Show the whole board, or only the part that matters.
    Whole,
    /// Show what can be done.
    Help,
    /// Leave the program.
    Quit,
}

/// The words, in the order in which help lists them.
const WORDS: [(&str, Action); 10] = [
    ("pass", Action::Pass),
    ("undo", Action::Undo),
    ("redo", Action::Redo),
    ("restart", Action::Restart),
    ("next", Action::Next),
    ("previous", Action::Previous),
    ("answer", Action::Answer),
    ("whole", Action::Whole),
    ("help", Action::Help),
    ("quit", Action::Quit),
];

/// Understands a typed line on a board of `size` lines, or says in a sentence what is wrong with it.
///
/// A word may be cut short as long as it can only be one.
pub(super) fn understand(line: &str, size: u8) -> Result<Action, String> {
    let line = line.trim();
    if let Some(point) = Point::from_vertex(line, size) {
        return Ok(Action::Play(point));
    }
    if !line.is_empty() && line.bytes().all(|b| b.is_ascii_digit()) {
        return Ok(Action::Problem(line.parse().unwrap_or(usize::MAX)));
    }
    let typed = line.to_lowercase();
    let meant: Vec<_> = WORDS
        .iter()
        .filter(|(word, _)| word.starts_with(&typed))
        .collect();
    match meant[..] {
        [(_, action)] => Ok(*action),
        [] if looks_like_vertex(line) => Err(format!(
            "\"{line}\" is not on this board: its points are A1 to {}, without the letter I.",
            Point::new(size - 1, 0).vertex(size)
        )),
        [] => Err(format!(
            "\"{line}\" is neither a point, such as E5, nor a word that help lists (F1)."
        )),
        _ => {
            let words: Vec<_> = meant.iter().map(|(word, _)| *word).collect();
            Err(format!(
                "\"{line}\" could be {}: type more of it.",
                words.join(" or ")
            ))
        }
    }
}

/// Whether somebody meant a point: a letter, then digits.
fn looks_like_vertex(line: &str) -> bool {
    let mut characters = line.chars();
    characters.next().is_some_and(char::is_alphabetic)
        && !characters.as_str().is_empty()
        && characters.all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_in_either_case() {
        let e5 = Point::new(4, 4);
        assert_eq!(understand("E5", 9), Ok(Action::Play(e5)));
        assert_eq!(understand(" e5 ", 9), Ok(Action::Play(e5)));
    }

    #[test]
    fn a_number_is_the_number_of_a_problem() {
        assert_eq!(understand("12", 9), Ok(Action::Problem(12)));
        assert_eq!(
            understand("99999999999999999999999", 9),
            Ok(Action::Problem(usize::MAX))
        );
    }

    #[test]
    fn every_word_is_understood_whole() {
        for (word, action) in WORDS {
            assert_eq!(understand(word, 9), Ok(action));
            assert_eq!(understand(&word.to_uppercase(), 9), Ok(action));
        }
    }

    #[test]
    fn a_word_may_be_cut_short_while_it_is_the_only_one() {
        assert_eq!(understand("q", 9), Ok(Action::Quit));
        assert_eq!(understand("res", 9), Ok(Action::Restart));
        assert_eq!(understand("pr", 9), Ok(Action::Previous));
        assert_eq!(
            understand("re", 9).unwrap_err(),
            "\"re\" could be redo or restart: type more of it."
        );
    }

    #[test]
    fn what_is_not_understood_is_answered_with_a_sentence() {
        for off_board in ["I5", "K1", "A10", "E0", "E05", "z9"] {
            assert_eq!(
                understand(off_board, 9).unwrap_err(),
                format!(
                    "\"{off_board}\" is not on this board: its points are A1 to J9, without the letter I."
                )
            );
        }
        for nonsense in ["e", "5e", "xyzzy", "é", "quitt"] {
            assert_eq!(
                understand(nonsense, 9).unwrap_err(),
                format!("\"{nonsense}\" is neither a point, such as E5, nor a word that help lists (F1).")
            );
        }
    }
}
