//! Side and goal, from what people write about a problem.

use shikatsu::board::Color;

use super::super::words::{End, Goal, Task, goal_of, tasks};
use super::sections;

/// What a file says that is to be done, as far as it says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Meant {
    pub(crate) to_move: Option<Color>,
    /// Whose stones live or die.
    pub(crate) defender: Option<Color>,
    /// Whether nothing kills, and the file says so.
    pub(crate) nothing_works: bool,
    /// Whether the side to move gets a ko.
    pub(crate) is_ko: bool,
    /// Whether it is about some stones in a fight, and not about a whole group.
    pub(crate) is_fight: bool,
}

impl Meant {
    /// By the problem's own words, and where these are silent by the titles above it, the nearest first. A page may speak of several
    /// problems; then the one counts that a first variation is named after. `to_move` is who moves if that is known.
    pub(crate) fn by(words: &str, titles: &[String], names: &[String], to_move: Option<Color>) -> Meant {
        let heading = sections::heading(words, titles);
        // A table of contents has the words of all its parts, so nothing but the heading of the part itself counts there.
        let is_apart = |title: &&str| heading.is_none() || !sections::is_contents(title);
        let above = || {
            let titles = titles.iter().map(String::as_str).filter(is_apart);
            heading.into_iter().chain(titles)
        };
        let texts = || std::iter::once(words).chain(above());
        let task = texts().find_map(|text| one_task(text, names, to_move));
        let moves_first = |task: Task| match task.end {
            End::Unharmed => task.defender.map(Color::opponent),
            End::Success | End::Ko => task.to_move,
        };
        let to_move = to_move
            .or_else(|| texts().find_map(self::to_move))
            .or_else(|| titles.iter().find_map(|title| self::to_move(title)))
            .or(task.and_then(moves_first));
        let mover = to_move.unwrap_or(Color::Black);
        let own = task
            .and_then(|task| task.defender)
            .or_else(|| defender(words, mover));
        let section = heading.and_then(goal_of);
        let by_titles = || match section {
            Some(Goal::Live | Goal::Connect) => Some(mover),
            Some(Goal::Kill | Goal::Capture) => Some(mover.opponent()),
            Some(Goal::Ko | Goal::Fight) => None,
            None => above().find_map(|title| defender(title, mover)),
        };
        let is_fight = matches!(section, Some(Goal::Capture | Goal::Connect | Goal::Fight));
        Meant {
            to_move,
            defender: own.or_else(by_titles),
            nothing_works: task.is_some_and(|task| task.end == End::Unharmed && task.defender != Some(mover)),
            is_ko: task.map_or(section == Some(Goal::Ko), |task| task.end == End::Ko),
            is_fight: is_fight && task.is_none() && own.is_none(),
        }
    }
}

/// The task of a text: the one behind a name of the first variations, or the one that all agree on.
fn one_task(text: &str, names: &[String], to_move: Option<Color>) -> Option<Task> {
    let found = tasks(text);
    let named = names.iter().find_map(|name| text.find(name.as_str()));
    if let Some(named) = named
        && let Some((_, task)) = found.iter().find(|(at, _)| *at > named)
    {
        return Some(*task);
    }
    let fits = |task: &Task| to_move.is_none() || task.to_move.is_none() || task.to_move == to_move;
    let mut fitting = found.iter().map(|(_, task)| *task).filter(fits);
    let first = fitting.next()?;
    fitting.all(|other| other == first).then_some(first)
}

/// Whether a text sets a task for one side: "Black to live", "黑先活".
pub(crate) fn sets_task(text: &str) -> bool {
    !tasks(text).is_empty()
        || to_move(text).is_some_and(|side| defender(text, side).is_some() || is_to_play(text))
}

/// Whether somebody is asked to play.
fn is_to_play(text: &str) -> bool {
    let words = words(text);
    let asks = |row: &[Word]| {
        color(&row[0]).is_some() && row[1].text == "to" && matches!(row[2].text.as_str(), "play" | "move")
    };
    words.windows(3).any(asks)
}

/// The side in "Black to play", "white to live": the first colour with "to" behind it.
fn to_move(text: &str) -> Option<Color> {
    let words = words(text);
    let mut pairs = words.windows(2).filter(|pair| pair[1].text == "to");
    pairs.find_map(|pair| color(&pair[0]))
}

/// Whose stones live or die, from words such as "live" and "kill" and the colour near them. Without a colour they are
/// about the side to move if they set a task, "to live" or "Kill the group"; in "a bent four lives" they tell something
/// about shapes.
fn defender(text: &str, to_move: Color) -> Option<Color> {
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

    #[test]
    fn what_is_meant_comes_from_the_problem_and_then_from_its_titles() {
        use Color::{Black, White};
        let meant = |words: &str, titles: &[&str], names: &[&str], to_move| {
            let owned = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
            Meant::by(words, &owned(titles), &owned(names), to_move)
        };
        let status = meant("黑棋不死", &[], &[], None);
        assert_eq!(
            (status.to_move, status.defender, status.nothing_works),
            (Some(White), Some(Black), true)
        );
        let page = "右下: 248頁, 黑先活右上: 249頁, 白先白活左上: 250頁, 白先黑死";
        let named = meant(page, &[], &["左上"], Some(White));
        assert_eq!((named.defender, named.nothing_works), (Some(Black), false));
        let inherited = meant(
            "problem 3",
            &["Volume 2: White to live", "Black to kill"],
            &[],
            None,
        );
        assert_eq!(
            (inherited.to_move, inherited.defender),
            (Some(White), Some(White))
        );
        assert_eq!(meant("problem 3", &["A book"], &[], Some(White)).defender, None);
        let contents =
            "A book\n1. To live (9)\n2. To kill (8)\n3. Ko\n4. Nets\n5. Connecting\n6. Semeai\n7. Others";
        let part = |number| {
            let problem = format!("problem {number}");
            let meant = meant(&problem, &[contents], &[], Some(White));
            (meant.defender, meant.is_ko, meant.is_fight)
        };
        assert_eq!(part("1-3"), (Some(White), false, false));
        assert_eq!(part("2-3"), (Some(Black), false, false));
        assert_eq!(part("3-3"), (None, true, false));
        assert_eq!(part("4-3"), (Some(Black), false, true));
        assert_eq!(part("5-3"), (Some(White), false, true));
        assert_eq!(part("6-3"), (None, false, true));
        assert_eq!(part("7-3"), (None, false, false));
        assert_eq!(
            part("6-3, Black to live"),
            (Some(Black), false, false),
            "its own words"
        );
        let chinese = |number| {
            let titles = ["1. 黑先活\n2. 手筋\n3. 白先黑死"];
            let meant = meant(&format!("problem {number}"), &titles, &[], None);
            (meant.defender, meant.is_fight)
        };
        assert_eq!(chinese("1-1"), (Some(Black), false));
        assert_eq!(chinese("2-1"), (None, true));
        assert_eq!(chinese("3-1"), (Some(Black), false));
        let hints = "Black to live.\n1. a hint\n2. a hint";
        assert_eq!(meant("problem 3", &[hints], &[], None).defender, Some(Black));
        let own = meant("problem 2-3, white to live", &[contents], &[], None);
        assert_eq!(own.defender, Some(White), "the problem's own words come first");
        assert!(sets_task("Black to play") && sets_task("白先活") && !sets_task("Black has to be careful"));
    }
}
