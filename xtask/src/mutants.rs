//! `cargo xtask mutants`: changes the code of what is kept, a little at a time, and sees whether a test notices.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::Value;

use crate::shell::{command, root, run, target};
use crate::tools;

/// The rooms whose mistakes cost somebody's progress.
const ROOMS: [&str; 4] = ["record", "store", "link", "pack"];
/// The tests that cover them and take seconds.
const TESTS: [&str; 11] = [
    "record_versions",
    "store_log",
    "store_progress",
    "store_failures",
    "store_packs",
    "store_shelf",
    "link_frames",
    "link_talk",
    "link_versions",
    "pack",
    "pack_damage",
];
/// The most that may survive, in percent of those that compile.
const MOST: usize = 5;
/// Where the survivors are explained.
const EXPLAINED: &str = "docs/mutants.md";

/// What to run.
#[derive(Args)]
pub(crate) struct Options {
    /// Only these files, for example src/store/log.rs; otherwise all of record, store, link and pack.
    files: Vec<String>,
    /// How many at a time.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
}

pub(crate) fn run_command(options: &Options) -> Result<()> {
    let out = target().join("mutants");
    fs::create_dir_all(&out)?;
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let mut mutants = command(
        tools::MUTATOR
            .get()?
            .to_str()
            .context("the target folder has an odd name")?,
        &["mutants", "--package=shikatsu", "--no-shuffle", "--colors=never"],
    );
    mutants.env("CARGO", cargo).env("CARGO_PROFILE_DEV_DEBUG", "0");
    mutants
        .arg(format!("--jobs={}", options.jobs))
        .arg("--output")
        .arg(&out);
    // The tests lie in another package, and a mutant that hangs is found by the clock.
    mutants.args(["--test-package=host-tests", "--timeout=60"]);
    // Without the command line, which these tests do not need and which takes longest to build.
    mutants.args(["--no-default-features", "--features=shikatsu/std"]);
    if options.files.is_empty() {
        for room in ROOMS {
            mutants.arg(format!("--file=src/{room}/**"));
        }
    }
    for file in &options.files {
        mutants.arg(format!("--file={file}"));
    }
    mutants.arg("--");
    for test in TESTS {
        mutants.arg(format!("--test={test}"));
    }
    // This one cuts the power at every byte, for a quarter of a minute; `store_log` does so at every operation.
    mutants.args(["--", "--skip=a_log_that_is_cut_anywhere_in_a_thousand_saves"]);
    // Survivors are told by its exit code; here they are counted.
    let outcomes = out.join("mutants.out/outcomes.json");
    let _ = fs::remove_file(&outcomes);
    let ended = run(mutants);
    if !outcomes.exists() {
        return ended.context("cargo-mutants found nothing out");
    }
    report(&outcomes)
}

/// Counts, and names every survivor that is not explained.
fn report(outcomes: &Path) -> Result<()> {
    let outcomes: Value = serde_json::from_slice(&fs::read(outcomes)?)?;
    let count = |what: &str| outcomes[what].as_u64().unwrap_or(0) as usize;
    let (caught, missed, slow) = (count("caught"), count("missed"), count("timeout"));
    let viable = caught + missed + slow;
    ensure!(
        viable > 0,
        "no mutant was tested: the log is in mutants/mutants.out/log of the target folder"
    );
    println!(
        "{viable} viable mutants: {caught} caught, {slow} caught by the clock, {missed} survive ({:.1} %); {} do not compile",
        missed as f64 * 100.0 / viable.max(1) as f64,
        count("unviable")
    );
    let explained = fs::read_to_string(root().join(EXPLAINED)).unwrap_or_default();
    let survivors = outcomes["outcomes"].as_array().into_iter().flatten();
    let unexplained: Vec<&str> = survivors
        .filter(|outcome| outcome["summary"] == "MissedMutant")
        .filter_map(|outcome| outcome["scenario"]["Mutant"]["name"].as_str())
        .filter(|name| !explained.contains(without_place(name)))
        .collect();
    for name in &unexplained {
        println!("  not explained in {EXPLAINED}: {name}");
    }
    ensure!(missed * 100 < MOST * viable.max(1), "more than {MOST} % survive");
    ensure!(
        unexplained.is_empty(),
        "{} survivors are not explained",
        unexplained.len()
    );
    Ok(())
}

/// A mutant's name without line and column, which change with every edit.
fn without_place(name: &str) -> &str {
    name.split_once(": ").map_or(name, |(_, what)| what)
}
