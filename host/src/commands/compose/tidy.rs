//! `shikatsu compose tidy`.

use std::io;
use std::path::PathBuf;

use clap::Args;
use shikatsu_toolkit::compose::tidy;
use shikatsu_toolkit::sgf;

use super::super::convert::write_file;
use super::super::{Done, say};
use super::{bank, collection, may_write, pool, told};

/// Replace the worst-looking problems of a collection with better-looking ones from a pool
///
/// Each is replaced by one of the same level, task, outcome and place on the board, under the same name. All others stay unchanged, in their
/// places. Done again, it replaces those that look worst then.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The collection, as `choose` wrote it
    collection: PathBuf,

    /// The pool that better ones come from
    pool: PathBuf,

    /// Problems that are there already, files or folders: their twins are left out
    #[arg(long, value_name = "FILE")]
    beside: Vec<PathBuf>,

    /// How many in a hundred are replaced at most
    #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=100))]
    share: u8,

    /// Where the new collection goes; without it the old one is replaced, which needs --force
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Overwrite a file that exists
    #[arg(long)]
    force: bool,
}

impl Options {
    pub(super) fn run(&self) -> io::Result<Done> {
        let output = self.output.as_ref().unwrap_or(&self.collection);
        if !may_write(&[output], self.force) {
            return Ok(Done::WithFaults);
        }
        let Some(pool) = told(&self.pool, pool::read(&self.pool)) else {
            return Ok(Done::WithFaults);
        };
        let Some(entries) = collection(&self.collection) else {
            return Ok(Done::WithFaults);
        };
        let Some(bank) = bank(&self.beside, &[output]) else {
            return Ok(Done::WithFaults);
        };
        let count = (entries.len() * usize::from(self.share)).div_ceil(100);
        let tidied = tidy(entries, &pool, bank.iter(), count);
        let written = write_file(output, sgf::write(&tidied.entries).as_bytes(), self.force);
        if told(output, written).is_none() {
            return Ok(Done::WithFaults);
        }
        let [before, after] = tidied.worst;
        say(&format!(
            "{} replaced, {} stay as nothing better of their kind is there. The worst {count} scored {before:.1} on average, where 0 is tidy; what stands in their places scores {after:.1}.\n",
            tidied.replaced, tidied.stayed
        ))?;
        Ok(Done::Well)
    }
}
