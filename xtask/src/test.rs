//! `cargo xtask test`: every check there is.

use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::firmware::{Board, TARGET, run_sized};
use crate::report::{Report, Tests};
use crate::shell::{cargo, command, output, run, tee};
use crate::tools::{BROWSER, GUARD, Part, cargo_for};
use crate::{bench, device, e2e, emulator, no_panic, scale, together, web};

/// Runs everything, reports everything, and fails if anything failed.
pub(crate) fn run_all() -> ExitCode {
    let mut report = Report::default();
    report.check("lock file", lock_file);
    report.check("merges", merges);
    report.check("format", || {
        Part::Component("rustfmt").get()?;
        quiet(&["fmt", "--all", "--check"])
    });
    report.check("libraries", libraries);
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
    match scale::available() {
        Ok(()) => report.check("jobs in parts", scale::check),
        Err(why) => report.skip("jobs in parts", &why),
    }
    report.check("firmware", firmware);
    report.check("no panic on a stranger's bytes", no_panic::prove);
    if is_ci() && web::browser().is_none() {
        report.check("browser", || web::install_browser().map(|()| String::new()));
    }
    on_emulator(&mut report);
    in_browser(&mut report);
    report.finish()
}

/// Whether the licences and sources of all libraries are allowed, and which of them are known to be flawed as far as that can be asked.
fn libraries() -> Result<String> {
    let deny = |what: &[&str]| {
        let path = GUARD.get()?;
        let path = path.to_str().context("the target folder has an odd name")?;
        run(command(
            path,
            &[&["deny", "--workspace", "--log-level=error"], what].concat(),
        ))
    };
    deny(&["check", "licenses", "bans", "sources"])?;
    // The list of flaws lies on a server.
    if output(command(
        GUARD.get()?.to_str().unwrap_or_default(),
        &["deny", "fetch", "db"],
    ))
    .is_err()
    {
        return Ok(
            "licences and sources; known flaws not asked for: their list cannot be reached".to_string(),
        );
    }
    deny(&["check", "--disable-fetch", "advisories"])?;
    Ok("licences, sources and known flaws".to_string())
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

/// In CI nothing is left out for want of a program.
fn is_ci() -> bool {
    std::env::var_os("CI").is_some()
}

/// The checks that need Node. Without it they are reported as skipped, except in CI.
fn on_emulator(report: &mut Report) {
    if let Err(why) = emulator::available() {
        if !is_ci() {
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

/// The page in a real browser. Without one it is reported as skipped, except in CI, where one is installed if need be.
fn in_browser(report: &mut Report) {
    match web::available() {
        Err(why) if !is_ci() => report.skip("page", &why),
        _ => report.check("page", web::check),
    }
}
