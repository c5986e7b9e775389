//! The answer that a comment states, in its first line as in the problem text: `Answer: dead C1`.
//!
//! A text that only looks like one is kept apart as in the problem text too, by a semicolon in front. The semicolon counts
//! only there: a comment that somebody else began with one stays as it is.

use shikatsu::problem::{Answer, Notes};

/// The answer that a comment states, and the text without it.
pub(super) fn split(comment: &str, size: u8) -> (Option<Answer>, String) {
    if let Some(text) = comment.strip_prefix(';')
        && looks_like_answer(text, size)
    {
        return (None, text.trim_start().to_string());
    }
    let (line, rest) = comment.split_once('\n').unwrap_or((comment, ""));
    match stated(line, size) {
        Some((answer, text)) => (Some(answer), format!("{text}\n{rest}").trim().to_string()),
        None => (None, comment.to_string()),
    }
}

/// The comment that [`split`] takes apart into these.
pub(super) fn join(answer: Option<&Answer>, text: &str, size: u8) -> String {
    let mut comment = String::new();
    if let Some(answer) = answer {
        comment.push_str("Answer: ");
        answer
            .write(size, &mut comment)
            .expect("a String takes everything");
        comment.push('\n');
    } else if looks_like_answer(text, size) {
        comment.push_str("; ");
    }
    comment.push_str(text);
    comment.trim_end().to_string()
}

/// Whether a text would be read as an answer, or as a text with a semicolon in front for that reason.
fn looks_like_answer(text: &str, size: u8) -> bool {
    let text = text.trim_start_matches(|c: char| c == ';' || c.is_whitespace());
    stated(text.lines().next().unwrap_or(""), size).is_some()
}

/// The answer of a line and what follows it there. Name and level have properties of their own; in a comment they are
/// just words.
fn stated(line: &str, size: u8) -> Option<(Answer, &str)> {
    let notes = Notes::read(line, size);
    let only_answer = notes
        == Notes {
            answer: notes.answer,
            text: notes.text,
            ..Notes::default()
        };
    Some((notes.answer.filter(|_| only_answer)?, notes.text))
}
