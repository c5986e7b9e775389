//! What the simulator says to the players.

use crate::entry::Entry;
use crate::print::{answer_words, solution_words};

/// What the simulator last had to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// Whether it says why something was not done.
    pub refusal: bool,
    /// A sentence or two.
    pub text: String,
    /// What the file says about the problem, if it is time for that; shown where there is room.
    pub notes: String,
}

impl Message {
    pub(super) fn said(text: impl Into<String>) -> Message {
        Message {
            refusal: false,
            text: text.into(),
            notes: String::new(),
        }
    }

    /// What the file says: its answer, or else its solution, and its notes.
    pub(super) fn answer(entry: &Entry) -> Message {
        let answer = entry.answer.as_ref();
        let stated = answer.map(|answer| format!("Answer: {}.", answer_words(answer, &entry.problem)));
        let solution = || solution_words(entry).map(|words| format!("The file's solution: {words}."));
        let text = stated.or_else(solution);
        let text = text.unwrap_or_else(|| "The file states no answer.".to_string());
        Message::said(format!("{text} {}", one_line(&entry.text)).trim_end())
    }

    /// The same with the notes of the file, which give things away.
    pub(super) fn with_notes_of(self, entry: &Entry) -> Message {
        Message {
            notes: one_line(&entry.text),
            ..self
        }
    }

    pub(super) fn refused(text: impl Into<String>) -> Message {
        Message {
            refusal: true,
            text: text.into(),
            notes: String::new(),
        }
    }
}

/// `text` with its lines joined.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
