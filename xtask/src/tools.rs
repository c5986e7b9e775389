//! Programs that the build or a command needs and rustup does not bring. They are installed into the target folder.

use std::path::PathBuf;

use anyhow::Result;

use crate::shell::{cargo, run, target};

/// Puts the stack below everything else in RAM, so that an overflow is a fault and not a riddle.
const FLIP_LINK: &str = "0.1.12";

/// Runs fuzz targets.
const CARGO_FUZZ: &str = "0.13.2";

/// Changes code and sees whether a test notices.
const CARGO_MUTANTS: &str = "27.1.0";

/// The linker for the chip.
pub(crate) fn linker() -> Result<PathBuf> {
    program("flip-link", FLIP_LINK)
}

/// What runs fuzz targets.
pub(crate) fn fuzzer() -> Result<PathBuf> {
    program("cargo-fuzz", CARGO_FUZZ)
}

/// What changes code.
pub(crate) fn mutator() -> Result<PathBuf> {
    program("cargo-mutants", CARGO_MUTANTS)
}

/// A program of this version, installed if it is not there.
fn program(name: &str, version: &str) -> Result<PathBuf> {
    let home = target().join("tools").join(format!("{name}-{version}"));
    let program = home
        .join("bin")
        .join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        println!("installing {name} {version}, once");
        let mut install = cargo(&["install", name, "--locked", "--version", version, "--root"]);
        install.arg(&home);
        run(install)?;
    }
    Ok(program)
}
