//! `shikatsu compose`: problems of our own.

mod choose;
mod choose_open;
mod draw;
mod grade;
mod pool;
mod report;
mod sheet;
mod tidy;

use std::io;
use std::path::Path;

use clap::{Args, Subcommand};
use shikatsu_toolkit::entry::Entry;
use shikatsu_toolkit::files::Loaded;
use shikatsu_toolkit::overrides::Overrides;

use super::{Done, complain};
use crate::files::load;

/// Compose problems: draw positions from a seed, keep those with one proved answer, choose collections
///
/// A problem is kept if the side to move gains by moving, if one first move does it (or two that are mirror images), if wrong moves come to
/// mind, if it looks like a game, and if the handheld reads it out in a second and a half.
///
/// The exit status is 0; 2 if something could not be read or written; 130 if Ctrl-C stopped it.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  shikatsu compose draw pool.jsonl --seed 7 --tries 10000      draw, and go on where an earlier run ended
  shikatsu compose choose pool.jsonl --beside problems --graded graded.sgf --ko-and-seki ko.sgf
  shikatsu compose draw open.jsonl --open problems --tries 2000   open the walls of problems that are there
  shikatsu compose choose-open open.jsonl --beside problems -o dan.sgf
  shikatsu compose tidy graded.sgf pool.jsonl --beside problems   replace the tenth that looks worst
  shikatsu compose sheet graded.sgf -o sheet.png               look at thirty of them
  shikatsu compose grade graded.sgf                            what was measured, as JSON
  shikatsu compose report graded.sgf ko.sgf -o charts/         count what is in them";

#[derive(Subcommand, Debug)]
enum Command {
    Draw(draw::Options),
    Choose(choose::Options),
    ChooseOpen(choose_open::Options),
    Grade(grade::Options),
    Report(report::Options),
    Sheet(sheet::Options),
    Tidy(tidy::Options),
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    match &options.command {
        Command::Draw(options) => options.run(),
        Command::Choose(options) => options.run(),
        Command::ChooseOpen(options) => options.run(),
        Command::Grade(options) => options.run(),
        Command::Report(options) => options.run(),
        Command::Sheet(options) => Ok(options.run()),
        Command::Tidy(options) => options.run(),
    }
}

/// What came of reading or writing a file, or `None` after a complaint about it.
fn told<T>(path: &Path, result: io::Result<T>) -> Option<T> {
    result
        .map_err(|error| complain(&format!("{}: {}", path.display(), crate::files::reason(&error))))
        .ok()
}

/// All problems of a collection, or `None` after a complaint about one that cannot be read.
fn collection(path: &Path) -> Option<Vec<Entry>> {
    let read = |loaded: Loaded| {
        loaded
            .entry
            .map_err(|error| complain(&format!("{}: {error}", loaded.path.display())))
            .ok()
    };
    load(&[path.to_path_buf()], &Overrides::default())
        .into_iter()
        .map(read)
        .collect()
}
