//! The pages of the manual and the completions of shells. The program writes them itself, so they say what `--help` says.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::programs::PROGRAMS;
use super::read;
use crate::shell::{command, output, target};

/// The files by their names in an archive.
pub(super) fn pages(time: u64) -> Result<Vec<(String, Vec<u8>)>> {
    let program = PROGRAMS.iter().find(|program| program.is_at_home());
    let program =
        program.context("there is no program for this kind of computer, which would write the manual")?;
    program.can_be_built()?;
    let file = program.build(time)?;
    let folder = target().join("manual");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    let path = |path: &Path| {
        Ok::<_, anyhow::Error>(
            path.to_str()
                .context("the target folder has an odd name")?
                .to_string(),
        )
    };
    output(command(&path(&file)?, &["manual", &path(&folder)?]))?;
    let mut pages = Vec::new();
    for part in ["completions", "man"] {
        for entry in fs::read_dir(folder.join(part))? {
            let entry = entry?;
            let name = format!("{part}/{}", entry.file_name().to_string_lossy());
            pages.push((name, read(&entry.path())?));
        }
    }
    pages.sort();
    Ok(pages)
}
