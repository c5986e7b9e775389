//! `cargo xtask test`: every check there is.

use anyhow::{Result, bail, ensure};

use crate::firmware::{TARGET, run_sized};
use crate::report::{Report, Tests};
use crate::shell::{cargo, run, tee};
use crate::{bench, emulator};

/// Runs everything, tells everything, fails if anything failed.
pub(crate) fn run_all() -> Result<()> {
    let mut report = Report::default();
    report.check("format", || quiet(&["fmt", "--all", "--check"]));
    report.check("lints", || {
        quiet(&["clippy", "--workspace", "--all-targets", "--", "--deny=warnings"])
    });
    report.check("lints for the chip", || {
        let features = ["--package=shikatsu", "--features=firmware", "--target", TARGET];
        quiet(&[&["clippy"], &features[..], &["--", "--deny=warnings"]].concat())
    });
    report.check("docs", || {
        let mut doc = cargo(&["doc", "--workspace", "--no-deps"]);
        doc.env("RUSTDOCFLAGS", "--deny=warnings");
        run(doc).map(|()| String::new())
    });
    tests(&mut report);
    report.check("firmware", || {
        let (_, sizes) = run_sized()?;
        Ok(format!("{} bytes of flash, {} of RAM", sizes.flash, sizes.ram))
    });
    on_emulator(&mut report);
    report.finish()
}

fn quiet(arguments: &[&str]) -> Result<String> {
    run(cargo(arguments)).map(|()| String::new())
}

fn tests(report: &mut Report) {
    let mut tests = Tests::default();
    report.check("tests", || {
        let (success, lines) = tee(cargo(&["test", "--workspace", "--no-fail-fast"]))?;
        tests = Tests::read(&lines);
        ensure!(success, "{} tests failed", tests.failed);
        Ok(format!("{} passed", tests.passed))
    });
    report.count(&tests);
    for skip in &tests.skips {
        report.skip("test", skip);
    }
}

/// The checks that need Node. Without it they are named and left out, except in CI.
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
    report.check("first picture", emulator::first_picture);
    report.check("bench on the chip", bench::check);
}
