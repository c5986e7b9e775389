//! `shikatsu compose tidy`.

use std::io;
use std::path::PathBuf;

use clap::Args;
use shikatsu_toolkit::compose::tidy;
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::sgf;

use super::super::convert::write_file;
use super::super::{Done, complain, say};
use super::choose::is_same;
use super::{collection, pool, told};
use crate::files::load;

/// Replace the problems of a collection that look worst by better-looking ones of a pool
///
/// Each is replaced by one of the same level, task and place on the board, under the same name. All others stay as and where they are. Done
/// again, it replaces those that look worst then.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The collection, as `choose` wrote it
    collection: PathBuf,

    /// The pool that better ones come from
    pool: PathBuf,

    /// Problems that are there already, files or folders: their twins are left out
    #[arg(long, value_name = "FILE")]
    beside: Vec<PathBuf>,

    /// How many of a hundred are replaced
    #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=100))]
    share: u8,

    /// Where the new collection goes, instead of the old one's place
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Overwrite a file that exists
    #[arg(long)]
    force: bool,
}

impl Options {
    pub(super) fn run(&self) -> io::Result<Done> {
        let output = self.output.as_ref().unwrap_or(&self.collection);
        // Before the long work, not after it.
        if output.exists() && !self.force {
            complain(&format!(
                "{}: it exists already; --force overwrites it",
                output.display()
            ));
            return Ok(Done::WithFaults);
        }
        let Some(pool) = told(&self.pool, pool::read(&self.pool)) else {
            return Ok(Done::WithFaults);
        };
        let Some(entries) = collection(&self.collection) else {
            return Ok(Done::WithFaults);
        };
        let bank = load(&self.beside, &Overrides::default());
        let problems = bank
            .iter()
            .filter(|loaded| !is_same(&loaded.path, output))
            .filter_map(|loaded| Some(&loaded.entry.as_ref().ok()?.problem));
        let count = entries.len() * usize::from(self.share) / 100;
        let tidied = tidy(entries, &pool, problems, count);
        let written = write_file(output, sgf::write(&tidied.entries).as_bytes(), self.force);
        if told(output, written).is_none() {
            return Ok(Done::WithFaults);
        }
        let [before, after] = tidied.worst;
        say(&format!(
            "{} replaced, {} stay as nothing better of their kind is there. They looked {before:.1} bad on average, and now {after:.1}.\n",
            tidied.replaced, tidied.stayed
        ))?;
        Ok(Done::Well)
    }
}
