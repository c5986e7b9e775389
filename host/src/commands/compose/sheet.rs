//! `shikatsu compose sheet`.

use std::fs::File;
use std::path::PathBuf;

use clap::Args;
use shikatsu_toolkit::compose::{sample, sheet};

use super::super::{Done, Sources};
use super::told;

/// Put problems on one picture, as the handheld shows them, to judge them at a glance
#[derive(Args, Debug)]
pub(super) struct Options {
    #[command(flatten)]
    sources: Sources,

    /// The picture, a PNG
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// How many problems, picked at random
    #[arg(long, default_value_t = 30)]
    count: usize,

    /// Where their chance comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How many stand side by side
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=40))]
    columns: u8,
}

impl Options {
    pub(super) fn run(&self) -> Done {
        let problems: Vec<_> = self
            .sources
            .load()
            .iter()
            .filter_map(|loaded| Some(loaded.entry.as_ref().ok()?.problem))
            .collect();
        let picked = sample(&problems, self.count, self.seed);
        let written = File::create(&self.output).and_then(|file| sheet(&picked, self.columns.into(), file));
        match told(&self.output, written) {
            Some(()) => Done::Well,
            None => Done::WithFaults,
        }
    }
}
