//! The words that one types, and what they ask for.

use shikatsu::session::keys::Button;
use shikatsu::session::picture::Mark;
use shikatsu::session::text::{mark_sign, mark_word};

use super::edit::EditWords;
use crate::script::{Click, STEPS, Step};

/// What a line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Wish {
    Do(Step),
    /// Something that only means anything on a board.
    OnBoard(Step),
    /// A step of the editor.
    Edit(EditWords),
    /// The editor, with the board as it is or with an empty one.
    Open {
        from_nothing: bool,
    },
    /// What was made is to be kept.
    Keep,
    /// The game is to be saved under this name.
    Save(String),
    /// Another problem.
    Next,
    Previous,
    /// What lives for good.
    Life,
    Look,
    Help,
    Quit,
}

/// Steps whose words are names or quoted: capitals count in them.
const VERBATIM: [&str; 3] = ["problem", "screenshot", "expect"];

/// What a line asks for, or why it is not understood.
pub(super) fn understood(line: &str) -> Result<Wish, String> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (first, rest) = (first.to_lowercase(), rest.trim());
    if let Some(wish) = alone(&first).filter(|_| rest.is_empty()) {
        return Ok(wish);
    }
    if first == "save" && !rest.is_empty() {
        return Ok(Wish::Save(rest.to_string()));
    }
    if let Some(words) = EditWords::understood(&first, rest) {
        return words.map(Wish::Edit);
    }
    if looks_like_point(&first) && rest.is_empty() {
        return Ok(play_at(&first));
    }
    if first == "play" && looks_like_point(rest) {
        return Ok(play_at(rest));
    }
    let rest = if VERBATIM.contains(&first.as_str()) {
        rest.to_string()
    } else {
        rest.to_lowercase()
    };
    // The names of keys do without their verb.
    if Button::ALL
        .iter()
        .any(|button| button.name().eq_ignore_ascii_case(&first))
    {
        return format!("press {first} {rest}").parse().map(Wish::Do);
    }
    if STEPS.contains(&first.as_str()) {
        return format!("{first} {rest}").parse().map(Wish::Do);
    }
    Err(format!("'{first}' is not a word that works here; type help"))
}

/// A word that says it all: what keyboards, menus and other programs call it.
fn alone(word: &str) -> Option<Wish> {
    let press = |button| Wish::Do(Step::Press(button, 1));
    let hold = |button| Wish::OnBoard(Step::Hold(button));
    Some(match word {
        "play" | "enter" | "ok" => press(Button::A),
        "back" | "undo" | "u" | "backspace" => press(Button::B),
        "hint" | "h" => press(Button::X),
        "menu" | "m" => press(Button::Y),
        "pass" | "p" => hold(Button::A),
        "restart" | "r" => hold(Button::B),
        "redo" | "f" => hold(Button::X),
        "board" | "z" => hold(Button::Y),
        "row" => Wish::Do(Step::RowGo),
        "go" | "game" => Wish::Do(Step::PlayGo),
        "next" | "n" => Wish::Next,
        "previous" => Wish::Previous,
        "alive" => Wish::Life,
        "look" | "l" | "solve" => Wish::Look,
        "edit" => Wish::Open { from_nothing: false },
        "new" => Wish::Open { from_nothing: true },
        "keep" | "save" => Wish::Keep,
        "help" | "?" => Wish::Help,
        "quit" | "q" | "exit" => Wish::Quit,
        _ => return None,
    })
}

/// A letter and one or two digits, whether or not the board has such a point.
fn looks_like_point(word: &str) -> bool {
    let mut letters = word.chars();
    let is_letter = letters.next().is_some_and(|letter| letter.is_ascii_alphabetic());
    let digits = letters.as_str();
    is_letter && matches!(digits.len(), 1 | 2) && digits.bytes().all(|digit| digit.is_ascii_digit())
}

fn play_at(point: &str) -> Wish {
    Wish::OnBoard(Step::Click(Click::Point(point.to_uppercase())))
}

/// All words, and the signs of the board.
pub(super) fn help(is_editing: bool) -> String {
    let marks = Mark::ALL.map(|mark| format!("{} {}", mark_sign(mark), mark_word(mark)));
    let edit = if is_editing {
        super::edit::HELP
    } else {
        "  edit: make a problem of what stands on the board; new: of nothing\n"
    };
    format!(
        "\
Name a point to play there: C2. The other words, with letters for short:
  pass (p), undo (b), redo (f), restart (r): take your turn or take it back
  hint (h), menu (m), next (n), previous: ask, choose, go to another problem
  up, down, left, right: move the cursor or the choice; 'right 3' moves three times
  a: play at the cursor, choose, go on; b: back; x and y: what the screen says
  alive: what lives for good; any word that the screen has for a key, a row or a choice: why, lesson, packs, dead
  board (z): the whole board; look (l): the screen again; help (?); quit (q)
  problem NAME: go to a problem; go: play a whole game, save FILE.sgf: keep it; row: play Row Go; set theme dark: change a setting
{edit}The board: X Black, O White, . a free point, a blank where nobody plays, (X) the cursor.
Behind a stone or a point:
  {}.
A free point is : where a hint says to look.
All steps of a script work too, as docs/script.md has them: 'hold a', 'wait 2s' …
",
        marks.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(line: &str) -> Step {
        match understood(line) {
            Ok(Wish::Do(step) | Wish::OnBoard(step)) => step,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn words_mean_what_the_keys_of_a_keyboard_do() {
        for (words, meant) in [
            (["h", "hint", "X"], Step::Press(Button::X, 1)),
            (["m", "Menu", "y"], Step::Press(Button::Y, 1)),
            (["undo", "back", "B"], Step::Press(Button::B, 1)),
            (["p", "PASS", "hold a"], Step::Hold(Button::A)),
            (["r", "restart", "Hold B"], Step::Hold(Button::B)),
            (["f", "redo", "hold x"], Step::Hold(Button::X)),
            (["z", "board", "hold y"], Step::Hold(Button::Y)),
            (
                ["Right 3", "press right 3", "right  3"],
                Step::Press(Button::Right, 3),
            ),
        ] {
            for word in words {
                assert_eq!(step(word), meant, "{word}");
            }
        }
        for word in ["quit", "Q", "exit"] {
            assert_eq!(understood(word), Ok(Wish::Quit));
        }
        assert_eq!(understood("?"), understood("HELP"));
        assert_eq!(understood("n"), understood("next"));
    }

    #[test]
    fn points_and_steps_of_scripts_are_understood_in_capitals_or_not() {
        for line in ["c2", "C2", "play c2"] {
            assert_eq!(step(line), Step::Click(Click::Point("C2".to_string())));
        }
        assert_eq!(step("Set Theme Dark"), step("set theme dark"));
        assert_eq!(
            step("Expect text \"White is dead\""),
            step("expect text \"White is dead\"")
        );
        assert_eq!(step("problem Ko"), Step::Problem("Ko".to_string()));
    }

    #[test]
    fn what_is_no_word_is_answered_in_few() {
        for line in ["fly", "Fly to the moon", "c2 d2", "abc1", "c123"] {
            let why = understood(line).unwrap_err();
            assert!(why.ends_with("is not a word that works here; type help"), "{why}");
        }
        assert!(understood("set theme").unwrap_err().contains("'set theme dark'"));
    }

    /// The words that help lists before each colon, with the letters for short.
    fn listed(help: &str) -> Vec<String> {
        let lines = help.lines().filter(|line| line.starts_with("  "));
        let pieces = lines.flat_map(|line| line.split(';'));
        let before = pieces.filter_map(|piece| match piece.split_once(':') {
            Some((words, _)) => Some(words),
            // Some say it all by themselves: help (?).
            None => (piece.split_whitespace().count() <= 2).then_some(piece),
        });
        let before = before.filter(|words| !words.trim().starts_with("any word"));
        let words = before.flat_map(|words| words.split([',', '(', ')']));
        // What is written in capitals stands for something else, and a few words join others.
        let plain = words.flat_map(|word| word.split(" and ")).map(str::trim);
        plain
            .filter(|word| !word.is_empty())
            .map(str::to_string)
            .collect()
    }

    #[test]
    fn every_word_that_help_lists_is_known() {
        for is_editing in [false, true] {
            let help = help(is_editing);
            let words = listed(&help);
            assert!(words.len() > 30, "{words:?}");
            for word in &words {
                let filled = word
                    .replace("FILE.sgf", "game.sgf")
                    .replace("NAME", "Ko")
                    .replace("POINT", "C2")
                    .replace("WORDS", "words")
                    .replace("LEVEL", "12k");
                assert!(understood(&filled).is_ok(), "{word}: {:?}", understood(&filled));
            }
        }
        for word in [
            "pass", "p", "undo", "b", "redo", "f", "restart", "r", "hint", "h", "menu", "m", "next", "n",
            "previous", "up", "down", "left", "right", "a", "x", "y", "board", "z", "look", "l", "help",
            "quit", "q", "alive", "row", "go", "edit", "new",
        ] {
            assert!(understood(word).is_ok(), "{word}");
            assert!(listed(&help(false)).iter().any(|listed| listed == word), "{word}");
        }
        assert!(
            help(false)
                .contains("^ key stone, < last move, / right, ! wrong, ? candidate, = correct, * best")
        );
    }
}
