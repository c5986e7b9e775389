//! Side and goal, from what people write about a problem.

use shikatsu::board::Color;

/// The side in "Black to play", "white to live": the first colour with "to" behind it.
pub(crate) fn to_move(text: &str) -> Option<Color> {
    let words = words(text);
    let mut pairs = words.windows(2).filter(|pair| pair[1] == "to");
    pairs.find_map(|pair| color(&pair[0]))
}

/// Whose stones live or die, from words such as "live" and "kill" and the colour near them; without a
/// colour they are about the side to move.
pub(super) fn defender(text: &str, to_move: Color) -> Option<Color> {
    let words = words(text);
    words.iter().enumerate().find_map(|(at, word)| {
        let before = words[at.saturating_sub(REACH)..at]
            .iter()
            .rev()
            .find_map(|word| color(word));
        let behind = words[at + 1..].iter().take(REACH).find_map(|word| color(word));
        match word.as_str() {
            "live" | "lives" | "survive" | "save" | "escape" | "connect" => Some(before.unwrap_or(to_move)),
            "kill" | "kills" | "capture" | "captures" => {
                let attacker = before.or(behind.map(Color::opponent)).unwrap_or(to_move);
                Some(attacker.opponent())
            }
            _ => None,
        }
    })
}

/// How many words away a colour may stand from the verb it belongs to.
const REACH: usize = 3;

fn color(word: &str) -> Option<Color> {
    match word {
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        _ => None,
    }
}

fn words(text: &str) -> Vec<String> {
    let words = text
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_to_move_is_the_colour_before_to() {
        assert_eq!(to_move("Black to play."), Some(Color::Black));
        assert_eq!(to_move("Problem 3: WHITE to live"), Some(Color::White));
        assert_eq!(to_move("How to play? White to kill."), Some(Color::White));
        assert_eq!(to_move("Black tower"), None);
        assert_eq!(to_move(""), None);
    }

    #[test]
    fn the_defender_is_the_one_who_is_to_live_or_to_be_killed() {
        use Color::{Black, White};
        for (text, to_move, defender_is) in [
            ("Black to live", Black, Some(Black)),
            ("Black to play and kill", Black, Some(White)),
            ("Black to play: live with the marked group", Black, Some(Black)),
            ("Black to play. Can White live?", Black, Some(White)),
            ("Kill the white group", Black, Some(White)),
            ("White to capture three stones", White, Some(Black)),
            ("Save your stones", White, Some(White)),
            ("Black to play.", Black, None),
            ("A lively discussion", Black, None),
        ] {
            assert_eq!(defender(text, to_move), defender_is, "{text}");
        }
    }
}
