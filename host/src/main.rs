//! The `shikatsu` command.

use std::process::ExitCode;

use clap::Parser;
use shikatsu_host::commands::{Cli, run};

fn main() -> ExitCode {
    run(&Cli::parse())
}
