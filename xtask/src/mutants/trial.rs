//! Running the tests that reach a mutant, until one fails.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::SKIPPED;
use super::results::Outcome;

/// Tests that take no longer are run first.
const QUICK: Duration = Duration::from_millis(250);
/// Seconds of processor time for a test that is run by itself.
const PATIENCE: u64 = 20;
/// Tests that are run together may take so many times what they take without a mutant, and some seconds more.
const SLOWER: u32 = 5;
const MORE: u64 = 5;
/// What a shell says of a program that used up its time, and what it says if that cannot be caught.
const TIME_IS_UP: [i32; 2] = [128 + 24, 128 + 9];

/// A test, and the functions that it reaches.
struct Test {
    /// Which of the programs it is in.
    program: usize,
    name: String,
    reached: Vec<u32>,
    /// What it takes without a mutant, by the clock on the wall: that is never less than what the processor takes.
    takes: Duration,
}

impl Test {
    fn is_quick(&self) -> bool {
        self.takes < QUICK
    }
}

/// The tests, and what is known about them.
pub(super) struct Trials {
    programs: Vec<PathBuf>,
    folder: PathBuf,
    tests: Vec<Test>,
}

impl Trials {
    /// Runs every test once without a mutant, and sees what it reaches.
    pub(super) fn new(programs: Vec<PathBuf>, tree: &Path) -> Result<Trials> {
        let mut trials = Trials {
            programs,
            folder: tree.join("host-tests"),
            tests: Vec::new(),
        };
        let path = tree.join("reached");
        for (program, name) in trials.names()? {
            let begun = Instant::now();
            let told = BTreeMap::from([("REACHED", path.display().to_string())]);
            let outcome = trials.outcome(program, &[&name], &told, PATIENCE)?;
            ensure!(outcome == Outcome::Missed, "{name} fails without any mutant");
            let takes = begun.elapsed();
            // Without a word from it nothing was reached.
            let reached = fs::read_to_string(&path).unwrap_or_default();
            let _ = fs::remove_file(&path);
            trials.tests.push(Test {
                program,
                name,
                reached: reached.lines().map(str::parse).collect::<Result<_, _>>()?,
                takes,
            });
        }
        Ok(trials)
    }

    /// Runs all tests of a program that is a mutant itself.
    pub(super) fn all(programs: Vec<PathBuf>, tree: &Path) -> Result<Outcome> {
        let trials = Trials {
            programs,
            folder: tree.join("host-tests"),
            tests: Vec::new(),
        };
        for (program, name) in trials.names()? {
            let outcome = trials.outcome(program, &[&name], &BTreeMap::new(), PATIENCE)?;
            if outcome != Outcome::Missed {
                return Ok(outcome);
            }
        }
        Ok(Outcome::Missed)
    }

    /// What becomes of a mutant of this function.
    pub(super) fn run(&self, mutant: usize, function: u32) -> Result<Outcome> {
        let told = BTreeMap::from([("MUTANT", mutant.to_string())]);
        for is_quick in [true, false] {
            let tests = self.tests.iter().filter(|test| test.is_quick() == is_quick);
            let tests: Vec<&Test> = tests.filter(|test| test.reached.contains(&function)).collect();
            for of_one in tests.chunk_by(|one, other| one.program == other.program) {
                let names: Vec<&str> = of_one.iter().map(|test| test.name.as_str()).collect();
                let takes: Duration = of_one.iter().map(|test| test.takes).sum();
                let patience = MORE + (takes * SLOWER).as_secs();
                let outcome = self.outcome(of_one[0].program, &names, &told, patience)?;
                if outcome != Outcome::Missed {
                    return Ok(outcome);
                }
            }
        }
        Ok(Outcome::Missed)
    }

    /// All tests, each with its program.
    fn names(&self) -> Result<Vec<(usize, String)>> {
        let mut names = Vec::new();
        for (program, path) in self.programs.iter().enumerate() {
            let listed = Command::new(path)
                .arg("--list")
                .current_dir(&self.folder)
                .output()?;
            let text = String::from_utf8(listed.stdout)?;
            let here = text.lines().filter_map(|line| line.strip_suffix(": test"));
            let here = here.filter(|name| !SKIPPED.iter().any(|skipped| name.ends_with(skipped)));
            names.extend(here.map(|name| (program, String::from(name))));
        }
        ensure!(!names.is_empty(), "there is no test");
        Ok(names)
    }

    fn outcome(
        &self,
        program: usize,
        tests: &[&str],
        told: &BTreeMap<&str, String>,
        patience: u64,
    ) -> Result<Outcome> {
        // A shell can bound the processor's time: the clock on the wall says little on a busy computer.
        let bounded = format!("ulimit -t {patience}; \"$0\" \"$@\"");
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &bounded])
            .arg(&self.programs[program])
            .args(tests)
            .args(["--exact", "--test-threads=1"]);
        shell.envs(told).current_dir(&self.folder);
        let status = shell.stdout(Stdio::null()).stderr(Stdio::null()).status();
        let status = status.context("there is no shell")?;
        Ok(match status.code() {
            Some(0) => Outcome::Missed,
            Some(code) if TIME_IS_UP.contains(&code) => Outcome::Timeout,
            _ => Outcome::Caught,
        })
    }
}
