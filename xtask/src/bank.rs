//! `cargo xtask bank`: the built-in packs, made of `problems/`.

use anyhow::{Context, Result};

use crate::shell::{cargo, run};

/// Has the command line make the packs, or see whether those that are there are what it would make.
pub(crate) fn make(check: bool) -> Result<()> {
    // Without optimisation the proofs would crawl.
    let build = [
        "run",
        "--quiet",
        "--release",
        "--package=shikatsu-host",
        "--bin=shikatsu",
    ];
    let work = [
        "--",
        "pack",
        "all",
        "problems/packs.toml",
        "-o",
        "problems/built-in",
    ];
    let check = check.then_some("--check");
    let arguments: Vec<&str> = build.into_iter().chain(work).chain(check).collect();
    run(cargo(&arguments)).context("the built-in packs are not what their sources say")
}
