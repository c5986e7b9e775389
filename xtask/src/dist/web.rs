//! The page with the trainer, as an archive to be unpacked on any server.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::{Release, archive, read};
use crate::has_command;
use crate::shell::{command, run, target};

/// The command that makes the page, in the folder of the same name below the target folder.
const WEB: &str = "web";

pub(super) fn add(release: &mut Release) -> Result<()> {
    if !has_command(WEB) {
        release
            .missing
            .push("the web page: there is no command that makes it yet".to_string());
        return Ok(());
    }
    let this = std::env::current_exe().context("this program has no path")?;
    run(command(
        this.to_str().context("this program has an odd path")?,
        &[WEB],
    ))?;
    let mut files = archive::Files::default();
    let folder = target().join(WEB);
    collect(&folder, "", &mut files)?;
    release.put(
        "web.zip",
        &files.zip(&format!("shikatsu-{}-web", release.version))?,
    )
}

/// Puts in all files of a folder, by name.
fn collect(folder: &Path, prefix: &str, files: &mut archive::Files) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{prefix}{name}");
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files)?;
        } else {
            files.add(name, read(&path)?);
        }
    }
    Ok(())
}
