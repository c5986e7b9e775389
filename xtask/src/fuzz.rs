//! `cargo xtask fuzz`: libFuzzer around the targets of `host-tests`.

use std::fs;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::shell::{command, root, run, target, version};
use crate::tools::{FUZZER, RUSTUP};

/// The longest input; longer ones are covered by tests written by hand.
const LONGEST: usize = 1024;

/// What to run.
#[derive(Args)]
pub(crate) struct Options {
    /// How many inputs for each target.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    runs: u64,
    /// The target; all of them, one after the other, if none is named.
    target: Option<String>,
}

pub(crate) fn fuzz(options: &Options) -> Result<()> {
    let all = targets()?;
    let chosen: Vec<String> = match &options.target {
        None => all,
        Some(name) if all.contains(name) => vec![name.clone()],
        Some(name) => bail!("there is no target {name}; there are {}", all.join(", ")),
    };
    if version("rustup").is_none() {
        bail!("the fuzzer needs rustup, which chooses its toolchain; get it from {RUSTUP}");
    }
    let (program, has_nightly) = (FUZZER.get()?, has_nightly());
    for name in chosen {
        let corpus = root().join("fuzz/corpus").join(&name);
        fs::create_dir_all(&corpus).context("there is no folder for the corpus")?;
        let mut fuzz = command("rustup", &["run"]);
        if has_nightly {
            fuzz.arg("nightly");
        } else {
            // The project's own compiler can do it too, with this switch.
            fuzz.arg(std::env::var("RUSTUP_TOOLCHAIN").unwrap_or("stable".into()));
            fuzz.env("RUSTC_BOOTSTRAP", "1");
        }
        // The core has no unsafe code for a sanitizer to watch; without one there are many more inputs a second.
        fuzz.arg(&program)
            .args(["fuzz", "run", "--sanitizer", "none", &name]);
        fuzz.arg(&corpus).arg(root().join("fuzz/seeds").join(&name));
        fuzz.arg("--")
            .arg(format!("-runs={}", options.runs))
            .arg(format!("-max_len={LONGEST}"))
            .arg("-print_final_stats=1");
        fuzz.env("CARGO_TARGET_DIR", target().join("fuzz"));
        fuzz.env_remove("RUSTUP_TOOLCHAIN")
            .env_remove("CARGO")
            .env_remove("RUSTC");
        run(fuzz)
            .with_context(|| format!("{name} found something; fuzz/README.md says what to do with it"))?;
    }
    Ok(())
}

fn has_nightly() -> bool {
    let mut ask = command("rustup", &["run", "nightly", "rustc", "--version"]);
    ask.output().is_ok_and(|output| output.status.success())
}

/// The targets by their files.
fn targets() -> Result<Vec<String>> {
    let folder = root().join("fuzz/fuzz_targets");
    let files = fs::read_dir(&folder).with_context(|| format!("no folder {}", folder.display()))?;
    let stem = |file: fs::DirEntry| Some(file.path().file_stem()?.to_string_lossy().into_owned());
    let mut names: Vec<String> = files.filter_map(|file| stem(file.ok()?)).collect();
    names.sort();
    Ok(names)
}
