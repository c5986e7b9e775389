//! What was checked, and how it came out.

use std::fmt::Write as _;

use anyhow::{Result, bail};

/// The outcomes of all checks, told at the end.
#[derive(Default)]
pub(crate) struct Report {
    lines: String,
    passed: usize,
    failed: usize,
    skipped: usize,
}

impl Report {
    /// Runs one check and keeps its outcome; a failure does not stop the others.
    pub(crate) fn check(&mut self, name: &str, check: impl FnOnce() -> Result<String>) {
        println!("\n== {name}");
        match check() {
            Ok(said) => {
                self.passed += 1;
                self.tell("ok", name, &said);
            }
            Err(error) => {
                println!("{error:#}");
                self.failed += 1;
                self.tell("FAILED", name, &format!("{error:#}"));
            }
        }
    }

    /// Notes what was not checked and why.
    pub(crate) fn skip(&mut self, name: &str, why: &str) {
        self.skipped += 1;
        self.tell("skipped", name, why);
    }

    /// Adds the counts of a test runner.
    pub(crate) fn count(&mut self, tests: &Tests) {
        self.passed += tests.passed;
        self.failed += tests.failed;
        self.skipped += tests.ignored;
    }

    fn tell(&mut self, outcome: &str, name: &str, said: &str) {
        let separator = if said.is_empty() { "" } else { ": " };
        writeln!(self.lines, "  {outcome:8} {name}{separator}{said}").expect("a String takes everything");
    }

    /// Prints everything; an error if anything failed.
    pub(crate) fn finish(self) -> Result<()> {
        println!("\n== summary\n{}", self.lines);
        println!(
            "{} passed, {} failed, {} skipped",
            self.passed, self.failed, self.skipped
        );
        if self.failed > 0 {
            bail!("{} checks or tests failed", self.failed);
        }
        Ok(())
    }
}

/// A test runner's counts, read off its output.
#[derive(Default)]
pub(crate) struct Tests {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    pub(crate) ignored: usize,
    /// What tests said they could not run.
    pub(crate) skips: Vec<String>,
}

impl Tests {
    /// Adds up the closing lines of `cargo test`, and gathers lines that start with `skipped:`.
    pub(crate) fn read(lines: &[String]) -> Tests {
        let mut tests = Tests::default();
        for line in lines {
            if let Some(counts) = line.strip_prefix("test result: ") {
                tests.passed += number_before(counts, " passed");
                tests.failed += number_before(counts, " failed");
                tests.ignored += number_before(counts, " ignored");
            } else if let Some(skip) = line.strip_prefix("skipped: ") {
                tests.skips.push(skip.to_string());
            }
        }
        tests
    }
}

fn number_before(text: &str, word: &str) -> usize {
    let before = text.split(word).next().unwrap_or("");
    before
        .rsplit(' ')
        .next()
        .and_then(|n| n.parse().ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_are_added_up() {
        let lines = [
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s",
            "skipped: the cases folder is absent",
            "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s",
        ];
        let tests = Tests::read(&lines.map(String::from));
        assert_eq!((tests.passed, tests.failed, tests.ignored), (15, 2, 1));
        assert_eq!(tests.skips, ["the cases folder is absent"]);
    }
}
