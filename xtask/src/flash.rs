//! `cargo xtask flash`: the trainer onto a real board.

use anyhow::Result;

use crate::firmware::{self, Board};
use crate::shell::{command, run, version};

/// How to flash without a debug probe, and how to get the program that uses one.
const WITHOUT_PROBE: &str = "\
Without a debug probe:
  1. Hold BOOTSEL (on the PicoSystem: X) and plug the board in, or switch it on.
  2. A drive called RPI-RP2 appears.
  3. Copy the file above to it. The board restarts by itself.
With a debug probe, get probe-rs from https://probe.rs (or: cargo install probe-rs-tools --locked) and run this again.";

/// Builds the image, and writes it with probe-rs if that is there; otherwise says how to write it.
pub(crate) fn run_command(board: Board) -> Result<()> {
    let (image, _) = firmware::make(board)?;
    if version("probe-rs").is_none() {
        println!("\nprobe-rs is not installed. {WITHOUT_PROBE}");
        return Ok(());
    }
    let mut flash = command("probe-rs", &["run", "--chip=RP2040"]);
    flash.arg(image);
    run(flash).inspect_err(|_| println!("\n{WITHOUT_PROBE}"))
}
