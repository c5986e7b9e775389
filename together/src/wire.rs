//! Lines between a team and its members: the Go Text Protocol, spoken by both sides at once, and the text in `colgo-*` commands.
//!
//! A line that begins with `=` or `?` starts an answer, which ends with a blank line. Any other line is a command. So both sides may ask.

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

/// The longest line that is read, in bytes.
pub const LINE_MOST: usize = 8192;
/// The longest answer.
pub const ANSWER_MOST: usize = 64 * 1024;

/// What would not survive in an argument: blanks, comments, and the sign itself.
const AWKWARD: &AsciiSet = &CONTROLS.add(b' ').add(b'#').add(b'%');

/// Text as one argument of a command: `Hello%20all`.
pub fn packed(text: &str) -> String {
    utf8_percent_encode(text, AWKWARD).to_string()
}

/// The text of arguments that [`packed`] made, or that somebody typed with blanks between.
pub fn unpacked(arguments: &str) -> String {
    percent_decode_str(arguments).decode_utf8_lossy().into_owned()
}

/// What comes over the wire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// An answer to a command of ours.
    Answer {
        /// The number of the command, if it was repeated.
        id: Option<u32>,
        /// What was said, or why not.
        said: Result<String, String>,
    },
    /// A command of theirs.
    Command {
        /// Its number.
        id: Option<u32>,
        /// Its name.
        name: String,
        /// The rest of the line.
        arguments: String,
    },
}

/// An answer got longer than anything sensible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

/// Makes messages of lines.
#[derive(Debug, Default)]
pub struct Reader {
    answer: Option<(bool, Option<u32>, String)>,
}

impl Reader {
    /// Takes a line without its end.
    pub fn take(&mut self, line: &str) -> Result<Option<Message>, TooLong> {
        let kept = |letter: char| match letter {
            '\t' => Some(' '),
            letter if letter.is_control() => None,
            letter => Some(letter),
        };
        let line: String = line.chars().filter_map(kept).collect();
        if let Some((is_good, id, mut text)) = self.answer.take() {
            if line.is_empty() {
                let text = text.trim().to_string();
                let said = if is_good { Ok(text) } else { Err(text) };
                return Ok(Some(Message::Answer { id, said }));
            }
            if text.len() + line.len() > ANSWER_MOST {
                return Err(TooLong);
            }
            text.push('\n');
            text.push_str(&line);
            self.answer = Some((is_good, id, text));
            return Ok(None);
        }
        if let Some(rest) = line.strip_prefix('=').or_else(|| line.strip_prefix('?')) {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let id = rest[..digits].parse().ok();
            self.answer = Some((line.starts_with('='), id, rest[digits..].to_string()));
            return Ok(None);
        }
        let line = line.split('#').next().unwrap_or_default().trim();
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (id, name, arguments) = match first.parse::<u32>() {
            Ok(id) => {
                let (name, rest) = rest.trim_start().split_once(' ').unwrap_or((rest.trim(), ""));
                (Some(id), name, rest)
            }
            Err(_) => (None, first, rest),
        };
        if name.is_empty() {
            return Ok(None);
        }
        Ok(Some(Message::Command {
            id,
            name: name.to_string(),
            arguments: arguments.trim().to_string(),
        }))
    }
}

/// An answer on its way out. Blank lines inside of it would end it, so they go.
pub fn answer(id: Option<u32>, said: &Result<String, String>) -> String {
    let (sign, text) = match said {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let id = id.map_or(String::new(), |id| id.to_string());
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .collect();
    format!("{sign}{id} {}\n\n", lines.join("\n")).replace(" \n\n", "\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Message> {
        let mut reader = Reader::default();
        text.lines()
            .filter_map(|line| reader.take(line).unwrap())
            .collect()
    }

    #[test]
    fn both_sides_ask_on_one_wire() {
        let messages =
            read("=3 D4\r\n\r\ncolgo-chat Hello%20all # comment\n\n? no\nreally\n\n17 name\n= \n\n");
        let command = |id, name: &str, arguments: &str| Message::Command {
            id,
            name: name.to_string(),
            arguments: arguments.to_string(),
        };
        let expected = [
            Message::Answer {
                id: Some(3),
                said: Ok("D4".to_string()),
            },
            command(None, "colgo-chat", "Hello%20all"),
            Message::Answer {
                id: None,
                said: Err("no\nreally".to_string()),
            },
            command(Some(17), "name", ""),
            Message::Answer {
                id: None,
                said: Ok(String::new()),
            },
        ];
        assert_eq!(messages, expected);
    }

    #[test]
    fn text_of_any_kind_is_one_argument() {
        for text in ["", "Ann Lee", "100 % #1", "<b>\u{202e}\n\t\"", "死活"] {
            let packed = packed(text);
            assert!(
                !packed.contains([' ', '#', '\n']) && packed.is_ascii(),
                "{packed}"
            );
            assert_eq!(unpacked(&packed), text);
        }
        assert_eq!(unpacked("hello all %zz %ff"), "hello all %zz \u{fffd}");
    }

    #[test]
    fn an_endless_answer_is_noticed() {
        let mut reader = Reader::default();
        reader.take("=").unwrap();
        let line = "x".repeat(1000);
        assert!((0..100).any(|_| reader.take(&line).is_err()));
    }

    #[test]
    fn answers_have_no_blank_lines() {
        assert_eq!(answer(None, &Ok(String::new())), "=\n\n");
        assert_eq!(answer(Some(4), &Ok("a\n\nb\n".to_string())), "=4 a\nb\n\n");
        assert_eq!(answer(None, &Err("no".to_string())), "? no\n\n");
    }
}
