//! What became of the mutants, in a file that grows line by line, so that a run can be interrupted.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::list::Mutant;

/// What became of a mutant.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// A test failed.
    Caught,
    /// A test went on for too long.
    Timeout,
    /// All tests pass.
    Missed,
    /// It does not compile.
    Unviable,
}

#[derive(Serialize, Deserialize, Clone)]
struct Line {
    key: String,
    name: String,
    outcome: Outcome,
    /// It was built alone.
    alone: bool,
}

pub(super) struct Results {
    lines: BTreeMap<String, Line>,
    file: File,
}

impl Results {
    /// Goes on where an earlier run ended, unless all is to be tried anew.
    pub(super) fn open(path: &Path, anew: bool) -> Result<Results> {
        let mut lines = BTreeMap::new();
        if !anew && let Ok(text) = fs::read_to_string(path) {
            for line in text.lines() {
                // The last one may be cut.
                if let Ok(line) = serde_json::from_str::<Line>(line) {
                    lines.insert(line.key.clone(), line);
                }
            }
        }
        let file = File::options()
            .create(true)
            .append(true)
            .truncate(false)
            .open(path)?;
        if anew {
            file.set_len(0)?;
        }
        Ok(Results { lines, file })
    }

    pub(super) fn outcome(&self, mutant: &Mutant) -> Option<Outcome> {
        self.lines.get(&mutant.key).map(|line| line.outcome)
    }

    /// Whether it is to be tried: it never was, or survived and nobody has said why. New tests may catch it; those that caught others are still
    /// there.
    pub(super) fn wants(&self, mutant: &Mutant, is_explained: bool) -> bool {
        match self.outcome(mutant) {
            None => true,
            Some(Outcome::Missed) => !is_explained,
            Some(_) => false,
        }
    }

    /// Whether it was built alone in this run or before.
    pub(super) fn was_alone(&self, mutant: &Mutant) -> bool {
        self.lines.get(&mutant.key).is_some_and(|line| line.alone)
    }

    pub(super) fn add(&mut self, mutant: &Mutant, outcome: Outcome, alone: bool) -> Result<()> {
        let line = Line {
            key: mutant.key.clone(),
            name: mutant.name.clone(),
            outcome,
            alone,
        };
        writeln!(self.file, "{}", serde_json::to_string(&line)?)?;
        self.lines.insert(line.key.clone(), line);
        Ok(())
    }
}
