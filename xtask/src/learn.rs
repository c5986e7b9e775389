//! `cargo xtask learn`: which moves look natural, and which positions look won, learnt from proofs.

use anyhow::Result;

use crate::shell::{cargo, run};

/// Where lessons are kept between two runs.
const LESSONS: &str = "--lessons=target/learn";

/// What to do.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Write nothing; fail if the weights that are there differ in a single one.
    #[arg(long)]
    check: bool,
    /// Learn instead which positions look won in closed regions. That takes some ten minutes.
    #[arg(long, conflicts_with_all = ["ablate", "nodes", "keep"])]
    chances: bool,
    /// Also learn from fewer lessons, and without each of the tables, and say what that costs.
    #[arg(long)]
    ablate: bool,
    /// Also solve the bank, fresh problems and those of books in both orders of moves, and say what that takes.
    #[arg(long)]
    nodes: bool,
    /// Keep the lessons in `target/learn`, and read them from there if they are: for trying other models. They take minutes to prove.
    #[arg(long)]
    keep: bool,
}

pub(crate) fn learn(options: &Options) -> Result<()> {
    // Without optimisation the proofs would crawl.
    let build = ["run", "--quiet", "--release", "--package=shikatsu-learn", "--"];
    let flags = [
        (options.check, "--check"),
        (options.chances, "--chances"),
        (options.ablate, "--ablate"),
        (options.nodes, "--nodes"),
        (options.keep, LESSONS),
    ];
    let flags = flags
        .into_iter()
        .filter(|(wanted, _)| *wanted)
        .map(|(_, flag)| flag);
    run(cargo(&build.into_iter().chain(flags).collect::<Vec<_>>()))
}
