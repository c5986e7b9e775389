//! GNU Go's suites of tests (`.tst`): what they ask, and what they expect.

use regex::Regex;

/// A question of a suite.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) number: u32,
    /// Where the position comes from.
    pub(super) scene: Scene,
    pub(super) question: Question,
    pub(super) expected: Option<Expected>,
}

/// A game, the move before which it stops, and moves after that.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Scene {
    pub(super) file: String,
    pub(super) before: Option<usize>,
    pub(super) plays: Vec<(bool, String)>,
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Whether the chain here can be killed, and how.
    Attack(String),
    /// Whether the chain here can be saved, and how.
    Defend(String),
    /// Anything else, by name.
    Other(String),
}

/// `#? [1 (F8|E8)]*`.
#[derive(Debug)]
pub(super) struct Expected {
    pub(super) shown: String,
    pattern: Regex,
    is_negated: bool,
    /// A trailing star: it is known to fail.
    pub(super) fails: bool,
}

impl Expected {
    fn read(text: &str) -> Option<Expected> {
        let (inside, star) = text.trim().strip_prefix('[')?.rsplit_once(']')?;
        let (is_negated, pattern) = inside
            .strip_prefix('!')
            .map_or((false, inside), |rest| (true, rest));
        Some(Expected {
            shown: inside.to_string(),
            pattern: Regex::new(&format!("^(?:{pattern})$")).ok()?,
            is_negated,
            fails: star.contains('*'),
        })
    }

    /// Whether an answer such as `1 F8` is what is expected.
    pub(super) fn fits(&self, answer: &str) -> bool {
        self.pattern.is_match(answer) != self.is_negated
    }
}

/// All questions of a suite, and complaints about lines that cannot be understood.
pub(super) fn read(text: &str) -> (Vec<Case>, Vec<String>) {
    let (mut cases, mut complaints) = (Vec::<Case>::new(), Vec::new());
    let mut scene = Scene::default();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(expected) = line.strip_prefix("#?") {
            match (Expected::read(expected), cases.last_mut()) {
                (Some(expected), Some(case)) if case.expected.is_none() => case.expected = Some(expected),
                _ => complaints.push(format!("line {}: this expectation cannot be understood", at + 1)),
            }
            continue;
        }
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["loadsgf", file] => {
                scene = Scene {
                    file: file.to_string(),
                    ..Scene::default()
                }
            }
            ["loadsgf", file, before] if before.parse::<usize>().is_ok() => {
                scene = Scene {
                    file: file.to_string(),
                    before: before.parse().ok(),
                    plays: Vec::new(),
                };
            }
            // The older protocol has the colour alone.
            ["play", color, point] | [color @ ("black" | "white"), point] => scene
                .plays
                .push((color.to_lowercase().starts_with('b'), point.to_string())),
            [number, command, ref rest @ ..] if number.parse::<u32>().is_ok() => {
                let question = match (command, rest) {
                    ("owl_attack", [point]) => Question::Attack((*point).to_string()),
                    ("owl_defend", [point]) => Question::Defend((*point).to_string()),
                    _ => Question::Other(command.to_string()),
                };
                let number = number.parse().unwrap_or_default();
                cases.push(Case {
                    number,
                    scene: scene.clone(),
                    question,
                    expected: None,
                });
            }
            // Blank lines, and settings of GNU Go's own.
            _ => {}
        }
    }
    (cases, complaints)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_is_read_with_positions_expectations_and_known_failures() {
        let suite = "# a comment\nloadsgf games/a.sgf 52\n1 owl_attack D8\n#? [1 (F8|E8)]\nplay white C3\nblack D4\n2 owl_defend D8\n#? [0]*\n3 owl_does_attack A1 B2\n#? [!0]\n";
        let (cases, complaints) = read(suite);
        assert!(complaints.is_empty());
        let [attack, defend, other] = &cases[..] else {
            panic!("three questions")
        };
        assert_eq!(attack.scene.before, Some(52));
        assert_eq!(attack.question, Question::Attack("D8".to_string()));
        let expected = attack.expected.as_ref().unwrap();
        assert!(expected.fits("1 E8") && !expected.fits("1 E9") && !expected.fits("0") && !expected.fails);
        assert_eq!(
            defend.scene.plays,
            [(false, "C3".to_string()), (true, "D4".to_string())]
        );
        assert!(defend.expected.as_ref().unwrap().fails);
        assert_eq!(other.question, Question::Other("owl_does_attack".to_string()));
        assert!(other.expected.as_ref().unwrap().fits("1 C3") && !other.expected.as_ref().unwrap().fits("0"));
    }
}
