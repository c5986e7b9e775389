//! Side and goal, from what people write about a problem.

use shikatsu::board::Color;

/// The side in "Black to play", "white to live": the first colour with "to" behind it.
pub(crate) fn to_move(text: &str) -> Option<Color> {
    let words = words(text);
    let mut pairs = words.windows(2).filter(|pair| pair[1].text == "to");
    pairs.find_map(|pair| color(&pair[0]))
}

/// Whose stones live or die, from words such as "live" and "kill" and the colour near them. Without a colour they are
/// about the side to move if they set a task, "to live" or "Kill the group"; in "a bent four lives" they tell something
/// about shapes.
pub(super) fn defender(text: &str, to_move: Color) -> Option<Color> {
    let words = words(text);
    words.iter().enumerate().find_map(|(at, word)| {
        let nearest = &words[at.saturating_sub(REACH)..at];
        let before = nearest.iter().rev().find_map(color);
        let behind = words[at + 1..].iter().take(REACH).find_map(color);
        let after_to = nearest.iter().any(|word| word.text == "to");
        match word.text.as_str() {
            "live" | "survive" | "save" | "escape" => {
                before.or((after_to || word.opens_sentence).then_some(to_move))
            }
            "lives" | "connect" => before.or(after_to.then_some(to_move)),
            "kill" | "kills" | "capture" | "captures" => {
                let sets_task = after_to || (word.text == "kill" && word.opens_sentence);
                let attacker = before.or(behind.map(Color::opponent));
                attacker.or(sets_task.then_some(to_move)).map(Color::opponent)
            }
            _ => None,
        }
    })
}

/// How many words away a colour, or a "to", may stand from the verb it belongs to.
const REACH: usize = 3;

struct Word {
    /// In small letters.
    text: String,
    opens_sentence: bool,
}

fn color(word: &Word) -> Option<Color> {
    match word.text.as_str() {
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        _ => None,
    }
}

fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    for sentence in text.split(['.', '!', '?', ':', ';', '\n']) {
        let found = sentence
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| !word.is_empty());
        words.extend(found.enumerate().map(|(i, word)| Word {
            text: word.to_lowercase(),
            opens_sentence: i == 0,
        }));
    }
    words
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
            ("Capturing race, to kill", Black, Some(White)),
            ("Bent four lives on the side.", Black, None),
            ("Eight live: hane from both ends.", Black, None),
            ("The point where the stones connect is false.", White, None),
        ] {
            assert_eq!(defender(text, to_move), defender_is, "{text}");
        }
    }
}
