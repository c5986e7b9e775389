//! `cargo xtask mutants`: changes the code of what is kept, a little at a time, and sees whether a test notices.
//!
//! cargo-mutants says what to change. It would build everything anew for each change, for hours. Here all changes are built in at once, each behind a
//! number that the tests are told when they start:
//!
//! * `list` asks cargo-mutants for the mutants;
//! * `tree` copies the rooms that are changed, what they need and the tests into a workspace of its own;
//! * `graft` writes the mutants into that copy; those that do not compile are found there and taken out;
//! * `trial` runs the tests that reach a mutant, until one fails.
//!
//! A mutant that is none of a function, such as one of a constant, is built alone.

mod graft;
mod list;
mod results;
mod tree;
mod trial;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::shell::{root, target};
use graft::Graft;
use list::Mutant;
use results::{Outcome, Results};
use tree::{BESIDE, KEPT, Tree};
use trial::Trials;

/// The rooms whose mistakes cost somebody's progress.
const ROOMS: [&str; 4] = ["record", "link", "pack", "store"];
/// The tests that cover them.
const TESTS: [&str; 16] = [
    "record_versions",
    "store_log",
    "store_progress",
    "store_failures",
    "store_packs",
    "store_shelf",
    "store_mine",
    "store_log_edges",
    "store_mine_edges",
    "store_packs_edges",
    "link_frames",
    "link_talk",
    "link_versions",
    "pack",
    "pack_damage",
    "pack_edges",
];
/// These cut the power at every byte, for a quarter of a minute; `store_log` does so at every operation.
const SKIPPED: [&str; 1] = ["a_log_that_is_cut_anywhere_in_a_thousand_saves"];
/// The most that may survive, in percent of those that compile.
const MOST: usize = 5;
/// How many are built in at once.
const PORTION: usize = 150;
/// Where the survivors are explained.
const EXPLAINED: &str = "docs/mutants.md";

/// What to run.
#[derive(Args)]
pub(crate) struct Options {
    /// Only these files, for example src/store/log.rs; otherwise all of record, store, link and pack.
    files: Vec<String>,
    /// Try all of them, also those that were caught before and have not changed since.
    #[arg(long)]
    anew: bool,
    /// Leave out those that have to be built alone.
    #[arg(long)]
    quick: bool,
}

pub(crate) fn run_command(options: &Options) -> Result<()> {
    let out = target().join("mutants");
    fs::create_dir_all(&out)?;
    let mutants = list::mutants(&options.files)?;
    let mut results = Results::open(&out.join("results.jsonl"), options.anew)?;
    let tree = Tree::plant(&out.join("tree"))?;
    let explained = Explained::read();
    let (alone, together): (Vec<&Mutant>, Vec<&Mutant>) =
        mutants.iter().partition(|mutant| mutant.stands_alone());
    let wants = |mutant: &Mutant, results: &Results| results.wants(mutant, explained.has(mutant));
    let wanted = together.iter().copied();
    let wanted: Vec<&Mutant> = wanted.filter(|mutant| wants(mutant, &results)).collect();
    for some in portions(&wanted) {
        try_together(&tree, some, &mut results)?;
    }
    // The compiler runs constant functions too, and does so without any mutant: what nobody noticed there is built alone.
    let alone = alone.into_iter();
    let mut alone: Vec<&Mutant> = alone.filter(|mutant| wants(mutant, &results)).collect();
    let constant = together.iter().filter(|mutant| {
        mutant.is_constant && results.outcome(mutant) == Some(Outcome::Missed) && !results.was_alone(mutant)
    });
    alone.extend(constant);
    if !options.quick {
        for (number, mutant) in alone.iter().enumerate() {
            println!("alone, {} of {}: {}", number + 1, alone.len(), mutant.name);
            try_alone(&tree, mutant, &mut results)?;
        }
    }
    report(&mutants, &results)
}

/// Whole files together, up to [`PORTION`] mutants: the compiler takes long over a program with all of them.
fn portions<'a>(mutants: &'a [&'a Mutant]) -> Vec<&'a [&'a Mutant]> {
    let mut portions = Vec::new();
    let mut start = 0;
    let (mut end, mut at) = (0, 0);
    for file in mutants.chunk_by(|one, other| one.file == other.file) {
        at += file.len();
        if at - start > PORTION && end > start {
            portions.push(&mutants[start..end]);
            start = end;
        }
        end = at;
    }
    if end > start {
        portions.push(&mutants[start..end]);
    }
    portions
}

/// Builds all in, and tries one after the other.
fn try_together(tree: &Tree, mutants: &[&Mutant], results: &mut Results) -> Result<()> {
    let mut dropped = BTreeSet::new();
    loop {
        let graft = Graft::new(tree, mutants, &dropped)?;
        let faulty = tree.check(&graft)?;
        if faulty.is_empty() {
            break;
        }
        println!("{} more do not compile", faulty.len());
        for &number in &faulty {
            results.add(mutants[number - 1], Outcome::Unviable, false)?;
        }
        dropped.extend(faulty);
    }
    let trials = Trials::new(tree.build()?, tree.folder())?;
    for (number, mutant) in (1..).zip(mutants) {
        if !dropped.contains(&number) {
            let outcome = trials.run(number, mutant.function_number())?;
            println!("{outcome:?}: {}", mutant.name);
            results.add(mutant, outcome, false)?;
        }
    }
    Ok(())
}

/// Builds one in as it is, and runs all tests, until one fails. Those beside the code are built first, since that takes less.
fn try_alone(tree: &Tree, mutant: &Mutant, results: &mut Results) -> Result<()> {
    tree.restore(mutant)?;
    let mut outcome = Outcome::Missed;
    for program in [&BESIDE, &KEPT] {
        outcome = match tree.build_again(program) {
            Ok(tests) => Trials::all(tests, tree.folder())?,
            Err(_) => Outcome::Unviable,
        };
        if outcome != Outcome::Missed {
            break;
        }
    }
    println!("{outcome:?}");
    results.add(mutant, outcome, true)
}

/// Counts, and names every survivor that is not explained.
fn report(mutants: &[Mutant], results: &Results) -> Result<()> {
    let count = |room: &str, outcome: Outcome| {
        let here = mutants.iter().filter(|mutant| mutant.is_in(room));
        here.filter(|mutant| results.outcome(mutant) == Some(outcome))
            .count()
    };
    println!("| room | mutants | caught | by the clock | survive | do not compile | not tried |");
    println!("|---|---|---|---|---|---|---|");
    let mut totals = [0; 6];
    for room in ROOMS {
        let all = mutants.iter().filter(|mutant| mutant.is_in(room)).count();
        let known = [
            Outcome::Caught,
            Outcome::Timeout,
            Outcome::Missed,
            Outcome::Unviable,
        ]
        .map(|outcome| count(room, outcome));
        let left = all - known.iter().sum::<usize>();
        let [caught, slow, missed, unviable] = known;
        println!("| {room} | {all} | {caught} | {slow} | {missed} | {unviable} | {left} |");
        for (total, more) in totals.iter_mut().zip([all, caught, slow, missed, unviable, left]) {
            *total += more;
        }
    }
    let [all, caught, slow, missed, unviable, left] = totals;
    println!("| all | {all} | {caught} | {slow} | {missed} | {unviable} | {left} |");
    let viable = caught + slow + missed;
    ensure!(viable > 0, "no mutant was tried");
    println!(
        "{:.1} % of {viable} viable mutants survive",
        missed as f64 * 100.0 / viable as f64
    );
    // It may have been written while the tests ran.
    let explained = Explained::read();
    let unexplained: Vec<&str> = mutants
        .iter()
        .filter(|mutant| results.outcome(mutant) == Some(Outcome::Missed) && !explained.has(mutant))
        .map(|mutant| mutant.name.as_str())
        .collect();
    for name in &unexplained {
        println!("  not explained in {EXPLAINED}: {name}");
    }
    ensure!(left == 0, "{left} were not tried");
    ensure!(missed * 100 < MOST * viable, "more than {MOST} % survive");
    ensure!(
        unexplained.is_empty(),
        "{} survivors are not explained",
        unexplained.len()
    );
    Ok(())
}

/// What is said of survivors.
struct Explained(String);

impl Explained {
    fn read() -> Explained {
        Explained(fs::read_to_string(root().join(EXPLAINED)).unwrap_or_default())
    }

    /// Whether a mutant is named, without line and column, which change with every edit. One that is in no function is named with its file.
    fn has(&self, mutant: &Mutant) -> bool {
        let name = &mutant.name;
        let what = name.split_once(": ").map_or(name.as_str(), |(_, what)| what);
        let named = match mutant.body {
            Some(_) => format!("`{what}`"),
            None => format!("`{}: {what}`", mutant.file),
        };
        self.0.contains(&named)
    }
}

/// Writes a file unless it is there already: cargo builds anew what was written.
fn write(path: &Path, text: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|there| there == text) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
}
