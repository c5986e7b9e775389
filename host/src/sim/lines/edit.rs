//! What one types in the editor.

use shikatsu::board::{Color, MAX_SIZE, MIN_SIZE, Point};
use shikatsu::edit::Step;
use shikatsu::session::picture::BoardScreen;

/// What the help says about it.
pub(super) const HELP: &str = "\
In the editor:
  black C3, white D3: put a stone; take C3: take it away
  key C2: the chain of C2 is the key, or not any more; key only C2: that stone alone
  area A1:F5: one may play there; area A1: this point in or out; area auto: worked out
  side, side white: who moves first, and with that kill or live; size 9: so many lines
  turn, mirror, swap, clear: the whole board
  undo, redo: every step; solve: what the solver says; keep: write it; quit
";

/// A step of the editor, before it is known on which board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum EditWords {
    Put(Color, String),
    Take(String),
    Key(String),
    KeyStone(String),
    Paint(String),
    Frame(String, String),
    Side(Option<Color>),
    Plain(Step),
}

impl EditWords {
    /// What two words ask for; `None` if the first is none of the editor's.
    pub(super) fn understood(first: &str, rest: &str) -> Option<Result<EditWords, String>> {
        let rest = rest.to_uppercase();
        let point = |make: fn(String) -> EditWords| {
            if rest.is_empty() {
                Err(format!("'{first}' needs a point, as in '{first} C3'"))
            } else {
                Ok(make(rest.clone()))
            }
        };
        let plain = |step| match rest.as_str() {
            "" => Ok(EditWords::Plain(step)),
            _ => Err(format!("'{first}' stands alone")),
        };
        Some(match first {
            "black" => point(|at| EditWords::Put(Color::Black, at)),
            "white" => point(|at| EditWords::Put(Color::White, at)),
            "take" | "remove" => point(EditWords::Take),
            "key" => match rest.strip_prefix("ONLY ") {
                Some(at) => Ok(EditWords::KeyStone(at.trim().to_string())),
                None => point(EditWords::Key),
            },
            "area" if rest == "AUTO" => Ok(EditWords::Plain(Step::WorkOut)),
            "area" => match rest.split_once(':') {
                Some((one, other)) => Ok(EditWords::Frame(one.to_string(), other.to_string())),
                None => point(EditWords::Paint),
            },
            "side" => match rest.as_str() {
                "" => Ok(EditWords::Side(None)),
                "BLACK" => Ok(EditWords::Side(Some(Color::Black))),
                "WHITE" => Ok(EditWords::Side(Some(Color::White))),
                _ => Err("a side is black or white".to_string()),
            },
            "size" => match rest.parse() {
                Ok(size) if (MIN_SIZE..=MAX_SIZE).contains(&size) => Ok(EditWords::Plain(Step::Size(size))),
                _ => Err(format!("a board has {MIN_SIZE} to {MAX_SIZE} lines")),
            },
            "turn" => plain(Step::Turn),
            "mirror" => plain(Step::Mirror),
            "swap" => plain(Step::Swap),
            "clear" => plain(Step::Clear),
            _ => return None,
        })
    }

    /// The step on this board, or why there is none.
    pub(super) fn step(&self, board: &BoardScreen) -> Result<Step, String> {
        let point = |name: &str| {
            Point::from_vertex(name, board.size)
                .ok_or_else(|| format!("there is no point '{name}' on this board"))
        };
        Ok(match self {
            EditWords::Put(color, at) => Step::Put(*color, point(at)?),
            EditWords::Take(at) => Step::Take(point(at)?),
            EditWords::Key(at) => Step::Key(point(at)?),
            EditWords::KeyStone(at) => Step::KeyStone(point(at)?),
            EditWords::Paint(at) => Step::Paint(point(at)?),
            EditWords::Frame(one, other) => Step::Frame(point(one)?, point(other)?),
            EditWords::Side(wanted) if *wanted == board.strip.stone && wanted.is_some() => {
                return Err("that side moves first already".to_string());
            }
            EditWords::Side(_) => Step::Side,
            EditWords::Plain(step) => *step,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_the_editor_are_understood() {
        let words = |line: &str| {
            let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
            EditWords::understood(first, rest)
        };
        let understood = |line: &str| words(line).unwrap().unwrap();
        assert_eq!(
            understood("black c3"),
            EditWords::Put(Color::Black, "C3".to_string())
        );
        assert_eq!(
            understood("area a1:f5"),
            EditWords::Frame("A1".to_string(), "F5".to_string())
        );
        assert_eq!(understood("area auto"), EditWords::Plain(Step::WorkOut));
        assert_eq!(understood("key only c2"), EditWords::KeyStone("C2".to_string()));
        assert_eq!(understood("side white"), EditWords::Side(Some(Color::White)));
        assert_eq!(understood("size 19"), EditWords::Plain(Step::Size(19)));
        for line in ["black", "size 4", "size x", "side red", "turn left"] {
            assert!(words(line).unwrap().is_err(), "{line}");
        }
        assert_eq!(words("c2"), None);
    }
}
