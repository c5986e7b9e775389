//! `shikatsu compose choose`.

use std::io;
use std::path::PathBuf;

use clap::Args;
use shikatsu_toolkit::compose::{Wanted, choose};
use shikatsu_toolkit::sgf;

use super::super::convert::write_file;
use super::super::{Done, say};
use super::{bank, may_write, pool, told};

/// Choose two collections from a pool: no twins, few cousins, all levels, tasks and themes in balance
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The pool
    pool: PathBuf,

    /// Problems that are there already, files or folders: their twins are left out. The two outputs do not count, if they
    /// lie there
    #[arg(long, value_name = "FILE")]
    beside: Vec<PathBuf>,

    /// Where the graded collection goes: all levels, the hardest with kos and sekis
    #[arg(long, value_name = "FILE")]
    graded: PathBuf,

    /// How many problems it shall have
    #[arg(long, default_value_t = 1_320)]
    count: usize,

    /// Where the problems go whose best result is a ko or a seki
    #[arg(long, value_name = "FILE")]
    ko_and_seki: PathBuf,

    /// How many of them there shall be
    #[arg(long, default_value_t = 168)]
    ko_count: usize,

    /// Overwrite files that exist
    #[arg(long)]
    force: bool,
}

impl Options {
    pub(super) fn run(&self) -> io::Result<Done> {
        let outputs = [self.graded.as_path(), self.ko_and_seki.as_path()];
        if !may_write(&outputs, self.force) {
            return Ok(Done::WithFaults);
        }
        let Some(pool) = told(&self.pool, pool::read(&self.pool)) else {
            return Ok(Done::WithFaults);
        };
        let Some(bank) = bank(&self.beside, &outputs) else {
            return Ok(Done::WithFaults);
        };
        let wanted = Wanted {
            graded: self.count,
            ko_and_seki: self.ko_count,
        };
        let chosen = choose(&pool, bank.iter(), wanted);
        for (path, entries) in outputs.into_iter().zip([&chosen.graded, &chosen.ko_and_seki]) {
            let written = write_file(path, sgf::write(entries).as_bytes(), self.force);
            if told(path, written).is_none() {
                return Ok(Done::WithFaults);
            }
        }
        say(&format!(
            "{} graded, {} of ko and seki. Of the others {} were twins, {} too easy or too hard, {} too slow for the handheld, {} not needed.\n",
            chosen.graded.len(),
            chosen.ko_and_seki.len(),
            chosen.twins,
            chosen.off_level,
            chosen.slow,
            chosen.spare
        ))?;
        Ok(Done::Well)
    }
}
