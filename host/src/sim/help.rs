//! The help page: every key and every word.

/// What the page says, line by line: a key or a word, and what it does. A line without a key is a title.
pub(super) const LINES: [(&str, &str); 23] = [
    ("", "Keys"),
    ("Arrows", "move the cursor"),
    ("Home End", "ends of a line"),
    ("Enter Space", "play here"),
    ("Backspace", "take back"),
    ("Ctrl-Z Ctrl-Y", "back and again"),
    ("Ctrl-R", "to the start"),
    ("Ctrl-P", "pass"),
    ("Tab Shift-Tab", "other problems"),
    ("F2", "whole board"),
    ("F3", "the answer"),
    ("F1 Ctrl-C", "help, leave"),
    ("", ""),
    ("", "Typed, then Enter"),
    ("e5", "play at E5"),
    ("12", "to problem 12"),
    ("undo redo", "back and again"),
    ("pass restart", "as Ctrl-P, -R"),
    ("next previous", "other problems"),
    ("answer whole", "as F3, F2"),
    ("help quit", "as F1, Ctrl-C"),
    ("", "Enough letters to tell them"),
    ("", "apart do."),
];

/// How wide the keys and words are.
pub(super) const KEY_WIDTH: usize = 14;
