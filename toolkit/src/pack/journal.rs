//! Proofs as lines of text, so that long work can go on where it was.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use shikatsu::board::{Color, Point, PointSet, Setup};
use shikatsu::problem::{Answer, Problem};
use shikatsu::tsumego::Solution;

use super::ask::Asked;
use super::prove::{Handheld, Proof, Workers};
use crate::entry::names;
use crate::solve::{Attempt, Found, Why};

/// A line of the journal.
#[derive(Serialize, Deserialize)]
struct Line {
    question: String,
    nodes: u64,
    /// Why there is no whole answer, if there is none.
    nothing: Option<Nothing>,
    /// What is known.
    known: Option<Known>,
    handheld: Reads,
    #[serde(default)]
    passes: bool,
}

#[derive(Serialize, Deserialize)]
enum Nothing {
    Nodes,
    Shape,
    TooLarge,
    Contradiction,
}

#[derive(Serialize, Deserialize)]
struct Known {
    answer: String,
    best: Option<String>,
    equals: String,
    depth: u8,
}

#[derive(Serialize, Deserialize)]
enum Reads {
    AsItIs,
    TooLarge,
    Closed {
        black: String,
        white: String,
        outside: String,
        key: String,
        /// The book of replies, if there is one.
        book: Vec<u8>,
    },
}

/// What names a question and everything that its answer depends on.
pub(super) fn question(asked: &Asked<'_>, workers: &Workers<'_>) -> String {
    let setup = asked.problem.setup();
    let sets = [
        setup.black,
        setup.white,
        setup.outside,
        setup.key,
        asked.shown,
        asked.wanted,
    ];
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut mix = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    for point in Point::all(setup.size) {
        mix(sets
            .iter()
            .fold(0, |byte, set| byte << 1 | u8::from(set.contains(point))));
    }
    mix(u8::from(setup.to_move == Color::Black));
    mix(u8::from(asked.may_fail));
    mix(u8::from(asked.is_silent));
    mix(u8::from(asked.is_aside));
    let (version, nodes) = (env!("CARGO_PKG_VERSION"), workers.effort.limits.nodes);
    let Workers {
        open_nodes,
        together_nodes,
        ..
    } = workers;
    format!(
        "{version} {nodes} {open_nodes} {together_nodes} {} {hash:016x}",
        setup.size
    )
}

/// The line that holds a proof; `None` if there is nothing worth holding.
pub(super) fn line(question: &str, proof: &Proof, size: u8) -> Option<String> {
    let attempt = &proof.attempt;
    let nothing = match attempt.found {
        Found::Proved(_) => None,
        Found::Nothing(Why::Nodes) => Some(Nothing::Nodes),
        Found::Nothing(Why::Shape) => Some(Nothing::Shape),
        Found::Nothing(Why::TooLarge) => Some(Nothing::TooLarge),
        Found::Nothing(Why::Contradiction) => Some(Nothing::Contradiction),
        Found::Nothing(Why::Stopped | Why::Time) => return None,
    };
    let known = attempt.proved().map(|known| {
        let mut answer = String::new();
        let _ = known.answer.write(size, &mut answer);
        Known {
            answer,
            best: known.best.map(|best| best.vertex(size).to_string()),
            equals: names(&known.equals, size),
            depth: known.depth,
        }
    });
    let handheld = match &proof.handheld {
        Handheld::AsItIs => Reads::AsItIs,
        Handheld::TooLarge => Reads::TooLarge,
        Handheld::Closed(problem) => closed(problem, &[]),
        Handheld::Bound(problem, book) => closed(problem, book),
    };
    let line = Line {
        question: question.to_string(),
        nodes: attempt.nodes,
        nothing,
        known,
        handheld,
        passes: proof.passes,
    };
    serde_json::to_string(&line).ok()
}

fn closed(problem: &Problem, book: &[u8]) -> Reads {
    let (setup, size) = (problem.setup(), problem.size());
    Reads::Closed {
        black: names(&setup.black, size),
        white: names(&setup.white, size),
        outside: names(&setup.outside, size),
        key: names(&setup.key, size),
        book: book.to_vec(),
    }
}

/// The lines of a journal, by the question that each answers.
#[derive(Clone, Debug, Default)]
pub struct Journal(HashMap<String, String>);

impl Journal {
    /// Takes in all lines that can be read. The last one may be cut off.
    pub fn read(text: &str) -> Journal {
        let question = |line: &str| Some(serde_json::from_str::<Line>(line).ok()?.question);
        let lines = text.lines();
        Journal(
            lines
                .filter_map(|line| Some((question(line)?, line.to_string())))
                .collect(),
        )
    }

    /// Takes in what another one knows.
    pub fn add(&mut self, other: Journal) {
        self.0.extend(other.0);
    }

    /// The line that answers a question.
    pub fn line(&self, question: &str) -> Option<&str> {
        self.0.get(question).map(String::as_str)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The proof that a line holds for a problem; `None` if it is not one of ours.
pub(super) fn proof(line: &str, problem: &Problem) -> Option<Proof> {
    let line: Line = serde_json::from_str(line).ok()?;
    let size = problem.size();
    let set = |text: &str| -> Option<PointSet> {
        text.split_whitespace()
            .map(|name| Point::from_vertex(name, size))
            .collect()
    };
    let known = match line.known {
        None => None,
        Some(known) => Some(Solution {
            answer: Answer::read(&known.answer, size)?,
            best: known.best.and_then(|best| Point::from_vertex(&best, size)),
            equals: set(&known.equals)?,
            depth: known.depth,
        }),
    };
    let found = match (line.nothing, known) {
        (None, Some(solution)) => Found::Proved(solution),
        (None, None) => return None,
        (Some(Nothing::Nodes), _) => Found::Nothing(Why::Nodes),
        (Some(Nothing::Shape), _) => Found::Nothing(Why::Shape),
        (Some(Nothing::TooLarge), _) => Found::Nothing(Why::TooLarge),
        (Some(Nothing::Contradiction), _) => Found::Nothing(Why::Contradiction),
    };
    let handheld = match line.handheld {
        Reads::AsItIs => Handheld::AsItIs,
        Reads::TooLarge => Handheld::TooLarge,
        Reads::Closed {
            black,
            white,
            outside,
            key,
            book,
        } => {
            let setup = Setup {
                black: set(&black)?,
                white: set(&white)?,
                outside: set(&outside)?,
                key: set(&key)?,
                ..problem.setup()
            };
            let problem = Problem::new(&setup).ok()?;
            if book.is_empty() {
                Handheld::Closed(problem)
            } else {
                Handheld::Bound(problem, book)
            }
        }
    };
    Some(Proof {
        attempt: Attempt {
            found,
            so_far: known,
            guess: None,
            nodes: line.nodes,
            rests: None,
        },
        handheld,
        passes: line.passes,
    })
}

#[cfg(test)]
mod tests {
    use shikatsu::problem::Outcome;

    use super::*;
    use crate::entry::Entry;

    const TEXT: &str = "-----\n-xxx-\nxxoox\nxo--x\nxooox\nB2 x\n";

    fn solution(problem: &Problem) -> Solution {
        let moves: PointSet = problem.point("C2").into_iter().collect();
        Solution {
            answer: Answer {
                outcome: Outcome::Dead,
                seki: false,
                moves,
            },
            best: moves.first(),
            equals: moves,
            depth: 3,
        }
    }

    #[test]
    fn a_proof_comes_back_from_its_line_as_it_was() {
        let problem = Entry::from_text(TEXT).unwrap().problem;
        let known = solution(&problem);
        let handhelds = [
            Handheld::AsItIs,
            Handheld::TooLarge,
            Handheld::Closed(problem),
            Handheld::Bound(problem, vec![1, 2, 200]),
        ];
        for (found, so_far) in [
            (Found::Proved(known), Some(known)),
            (Found::Nothing(Why::Nodes), Some(known)),
            (Found::Nothing(Why::Shape), None),
        ] {
            for handheld in &handhelds {
                let attempt = Attempt {
                    found,
                    so_far,
                    guess: None,
                    nodes: 77,
                    rests: None,
                };
                let before = Proof {
                    passes: true,
                    attempt,
                    handheld: handheld.clone(),
                };
                let line = line("a question", &before, problem.size()).unwrap();
                let after = proof(&line, &problem).unwrap();
                assert_eq!(
                    (after.attempt, &after.handheld, after.passes),
                    (attempt, handheld, true)
                );
                let text = format!("not a line\n{line}\n{}", &line[..line.len() / 2]);
                let journal = Journal::read(&text);
                assert_eq!(
                    (journal.len(), journal.line("a question")),
                    (1, Some(line.as_str()))
                );
            }
        }
    }

    #[test]
    fn what_was_stopped_is_not_remembered() {
        let problem = Entry::from_text(TEXT).unwrap().problem;
        let attempt = Attempt {
            found: Found::Nothing(Why::Stopped),
            so_far: None,
            guess: None,
            nodes: 1,
            rests: None,
        };
        let handheld = Handheld::AsItIs;
        assert_eq!(
            line(
                "a question",
                &Proof {
                    attempt,
                    handheld,
                    passes: false
                },
                problem.size()
            ),
            None
        );
    }
}
