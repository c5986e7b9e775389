//! The help page: every key and every word.

/// What the page says, line by line: a key or a word, and what it does. A line without a key is a title.
pub(super) const LINES: [(&str, &str); 21] = [
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
    ("Ctrl-C", "leave"),
    ("", ""),
    ("", "Typed, then Enter"),
    ("e5", "play at E5"),
    ("12", "to problem 12"),
    ("pass", "no stone"),
    ("undo redo", "back and again"),
    ("restart", "to the start"),
    ("next previous", "other problems"),
    ("whole help quit", ""),
    ("", "First letters are enough."),
];

/// How wide the keys and words are.
pub(super) const KEY_WIDTH: usize = 14;
