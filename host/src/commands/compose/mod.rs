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
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use shikatsu::problem::Problem;
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
  shikatsu compose tidy graded.sgf pool.jsonl -o tidy.sgf      replace the tenth that looks worst
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

/// A problem that was loaded, or `None` after a complaint about it.
fn read(loaded: Loaded) -> Option<Entry> {
    let path = loaded.path;
    loaded
        .entry
        .map_err(|error| complain(&format!("{}: {error}", path.display())))
        .ok()
}

/// All problems of a collection, or `None` after a complaint about one that cannot be read.
fn collection(path: &Path) -> Option<Vec<Entry>> {
    load(&[path.to_path_buf()], &Overrides::default())
        .into_iter()
        .map(read)
        .collect()
}

/// The problems that lie in files and folders, but not in `outputs`; or `None` after a complaint about what cannot be read.
fn bank(paths: &[PathBuf], outputs: &[&Path]) -> Option<Vec<Problem>> {
    let loaded = load(paths, &Overrides::default()).into_iter();
    let others = loaded.filter(|loaded| !outputs.iter().any(|output| is_same(&loaded.path, output)));
    let problem = |loaded: Loaded| read(loaded).map(|entry| entry.problem);
    others.map(problem).collect()
}

/// Whether nothing is overwritten that should not be; a complaint is made otherwise. Before the long work, not after it.
fn may_write(outputs: &[&Path], force: bool) -> bool {
    let there = outputs.iter().find(|path| path.exists() && !force);
    if let Some(path) = there {
        complain(&format!(
            "{}: it exists already; --force overwrites it",
            path.display()
        ));
    }
    there.is_none()
}

/// Whether two paths lead to one file that is there.
fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}
