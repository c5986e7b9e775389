//! Programs of this workspace, built as `cargo test --workspace` builds them. Asked for by their package alone, cargo would choose other features for the
//! libraries, and compile all of them a second time.

use std::path::PathBuf;

use anyhow::Result;

use crate::shell::{cargo, run, target};

/// The program `shikatsu`; tells where it is.
pub(crate) fn program() -> Result<PathBuf> {
    build("--bin=shikatsu")?;
    Ok(program_place())
}

/// Where the program lies once it is built.
pub(crate) fn program_place() -> PathBuf {
    place(&[], "shikatsu")
}

/// An example of `host-tests`; tells where it is.
pub(crate) fn example(name: &str) -> Result<PathBuf> {
    build(&format!("--example={name}"))?;
    Ok(place(&["examples"], name))
}

fn build(what: &str) -> Result<()> {
    run(cargo(&["build", "--quiet", "--workspace", what]))
}

fn place(folders: &[&str], name: &str) -> PathBuf {
    let folder = target().join("debug").join(folders.iter().collect::<PathBuf>());
    folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}
