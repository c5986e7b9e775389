//! Links what a stranger's bytes reach against a panic that does not exist.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::firmware::TARGET;
use crate::shell::{run, target};
use crate::tools::{LINKER, cargo_for, linkers_of_rust};

/// The entries of `no-panic/src/lib.rs`.
const ENTRIES: [&str; 7] = [
    "pack_open",
    "pack_listing",
    "language_sentence",
    "language_glyph",
    "pack_find",
    "link_take",
    "link_message",
];

/// One that must not link, or nothing is proved.
const CAN_PANIC: &str = "can_panic";

/// Proves it for every entry.
pub(crate) fn prove() -> Result<String> {
    let mut build = cargo_for(TARGET, &["build", "--package=shikatsu-no-panic", "--release"])?;
    // The firmware's linker, though nothing is linked yet: with another one cargo would build every library again.
    build.env("CARGO_TARGET_THUMBV6M_NONE_EABI_LINKER", LINKER.get()?);
    run(build)?;
    for entry in ENTRIES {
        link(entry).with_context(|| format!("a panic can be reached from {entry}"))?;
    }
    if link(CAN_PANIC).is_ok() {
        bail!("an entry that panics was linked, so nothing is proved");
    }
    Ok(format!("{} ways in, no panic behind any", ENTRIES.len()))
}

/// Links one entry with all that it needs.
fn link(entry: &str) -> Result<()> {
    let linker = linkers_of_rust()?.join("rust-lld");
    let folder = target().join(TARGET).join("release");
    let mut link = Command::new(&linker);
    link.args(["-flavor", "gnu", "--gc-sections", "-e", entry, "-u", entry]);
    link.arg(folder.join("libshikatsu_no_panic.a"));
    link.arg("-o").arg(folder.join("no-panic.elf"));
    let linked = link
        .output()
        .with_context(|| format!("cannot start {}", linker.display()))?;
    if linked.status.success() {
        return Ok(());
    }
    bail!("{}", String::from_utf8_lossy(&linked.stderr).trim())
}
