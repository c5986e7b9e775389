//! What has to be said about the libraries: their licences, and a list of them that other programs read.

use std::fs;

use anyhow::{Context, Result};

use super::{Release, read};
use crate::shell::{command, output, root, run};
use crate::tools::{LAWYER, LISTER, Tool};

pub(super) fn add(release: &Release) -> Result<()> {
    let licences = release.file("licences.html");
    let mut about = tool(
        &LAWYER,
        &[
            "about",
            "generate",
            "--offline",
            "--fail",
            "--workspace",
            "--all-features",
            "--output-file",
        ],
    )?;
    about.arg(&licences).arg("xtask/src/dist/licences.hbs");
    run(about)?;
    add_bill(release)
}

/// One bill for the command line and one for the image. The tool puts them beside the manifests.
fn add_bill(release: &Release) -> Result<()> {
    const NAME: &str = "bill-of-materials";
    for (manifest, what) in [("host/Cargo.toml", "program"), ("Cargo.toml", "firmware")] {
        let mut list = tool(
            &LISTER,
            &[
                "cyclonedx",
                "--format=json",
                "--spec-version=1.5",
                "--no-build-deps",
            ],
        )?;
        list.args(["--override-filename", NAME, "--manifest-path", manifest]);
        if what == "firmware" {
            list.args(["--target=thumbv6m-none-eabi", "--features=firmware,pico-lcd"]);
        }
        // With it the bill has no number and no time of its own.
        list.env("SOURCE_DATE_EPOCH", release.time.to_string());
        run(list)?;
        let file = format!("{NAME}.json");
        let made = read(&root().join(manifest).with_file_name(&file));
        // It makes one for each package, whichever is asked for.
        sweep(&file)?;
        let bill = String::from_utf8(made?).context("the bill is no text")?;
        release.put(&format!("{what}.cdx.json"), without_root(&bill).as_bytes())?;
    }
    Ok(())
}

/// Takes the file of this name away from all packages, however deep they lie.
fn sweep(file: &str) -> Result<()> {
    let manifests = output(command("git", &["ls-files", "Cargo.toml", "*/Cargo.toml"]))?;
    for manifest in manifests.lines() {
        let path = root().join(manifest).with_file_name(file);
        if path.exists() {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}

/// A bill that names our own packages by their places, which are others on each machine.
fn without_root(bill: &str) -> String {
    let here = root().display().to_string().replace('\\', "/");
    let here = here.trim_start_matches('/').replace(' ', "%20");
    bill.replace(&format!("file:///{here}"), "file:///shikatsu")
}

fn tool(tool: &Tool, arguments: &[&str]) -> Result<std::process::Command> {
    let path = tool.get()?;
    Ok(command(
        path.to_str().context("the target folder has an odd name")?,
        arguments,
    ))
}
