//! `shikatsu pack`: packs for the handheld, made from files and looked into.

mod all;
mod build;
mod drop;
mod look;
mod part;
mod proving;

use std::io;

use clap::{Args, Subcommand};

use super::Done;

/// Make packs of problems for the handheld, and look into them
///
/// The exit status is 0; 1 if problems were left out, or packs differ; 2 if something could not be read or written, or a pack
/// is damaged; 130 if Ctrl-C stopped it.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  shikatsu pack build problems/ -o bank.pack      prove every answer and write the pack
  shikatsu pack doctor downloads/                 what would be left out, and where the files are wrong
  shikatsu pack show bank.pack 12                 the twelfth problem
  shikatsu sim bank.pack                          train on it";

#[derive(Subcommand, Debug)]
enum Command {
    Build(build::Build),
    All(all::All),
    Doctor(build::Doctor),
    Show(look::Show),
    Check(look::Check),
    Diff(look::Diff),
    Uf2(drop::Uf2),
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    match &options.command {
        Command::Build(build) => build.run(),
        Command::All(all) => all.run(),
        Command::Doctor(doctor) => doctor.run(),
        Command::Show(show) => show.run(),
        Command::Check(check) => check.run(),
        Command::Diff(diff) => diff.run(),
        Command::Uf2(uf2) => uf2.run(),
    }
}
