//! Playing together in a real browser: the program, its page, and a test that clicks.

use anyhow::{Result, ensure};

use crate::built;
use crate::shell::{command, output, root, target};
use crate::tools::Packages;

/// What the test needs of Node's packages. The browser is the system's own; none is fetched.
pub(crate) const PACKAGES: Packages = Packages("host-tests/together");

/// Builds the program and runs the test. Returns how many steps went well, and where the pictures are.
pub(crate) fn check() -> Result<String> {
    PACKAGES.get()?;
    let program = built::program()?;
    let pictures = target().join("together");
    std::fs::create_dir_all(&pictures)?;
    let test = root().join("host-tests/together/together.test.mjs");
    let mut node = command("node", &["--test", "--test-reporter=tap"]);
    node.arg(test)
        .env("SHIKATSU", program)
        .env("SHIKATSU_PICTURES", &pictures);
    let said = output(node)?;
    if said.contains("# SKIP there is no Chromium") {
        return Ok("skipped: there is no Chromium".to_string());
    }
    let steps = said.lines().filter(|line| line.starts_with("    ok ")).count();
    ensure!(steps > 0, "the test did nothing");
    Ok(format!("{steps} steps; pictures in {}", pictures.display()))
}
