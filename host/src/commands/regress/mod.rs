//! `shikatsu regress`: GNU Go's suites of tests.

pub(super) mod ask;
pub(super) mod game;
mod suite;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use shikatsu_proof::points::named;

use self::ask::{Budget, ask};
use self::suite::{Case, Question};
use super::{Done, complain, say};

/// Run suites of tests in GNU Go's format (.tst)
///
/// `owl_attack` and `owl_defend` are answered by the solver, with the chain that is named as key stones; other questions are counted and left alone. Games are looked for beside
/// the suite. The exit status is 0; 1 if an answer is not the expected one, known failures aside; 2 if something could not be read.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// Give up on a question after so many positions
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    nodes: u64,

    /// Play no farther from the chain than this. Walls behind it then count as safe, so an answer is about that area and may be wrong for the game
    #[arg(long, value_name = "STEPS", default_value_t = WHOLE_BOARD)]
    reach: usize,

    /// Only name what is not as expected
    #[arg(long)]
    brief: bool,

    /// Suites
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// No two points of a board are farther apart.
pub(super) const WHOLE_BOARD: usize = 36;

/// What came of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Came {
    Passed,
    Failed,
    /// It fails, and the suite says so.
    FailedAsKnown,
    /// It passes, though the suite says that it fails.
    UnexpectedPass,
    Unknown,
    NotAsked,
}

const ALL: [(Came, &str); 6] = [
    (Came::Passed, "passed"),
    (Came::Failed, "failed"),
    (Came::FailedAsKnown, "failed as known"),
    (Came::UnexpectedPass, "passed unexpectedly"),
    (Came::Unknown, "unknown"),
    (Came::NotAsked, "not asked"),
];

pub(super) fn run(options: &Options) -> io::Result<Done> {
    let mut done = Done::Well;
    for path in &options.files {
        let shown = path.display();
        let text = match fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => {
                complain(&format!("{shown}: cannot be read: {error}"));
                done = Done::WithFaults;
                continue;
            }
        };
        let (cases, complaints) = suite::read(&text);
        for sentence in complaints {
            complain(&format!("{shown}: {sentence}"));
            done = Done::WithFaults;
        }
        let mut counts = [0; ALL.len()];
        for case in &cases {
            let (came, answer) = answer(case, path, options);
            counts[came as usize] += 1;
            if came == Came::Failed && done == Done::Well {
                done = Done::Disappointed;
            }
            if !options.brief || matches!(came, Came::Failed | Came::UnexpectedPass) {
                let expected = case.expected.as_ref().map_or("", |expected| &expected.shown);
                say(&format!(
                    "{:>5} {}: {answer} (expected {expected})\n",
                    case.number, ALL[came as usize].1
                ))?;
            }
        }
        let counts: Vec<String> = ALL
            .iter()
            .map(|(came, name)| format!("{} {name}", counts[*came as usize]))
            .collect();
        say(&format!(
            "{shown}: {} questions: {}\n",
            cases.len(),
            counts.join(", ")
        ))?;
    }
    Ok(done)
}

fn answer(case: &Case, suite: &Path, options: &Options) -> (Came, String) {
    let (vertex, attacks) = match &case.question {
        Question::Attack(vertex) => (vertex, true),
        Question::Defend(vertex) => (vertex, false),
        Question::Other(name) => return (Came::NotAsked, name.clone()),
    };
    let Some(expected) = &case.expected else {
        return (Came::NotAsked, "nothing is expected".to_string());
    };
    let found = (|| {
        let path = suite.parent().unwrap_or(Path::new("")).join(&case.scene.file);
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let position = game::position(&String::from_utf8_lossy(&bytes), &case.scene)?;
        let target = named(vertex, position.size).ok_or(format!("{vertex} is no point of this board"))?;
        ask(
            &position,
            target,
            attacks,
            Budget {
                nodes: options.nodes,
                reach: options.reach,
            },
        )
    })();
    match found {
        Err(sentence) => (Came::NotAsked, sentence),
        Ok(None) => (Came::Unknown, "unknown".to_string()),
        Ok(Some(answer)) => {
            let came = match (expected.fits(&answer), expected.fails) {
                (true, false) => Came::Passed,
                (true, true) => Came::UnexpectedPass,
                (false, false) => Came::Failed,
                (false, true) => Came::FailedAsKnown,
            };
            (came, answer)
        }
    }
}
