//! `cargo xtask bank`: the packs that come with the project, made of `problems/` and `packs/`.

use anyhow::{Context, Result};

use crate::shell::{cargo, run};

/// The manifests, and the folders for their packs.
const MANIFESTS: [(&str, &str); 2] = [
    ("problems/packs.toml", "problems/built-in"),
    ("packs/packs.toml", "packs"),
];

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
    for (manifest, folder) in MANIFESTS {
        let work = ["--", "pack", "all", manifest, "-o", folder];
        let check = check.then_some("--check");
        let arguments: Vec<&str> = build.into_iter().chain(work).chain(check).collect();
        run(cargo(&arguments))
            .with_context(|| format!("the packs of {manifest} are not what their sources say"))?;
    }
    Ok(())
}
