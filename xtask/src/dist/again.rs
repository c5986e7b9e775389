//! The same release a second time, from a fresh clone in another folder: not a byte may differ.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use super::SUMS;
use crate::shell::{cargo, command, output, root, run, target};

/// Makes it all again, and holds it against what is in `folder`.
pub(super) fn compare(folder: &Path, only: &[String]) -> Result<()> {
    let changes = output(command("git", &["status", "--porcelain", "--untracked-files=no"]))?;
    ensure!(
        changes.is_empty(),
        "a clone has only what is committed, and this is not:\n{changes}"
    );
    // Not inside of the workspace: cargo would take it for a part of it.
    let home = tempfile::tempdir().context("there is no room for a clone")?;
    let clone = home.path().join("a clone of another length");
    let mut copy = command("git", &["clone", "--quiet"]);
    copy.arg(root()).arg(&clone);
    run(copy)?;
    let out = home.path().join("dist");
    let mut dist = cargo(&["xtask", "dist", "--out"]);
    dist.arg(&out).current_dir(&clone);
    // The tools are the same, and installing them once is enough.
    let built = home.path().join("target");
    share_tools(&built)?;
    dist.env("CARGO_TARGET_DIR", &built);
    if !only.is_empty() {
        dist.args(["--only", &only.join(",")]);
    }
    run(dist)?;
    let differences = differences(&sums(folder)?, &sums(&out)?);
    if differences.is_empty() {
        println!("a second time from a clone in another folder: the same bytes");
        return Ok(());
    }
    let kept = home.keep();
    bail!(
        "the same commit made other bytes in {}:\n{}",
        kept.display(),
        differences.join("\n")
    )
}

fn share_tools(built: &Path) -> Result<()> {
    for tool in fs::read_dir(target().join("tools"))? {
        let tool = tool?;
        let bin = built.join("tools").join(tool.file_name()).join("bin");
        fs::create_dir_all(&bin)?;
        for program in fs::read_dir(tool.path().join("bin"))? {
            let program = program?;
            fs::copy(program.path(), bin.join(program.file_name()))?;
        }
    }
    Ok(())
}

/// The checksums of a release, by the names of its files.
fn sums(folder: &Path) -> Result<BTreeMap<String, String>> {
    let text = fs::read_to_string(folder.join(SUMS)).context("the release has no checksums")?;
    let lines = text.lines().filter_map(|line| line.split_once("  "));
    Ok(lines
        .map(|(sum, name)| (name.to_string(), sum.to_string()))
        .collect())
}

/// The files that are not the same.
fn differences(one: &BTreeMap<String, String>, other: &BTreeMap<String, String>) -> Vec<String> {
    let mut names: Vec<&String> = one.keys().chain(other.keys()).collect();
    names.sort();
    names.dedup();
    names
        .into_iter()
        .filter(|&name| one.get(name) != other.get(name))
        .cloned()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_and_what_is_missing_is_named() {
        let of = |pairs: &[(&str, &str)]| {
            pairs
                .iter()
                .map(|&(name, sum)| (name.to_string(), sum.to_string()))
                .collect()
        };
        let one = of(&[("a", "1"), ("b", "2"), ("c", "3")]);
        let other = of(&[("a", "1"), ("b", "9"), ("d", "4")]);
        assert_eq!(differences(&one, &other), ["b", "c", "d"]);
        assert!(differences(&one, &one).is_empty());
    }
}
