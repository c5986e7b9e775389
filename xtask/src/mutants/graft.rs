//! All mutants in one copy of the source: a function's body becomes a choice between itself and its mutants.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::RangeInclusive;

use anyhow::{Result, ensure};

use super::list::Mutant;
use super::tree::Tree;

/// What the copy has beside the project's code: which mutant it is to be.
pub(super) const CHOICE: &str = include_str!("choice.rs");

/// Where each mutant is in the copy.
pub(super) struct Graft {
    arms: Vec<(String, RangeInclusive<usize>, usize)>,
}

impl Graft {
    /// Writes all but those that were dropped into the copy. Their numbers count from 1.
    pub(super) fn new(tree: &Tree, mutants: &[&Mutant], dropped: &BTreeSet<usize>) -> Result<Graft> {
        let mut files: BTreeMap<&str, Vec<(usize, &Mutant)>> = BTreeMap::new();
        for (number, mutant) in (1..).zip(mutants) {
            files.entry(&mutant.file).or_default().push((number, mutant));
        }
        let mut graft = Graft { arms: Vec::new() };
        for (file, source) in tree.originals() {
            let mut mutants = files.remove(file).unwrap_or_default();
            mutants.retain(|(number, _)| !dropped.contains(number));
            tree.write(file, &graft.file(file, source, &mutants)?)?;
        }
        ensure!(files.is_empty(), "a file is not in the copy");
        Ok(graft)
    }

    fn file(&mut self, file: &str, source: &str, mutants: &[(usize, &Mutant)]) -> Result<String> {
        let mut functions: BTreeMap<usize, Vec<&(usize, &Mutant)>> = BTreeMap::new();
        for mutant in mutants {
            let start = mutant.1.body.as_ref().map_or(0, |body| body.start);
            functions.entry(start).or_default().push(mutant);
        }
        let (mut text, mut at) = (String::new(), 0);
        for (start, mutants) in functions {
            ensure!(start >= at, "{file}: a function in a function");
            text.push_str(&source[at..start]);
            let function = mutants[0].1.function_number();
            write!(text, "\nmatch crate::mutants::chosen({function}) {{\n")?;
            for (number, mutant) in mutants.iter().copied() {
                let Some(body) = &mutant.body else { continue };
                writeln!(text, "{number} => {{")?;
                let first = text.lines().count() + 1;
                text.push_str(&source[start..mutant.bytes.start]);
                text.push_str(&mutant.replacement);
                text.push_str(&source[mutant.bytes.end..body.end]);
                text.push_str("\n}\n");
                self.arms
                    .push((file.to_string(), first..=text.lines().count(), *number));
                at = body.end;
            }
            write!(text, "_ => {{\n{}\n}}\n}}\n", &source[start..at])?;
        }
        text.push_str(&source[at..]);
        Ok(text)
    }

    /// The mutant in this line of a file.
    pub(super) fn at(&self, file: &str, line: usize) -> Option<usize> {
        let arm = self
            .arms
            .iter()
            .find(|(name, lines, _)| name == file && lines.contains(&line));
        arm.map(|(_, _, number)| *number)
    }
}
