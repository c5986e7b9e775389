//! Jobs in parts, killed and starved: `host-tests/scale.py`, with the Python that `scale/venv.sh` makes.

use anyhow::{Context, Result};

use crate::built;
use crate::shell::{command, output, run, version};

/// Why the jobs cannot be tried here, if so.
pub(crate) fn available() -> Result<(), String> {
    if cfg!(windows) {
        return Err("HyperQueue does not run on Windows".to_string());
    }
    if version("python3").is_none() {
        return Err("there is no python3".to_string());
    }
    output(command("sh", &["scale/venv.sh"]))
        .map(|_| ())
        .map_err(|_| "HyperQueue could not be installed for Python".to_string())
}

/// Runs them all with a program of this very source.
pub(crate) fn check() -> Result<String> {
    let program = built::program()?;
    let python = output(command("sh", &["scale/venv.sh"]))?;
    let mut tests = command(python.trim(), &["host-tests/scale.py"]);
    tests.env("SHIKATSU", program);
    run(tests).context("a job in parts came out wrong")?;
    Ok(String::new())
}
