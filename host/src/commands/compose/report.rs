//! `shikatsu compose report`.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::PathBuf;

use clap::Args;
use shikatsu_toolkit::compose::{Grader, bars, charts};

use super::super::{Done, Sources, say};
use super::told;

/// More than the handheld may take, so that what it cannot do is seen.
const NODES: u64 = 200_000;

/// Count what is in collections, by measuring every problem again: numbers, and charts as SVG
#[derive(Args, Debug)]
pub(super) struct Options {
    #[command(flatten)]
    sources: Sources,

    /// A folder for the charts
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

impl Options {
    pub(super) fn run(&self) -> io::Result<Done> {
        let mut grader = Grader::new();
        let mut bank = Vec::new();
        let mut done = Done::Well;
        for loaded in self.sources.load() {
            let measured = loaded.entry.ok().and_then(|entry| {
                let (traits, _) = grader.measure(&entry, NODES)?;
                Some((entry, traits))
            });
            match measured {
                Some(measured) => bank.push(measured),
                None => done = Done::WithFaults,
            }
        }
        let mut text = format!("{} problems\n", bank.len());
        for chart in charts(&bank) {
            writeln!(text, "\n{}", chart.title).expect("a String takes everything");
            for (label, count) in &chart.rows {
                writeln!(text, "{count:7} {label}").expect("a String takes everything");
            }
            if let Some(folder) = &self.output {
                let path = folder.join(format!("bank-{}.svg", chart.name));
                if told(&path, fs::write(&path, bars(chart.title, &chart.rows))).is_none() {
                    return Ok(Done::WithFaults);
                }
            }
        }
        say(&text)?;
        Ok(done)
    }
}
