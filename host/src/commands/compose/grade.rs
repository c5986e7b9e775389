//! `shikatsu compose grade`.

use std::io;

use clap::Args;
use shikatsu_toolkit::compose::Grader;
use shikatsu_toolkit::pack::Opinion;

use super::super::{Done, Sources, complain_about, say};

/// Estimate how hard problems are from their proofs, one line of JSON each
///
/// docs/bank.md has the formula. Problems that are not proved within the limit, and those with nothing to find, are passed over.
#[derive(Args, Debug)]
pub(super) struct Options {
    #[command(flatten)]
    sources: Sources,

    /// Positions that may be looked at for one question
    #[arg(long, default_value_t = 300_000)]
    nodes: u64,
}

impl Options {
    pub(super) fn run(&self) -> io::Result<Done> {
        let mut grader = Grader::new();
        let mut done = Done::Well;
        for loaded in self.sources.load() {
            let entry = match &loaded.entry {
                Ok(entry) => entry,
                Err(faults) => {
                    complain_about(&loaded, faults);
                    done = Done::WithFaults;
                    continue;
                }
            };
            if let Some((traits, opinion)) = grader.measure(entry, self.nodes) {
                let line = serde_json::json!({
                    "file": loaded.label(),
                    "name": entry.name,
                    "said": entry.level.map(|level| level.to_string()),
                    "agrees": opinion == Opinion::Agrees,
                    "level": traits.level().to_string(),
                    "estimate": traits.estimate(),
                    "traits": traits,
                });
                say(&format!("{line}\n"))?;
            }
        }
        Ok(done)
    }
}
