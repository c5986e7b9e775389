//! `shikatsu compose choose-open`.

use std::io;
use std::path::PathBuf;

use clap::Args;
use shikatsu_toolkit::compose::{Pool, choose_open};
use shikatsu_toolkit::sgf;

use super::super::convert::write_file;
use super::super::{Done, complain, say};
use super::{bank, collection, may_write, pool, told};
use crate::threads::Cores;

/// Choose a collection for dan players from pools of open problems: 1 dan to 5 dan, one answer, proved twice
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The pools
    #[arg(required = true, value_name = "POOL")]
    pools: Vec<PathBuf>,

    /// Problems that are there already, files or folders: their twins are left out. The output does not count, if it lies
    /// there
    #[arg(long, value_name = "FILE")]
    beside: Vec<PathBuf>,

    /// An earlier collection: its problems stay, and what is chosen is put between them. All get new numbers. It may be the
    /// output
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,

    /// Where the collection goes
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// How many problems it shall have at most
    #[arg(long, default_value_t = 400)]
    count: usize,

    /// Overwrite a file that exists
    #[arg(long)]
    force: bool,
}

impl Options {
    pub(super) fn run(&self) -> io::Result<Done> {
        if !may_write(&[&self.output], self.force) {
            return Ok(Done::WithFaults);
        }
        let read = self.pools.iter().map(|path| told(path, pool::read(path)));
        let Some(pools) = read.collect::<Option<Vec<Pool>>>() else {
            return Ok(Done::WithFaults);
        };
        let kept = self
            .keep
            .as_ref()
            .map_or(Some(Vec::new()), |path| collection(path));
        let Some(kept) = kept else {
            return Ok(Done::WithFaults);
        };
        if kept.len() > self.count {
            complain(&format!(
                "--count {} is less than what --keep has: {}",
                self.count,
                kept.len()
            ));
            return Ok(Done::WithFaults);
        }
        let Some(bank) = bank(&self.beside, &[&self.output]) else {
            return Ok(Done::WithFaults);
        };
        let chosen = choose_open(&pools, &kept, bank.iter(), self.count, &Cores::all());
        if !chosen.lost.is_empty() {
            complain(&format!(
                "nothing is written: these should stay, but are no longer proved in time, or have another level: {}",
                chosen.lost.join(", ")
            ));
            return Ok(Done::WithFaults);
        }
        let written = write_file(&self.output, sgf::write(&chosen.entries).as_bytes(), self.force);
        if told(&self.output, written).is_none() {
            return Ok(Done::WithFaults);
        }
        say(&format!(
            "{} chosen. Of the others {} were twins, {} too easy or too hard, {} not proved a second time, {} too slow for the handheld, {} not needed.\n",
            chosen.entries.len(),
            chosen.twins,
            chosen.off_level,
            chosen.unproved,
            chosen.slow,
            chosen.spare
        ))?;
        Ok(Done::Well)
    }
}
