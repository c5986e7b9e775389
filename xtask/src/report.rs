//! What was checked, and how it came out.

use std::fmt::{self, Write as _};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;

/// The outcomes of all checks and tests, printed at the end.
#[derive(Default)]
pub(crate) struct Report {
    lines: String,
    /// When what is being done now was begun, so that one sees where the time goes.
    begun: Option<Instant>,
    checks: Counts,
    tests: Counts,
}

/// How many there were of each outcome.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Counts {
    passed: usize,
    failed: usize,
    skipped: usize,
}

impl Counts {
    fn plus(self, other: Counts) -> Counts {
        Counts {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            skipped: self.skipped + other.skipped,
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts {
            passed,
            failed,
            skipped,
        } = self;
        write!(f, "{passed} passed, {failed} failed, {skipped} skipped")
    }
}

impl Report {
    /// Runs one check and keeps its outcome; a failure does not stop the others.
    pub(crate) fn check(&mut self, name: &str, check: impl FnOnce() -> Result<String>) {
        self.begin(name);
        match check() {
            Ok(said) => {
                self.checks.passed += 1;
                self.tell("ok", name, &said);
            }
            Err(error) => self.fail(name, &format!("{error:#}")),
        }
    }

    /// Notes what was not checked and why.
    pub(crate) fn skip(&mut self, name: &str, why: &str) {
        self.checks.skipped += 1;
        self.tell("skipped", name, why);
    }

    /// Runs tests, which are counted one by one. `run` also says whether all went well: tests that could not even
    /// be built count as one failed check.
    pub(crate) fn tests(&mut self, name: &str, run: impl FnOnce() -> Result<(bool, Tests)>) {
        self.begin(name);
        let (success, tests) = match run() {
            Ok(ran) => ran,
            Err(error) => return self.fail(name, &format!("{error:#}")),
        };
        self.tests = self.tests.plus(tests.counts);
        let counts = tests.counts.to_string();
        if success {
            self.tell("ok", name, &counts);
        } else if tests.counts.failed > 0 {
            self.tell("FAILED", name, &counts);
        } else {
            self.fail(name, &format!("they did not run to the end; {counts}"));
        }
        for skip in &tests.skips {
            self.tell("skipped", "test", skip);
        }
    }

    fn begin(&mut self, name: &str) {
        println!("\n== {name}");
        self.begun = Some(Instant::now());
    }

    fn fail(&mut self, name: &str, why: &str) {
        println!("{why}");
        self.checks.failed += 1;
        self.tell("FAILED", name, why);
    }

    fn tell(&mut self, outcome: &str, name: &str, said: &str) {
        let taken = self.begun.take().map_or(String::new(), |begun| {
            format!(" ({} s)", begun.elapsed().as_secs())
        });
        let separator = if said.is_empty() { "" } else { ": " };
        writeln!(self.lines, "  {outcome:8} {name}{taken}{separator}{said}")
            .expect("a String takes everything");
    }

    /// Everything that was done. No test is counted twice: the run of the tests is not one of the checks.
    fn total(&self) -> Counts {
        self.checks.plus(self.tests)
    }

    /// Prints everything; the last line counts it all.
    pub(crate) fn finish(self) -> ExitCode {
        println!("\n== summary\n{}", self.lines);
        println!("checks: {}", self.checks);
        println!("tests:  {}", self.tests);
        println!("{}", self.total());
        if self.total().failed == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }
}

/// What a test runner did, read off its output.
#[derive(Default)]
pub(crate) struct Tests {
    counts: Counts,
    /// What tests said they could not run.
    skips: Vec<String>,
}

impl Tests {
    /// Adds up the closing lines of `cargo test`, and gathers lines that start with `skipped:`. A test that says so
    /// ends well, but has tested nothing: it counts as skipped.
    pub(crate) fn read(lines: &[String]) -> Tests {
        let mut tests = Tests::default();
        let counts = &mut tests.counts;
        for line in lines {
            if let Some(said) = line.strip_prefix("test result: ") {
                counts.passed += number_before(said, " passed");
                counts.failed += number_before(said, " failed");
                counts.skipped += number_before(said, " ignored");
            } else if let Some(skip) = line.strip_prefix("skipped: ") {
                tests.skips.push(skip.to_string());
            }
        }
        counts.passed = counts.passed.saturating_sub(tests.skips.len());
        counts.skipped += tests.skips.len();
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
    use anyhow::bail;

    use super::*;

    fn counts(passed: usize, failed: usize, skipped: usize) -> Counts {
        Counts {
            passed,
            failed,
            skipped,
        }
    }

    fn ran(lines: &[&str]) -> Tests {
        Tests::read(&lines.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    const GOOD: &str =
        "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s";
    const BAD: &str =
        "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s";

    #[test]
    fn closing_lines_are_added_up_and_a_test_that_was_skipped_did_not_pass() {
        let tests = ran(&[GOOD, "skipped: the cases folder is absent", BAD]);
        assert_eq!(tests.counts, counts(14, 2, 2));
        assert_eq!(tests.skips, ["the cases folder is absent"]);
    }

    #[test]
    fn the_total_counts_each_check_and_each_test_once() {
        let mut report = Report::default();
        report.check("format", || Ok(String::new()));
        report.check("docs", || bail!("on purpose"));
        report.skip("emulator", "on purpose");
        report.tests("tests", || Ok((true, ran(&[GOOD]))));
        assert_eq!(report.checks, counts(1, 1, 1));
        assert_eq!(report.total(), counts(13, 1, 2));
    }

    #[test]
    fn tests_that_fail_are_counted_and_tests_that_cannot_be_built_are_one_failure() {
        let mut report = Report::default();
        report.tests("tests", || Ok((false, ran(&[GOOD, BAD]))));
        assert_eq!(report.total(), counts(15, 2, 1));
        report.tests("tests", || Ok((false, ran(&[]))));
        assert_eq!(report.total(), counts(15, 3, 1));
    }
}
