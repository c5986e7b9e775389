//! `cargo xtask test`: every check there is.

use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::firmware::{Board, TARGET, run_sized};
use crate::report::{Report, Tests};
use crate::shell::{cargo, command, output, run, tee};
use crate::tools::{BROWSER, Part, cargo_for};
use crate::{bench, device, e2e, emulator, no_panic, together};

/// Runs everything, reports everything, and fails if anything failed.
pub(crate) fn run_all() -> ExitCode {
    let mut report = Report::default();
    report.check("lock file", lock_file);
    report.check("merges", merges);
    report.check("format", || {
        Part::Component("rustfmt").get()?;
        quiet(&["fmt", "--all", "--check"])
    });
    report.check("lints", || {
        Part::Component("clippy").get()?;
        quiet(&["clippy", "--workspace", "--all-targets", "--", "--deny=warnings"])
    });
    report.check("lints for the chip", lints_for_the_chip);
    report.check("toolkit for the browser", || {
        let check = cargo_for(BROWSER, &["check", "--package=shikatsu-toolkit"])?;
        run(check).map(|()| String::new())
    });
    report.check("docs", || {
        let mut doc = cargo(&["doc", "--workspace", "--no-deps"]);
        doc.env("RUSTDOCFLAGS", "--deny=warnings");
        run(doc).map(|()| String::new())
    });
    report.tests("tests", || {
        let (success, lines) = tee(cargo(&["test", "--workspace", "--no-fail-fast"]))?;
        Ok((success, Tests::read(&lines)))
    });
    report.check("firmware", firmware);
    report.check("no panic on a stranger's bytes", no_panic::prove);
    on_emulator(&mut report);
    report.finish()
}

fn quiet(arguments: &[&str]) -> Result<String> {
    run(cargo(arguments)).map(|()| String::new())
}

fn lints_for_the_chip() -> Result<String> {
    for &board in Board::all() {
        let package = ["--package=shikatsu", &board.features()];
        let clippy = [&["clippy"], &package[..], &["--", "--deny=warnings"]].concat();
        run(cargo_for(TARGET, &clippy)?)?;
    }
    Ok(String::new())
}

/// The images of all boards, within their budgets.
fn firmware() -> Result<String> {
    let mut said = Vec::new();
    for &board in Board::all() {
        let (_, sizes) = run_sized(board)?;
        said.push(format!(
            "{}: {} bytes of flash, {} of RAM",
            board.name(),
            sizes.flash,
            sizes.ram
        ));
    }
    Ok(said.join("; "))
}

/// Whether the lock file matches the manifests. Cargo brings it up to date before it starts us, so `.ci/run` checks
/// it before that; this check sees that nothing has changed since.
fn lock_file() -> Result<String> {
    output(cargo(&["tree", "--locked", "--package=xtask"]))
        .context("Cargo.lock does not match the manifests")
        .map(|_| String::new())
}

/// Whether a merge was left half done. Inside a text such a mark compiles, and users would see it.
fn merges() -> Result<String> {
    let marks = command("git", &["grep", "-I", "-n", "-E", "^(<<<<<<<|>>>>>>>) "]).output();
    match marks {
        Ok(found) if found.status.success() => {
            bail!(
                "a merge was left half done:\n{}",
                String::from_utf8_lossy(&found.stdout)
            )
        }
        // Nothing was found; or the sources came without their history, so there is nothing to merge.
        _ => Ok(String::new()),
    }
}

/// The checks that need Node. Without it they are reported as skipped, except in CI.
fn on_emulator(report: &mut Report) {
    if let Err(why) = emulator::available() {
        if std::env::var_os("CI").is_none() {
            return report.skip("emulator", &why);
        }
        return report.check("emulator", || bail!(why));
    }
    report.check("emulator's packages", || {
        emulator::install().map(|()| String::new())
    });
    report.check("emulator's own tests", emulator::own_tests);
    report.check("scripts on the device", e2e::play_all);
    report.check("the other boards' images", e2e::play_other_boards);
    report.check("at a computer's port", device::check);
    report.check("playing together in a browser", together::check);
    report.check("bench on the chip", bench::check);
}
