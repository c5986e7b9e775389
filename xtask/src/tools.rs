//! Programs that the build needs and rustup does not bring.

use std::path::PathBuf;

use anyhow::Result;

use crate::shell::{cargo, run, target};

/// Puts the stack below everything else in RAM, so that an overflow is a fault and not a riddle.
const FLIP_LINK: &str = "0.1.12";

/// The linker for the chip, installed into the target folder if it is not there.
pub(crate) fn linker() -> Result<PathBuf> {
    let home = target().join("tools").join(format!("flip-link-{FLIP_LINK}"));
    let program = home
        .join("bin")
        .join(format!("flip-link{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        println!("installing flip-link {FLIP_LINK}, once");
        let mut install = cargo(&[
            "install",
            "flip-link",
            "--locked",
            "--version",
            FLIP_LINK,
            "--root",
        ]);
        install.arg(&home);
        run(install)?;
    }
    Ok(program)
}
