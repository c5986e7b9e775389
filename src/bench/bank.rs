//! The built-in problems, read out completely: what the trainer does while the player looks for the first move.

use core::fmt;

use super::solving::{EMPTY, NODES, SLICE, fold};
use crate::board::Point;
use crate::pack::Bank;
use crate::pack::library::{Library, Name, PackIndex, ProblemIndex};
use crate::problem::Answer;
use crate::search::{Limits, Table};
use crate::tsumego::{DeviceThinker, Task, Thinking};

/// A built-in problem with what is to be known before the first move.
#[derive(Clone, Debug)]
pub struct ReadOut {
    /// What its pack is called.
    pub pack: Name,
    /// What it is called.
    pub name: Name,
    /// The outcome and every correct first move; `None` if the positions were used up first.
    pub answer: Option<Answer>,
    /// Positions looked at.
    pub nodes: u64,
}

/// About how many problems of a pack stand for all of it where reading them out takes long, as on the emulated chip.
const SAMPLE: ProblemIndex = 48;

/// Where the built-in problems stand, in their order.
pub fn built_in() -> impl Iterator<Item = (PackIndex, ProblemIndex)> {
    (0..Bank.packs()).flat_map(|pack| (0..Bank.len(pack)).map(move |problem| (pack, problem)))
}

/// The same, but of a large pack only a sample, from its first to its last at equal steps.
pub fn sample() -> impl Iterator<Item = (PackIndex, ProblemIndex)> {
    built_in().filter(|&(pack, problem)| problem % Bank.len(pack).div_ceil(SAMPLE) == 0)
}

/// Reads a built-in problem out. The table must be empty, and of [`crate::tsumego::DEVICE_SLOTS`] for the figures to be
/// those of the handheld.
///
/// # Panics
/// If there is no such problem.
pub fn read_out(
    (pack, problem): (PackIndex, ProblemIndex),
    thinker: &mut DeviceThinker,
    table: &mut Table<'_>,
) -> ReadOut {
    let entry = Bank
        .load(pack, problem)
        .expect("it is one of the built-in problems");
    let task = Task {
        limits: Limits {
            nodes: NODES,
            ..Limits::NONE
        },
        // As the trainer does: the pack's answer says what to try first.
        expected: entry.answer,
        ..Task::of(&entry.problem)
    };
    let mut progress = Thinking::Unknown;
    if thinker.start(&task) {
        progress = Thinking::More;
    }
    while matches!(progress, Thinking::More) {
        progress = thinker.step(table, SLICE);
    }
    let answer = match progress {
        Thinking::Solved(solution) => Some(solution.answer),
        _ => None,
    };
    ReadOut {
        pack: Bank.pack_name(pack),
        name: entry.name,
        answer,
        nodes: thinker.nodes(),
    }
}

impl ReadOut {
    /// The outcome's word, or `unknown`.
    pub fn word(&self) -> &'static str {
        self.answer.map_or("unknown", |answer| answer.outcome.word())
    }

    /// Folded from outcome, moves and positions.
    pub fn signature(&self) -> u64 {
        let outcome = self.answer.map_or(0, |answer| 1 + answer.outcome as u64);
        let moves = self.answer.map(|answer| answer.moves).unwrap_or_default();
        let place = |point: Point| u64::from(point.column()) << 8 | u64::from(point.row());
        let moves = moves.iter().map(place).fold(EMPTY, fold);
        [outcome, moves, self.nodes].into_iter().fold(EMPTY, fold)
    }
}

/// Pack and name as one word: `shapes/straight-three-in-the-centre`.
impl fmt::Display for ReadOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_word(&self.pack, f)?;
        f.write_str("/")?;
        write_word(&self.name, f)
    }
}

fn write_word(name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let is_letter = |letter: &char| letter.is_ascii_alphanumeric() || *letter == ' ' || *letter == '-';
    for letter in name.chars().filter(is_letter) {
        let letter = if letter == ' ' {
            '-'
        } else {
            letter.to_ascii_lowercase()
        };
        write!(f, "{letter}")?;
    }
    Ok(())
}
