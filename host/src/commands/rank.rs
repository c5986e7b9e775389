//! `shikatsu rank`: which first moves look natural.

use std::io;

use clap::Args;
use serde_json::json;
use shikatsu_toolkit::files::{Loaded, shown};
use shikatsu_toolkit::rank::{self, Natural};

use super::{Done, Sources, complain_about, say};

/// Say which first moves look natural, without reading anything out
///
/// Every legal first move with the probability that it is the right one, as far as looks go. The opinion was learnt from
/// proved problems; it is often wrong, and 'solve' never relies on it.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// Write a line of JSON for each problem
    #[arg(long)]
    json: bool,

    // Last, since its heading would take in the options behind it.
    #[command(flatten)]
    sources: Sources,
}

const EXAMPLES: &str = "\
Examples:
  shikatsu rank corner.sgf
  shikatsu rank --json problems/
  shikatsu show --rank corner.sgf";

pub(super) fn run(options: &Options) -> io::Result<Done> {
    let mut done = Done::Well;
    for loaded in options.sources.load() {
        match &loaded.entry {
            Ok(entry) => {
                let moves = rank::rank(&entry.problem);
                let text = if options.json {
                    line(&loaded, &moves, &rank::json(&entry.problem, &moves))
                } else {
                    let task = entry.problem.task();
                    format!(
                        "{}: {task}\n{}",
                        loaded.label(),
                        rank::lines(&entry.problem, &moves)
                    )
                };
                say(&text)?;
            }
            Err(error) => {
                complain_about(&loaded, error);
                done = Done::WithFaults;
            }
        }
    }
    Ok(done)
}

/// A problem as a line of JSON.
fn line(loaded: &Loaded, moves: &[Natural], ranked: &serde_json::Value) -> String {
    let record = json!({
        "file": shown(&loaded.path),
        "problem": loaded.label(),
        "legal": moves.len(),
        "moves": ranked,
    });
    format!("{record}\n")
}
